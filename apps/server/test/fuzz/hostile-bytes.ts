// Requests that are hostile below the declarations: odd methods, addresses, headers and bytes, as raw HTTP/1.1.

export interface RawRequest {
  /** Description for the report. */
  what: string
  bytes: Buffer
  /** The request never ends, so the service may also just close the connection. */
  isUnfinished?: boolean
}

export interface Target {
  host: string
  key: string
  project_id: string
  plan_id: string
  stop_id: string
}

type Pick = <T>(values: readonly T[]) => T

/** One such request. */
export function createHostileBytes(target: Target, pick: Pick): RawRequest {
  return pick(kinds)(target, pick)
}

const kinds: ((target: Target, pick: Pick) => RawRequest)[] = [
  oddMethod,
  oddPath,
  oddQuery,
  oddQuery,
  oddBody,
  oddBody,
  oddBody,
  oddType,
  oddHeader,
  oddUpload,
  oddLength,
]

function request(
  what: string,
  { host }: Target,
  [method, path]: readonly [string, string],
  headers: readonly string[] = [],
  body: Buffer | string = '',
): RawRequest {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
  const length = bytes.length > 0 || method !== 'GET' ? [`Content-Length: ${bytes.length}`] : []
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, ...length, '', ''].join(
    '\r\n',
  )
  return { what, bytes: Buffer.concat([Buffer.from(head, 'latin1'), bytes]) }
}

function oddMethod(target: Target, pick: Pick): RawRequest {
  const method = pick(['PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'DELETE', 'PUT', 'POST', 'LINK'])
  const path = pick(['/v2/plans', '/v2/plan', `/v2/plan/${target.plan_id}`, '/', '/health', '*', '/openapi.json'])
  return request(`method ${method}`, target, [method, `${path}?private_key=${target.key}`])
}

function oddPath(target: Target, pick: Pick): RawRequest {
  const path = pick([
    '/v2/plan/%',
    '/v2/plan/%00',
    '/v2/plan/%ff%fe',
    '/v2/plan/%E0%A4%A',
    '//v2//plans',
    '/v2/../v2/plans',
    '/v2/plans/',
    '/v2/plans;x=1',
    `/v2/plan/${'a'.repeat(5_000)}`,
    `/v2/plan/${'%61'.repeat(3_000)}`,
    `/v2/plan/${target.plan_id}%20`,
    `/v2/plan/${target.plan_id}/optimize/async/..`,
    '/i/x/y',
    '/i/../../etc/passwd/x',
    '/outbox/..%2f..%2fadmin-secret',
    '/t/%2e%2e%2f%2e%2e',
    '/docs/..%2f..%2fpackage.json',
    'http://elsewhere.example/v2/plans',
  ])
  return request(`path ${path.slice(0, 60)}`, target, ['GET', `${path}?private_key=${target.key}`])
}

function oddQuery(target: Target, pick: Pick): RawRequest {
  const { key, project_id } = target
  const query = pick([
    `private_key=${key}&private_key=${key}`,
    `private_key[]=${key}`,
    `private_key=${key}&limit[]=1`,
    `private_key=${key}&limit=1&limit=2`,
    `private_key=${key}&__proto__=1&__proto__[x]=1&constructor=2&toString=3`,
    `private_key=${key}&project_id[$ne]=1`,
    `private_key=${key}&project_id=${project_id}%00`,
    `private_key=${key}&text=%`,
    `private_key=${key}&text=%ff%fe%fd`,
    `private_key=${key}&text=%ed%a0%80`,
    `private_key=${key}&sort=${'created_at:asc,'.repeat(400)}`,
    `private_key=${key}&from_date=%2B275760-09-13&to_date=-271821-04-20`,
    `private_key=${key}&offset=1e3&limit=0x10`,
    `private_key=${key}&offset=٣`,
    `private_key=${key}&${Array.from({ length: 1_500 }, (_, i) => `p${i}=1`).join('&')}`,
    `private_key=${'x'.repeat(9_000)}`,
    `private_key=%00`,
    `private_key=${key.slice(0, -1)}%41`,
    `&&&=&=${key}&private_key`,
    `private_key=${key}#private_key=${key}`,
  ])
  return request(`query ${query.replaceAll(key, 'K').slice(0, 60)}`, target, [
    'GET',
    `/v2/plans?${Buffer.from(query).toString('latin1')}`,
  ])
}

const json = ['Content-Type: application/json']

function oddBody(target: Target, pick: Pick): RawRequest {
  const [what, body] = pick(hostileBodies)()
  const { key, project_id, plan_id, stop_id } = target
  const [method, path, query] = pick([
    ['POST', '/v2/plan', `&project_id=${project_id}`],
    ['POST', '/v2/stops', `&plan_id=${plan_id}`],
    ['PUT', `/v2/plan/${plan_id}`, ''],
    ['PUT', `/v2/stop/${stop_id}`, ''],
    ['POST', '/v2/routes', `&plan_id=${plan_id}`],
    ['POST', '/v3/vehicles', `&project_id=${project_id}`],
    ['POST', '/v2/stops/search', `&project_id=${project_id}`],
    ['POST', `/v3/stop/${stop_id}/report`, ''],
  ] as const)
  return request(
    `body ${what} to ${method} ${path.replace(/[0-9a-f]{24}/, ':id')}`,
    target,
    [method, `${path}?private_key=${key}${query}`],
    json,
    body,
  )
}

const hostileBodies: (() => [what: string, body: Buffer | string])[] = [
  () => ['cut off', '{"label":"x'],
  () => ['nested arrays', '['.repeat(100_000)],
  () => ['nested objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  () => ['nested custom fields', `[{"custom_fields":${'{"a":'.repeat(21)}1${'}'.repeat(21)}}]`],
  () => ['infinite number', '[{"weight":1e400}]'],
  () => ['long number', `[{"weight":${'9'.repeat(5_000)}}]`],
  () => ['negative zero', '[{"weight":-0,"duration":-0}]'],
  () => ['prototype keys', '[{"__proto__":{"deleted":true},"constructor":{"prototype":{"x":1}},"toString":1}]'],
  () => ['prototype at the root', '{"__proto__":{"admin":true},"label":"x"}'],
  () => ['prototype in custom fields', '[{"custom_fields":{"__proto__":{"a":1},"constructor":1}}]'],
  () => ['repeated keys', '{"label":"a","label":5,"label":null}'],
  () => ['NUL', '[{"label":"a\\u0000b"}]'],
  () => ['half a surrogate pair', '[{"label":"\\ud83d","custom_fields":{"\\udc00":"x"}}]'],
  () => [
    'broken UTF-8',
    Buffer.from([0x7b, 0x22, 0x6c, 0x61, 0x62, 0x65, 0x6c, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d]),
  ],
  () => ['byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"label":"x"}')])],
  () => ['UTF-16', Buffer.from('{"label":"x"}', 'utf16le')],
  () => ['control characters', '{"label":"a\u0001\u0002\n"}'],
  () => ['many nothings', `[${'{},'.repeat(20_001)}{}]`],
  () => ['many nulls', `[${'null,'.repeat(5_000)}null]`],
  () => ['a long key', `{"${'k'.repeat(200_000)}":1}`],
  () => ['many keys', `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
  () => ['a long text', `[{"comments":"${'x'.repeat(900_000)}"}]`],
  () => ['white space', ' '.repeat(500_000)],
  () => ['no JSON', '<xml/>'],
  () => ['a comment', '{"label":"x"/* */}'],
  () => ['the word undefined', 'undefined'],
  () => ['odd dates', '{"execution_date":"+275760-09-13T00:00:00.001Z","created_at":"2026-02-30"}'],
]

function oddType(target: Target, pick: Pick): RawRequest {
  const header = pick([
    'Content-Type: text/plain',
    'Content-Type: application/json; charset=utf-7',
    'Content-Type: application/json;;;=',
    'Content-Type: ',
    'Content-Type: multipart/form-data',
    'Content-Type: multipart/form-data; boundary=',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Encoding: gzip',
    'Content-Encoding: deflate, br',
    'Transfer-Encoding: gzip',
    'Expect: 100-continue',
    'Expect: the unexpected',
    'Upgrade: websocket',
  ])
  const { key, project_id } = target
  return request(
    header,
    target,
    ['POST', `/v2/plan?private_key=${key}&project_id=${project_id}`],
    [header],
    '{"label":"x"}',
  )
}

function oddHeader(target: Target, pick: Pick): RawRequest {
  const header = pick([
    `X-Long: ${'a'.repeat(12_000)}`,
    `X-Too-Long: ${'a'.repeat(40_000)}`,
    `Cookie: ${'a=b; '.repeat(1_000)}`,
    'Cookie: rw_session=%00; rw_session=;=',
    'Authorization: Bearer ',
    'Authorization: Bearer \xff\xfe',
    `X-Forwarded-For: ${'1.2.3.4, '.repeat(200)}x`,
    'X-Request-Id: \x01',
    'Range: bytes=0-0,-1',
    'If-None-Match: "x"',
    'Origin: null',
    'X-HTTP-Method-Override: DELETE',
    'Idempotency-Key: 1',
    'Content-Length: 5\r\nContent-Length: 6',
    'Broken header',
  ])
  return request(`header ${header.slice(0, 40)}`, target, ['GET', `/v2/plans?private_key=${target.key}`], [header])
}

function oddUpload(target: Target, pick: Pick): RawRequest {
  const part = (headers: string, content: string) => `--B\r\n${headers}\r\n\r\n${content}\r\n`
  const file = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png'
  const [what, body] = pick([
    ['no expiry', part(file, 'x')],
    ['empty', '--B--\r\n'],
    ['two files', `${part(file, '\x89PNG\r\n\x1a\n')}${part(file, 'y')}--B--\r\n`],
    ['no file', `${part('Content-Disposition: form-data; name="other"', 'x')}--B--\r\n`],
    ['no headers', '--B\r\n\r\n\r\n--B--\r\n'],
    ['a path as name', `${part(file.replace('a.png', '../../../etc/passwd\0.png'), '\x89PNG\r\n\x1a\n')}--B--\r\n`],
    [
      'many fields',
      `${Array.from({ length: 2_000 }, (_, i) => part(`Content-Disposition: form-data; name="f${i}"`, '1')).join('')}--B--\r\n`,
    ],
    ['prototype as name', `${part('Content-Disposition: form-data; name="__proto__"', 'x')}--B--\r\n`],
    ['nothing', ''],
  ] as const)
  const path = `/v3/stop/${target.stop_id}/report/image?private_key=${target.key}`
  return request(
    `upload ${what}`,
    target,
    ['POST', path],
    ['Content-Type: multipart/form-data; boundary=B'],
    Buffer.from(body, 'latin1'),
  )
}

/** Bodies that are announced and never come, or come differently: half-open connections must harm nobody else. */
function oddLength(target: Target, pick: Pick): RawRequest {
  const { host, key, project_id } = target
  const start = `POST /v2/plan?private_key=${key}&project_id=${project_id} HTTP/1.1\r\nHost: ${host}\r\n${json[0]}\r\n`
  const [what, text] = pick([
    ['announced and missing', `${start}Content-Length: 100\r\n\r\n{"label":`],
    ['far too long', `${start}Content-Length: 99999999999\r\n\r\n{}`],
    ['negative', `${start}Content-Length: -1\r\n\r\n{}`],
    ['no number', `${start}Content-Length: ten\r\n\r\n{}`],
    ['both lengths', `${start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['broken chunk', `${start}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['endless chunk', `${start}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{}`],
    ['head without end', `POST /v2/plan HTTP/1.1\r\nHost: ${host}\r\nX-`],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ] as const)
  return { what: `length ${what}`, bytes: Buffer.from(text, 'latin1'), isUnfinished: true }
}
