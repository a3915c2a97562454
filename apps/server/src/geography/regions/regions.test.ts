// Extracts that are added, replaced and taken away while the service runs.
import { existsSync, utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MapExtract, MapInformation } from '@routewright/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, startTestServer, type TestServer, until as untilSeconds } from '../../../test/harness.ts'
import { multipart } from '../../../test/pictures.ts'
import { townExtract, townPlace } from '../../../test/road-town.ts'
import { createTestDatabase, type TestDatabase, testBackend } from '../../../test/template.ts'
import { cleanUpExtracts } from './bring-extract.job.ts'

vi.setConfig({ testTimeout: 400_000 })

const far = 50_000
const [town, farTown, thirdTown] = [0, far, 2 * far].map(townExtract) as [Buffer, Buffer, Buffer]

/** The region's extract as its source publishes it. */
let published = town
const source = createServer((request, response) => {
  if (request.url === '/index-v1-nogeom.json') {
    const properties = { id: 'town', name: 'Town', urls: { pbf: `${sourceUrl}/town-latest.osm.pbf` } }
    response.end(JSON.stringify({ features: [{ properties }] }))
  } else if (request.url === '/town-latest.osm.pbf') response.end(published)
  else response.writeHead(404).end()
})
let sourceUrl = ''
let database: TestDatabase
let server: TestServer & { stop(): Promise<void> }
let own: Account
let cookie: string

beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  sourceUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  database = await createTestDatabase()
  server = await start()
  own = await server.createAccount()
  cookie = await server.signIn(own.user_id)
})

afterAll(async () => {
  await server.stop()
  source.close()
})

const start = (options: { database?: TestDatabase; directory?: string } = { database }) =>
  startTestServer({ listen: true, config: { osmFiles: [], osmMirror: sourceUrl, roadModes: ['car'] }, ...options })

/** Roads are built in threads of a machine that may be busy. */
const until = (what: string, find: () => Promise<boolean>) => untilSeconds(what, find, 60)

const call = (method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) =>
  server.call(method, `/app/v1/map/${path}`, { ...options, headers: { cookie, ...options.headers } })
const upload = (path: string, bytes: Buffer) => call('POST', path, multipart(bytes))
const listed = async (): Promise<MapExtract[]> => (await call('GET', 'extracts')).body.filter(isAdded)
const isAdded = ({ source }: MapExtract) => source !== 'shipped'

const banks = [townPlace(1_500, 800), townPlace(1_500, 1_100)]
const farBanks = [townPlace(far + 1_500, 800), townPlace(far + 1_500, 1_100)]

/** Metres from one bank of the river to the other: about 300 straight, 3,300 by the bridge. */
async function metersAcross(places: typeof banks, of: TestServer = server): Promise<number> {
  return (await of.services.travel.best.matrix(places, 'car')).meters[1]!
}
const isByBridge = async (places: typeof banks, of?: TestServer) => (await metersAcross(places, of)) > 3_000
const information = async (of: TestServer = server): Promise<MapInformation> =>
  (await of.call('GET', '/map/information.json')).body

let regionId: string

test('a region is added by its name: downloaded in the background, then its roads and its map are used', async () => {
  expect(await information()).toMatchObject({ extracts: [] })
  expect(await isByBridge(banks)).toBe(false)
  const added = await call('POST', 'region', { body: { region: 'town' } })
  expect(added).toMatchObject({ status: 201, body: { source: 'region', name: 'town', state: 'waiting' } })
  regionId = added.body.id
  await until('the roads of the region', () => isByBridge(banks))
  await until('its map', async () => (await information()).tiles?.state === 'ready')
  expect((await information()).extracts).toMatchObject([{ name: 'town' }])
  expect(await listed()).toMatchObject([{ id: regionId, state: 'ready', size_bytes: town.length }])
})

test('a file is added beside it, and both are driven', async () => {
  const added = await upload('file', farTown)
  expect(added.status, added.text).toBe(201)
  expect(added.body).toMatchObject({ source: 'file', state: 'ready', size_bytes: farTown.length })
  await until('the roads of the file', () => isByBridge(farBanks))
  expect(await isByBridge(banks)).toBe(true)
})

test.runIf(testBackend === 'postgres')(
  'another process of the database has them too, and takes up changes',
  async () => {
    const other = await start({ database, directory: server.directory })
    try {
      await until('the roads of the other process', () => isByBridge(farBanks, other))
      const [, file] = await listed()
      await call('DELETE', `extract/${file!.id}`)
      await until('the end of the file', async () => !(await isByBridge(farBanks, other)))
      expect(await isByBridge(banks, other)).toBe(true)
      await upload('file', farTown)
      await until('the file again', () => isByBridge(farBanks))
    } finally {
      await other.stop()
    }
  },
)

test('what answers goes on answering while an extract is replaced, and ends with its last call', async () => {
  const [, file] = await listed()
  let isDone = false
  const answers = new Set<boolean>()
  const asking = (async () => {
    while (!isDone) {
      answers.add(await isByBridge(banks))
      await nextTurn()
    }
  })()
  const replaced = await upload(`extract/${file!.id}/file`, thirdTown)
  expect(replaced, replaced.text).toMatchObject({ status: 200, body: { id: file!.id, state: 'ready' } })
  await until('the new file instead of the old one', async () => !(await isByBridge(farBanks)))
  isDone = true
  await asking
  expect([...answers]).toEqual([true])
  expect(await call('DELETE', `extract/${file!.id}`)).toMatchObject({ status: 200 })
})

test('a region is brought anew, and what it was before goes', async () => {
  published = farTown
  const renewed = await call('POST', `extract/${regionId}/renew`)
  expect(renewed).toMatchObject({ status: 200, body: { id: regionId, state: 'waiting' } })
  await until('its new roads', async () => (await isByBridge(farBanks)) && !(await isByBridge(banks)))
  const version = (name: string) => join(server.directory, 'map/extracts', regionId, name)
  const longAgo = new Date(Date.now() - 24 * 3_600_000)
  for (const name of ['1', '2']) utimesSync(version(name), longAgo, longAgo)
  await cleanUpExtracts(server.services)
  expect([existsSync(version('1')), existsSync(version('2'))]).toEqual([false, true])
})

test('refusals name what is wrong, and change nothing', async () => {
  const before = await listed()
  const damaged = await upload('file', Buffer.from('no map at all'))
  expect(damaged).toMatchObject({ status: 400, body: { message_id: 'highway.map.error.invalid_extract' } })
  expect(damaged.body.message).toMatch(/^file: .*is not an OpenStreetMap PBF file/)
  const unknown = await call('POST', 'region', { body: { region: 'atlantis' } })
  expect(unknown).toMatchObject({ status: 400, body: { message_id: 'highway.map.error.region_unknown' } })
  const address = await call('POST', 'region', { body: { region: `${sourceUrl}/town-latest.osm.pbf` } })
  expect(address.body).toMatchObject({ message_id: 'highway.validation.error.invalid_payload' })
  expect(await call('POST', 'extract/0123456789abcdef01234567/renew')).toMatchObject({ status: 404 })
  expect((await upload(`extract/${regionId}/file`, town)).body.message).toMatch(/^extract_id: is of the source region/)
  expect(await listed()).toEqual(before)
})

test('a download that fails says why, and the version before stays in use', async () => {
  published = Buffer.from('no map at all')
  await call('POST', `extract/${regionId}/renew`)
  await until('the failure', async () => (await listed())[0]!.state === 'failed')
  expect((await listed())[0]!.reason).toMatch(/is no usable extract/)
  expect(await isByBridge(farBanks)).toBe(true)
})

test('only administrators change maps, and none while several organizations share them', async () => {
  const { user_id } = await server.createUser(own, 'organization_manager')
  const manager = { headers: { cookie: await server.signIn(user_id) } }
  expect(await server.call('GET', '/app/v1/map/extracts', manager)).toMatchObject({ status: 403 })
  const neighbour = await server.createAccount('Neighbour')
  for (const [method, path] of [
    ['DELETE', `extract/${regionId}`],
    ['POST', 'shipped'],
    ['POST', 'file'],
  ] as const) {
    expect(await call(method, path), path).toMatchObject({ status: 403 })
  }
  server.services.trial.organizationId = neighbour.organization_id
  expect(await call('DELETE', `extract/${regionId}`)).toMatchObject({ status: 200, body: { id: regionId } })
  await until('straight lines again', async () => !(await isByBridge(farBanks)))
  expect(await information()).toMatchObject({ extracts: [] })
})

test('where the network refuses, it is said plainly', async () => {
  await new Promise((resolve) => source.close(resolve))
  const refused = await call('POST', 'region', { body: { region: 'town' } })
  expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.map.error.source_unreachable' } })
  expect(refused.body.message).toContain('ECONNREFUSED')
})
