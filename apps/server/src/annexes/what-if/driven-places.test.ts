// Addresses of a spreadsheet are looked up before its days are replayed; what is not found is told and counts nowhere.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, expect, test } from 'vitest'
import { until, useTestServer } from '../../../test/harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-driven-places-'))
afterAll(() => rmSync(folder, { recursive: true }))
const extract = join(folder, 'town.osm.pbf')
const tags = { 'addr:street': 'Städtle', 'addr:housenumber': '32', 'addr:city': 'Vaduz', 'addr:postcode': '9490' }
writeFileSync(extract, writePbf({ nodes: [{ id: 1, lat: 47.1393, lng: 9.5222, tags }], ways: [] }))
const server = useTestServer({ config: { osmFiles: [extract] }, listen: true })

test('found addresses count, missed ones and boxes are left out by line; rows that are all missed are a failure in words', async () => {
  const account = await server.createAccount()
  const call = (method: string, path: string, body?: unknown) => server.call(method, path, { key: account.key, body })
  const finish = async (rows: object[]) => {
    const path = `/app/v1/project/${account.project_id}/replays/spreadsheet`
    const { body: asked } = await call('POST', path, { rows, seconds: 1 })
    const read = async () => (await call('GET', `/app/v1/replay/${asked.id}`)).body
    await until('the replay', async () => ['ready', 'failed'].includes((await read()).state), 60)
    return read()
  }
  const date = '2026-03-02'
  const found = await finish([
    { date, lat: 47.14, lng: 9.52, is_doubtful: true },
    { date, address: 'Staedtle 32, Vaduz' },
    { date, address: 'Städtle 99, Vaduz' },
    { date, address: 'Nowhere 1, Atlantis', line: 17 },
    { date, address: 'Postfach 12, Vaduz', line: 18 },
  ])
  expect(found.state, found.reason).toBe('ready')
  const { spreadsheet } = found.assumptions
  expect(spreadsheet.left_out).toEqual([
    { reason: 'place_not_found', count: 2, lines: [3, 17] },
    { reason: 'post_office_box', count: 1, lines: [18] },
  ])
  expect(spreadsheet).toMatchObject({ rows: 5, used: 2, located: 4, doubtful: { count: 1, lines: [1] } })
  expect(found.before.stops).toBe(2)
  expect(found.sentences.join('\n')).toContain('Rows whose address was not found, left out: 2 (rows 3, 17)')
  const nothing = await finish([{ date, address: 'Nowhere 1, Atlantis' }])
  expect(nothing).toMatchObject({ state: 'failed', reason: 'The rows: none is left: 1 place not found' })
})
