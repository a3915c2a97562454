// Requests to an assistant about addresses, with an extract that contains two.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Assistant, type AssistantDay, connectAssistant, createAssistantDay } from '../../../test/assistant.ts'
import { useTestServer } from '../../../test/harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-assistants-'))
const extract = join(folder, 'town.osm.pbf')
const tags = (number: string) => ({
  'addr:street': 'Städtle',
  'addr:housenumber': number,
  'addr:city': 'Vaduz',
  'addr:postcode': '9490',
})
const nodes = [
  { id: 1, lat: 47.1393, lng: 9.5222, tags: tags('32') },
  { id: 2, lat: 47.1401, lng: 9.5226, tags: tags('40') },
]
writeFileSync(extract, writePbf({ nodes, ways: [] }))

const server = useTestServer({ listen: true, config: { osmFiles: [extract] } })
let day: AssistantDay
let assistant: Assistant

beforeEach(async () => {
  day = await createAssistantDay(server)
  assistant = await connectAssistant(server, day.account.key, { write: true })
  return () => assistant.client.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const tasks: (readonly [string, () => Promise<void>])[] = [
  [
    'Where is Staedtle 32 in Vaduz?',
    async () => {
      const { places } = await assistant.use('search_address', { text: 'Staedtle 32, Vaduz' })
      expect(places[0]).toMatchObject({ lat: 47.1393, lng: 9.5222 })
      expect(places[0].address).toMatch(/^«.*32.*»$/)
    },
  ],
  [
    'What is at this point?',
    async () => {
      const { places } = await assistant.use('search_address', { lat: 47.14011, lng: 9.52261 })
      expect(places[0].address).toContain('40')
    },
  ],
  [
    'Add an order for Städtle 40',
    async () => {
      const stops = [{ name: 'Gallery', address: 'Städtle 40, Vaduz', comments: 'Back door' }]
      const { token, stops: found } = await assistant.use('propose_stops', { plan_id: day.tuesday, stops })
      expect(found).toMatchObject([{ name: '«Gallery»', lat: 47.1401, lng: 9.5226 }])
      const { created } = await assistant.use('apply', { token })
      const stop = await day.call('GET', `/v2/stop/${created[0]}`)
      expect(stop).toMatchObject({
        label: 'Gallery',
        comments: 'Back door',
        location: { lat: 47.1401, label: 'Städtle 40, Vaduz' },
      })
    },
  ],
  [
    'Add an order whose address nobody knows',
    async () => {
      const stops = [{ name: 'Ghost', address: 'Nowhere Road 1, Atlantis' }]
      const { token, without_a_place } = await assistant.use('propose_stops', { plan_id: day.tuesday, stops })
      expect(without_a_place).toEqual(['«Ghost»'])
      const { created } = await assistant.use('apply', { token })
      expect(await assistant.use('read_stop', { stop_id: created[0] })).toMatchObject({ has_no_place: true })
    },
  ],
]

test.each(tasks)('%s', async (_, work) => work())
