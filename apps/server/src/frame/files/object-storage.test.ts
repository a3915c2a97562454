// Pictures in an object storage: any node shows them, nothing of them is in a folder, and with their organization they go.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { listed, type ObjectStore, startObjectStore } from '../../../test/object-store.ts'
import { jpeg, multipart } from '../../../test/pictures.ts'
import { createTestDatabase, type TestDatabase, testBackend } from '../../../test/template.ts'
import { deleteOrganization } from '../../accounts/organizations/organizations.ts'
import { createServer } from '../../process/server.ts'
import { systemScope } from '../platform/services.ts'
import { startFileDeletion } from './deletion.job.ts'

type Running = TestServer & { stop(): Promise<void> }

let store: ObjectStore
let database: TestDatabase
let nodes: Running[]
let account: Account
beforeAll(async () => {
  store = await startObjectStore()
  database = await createTestDatabase()
  const config = { fileStorage: 's3' as const, s3: store.settings }
  nodes = [await startTestServer({ database, config })]
  // The embedded database serves one process only.
  if (testBackend === 'postgres') nodes.push(await startTestServer({ database, config }))
  account = await nodes[0]!.createAccount()
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await database.drop()
  await store.stop()
})

const first = () => nodes[0]!
const last = () => nodes.at(-1)!

async function uploadPicture(): Promise<{ id: string; url: string }> {
  const query = { project_id: account.project_id }
  const stop = (await first().call('POST', '/v2/stops', { key: account.key, query, body: [{}] })).body[0]
  const path = `/v3/stop/${stop.id}/report/image`
  const answer = await first().call('POST', path, { key: account.key, ...multipart(jpeg(800, 600)) })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const getPath = (url: string) => new URL(url).pathname

test('a picture that was sent to one node is shown by the other, in both sizes, and lies in no folder', async () => {
  const { id, url } = await uploadPicture()
  const large = await last().call('GET', getPath(url))
  expect([large.status, large.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const small = await last().call('GET', getPath(url), { query: { size: 'small' } })
  expect(small.status).toBe(200)
  expect(Number(small.headers['content-length'])).toBeLessThan(Number(large.headers['content-length']))
  expect((await listed(last().services.storage)).filter((key) => key.includes(id))).toHaveLength(2)
  for (const { directory } of nodes) expect(existsSync(join(directory, 'files'))).toBe(false)
})

test('health tells a storage that is away, and that it is there again', async () => {
  const health = async () => (await last().call('GET', '/health')).body
  expect(await health()).toMatchObject({ status: 'ok', files: 's3' })
  store.setAway(true)
  last().clock.advanceSeconds(10)
  expect(await health()).toMatchObject({ status: 'degraded', notices: ['files_unavailable'] })
  store.setAway(false)
  last().clock.advanceSeconds(10)
  expect(await health()).toMatchObject({ status: 'ok' })
})

test('a service does not start on a bucket that it cannot use', async () => {
  const { config } = first().services
  const wrong = { ...config, port: 0, databaseUrl: undefined, s3: { ...store.settings, secretKey: 'wrong' } }
  const server = await createServer(wrong, { inMemory: true, writeLog: () => {} })
  await expect(server.start()).rejects.toThrow(/refuses the key .*S3_SECRET_KEY/)
  await server.stop()
})

test('with its organization every file of it is deleted from the bucket, although the storage is away at first', async () => {
  await uploadPicture()
  const { services } = last()
  expect((await listed(services.storage)).length).toBeGreaterThan(0)
  await services.database.transaction((tx) =>
    deleteOrganization(systemScope(services, tx, account.organization_id, services.clock.now())),
  )
  store.setAway(true)
  await startFileDeletion(services)
  store.setAway(false)
  await until('the files to be gone', async () => (await listed(services.storage)).length === 0, 30)
})
