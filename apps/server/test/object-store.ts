// An object storage for tests: the part of the S3 interface that the service uses, by the letter. Signatures (version 4) are
// computed from what arrived and compared, checksums of bodies too, lists come in pages. TEST_S3 names a real server instead.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../src/frame/platform/config.ts'

export interface ObjectStore {
  readonly settings: S3Settings
  /** The same as environment variables. */
  readonly env: Record<string, string>
  /** Names of what lies in the bucket; empty for a real server. */
  names(): string[]
  /** While true every request is answered with 503. */
  setAway(isAway: boolean): void
  /** The next requests are answered with 503. */
  failNext(count: number): void
  /** Changes a byte of what lies under a name, or of what is stored there next. */
  spoil(name: string): void
  stop(): Promise<void>
}

const bucket = 'routewright-test'
const accessKey = 'test-access-key'
const secretKey = 'test-secret-key-of-the-object-store'

export async function startObjectStore(): Promise<ObjectStore> {
  const real = process.env.TEST_S3
  if (real) {
    const nothing = () => {}
    return describe(new URL(real), {
      names: () => [],
      setAway: nothing,
      failNext: nothing,
      spoil: nothing,
      stop: async () => {},
    })
  }
  const kept: Kept = { objects: new Map(), uploads: new Map(), spoiled: new Set() }
  let isAway = false
  let failures = 0
  const server = createServer((request, response) => {
    const isFailing = isAway || failures > 0
    failures = Math.max(0, failures - 1)
    answer(request, kept, isFailing).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : body),
      (error) => response.destroy(error),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return describe(new URL(`http://${accessKey}:${secretKey}@127.0.0.1:${port}/${bucket}`), {
    names: () => [...kept.objects.keys()],
    setAway(now) {
      isAway = now
    },
    failNext(count) {
      failures = count
    },
    spoil: (name) => kept.spoiled.add(name),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  })
}

/** `http://access:secret@host:port/bucket` as settings, below a prefix that no other test uses. */
function describe(url: URL, rest: Omit<ObjectStore, 'settings' | 'env'>): ObjectStore {
  const prefix = `test-${randomBytes(6).toString('hex')}/`
  const settings: S3Settings = {
    endpoint: url.origin,
    region: 'us-east-1',
    bucket: url.pathname.slice(1),
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
    pathStyle: true,
    prefix,
  }
  const env = {
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY: settings.accessKey,
    S3_SECRET_KEY: settings.secretKey,
    S3_PREFIX: prefix,
  }
  return { settings, env, ...rest }
}

interface Kept {
  objects: Map<string, Buffer>
  /** Parts by their number, of uploads that are not complete. */
  uploads: Map<string, Map<number, Buffer>>
  spoiled: Set<string>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

async function readAll(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Every key of the place, in order. */
export async function listed(storage: { listKeys(): AsyncIterable<string> }): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.listKeys()) keys.push(key)
  return keys.sort()
}

const failure = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

async function answer(request: IncomingMessage, kept: Kept, isFailing: boolean): Promise<Answer> {
  const body = await readAll(request)
  if (isFailing) return failure(503, 'SlowDown')
  const refusal = refuse(request, body)
  if (refusal) return failure(...refusal)
  const { pathname, searchParams } = new URL(request.url!, 'http://store.test')
  const [, asked, ...parts] = pathname.split('/').map(decodeURIComponent)
  if (asked !== bucket) return failure(404, 'NoSuchBucket')
  const name = parts.join('/')
  if (name === '') return list(searchParams, kept.objects)
  const { method } = request
  if (searchParams.has('uploads') || searchParams.has('uploadId'))
    return answerParts(kept, { name, method, query: searchParams, body })
  if (method === 'PUT') {
    kept.objects.set(name, body)
    return { status: 200 }
  }
  if (method === 'DELETE') {
    kept.objects.delete(name)
    return { status: 204 }
  }
  const bytes = kept.objects.get(name)
  if (!bytes) return failure(404, 'NoSuchKey')
  return readRange(kept.spoiled.has(name) ? spoiled(bytes) : bytes, request.headers.range)
}

function spoiled(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[changed.length >> 1]! ^= 1
  return changed
}

function readRange(bytes: Buffer, range: string | undefined): Answer {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const body = from === undefined ? bytes : bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
  const headers = { 'content-length': String(body.length) }
  return { status: from === undefined ? 200 : 206, headers, body }
}

interface PartRequest {
  name: string
  method: string | undefined
  query: URLSearchParams
  body: Buffer
}

/** A large object comes in parts, each at least 5 MiB but for the last, and appears when they are all named. */
function answerParts({ objects, uploads }: Kept, { name, method, query, body }: PartRequest): Answer {
  const xml = (text: string): Answer => ({ status: 200, headers: { 'content-type': 'application/xml' }, body: text })
  if (query.has('uploads')) {
    const id = randomBytes(8).toString('hex')
    uploads.set(id, new Map())
    return xml(
      `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${name}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const id = query.get('uploadId') ?? ''
  const parts = uploads.get(id)
  if (!parts) return failure(404, 'NoSuchUpload')
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
  }
  uploads.delete(id)
  if (method === 'DELETE') return { status: 204 }
  const numbers = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
  const chosen = numbers.map((number) => parts.get(number))
  if (chosen.slice(0, -1).some((part) => !part || part.length < 5 * 1024 ** 2)) return failure(400, 'EntityTooSmall')
  objects.set(name, Buffer.concat(chosen.filter((part) => part !== undefined)))
  return xml(
    `<CompleteMultipartUploadResult><Key>${name}</Key><ETag>"whole-${numbers.length}"</ETag></CompleteMultipartUploadResult>`,
  )
}

/** Why the request is not answered: who asks, with what signature, and bytes that are not those that were sent. */
function refuse(request: IncomingMessage, body: Buffer): [number, string] | undefined {
  const { authorization = '' } = request.headers
  const match = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    authorization,
  )
  if (!match) return [403, 'AccessDenied']
  const [, key, scope = '', signedHeaders = '', signature] = match
  if (key !== accessKey) return [403, 'InvalidAccessKeyId']
  if (signature !== sign(request, scope, signedHeaders)) return [403, 'SignatureDoesNotMatch']
  const checksum = request.headers['x-amz-checksum-sha256']
  if (checksum && checksum !== createHash('sha256').update(body).digest('base64')) return [400, 'BadDigest']
  return undefined
}

/** Follows the description of signature version 4, step by step. */
function sign(request: IncomingMessage, scope: string, signedHeaders: string): string {
  const { pathname, searchParams } = new URL(request.url!, 'http://store.test')
  const escaped = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort()
  const header = (name: string) => String(request.headers[name] ?? '').trim()
  const canonical = [
    ...[request.method, pathname, query.join('&')],
    ...signedHeaders.split(';').map((name) => `${name}:${header(name)}`),
    ...['', signedHeaders, header('x-amz-content-sha256')],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, digest].join('\n')
  const hmac = (by: string | Buffer, what: string) => createHmac('sha256', by).update(what).digest()
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  return hmac(hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), service), end), text).toString('hex')
}

/** ListObjectsV2; the token is the last name of the page before. */
function list(query: URLSearchParams, objects: Map<string, Buffer>): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const limit = Math.min(1_000, Number(query.get('max-keys') ?? 1_000))
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
  const page = names.slice(0, limit)
  const token = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map(
    (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size></Contents>`,
  )
  const result = `<IsTruncated>${token !== ''}</IsTruncated><KeyCount>${page.length}</KeyCount>${token}${contents.join('')}`
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${result}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}
