// Places for many addresses at once, for an import that has not been made yet.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-locate-'))
afterAll(() => rmSync(folder, { recursive: true }))
const extract = join(folder, 'town.osm.pbf')
const tags = { 'addr:street': 'Städtle', 'addr:housenumber': '32', 'addr:city': 'Vaduz', 'addr:postcode': '9490' }
writeFileSync(extract, writePbf({ nodes: [{ id: 1, lat: 47.1393, lng: 9.5222, tags }], ways: [] }))
const server = useTestServer({ config: { osmFiles: [extract] } })

test('many addresses are answered in their order, misses without coordinates, and nothing is created', async () => {
  const account = await server.createAccount()
  const query = { project_id: account.project_id }
  const body = { addresses: ['Nowhere 1, Atlantis', 'Staedtle 32, Vaduz'] }
  const answer = await server.call('POST', '/app/v1/addresses/locate', { key: account.key, query, body })
  expect(answer.status).toBe(200)
  expect(answer.body[0]).toEqual({ label: 'Nowhere 1, Atlantis' })
  expect(answer.body[1]).toMatchObject({ label: 'Staedtle 32, Vaduz', lat: 47.1393, partial_match: false })
  const points = {
    addresses: ['47°08\'24"N 9°31\'12"E', 'geo:47.14,9.52', '4GRC+22, Städtle 32, Vaduz', 'Postfach 12, Vaduz'],
  }
  const written = await server.call('POST', '/app/v1/addresses/locate', { key: account.key, query, body: points })
  expect(written.body.slice(0, 2)).toMatchObject([
    { lat: 47.14, lng: 9.52, scoring: 1 },
    { lat: 47.14, lng: 9.52 },
  ])
  // The code counts from the town, the rest is only its place.
  expect(written.body[2].lat).toBeCloseTo(47.14006, 4)
  expect(written.body[3]).toEqual({ label: 'Postfach 12, Vaduz', reason: 'post_office_box' })
  const found = await server.call('POST', '/v2/stops/search', { key: account.key, query, body: {} })
  expect(found.body.total).toBe(0)
  const stranger = await server.createAccount()
  const refused = await server.call('POST', '/app/v1/addresses/locate', { key: stranger.key, query, body })
  expect(refused.status).toBe(404)
})
