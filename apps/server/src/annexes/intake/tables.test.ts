// Tables of orders as people and programs send them: read as the import wizard reads them, or held back with their reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { getPreset } from './presets/presets.ts'

const server = useTestServer({ listen: true, realClock: true })
const patiently = { timeout: 60_000, interval: 50 }
let account: Account
let cookie: string
let source: { id: string; address: string }

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, query = {}) =>
  server.call(method, path, { headers: { cookie }, body, query })

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const made = await call('POST', '/app/v1/order_source', { project_id: account.project_id, kind: 'custom' })
  source = made.body
})

interface Message {
  result: string
  order_id?: string
  detail?: string
}

/** Sends a table; what came of each order once all were worked on, in the order of their numbers. */
async function send(table: string | Buffer): Promise<Message[]> {
  const path = new URL(source.address).pathname
  const answer = await server.call('POST', path, { body: table, headers: { 'content-type': 'text/csv' } })
  expect(answer.status, answer.text).toBe(200)
  const list = async (): Promise<Message[]> =>
    (await call('GET', `/app/v1/order_source/${source.id}/messages`, undefined, { limit: 100 })).body.docs
  await expect.poll(async () => (await list()).map(({ result }) => result), patiently).not.toContain('waiting')
  return (await list()).sort((message, other) =>
    (message.order_id ?? '').localeCompare(other.order_id ?? '', 'en', { numeric: true }),
  )
}

async function stops() {
  const query = { project_id: account.project_id, limit: 100 }
  const found = await call('GET', '/v2/stops/search', undefined, query)
  const plans = (await call('GET', '/v2/plans', undefined, query)).body.docs
  return found.body.docs
    .map((stop: { plan_id: string }) => ({
      ...stop,
      day: plans.find(({ id }: { id: string }) => id === stop.plan_id)?.execution_date.slice(0, 10),
    }))
    .sort((first: { external_id: string }, other: { external_id: string }) =>
      first.external_id.localeCompare(other.external_id),
    )
}

const day = `${new Date().getUTCFullYear() + 1}-12-24`
const [year] = day.split('-')

test('the days of a table are read by its whole column, in whichever zone the project works', async () => {
  await call('PUT', `/app/v1/project/${account.project_id}`, { timezone: 'America/Sao_Paulo' })
  const days = [
    ...[
      `${day} 00:00:00`,
      `${day}T00:00:00`,
      `24/12/${year}`,
      `12/24/${year}`,
      `24-12-${year}`,
      `24.12.${year!.slice(2)}`,
    ],
    ...[`${year}1224`, `24. Dezember ${year}`, `December 24, ${year}`],
  ]
  const rows = days.map((text, at) => `d${at};47.14;9.52;${text}`)
  const messages = await send(['order;lat;lng;date', ...rows].join('\n'))
  expect(messages.map(({ result }) => result)).toEqual(days.map(() => 'created'))
  expect((await stops()).map((stop: { day: string }) => stop.day)).toEqual(days.map(() => day))
})

test('what cannot be read holds its order back with the line and the reason, and no other order', async () => {
  const messages = await send(
    [
      'order;lat;lng;date;from;weight',
      `1;47.14;9.52;${day};8-12;1.250`,
      '2;47.14;9.52;bald;8-12;2.400,5',
      `3;47.14;9.52;${day};nach Absprache;12 kg`,
      `4;47.14;9.52;${day};9 - 5;5 Stück`,
      '',
      'Summe;;;;;4711',
    ].join('\n'),
  )
  expect(messages.map(({ result, detail }) => [result, detail])).toEqual([
    ['created', undefined],
    ['refused', 'Line 3: delivery_date is no day: bald'],
    ['refused', 'Line 4: time_from is no time of day: nach Absprache'],
    [
      'created',
      'Line 5: weight is read but for "Stück": 5 Stück; time_from is read as from the morning to the afternoon: 9 - 5',
    ],
  ])
  expect(
    (await stops()).map(({ weight, time_windows }: { weight: number; time_windows: number[][] }) => [
      weight,
      time_windows,
    ]),
  ).toEqual([
    [1250, [[28_800, 43_200]]],
    [5, [[32_400, 61_200]]],
  ])
})

test('headings are known in other languages, the mapping comes first, and a sender is no recipient', async () => {
  await send(
    [
      'Auftragsnr.;Absender;Absender PLZ;Empfänger;Straße;PLZ/Ort;GPS lat;GPS lon;Gewicht (g);Kolli;Lieferdatum;Zeitfenster',
      `A-7;Muster AG;8001;Ida Frick;Städtle 32;9490 Vaduz;47,14;9,52;500;2;24.12.${year};vorm.`,
    ].join('\r\n'),
  )
  expect(await stops()).toMatchObject([
    {
      external_id: 'A-7',
      label: 'Ida Frick',
      weight: 0.5,
      day,
      time_windows: [[28_800, 43_200]],
      location: { lat: 47.14, lng: 9.52 },
      packages: [{ identifier: 'A-7 1/2' }, { identifier: 'A-7 2/2' }],
    },
  ])
})

test('a field that the mapping leaves without a path is not read by its heading', async () => {
  const { mapping } = getPreset('custom')
  const fields = mapping.fields.map((rule) => (rule.field === 'weight' ? { ...rule, paths: [] } : rule))
  await call('PUT', `/app/v1/order_source/${source.id}`, { mapping: { ...mapping, fields } })
  await send('order_id;address;weight\n1;47.14, 9.52;5')
  const [stop] = await stops()
  expect(stop.weight).toBeUndefined()
})

test('letters are read in the encoding that the source says, else in the likeliest one; the log says in which', async () => {
  const table = Buffer.from('order_id;name;address\n1;Erd\xf5s;47.14, 9.52', 'latin1')
  const logged = async () => (await call('GET', `/app/v1/order_source/${source.id}/messages`)).body.docs[0]
  await send(table)
  expect(await logged()).toMatchObject({ encoding: 'windows-1252', body: { name: 'Erdõs' } })
  const { mapping } = getPreset('custom')
  const path = `/app/v1/order_source/${source.id}`
  expect((await call('PUT', path, { mapping: { ...mapping, encoding: 'EBCDIC' } })).status).toBe(400)
  const chosen = { ...mapping, encoding: 'windows-1250' }
  expect((await call('PUT', path, { mapping: chosen })).body.mapping).toEqual(chosen)
  await send(table)
  expect(await logged()).toMatchObject({ encoding: 'windows-1250', body: { name: 'Erdős' } })
  expect((await stops())[0].label).toBe('Erdős')
})

test('rows that go on with an order are no orders of their own', async () => {
  const messages = await send(
    ['Name,Shipping Name,Shipping Street,Lineitem name', '#1001,Ida Frick,"47.14, 9.52",Cheese', '#1001,,,Bread'].join(
      '\n',
    ),
  )
  expect(messages.map(({ result, order_id }) => [result, order_id])).toEqual([['created', '#1001']])
  expect((await stops())[0].label).toBe('Ida Frick')
})

test('a place that cannot be meant holds its order back; one that is only far is told', async () => {
  const depot = { label: 'Hall', location: { lat: 47.15, lng: 9.5 } }
  await call('POST', '/app/v1/depots', [depot], { project_id: account.project_id })
  const messages = await send('order;lat;lng\n1;9.52;47.14\n2;0;0\n3;60.17;24.94\n4;47.14;9.52')
  expect(messages.map(({ result, detail }) => [result, detail])).toEqual([
    ['refused', 'location lies 5480 km from everything else of this project: are latitude and longitude changed over?'],
    ['refused', 'location is 0, 0, and lies 5323 km from everything else of this project'],
    ['created', 'location lies 1760 km from everything else of this project'],
    ['created', undefined],
  ])
})

describe('files that fail elsewhere', () => {
  const folder = resolve(
    process.env.ROUTEWRIGHT_SHARED ?? resolve(import.meta.dirname, '../../../../../../shared'),
    'inputs/intake',
  )
  const isThere = existsSync(folder)
  const files = isThere ? readdirSync(folder).filter((name) => name !== 'windows.csv') : []
  // Told, so that nobody takes a run without the files for one with them.
  test.skipIf(isThere)(`SKIPPED: no files under ${folder} (set ROUTEWRIGHT_SHARED)`, () => {})
  test.runIf(isThere).each(files)('%s: every order is made', async (name) => {
    await call('PUT', `/app/v1/project/${account.project_id}`, { timezone: 'Pacific/Apia' })
    const messages = await send(readFileSync(resolve(folder, name)))
    expect(messages.map(({ result }) => result).filter((result) => result !== 'created')).toEqual([])
    const found = await stops()
    expect(found).toHaveLength(messages.length)
    expect(JSON.stringify(found)).not.toContain('HIDDEN')
  })
})
