import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSecret } from './ids.ts'
import { createLog } from './log.ts'
import { redactSecrets } from './redact.ts'

const canary = 'CANARYsecret0123456789abcdefCANARY'

/** Every way in which a secret has been seen to slip into a log. */
const slips: [string, (log: ReturnType<typeof createLog>) => void][] = [
  ['an address', (log) => log.info({ url: `/v2/plans?private_key=${canary}&limit=5` }, 'answered')],
  ['an address with the key in the middle', (log) => log.info(`GET /v2/plans?text=a&private_key=${canary}#x`)],
  ['an encoded address', (log) => log.info({ referer: `https://a.test/?next=%2Fv2%3Fprivate_key%3D${canary}` })],
  ['a key by its prefix', (log) => log.info(`the key api_key_${canary} is unknown`)],
  ['an error message and stack', (log) => log.error({ err: new Error(`no api_key_${canary} here`) }, 'failed')],
  ['query parameters as an object', (log) => log.info({ query: { private_key: canary } })],
  ['nested JSON text', (log) => log.info({ body: JSON.stringify({ private_key: canary, password: canary }) })],
  ['a password', (log) => log.info({ body: { password: canary } })],
  ['a session cookie', (log) => log.info({ headers: { cookie: `rw_session=rw_session_${canary}` } })],
  ['an Authorization header', (log) => log.info({ headers: { authorization: `Bearer ${canary}` } })],
  ['a key for a server', (log) => log.info({ ssh_key: `-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}\n-----END` })],
  [
    'the same in nested JSON',
    (log) =>
      log.info({ body: JSON.stringify({ ssh_key: `-----BEGIN PRIVATE KEY-----\n${canary}\n`, passphrase: canary }) }),
  ],
  ['a token of an assistant', (log) => log.warn(`token assistant_access_${canary}`)],
  ['a driver token', (log) => log.warn(`token rw_driver_${canary}`)],
  ['a tracking page', (log) => log.info({ url: `/t/${canary}` })],
  ['a tracking call', (log) => log.info({ url: `/track/v1/${canary}/survey` })],
  ['the link of an invitation', (log) => log.info({ url: `/planner/invite/${canary}` })],
  ['the link of a new password', (log) => log.info({ url: `/app/v1/password/${canary}` })],
  [
    'a link to the administration page',
    (log) => log.info({ url: `/administration?link=rw_administration_1772440000_${canary}` }),
  ],
  ['a picture', (log) => log.info({ url: `/i/65a000000000000000000001/${canary}` })],
  ['the address of the database', (log) => log.error(`cannot reach postgres://user:${canary}@db.test/x`)],
  ['the address of the mail server', (log) => log.error(`cannot reach smtps://user:${canary}@mail.test`)],
]

test.each(slips)('%s is logged without its secret', (_, write) => {
  const lines: string[] = []
  write(createLog({ level: 'trace', write: (line) => lines.push(line) }))
  expect(lines.join('')).not.toContain(canary)
  expect(lines.join('')).toContain('[redacted]')
  for (const line of lines) JSON.parse(line)
})

test('a secret with any prefix that the service gives is known', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const texts = sources.map((path) => readFileSync(join(folder, path), 'utf8'))
  const prefixes = new Set(
    texts.flatMap((text) => [...text.matchAll(/createSecret\('(\w+_)'/g)].map(([, prefix]) => prefix!)),
  )
  expect([...prefixes].toSorted()).toEqual(expect.arrayContaining(['api_key_', 'rw_admin_']))
  for (const prefix of prefixes) {
    const secret = createSecret(prefix, 24)
    expect(redactSecrets(`/app/v1/some/${secret}?a=b`)).toBe(`/app/v1/some/${prefix}[redacted]?a=b`)
  }
})

test('the rest of a line stays readable', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(line) })
  log.info({ url: '/v2/plans?private_key=x&limit=5', plan: '65a000000000000000000001' }, 'answered')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    url: '/v2/plans?private_key=[redacted]&limit=5',
    plan: '65a000000000000000000001',
    msg: 'answered',
  })
})
