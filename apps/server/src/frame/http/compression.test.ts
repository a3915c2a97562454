// Which responses are compressed, and which must not be.
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
/** A list that is long. */
let list: string

beforeAll(async () => {
  account = await server.createAccount()
  const { key, project_id } = account
  const plan = await server.call('POST', '/v2/plan', { key, body: { label: 'Day' }, query: { project_id } })
  const stops = Array.from({ length: 30 }, (_, at) => ({ label: `Stop ${at}`, location: { lat: 47.14, lng: 9.52 } }))
  const query = { project_id, plan_id: plan.body.id }
  expect((await server.call('POST', '/v2/stops', { key, body: stops, query })).status).toBe(201)
  list = `/v2/plan/${plan.body.id}/stops?private_key=${key}`
})

/** Calls without a browser's help: fetch would unpack what comes. */
const read = (path: string, encoding?: string) =>
  server.app.inject({ url: path, headers: encoding ? { 'accept-encoding': encoding } : {} })

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('what is long comes as %s to whoever takes it, and is the same', async (encoding, accepted, unpack) => {
  const plain = await read(list)
  const packed = await read(list, accepted)
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
})

test.each([undefined, 'identity', 'br;q=0', 'gzip;q=0, identity'])('%s is nothing that was taken', async (accepted) => {
  const { headers } = await read(list, accepted)
  expect(headers['content-encoding']).toBeUndefined()
})

test('what is short stays as it is', async () => {
  const { headers, rawPayload } = await read('/health', 'br, gzip')
  expect(rawPayload.length).toBeLessThan(1024)
  expect(headers['content-encoding']).toBeUndefined()
})

test('a body that comes compressed is no JSON: it would unpack to more than the limit', async () => {
  const body = gzipSync(JSON.stringify({ label: 'Packed' }))
  const answer = await server.app.inject({
    method: 'POST',
    url: `/v2/plan?project_id=${account.project_id}&private_key=${account.key}`,
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    body,
  })
  expect(answer.statusCode).toBe(400)
})
