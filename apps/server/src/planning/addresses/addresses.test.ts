import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, useTestServer } from '../../../test/harness.ts'
import { startMessageDelivery } from '../../telling/messages/deliver.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-addresses-'))
afterAll(() => rmSync(folder, { recursive: true }))
const extract = join(folder, 'town.osm.pbf')
const address = (street: string, number: string, city: string, postcode: string, country = 'LI') => ({
  'addr:street': street,
  'addr:housenumber': number,
  'addr:city': city,
  'addr:postcode': postcode,
  'addr:country': country,
})
const nodes = [
  { id: 1, lat: 47.1393, lng: 9.5222, tags: address('Städtle', '32', 'Vaduz', '9490') },
  { id: 2, lat: 47.14, lng: 9.523, tags: address('Städtle', '40', 'Vaduz', '9490') },
  { id: 3, lat: 47.2, lng: 9.5, tags: address('Bahnhofstrasse', '1', 'Schaan', '9494') },
  { id: 4, lat: 47.3, lng: 9.6, tags: address('Bahnhofstrasse', '1', 'Feldkirch', '6800', 'AT') },
  { id: 5, lat: 47.1, lng: 9.5 },
]
writeFileSync(extract, writePbf({ nodes, ways: [] }))

const museum = {
  label: 'Staedtle 32, Vaduz',
  street: 'Städtle 32',
  city: 'Vaduz',
  postal_code: '9490',
  country: 'Liechtenstein',
  country_code: 'LI',
  main_text: 'Städtle 32',
  secondary_text: '9490 Vaduz',
  lat: 47.1393,
  lng: 9.5222,
  partial_match: false,
}

describe('with the addresses of an extract', () => {
  const server = useTestServer({ config: { osmFiles: [extract] } })
  let account: Account
  beforeAll(async () => {
    account = await server.createAccount()
  })
  const geocode = (body: unknown, query: Record<string, string> = { project_id: account.project_id }) =>
    server.call('POST', '/v2/stops/geocode', { key: account.key, query, body })

  test('a stop created from an address carries its place and how far to trust it', async () => {
    const { status, body } = await geocode([{ address: 'Staedtle 32, Vaduz', label: 'Museum', duration: 600 }])
    expect(status).toBe(201)
    expect(body[0]).toMatchObject({ label: 'Museum', duration: 600, status: 'pending', location: museum })
    expect(body[0].location.scoring).toBeGreaterThan(0.9)
    const read = await server.call('GET', `/v2/stop/${body[0].id}`, { key: account.key })
    expect(read.body.location).toEqual(body[0].location)
  })

  test('a miss is created without coordinates and keeps the address', async () => {
    const { status, body } = await geocode([
      { address: 'Zauberbergstrasse 12, 9490 Vaduz' },
      { address: 'Städtle 40, 9490 Vaduz' },
    ])
    expect(status).toBe(201)
    expect(body[0].location).toEqual({ label: 'Zauberbergstrasse 12, 9490 Vaduz' })
    expect(body[1].location).toMatchObject({ lat: 47.14, lng: 9.523 })
  })

  test('a house number that does not exist is found in part', async () => {
    const { body } = await geocode([{ address: 'Städtle 34, 9490 Vaduz' }])
    expect(body[0].location).toMatchObject({ partial_match: true, street: 'Städtle 32' })
    expect(body[0].location.scoring).toBeLessThanOrEqual(0.6)
  })

  test('a doubtful place and an e-mail address send a message with a link; drafts and certain places do not', async () => {
    const create = (body: object) =>
      server.call('POST', '/v2/plan', { key: account.key, query: { project_id: account.project_id }, body })
    const inputs = ['Städtle 34, 9490 Vaduz', 'Zauberbergstrasse 12, Vaduz', 'Städtle 32, 9490 Vaduz'].map(
      (address, index) => ({ address, email: `recipient${index}@example.test` }),
    )
    const { body: stops } = await geocode([...inputs, { address: 'Zauberbergstrasse 13' }], {
      plan_id: (await create({})).body.id,
    })
    expect(stops.map((stop: { location_validation_sent: boolean }) => stop.location_validation_sent)).toEqual([
      true,
      true,
      false,
      false,
    ])
    const read = await server.call('GET', `/v2/stop/${stops[0].id}`, { key: account.key })
    expect(read.body).toMatchObject({ location_validation_sent: true, location_validated: false })
    expect(read.body.location_validation_sent_at).toBe(stops[0].location_validation_sent_at)
    const draft = (await create({ status: 'draft' })).body.id
    const { body: drafted } = await geocode(inputs, { plan_id: draft })
    expect(drafted[0].location_validation_sent).toBe(false)
    await sendMessages()
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(['recipient0@example.test', 'recipient1@example.test'])
    const first = server.mails.find(({ to }) => to === 'recipient0@example.test')!
    expect(first.text).toContain(stops[0].tracking_url)
    expect(first.text).toContain('Städtle 34, 9490 Vaduz')
  })

  test('an address that two towns have is asked about, too', async () => {
    const { key, project_id } = account
    const plan = await server.call('POST', '/v2/plan', { key, query: { project_id }, body: {} })
    const inputs = ['Bahnhofstrasse 1', 'Bahnhofstrasse 1, Schaan'].map((address) => ({
      address,
      email: 'x@example.test',
    }))
    const { body } = await geocode(inputs, { plan_id: plan.body.id })
    const told = body.map((stop: { location: { scoring: number }; location_validation_sent: boolean }) => [
      stop.location.scoring > 0.7,
      stop.location_validation_sent,
    ])
    expect(told).toEqual([
      [false, true],
      [true, false],
    ])
  })

  test('by the link in the mail the recipient confirms the place, or corrects it, and the stop can be driven to', async () => {
    const { key, project_id } = account
    const plan = await server.call('POST', '/v2/plan', { key, query: { project_id }, body: {} })
    const emails = ['guessed@example.test', 'lost@example.test']
    const inputs = ['Städtle 34, 9490 Vaduz', 'Zauberbergstrasse 12, Vaduz'].map((address, index) => ({
      address,
      email: emails[index],
    }))
    const { body: stops } = await geocode(inputs, { plan_id: plan.body.id })
    const depot = { lat: 47.13, lng: 9.52 }
    const query = { plan_id: plan.body.id }
    const route = await server.call('POST', '/v2/routes', { key, query, body: [{ start_location: depot }] })
    const order = { stops: stops.map(({ id }: { id: string }) => id) }
    await server.call('PUT', `/v2/route/${route.body[0].id}/stops`, { key, body: order })
    const listWarnings = (stop: { optimization_warnings: { code: string }[] }) =>
      stop.optimization_warnings.map(({ code }) => code)
    const read = async (index: number) => (await server.call('GET', `/v2/stop/${stops[index].id}`, { key })).body
    expect(listWarnings(await read(1))).toContain('no_location')

    await sendMessages()
    const getToken = (email: string) => /\/t\/([\w-]+)/.exec(server.mails.find(({ to }) => to === email)!.text)![1]
    const track = async (email: string, method: string, path = '', body?: object) =>
      server.call(method, `/track/v1/${getToken(email)}${path}`, { body })
    expect((await track(emails[0]!, 'GET')).body.location).toMatchObject({ lat: 47.1393 })
    expect((await track(emails[0]!, 'PUT', '/location', {})).status).toBe(200)
    const confirmed = await read(0)
    expect(confirmed).toMatchObject({ location_validated: true, location: { lat: 47.1393, lng: 9.5222 } })
    expect(confirmed.location).not.toHaveProperty('partial_match')
    // A stop without a place cannot be confirmed and stays open.
    expect((await track(emails[1]!, 'PUT', '/location', {})).status).toBe(200)
    expect((await read(1)).location_validated).toBe(false)
    const place = { lat: 47.15, lng: 9.53, location_details: 'Behind the barn' }
    expect((await track(emails[1]!, 'PUT', '/location', place)).status).toBe(200)
    const corrected = await read(1)
    expect(corrected).toMatchObject({ location_validated: true, location: { lat: 47.15, lng: 9.53 } })
    expect(corrected.location_details).toBe('Behind the barn')
    expect(listWarnings(corrected)).not.toContain('no_location')
    // From the place that was confirmed to the one that was named, by straight lines with their detour of 1.35.
    expect(corrected.distance_to_previous_stop).toBe(1_793)
  })

  test('stops join the plan when one is named, and its operation_country is preferred', async () => {
    const { key, project_id } = account
    const plan = await server.call('POST', '/v2/plan', {
      key,
      query: { project_id },
      body: { label: 'Monday', optimizer_config: { operation_country: 'Österreich' } },
    })
    const { body } = await geocode([{ address: 'Bahnhofstrasse 1' }], { plan_id: plan.body.id })
    expect(body[0]).toMatchObject({ plan_id: plan.body.id, location: { city: 'Feldkirch', country_code: 'AT' } })
    await server.call('PUT', `/v2/plan/${plan.body.id}`, {
      key,
      body: { optimizer_config: { operation_country: 'LI' } },
    })
    const again = await geocode([{ address: 'Bahnhofstrasse 1' }], { plan_id: plan.body.id })
    expect(again.body[0].location.city).toBe('Schaan')
  })

  test.each([
    [
      'a location',
      [{ address: 'Städtle 32' }, { address: 'x', location: { lat: 1, lng: 1 } }],
      'highway.stop.error.location_not_allowed',
      '[1].location',
    ],
    ['no address', [{ label: 'x' }], 'highway.geocoding.error.address_required', '[0].address'],
    ['an empty address', [{ address: '' }], 'highway.geocoding.error.address_required', '[0].address'],
  ])('%s is refused with its place, and nothing is created', async (_what, body, messageId, place) => {
    const before = await stopCount()
    const answer = await geocode(body)
    expect([answer.status, answer.body.message_id]).toEqual([400, messageId])
    expect(answer.body.message).toContain(place)
    expect(await stopCount()).toBe(before)
  })

  test('neither plan nor project, and those of another organization, are refused', async () => {
    const body = [{ address: 'Städtle 32' }]
    expect((await geocode(body, {})).body.message_id).toBe('highway.stop.error.plan_or_project_required')
    const other = await server.createAccount('Other')
    const foreign = await server.call('POST', '/v2/stops/geocode', {
      key: other.key,
      query: { project_id: account.project_id },
      body,
    })
    expect(foreign.status).toBe(404)
  })

  test('thousands of addresses are one call', async () => {
    const body = Array.from({ length: 2_000 }, (_, number) => ({
      address: `Städtle ${number % 2 ? 32 : 40}, 9490 Vaduz`,
    }))
    const answer = await geocode(body)
    expect(answer.status).toBe(201)
    expect(answer.body.map((stop: { location: { lat: number } }) => stop.location.lat)).toEqual(
      body.map((_, number) => (number % 2 ? 47.1393 : 47.14)),
    )
  })

  test('the applications find addresses while somebody types, and the one at a point', async () => {
    const { key } = account
    const typed = await server.call('GET', '/app/v1/addresses', { key, query: { text: 'bahnhofstr 1', country: 'LI' } })
    expect(typed.body.map((place: { city: string }) => place.city)).toEqual(['Schaan', 'Feldkirch'])
    expect(typed.body[0].label).toBe('Bahnhofstrasse 1, 9494 Schaan, Liechtenstein')
    const at = await server.call('GET', '/app/v1/addresses/at', { key, query: { lat: 47.1394, lng: 9.5221 } })
    expect(at.body).toMatchObject([{ street: 'Städtle 32' }])
    const nowhere = await server.call('GET', '/app/v1/addresses/at', { key, query: { lat: 10, lng: 10 } })
    expect([nowhere.status, nowhere.body]).toEqual([200, []])
    expect((await server.call('GET', '/app/v1/addresses', { query: { text: 'x' } })).status).toBe(401)
  })

  async function sendMessages() {
    const delivery = await startMessageDelivery(server.services)
    await delivery.tick()
    await delivery.stop()
  }

  async function stopCount(): Promise<number> {
    const { key, project_id } = account
    const answer = await server.call('POST', '/v2/stops/search', { key, query: { project_id }, body: { limit: 1 } })
    return answer.body.meta?.total ?? answer.body.total ?? answer.body.pagination?.total
  }
})

describe('without a usable source of addresses', () => {
  const running: (TestServer & { stop(): Promise<void> })[] = []
  afterAll(async () => {
    for (const server of running) await server.stop()
  })
  test.each([
    ['nothing is loaded', {}, 'no address data is loaded'],
    ['the extract is damaged', { osmFiles: [import.meta.filename] }, 'is not an OpenStreetMap PBF file'],
    [
      'the geocoding server is down',
      { geocoderUrl: 'http://127.0.0.1:65533' },
      'Nominatim did not answer (ECONNREFUSED)',
    ],
  ])('%s: the call is refused with the reason, and the service works on', async (_what, config, reason) => {
    const server = await startTestServer({ config })
    running.push(server)
    const { key, project_id } = await server.createAccount()
    const answer = await server.call('POST', '/v2/stops/geocode', {
      key,
      query: { project_id },
      body: [{ address: 'Städtle 32' }],
    })
    expect([answer.status, answer.body.message_id]).toEqual([400, 'highway.geocoding.error.unavailable'])
    expect(answer.body.message).toContain(reason)
    const stops = await server.call('POST', '/v2/stops', { key, query: { project_id }, body: [{ label: 'x' }] })
    expect(stops.status).toBe(201)
  })
})
