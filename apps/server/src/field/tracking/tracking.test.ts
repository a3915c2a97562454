import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, startTestServer, until, useTestServer } from '../../../test/harness.ts'
import { png } from '../../../test/pictures.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
let planId: string
let routeId: string
/** Ids in driving order, and the tokens of their tracking links. */
let stopIds: string[]
let tokens: string[]

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const track = (method: string, path: string, body?: unknown) => server.call(method, `/track/v1${path}`, { body })

const secretsOfOthers = ['Anna Amrein', 'anna@example.test', '+423 111', 'Secret lane 1', 'Carla Caluori', 'C-PARCEL']

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const project = { project_id: account.project_id }
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, project)).body.id
  const stops = [
    {
      label: 'Anna Amrein',
      email: 'anna@example.test',
      phone: '+423 111',
      location: { street: 'Secret lane 1', lat: 47.14, lng: 9.52 },
    },
    {
      label: 'Beat Brunold',
      location: { street: 'Feldweg 2', city: 'Schaan', comments: 'dog', lat: 47.16, lng: 9.51 },
      comments: 'For the dispatcher only',
      pin: '4711',
      price: 99,
      time_windows: [[32_400, 43_200]],
      packages: [{ identifier: 'B-PARCEL' }],
    },
    { label: 'Carla Caluori', location: { lat: 47.2, lng: 9.5 }, packages: [{ identifier: 'C-PARCEL' }] },
  ]
  const route = { label: 'North', start_location: { lat: 47.1, lng: 9.5 }, time_window: [28_800, 61_200], stops }
  const answer = await call('POST', '/v2/routes', [route], { plan_id: planId })
  expect(answer.status, answer.text).toBe(201)
  routeId = answer.body[0].id
  const ordered = (await call('GET', `/v2/route/${routeId}`)).body.stops
  stopIds = ordered.map(({ id }: { id: string }) => id)
  tokens = ordered.map(({ tracking_url }: { tracking_url: string }) => tracking_url.split('/t/')[1])
})

async function start() {
  // Opens the route; the driver's own call is tested in driver.test.ts.
  await call('PUT', `/v2/route/${routeId}`, { email: 'driver@example.test' })
  const link: string = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link
  const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
  const drive = (method: string, path: string, body?: unknown) =>
    server.call(method, `/driver/v1${path}`, { headers, body })
  expect((await drive('POST', '/start')).status).toBe(200)
  return drive
}

const report = (index: number, body: object) => call('POST', `/v3/stop/${stopIds[index]}/report`, body)

describe('GET /track/v1/{token}', () => {
  test('shows the window, the planned time and the stops before, and nothing of another recipient', async () => {
    const answer = await track('GET', `/${tokens[1]}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      status: 'pending',
      started: false,
      label: 'Beat Brunold',
      time_windows: [[32_400, 43_200]],
      stops_before: 1,
      can_edit: true,
      can_rate: false,
      pin: '4711',
      location: { street: 'Feldweg 2', city: 'Schaan', lat: 47.16, lng: 9.51 },
    })
    const planned = (await call('GET', `/v2/stop/${stopIds[1]}`)).body.planned_arrival_time
    const moment = new Date(Date.parse('2026-03-02T00:00:00Z') + planned * 1000).toISOString()
    expect(answer.body.planned_arrival_time).toBe(moment)
    for (const secret of secretsOfOthers) expect(answer.text).not.toContain(secret)
    for (const internal of ['For the dispatcher only', 'dog', '"price"', 'organization', account.organization_id]) {
      expect(answer.text).not.toContain(internal)
    }
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  test('the van is shown only while its route is in_transit and the stop pending', async () => {
    const position = { lat: 47.12, lng: 9.515, created_at: '2026-03-02T07:59:00.000Z' }
    const { db } = server.services.database
    await db
      .updateTable('routes')
      .set({ last_position: json(position) })
      .where('id', '=', routeId)
      .execute()
    expect((await track('GET', `/${tokens[1]}`)).body).not.toHaveProperty('last_position')
    await start()
    const during = (await track('GET', `/${tokens[1]}`)).body
    expect(during).toMatchObject({ started: true, last_position: position })
    expect(during.estimated_arrival_time).toBe(
      (await call('GET', `/v2/stop/${stopIds[1]}`)).body.estimated_arrival_time,
    )
    await report(1, { type: 'service_report_completed' })
    const after = (await track('GET', `/${tokens[1]}`)).body
    expect(after).toMatchObject({ status: 'completed', can_rate: true, can_edit: false })
    for (const field of ['last_position', 'pin', 'stops_before', 'estimated_arrival_time']) {
      expect(after).not.toHaveProperty(field)
    }
    expect(after.finished_at).toBe('2026-03-02T08:00:00.000Z')
  })

  test('a canceled stop tells its reason in the words of the project', async () => {
    const reasons = json([{ id: 'wrong_address', label: 'Wrong address', enabled: true }])
    const { db } = server.services.database
    await db.updateTable('projects').set({ cancel_reasons: reasons }).where('id', '=', account.project_id).execute()
    await start()
    await report(1, { type: 'service_report_canceled', cancel_reason: 'wrong_address', comments: 'internal' })
    const answer = await track('GET', `/${tokens[1]}`)
    expect(answer.body).toMatchObject({ status: 'canceled', cancel_reason: 'Wrong address' })
    expect(answer.text).not.toContain('internal')
  })

  test('a draft shows the day only: its times are not meant for anybody yet', async () => {
    await call('PUT', `/v2/plan/${planId}`, { status: 'draft' })
    const { body } = await track('GET', `/${tokens[1]}`)
    expect(body).toMatchObject({ status: 'pending', execution_date: '2026-03-02T00:00:00.000Z' })
    for (const field of ['planned_arrival_time', 'stops_before']) expect(body).not.toHaveProperty(field)
  })

  test('the link survives optimizing and moving', async () => {
    const other = (await call('POST', '/v2/plan', { execution_date: '2026-03-03' }, { project_id: account.project_id }))
      .body.id
    await call('POST', '/v2/stop/move', { plan_id: other, stop_ids: [stopIds[1]] })
    const { body } = await track('GET', `/${tokens[1]}`)
    expect(body).toMatchObject({ label: 'Beat Brunold', execution_date: '2026-03-03T00:00:00.000Z', status: 'pending' })
  })

  test('ends 30 days after the execution date', async () => {
    server.clock.set('2026-03-31T23:59:59.000Z')
    expect((await track('GET', `/${tokens[1]}`)).status).toBe(200)
    server.clock.set('2026-04-01T00:00:00.000Z')
    const calls = [
      ['GET', ''],
      ['PUT', '/instructions', { customer_text_field: 'late' }],
      ['PUT', '/location', {}],
      ['POST', '/survey', { rating: 5 }],
    ] as const
    for (const [method, path, body] of calls) {
      const answer = await track(method, `/${tokens[1]}${path}`, body)
      expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.tracking.error.expired' } })
      expect(answer.text).not.toContain('Beat')
    }
    expect((await call('GET', `/v2/stop/${stopIds[1]}`)).body).not.toHaveProperty('customer_text_field')
  })

  test('an unknown token, a deleted stop and another path are 404, and reveal nothing', async () => {
    const unknown = await track('GET', `/${'x'.repeat(32)}`)
    expect(unknown).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    await call('DELETE', `/v2/stop/${stopIds[1]}`)
    expect((await track('GET', `/${tokens[1]}`)).text).toBe(unknown.text)
  })
})

describe('what the recipient may change', () => {
  test('without a source of addresses none is suggested, and nothing fails', async () => {
    const answer = await server.call('GET', `/track/v1/${tokens[1]}/addresses`, { query: { text: 'Hintergasse' } })
    expect(answer).toMatchObject({ status: 200, body: [] })
  })

  test('instructions reach the driver and the dispatcher, until the stop ended', async () => {
    const before = (await call('GET', `/v2/stop/${stopIds[1]}`)).body.updated_at
    const answer = await track('PUT', `/${tokens[1]}/instructions`, { customer_text_field: 'Ring twice <b>' })
    expect(answer.body).toMatchObject({ customer_text_field: 'Ring twice <b>' })
    const stop = (await call('GET', `/v2/stop/${stopIds[1]}`)).body
    expect(stop.customer_text_field).toBe('Ring twice <b>')
    expect(stop.updated_at > before).toBe(true)
    expect((await track('PUT', `/${tokens[1]}/instructions`, { customer_text_field: null })).body).not.toHaveProperty(
      'customer_text_field',
    )
    await report(1, { type: 'service_report_completed' })
    expect(await track('PUT', `/${tokens[1]}/instructions`, { customer_text_field: 'too late' })).toMatchObject({
      status: 400,
      body: { message_id: 'highway.stop.error.already_executed' },
    })
  })

  test('the place is confirmed as it is, or corrected: then the route is computed anew', async () => {
    expect((await track('PUT', `/${tokens[1]}/location`)).status).toBe(200)
    const confirmed = (await call('GET', `/v2/stop/${stopIds[1]}`)).body
    expect(confirmed).toMatchObject({ location_validated: true, location_validated_at: '2026-03-02T08:00:00.000Z' })
    expect(confirmed.location).toEqual({ street: 'Feldweg 2', city: 'Schaan', comments: 'dog', lat: 47.16, lng: 9.51 })
    const place = { lat: 47.165, lng: 9.513, location_details: 'Back door' }
    const answer = await track('PUT', `/${tokens[1]}/location`, place)
    expect(answer.body).toMatchObject({ location: { lat: 47.165, lng: 9.513 }, location_details: 'Back door' })
    const corrected = (await call('GET', `/v2/stop/${stopIds[1]}`)).body
    expect(corrected).toMatchObject({ location_validated: true, location_details: 'Back door' })
    expect(corrected.location).toMatchObject({ street: 'Feldweg 2', lat: 47.165 })
    expect(corrected.distance_to_previous_stop).not.toBe(confirmed.distance_to_previous_stop)
  })

  test('a point that is put right is kept for the next stops of the client, another place is not', async () => {
    const project = { project_id: account.project_id }
    const home = { street: 'Feldweg 2', lat: 47.16, lng: 9.51 }
    const { id: client_id } = (await call('POST', '/v2/client', { label: 'Beat', location: home }, project)).body
    const order = async () => {
      const plan = { label: 'Day', execution_date: '2026-03-02', stops: [{ client_id }] }
      const { id } = (await call('POST', '/v2/plan', plan, project)).body
      const [stop] = (await call('GET', `/v2/plan/${id}/stops`)).body
      return { location: stop.location, token: stop.tracking_url.split('/t/')[1] }
    }
    const first = await order()
    const door = { lat: 47.1612, lng: 9.5108 }
    expect((await track('PUT', `/${first.token}/location`, door)).status).toBe(200)
    const second = await order()
    expect(second.location).toEqual({ ...home, ...door })
    // Two kilometres away, for today, and another address.
    const away = { lat: 47.18, lng: 9.51 }
    expect((await track('PUT', `/${second.token}/location`, away)).status).toBe(200)
    const other = { address: 'Feldweg 3', lat: 47.1613, lng: 9.5109 }
    const third = await order()
    expect((await track('PUT', `/${third.token}/location`, other)).status).toBe(200)
    expect((await order()).location).toEqual({ ...home, ...door })
  })

  test('the place is not pulled away from under a driver who is heading there', async () => {
    await start()
    const away = { lat: 47.3, lng: 9.6 }
    const refused = await track('PUT', `/${tokens[0]}/location`, away)
    expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.geocoding.error.wrong_lat_lng' } })
    expect((await track('GET', `/${tokens[0]}`)).body.can_edit).toBe(false)
    expect((await track('PUT', `/${tokens[0]}/location`, {})).status).toBe(200)
    expect((await track('PUT', `/${tokens[2]}/location`, away)).status).toBe(200)
  })

  test.each([
    ['instructions', {}, 'customer_text_field'],
    ['instructions', { customer_text_field: 5 }, 'customer_text_field'],
    ['location', { lat: 47 }, 'lng'],
    ['location', { lat: 91, lng: 9 }, 'lat'],
    ['location', { lat: '47', lng: 9 }, 'lat'],
  ])('PUT %s with %j names the field and changes nothing', async (path, body, field) => {
    const before = (await call('GET', `/v2/stop/${stopIds[1]}`)).text
    const answer = await track('PUT', `/${tokens[1]}/${path}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(field)
    expect((await call('GET', `/v2/stop/${stopIds[1]}`)).text).toBe(before)
  })
})

describe('the survey', () => {
  test('comes after a terminal status; one per stop, editable for 7 days', async () => {
    const rate = (body: object) => track('POST', `/${tokens[1]}/survey`, body)
    expect(await rate({ rating: 5 })).toMatchObject({ body: { message_id: 'highway.survey.error.not_allowed_yet' } })
    await start()
    await report(1, { type: 'service_report_completed' })
    const first = await rate({ rating: 4, rating_tag: 'driver', comments: 'Friendly' })
    expect(first).toMatchObject({
      status: 200,
      body: { stop_id: stopIds[1], route_id: routeId, rating: 4, rating_tag: 'driver', comments: 'Friendly' },
    })
    server.clock.set('2026-03-09T07:59:59.000Z')
    const second = await rate({ rating: 2 })
    expect(second.body).toMatchObject({ rating: 2, created_at: first.body.created_at })
    expect(second.body).not.toHaveProperty('comments')
    expect((await call('GET', `/v2/stop/${stopIds[1]}`)).body.survey).toMatchObject({ rating: 2 })
    expect((await track('GET', `/${tokens[1]}`)).body).toMatchObject({ rating: 2, can_rate: true })
    server.clock.set('2026-03-09T08:00:00.000Z')
    expect(await rate({ rating: 1 })).toMatchObject({
      status: 400,
      body: { message_id: 'highway.survey.error.already_exists' },
    })
    expect((await track('GET', `/${tokens[1]}`)).body).toMatchObject({ rating: 2, can_rate: false })
  })

  test.each([{}, { rating: 0 }, { rating: 6 }, { rating: 3.5 }, { rating: '5' }, { rating: 5, rating_tag: 'weather' }])(
    'refuses %j',
    async (body) => {
      await report(1, { type: 'service_report_canceled' })
      const answer = await track('POST', `/${tokens[1]}/survey`, body)
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('rating') } })
    },
  )

  test('two ratings at once leave one survey', async () => {
    await report(1, { type: 'service_report_completed' })
    const answers = await Promise.all([1, 2, 3, 4].map((rating) => track('POST', `/${tokens[1]}/survey`, { rating })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const created = new Set(answers.map(({ body }) => body.created_at))
    expect(created.size).toBe(1)
  })
})

describe('the page /t/{token}', () => {
  test('holds the view of its own stop and a sentence for browsers without scripts, without third parties, never indexed', async () => {
    const headers = { 'accept-language': 'xx, de-AT;q=0.9, en' }
    const one = await server.call('GET', `/t/${tokens[1]}`, { headers })
    expect(one.status).toBe(200)
    const data = /<script type="application\/json" id="view">(.*?)<\/script>/.exec(one.text)![1]!
    expect(JSON.parse(data)).toEqual((await track('GET', `/${tokens[1]}`)).body)
    for (const secret of secretsOfOthers) expect(one.text).not.toContain(secret)
    expect(one.text).toContain('<html lang="de">')
    expect(one.text).toMatch(/<noscript><main><h1>Geplant für Montag, 2\. März zwischen [\d:]+ und [\d:]+ Uhr<\/h1>/)
    expect(Buffer.byteLength(one.text)).toBeLessThan(20_000)
    expect(one.text).not.toMatch(/https?:\/\//)
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(one.headers).toMatchObject({
      'x-robots-tag': expect.stringContaining('noindex'),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('what people wrote cannot end the data in it', async () => {
    await call('PUT', `/v2/stop/${stopIds[1]}`, { label: '</script><script>alert(1)</script> $& <!--' })
    const { text } = await server.call('GET', `/t/${tokens[1]}`)
    expect(text).not.toContain('<script>alert')
    expect(text.match(/<\/script>/g)).toHaveLength(2)
  })

  test('after its time it is a polite page without data, as for a link that never was', async () => {
    server.clock.set('2026-04-01T00:00:00.000Z')
    const expired = await server.call('GET', `/t/${tokens[1]}`)
    expect(expired.status).toBe(404)
    expect(String(expired.headers['content-type'])).toMatch(/^text\/html/)
    expect(expired.text).toContain('no longer available')
    expect(expired.text).toContain('{"closed":true}')
    expect((await server.call('GET', `/t/${'y'.repeat(32)}`)).text).toBe(expired.text)
    expect((await server.call('GET', `/t/${tokens[1]!.slice(0, 9)}`)).text, 'a link that was cut').toBe(expired.text)
  })

  test('shared in a messenger it tells whose page it is, in the language of who shares it, and nothing of the delivery', async () => {
    const headers = { 'accept-language': 'fr' }
    const { text } = await server.call('GET', `/t/${tokens[1]}`, { headers })
    const tags = Object.fromEntries(
      [...text.matchAll(/<meta property="(og:\w+)" content="([^"]*)"/g)].map((tag) => tag.slice(1)),
    )
    expect(tags).toEqual({
      'og:type': 'website',
      'og:title': 'Project',
      'og:description': 'Suivez ici notre arrivée.',
      'og:locale': 'fr',
    })
    const cookie = await server.signIn(account.user_id, 10)
    const logo = `data:image/png;base64,${png().toString('base64')}`
    const branding = { name: 'Huber & Söhne "Brot"', logo }
    await server.call('PUT', `/app/v1/project/${account.project_id}/recipients`, {
      headers: { cookie },
      body: { branding },
    })
    const shared = (await server.call('GET', `/t/${tokens[1]}`)).text
    expect(shared).toContain('<meta property="og:title" content="Huber &#38; Söhne &#34;Brot&#34;" />')
    expect(shared).toMatch(new RegExp(`<meta property="og:image" content="http[^"]+/track/v1/${tokens[1]}/logo`))
    expect((await server.call('GET', `/t/${'y'.repeat(32)}`)).text).not.toContain('og:')
  })

  test.each(['/t', '/t/'])('without a token, %s says quietly that something is missing', async (path) => {
    const answer = await server.call('GET', path)
    expect([answer.status, String(answer.headers['content-type'])]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.text).toContain('Something is missing in this address')
    expect(answer.text).toContain('{"closed":true,"is_link_missing":true}')
  })

  test('no log line holds a token', async () => {
    await server.call('GET', `/t/${tokens[1]}`)
    await track('GET', `/${tokens[1]}`)
    expect(server.logLines.some((line) => line.includes(tokens[1]!))).toBe(false)
  })
})

describe('what the project lets recipients see', () => {
  const position = { lat: 47.12, lng: 9.515, created_at: '2026-03-02T07:59:00.000Z' }
  const setPage = async (page: object) => {
    const { db } = server.services.database
    await db
      .updateTable('projects')
      .set({ recipient_page: json(page) })
      .where('id', '=', account.project_id)
      .execute()
  }
  const seeVan = async () => {
    const { db } = server.services.database
    await db
      .updateTable('routes')
      .set({ last_position: json(position) })
      .where('id', '=', routeId)
      .execute()
    const views = await Promise.all(tokens.map((token) => track('GET', `/${token}`)))
    return views.map(({ body, text }) => {
      // Not by another field either.
      if (!body.last_position) expect(text).not.toContain('9.515')
      return body.last_position !== undefined
    })
  }

  test.each([
    ['never', 50, [false, false, false]],
    ['near', 0, [true, false, false]],
    ['near', 1, [true, true, false]],
    ['always', 0, [true, true, true]],
  ])('shows the van %s, %i stops before, and to nobody before the start', async (van, van_stops, expected) => {
    await setPage({ van, van_stops })
    expect(await seeVan()).toEqual([false, false, false])
    await start()
    expect(await seeVan()).toEqual(expected)
    for (const index of [0, 1, 2]) await report(index, { type: 'service_report_completed' })
    expect(await seeVan()).toEqual([false, false, false])
  })

  test('stops before, correcting, instructions and the survey are shown and taken only where they are switched on', async () => {
    await setPage({ show_stops_before: false, allow_correction: false, allow_instructions: false, survey: false })
    const { body } = await track('GET', `/${tokens[1]}`)
    expect(body).toMatchObject({ can_edit: false, can_instruct: false, can_rate: false })
    expect(body).not.toHaveProperty('stops_before')
    const refused = { status: 403, body: { message_id: 'highway.user.error.forbidden' } }
    expect(await track('PUT', `/${tokens[1]}/instructions`, { customer_text_field: 'x' })).toMatchObject(refused)
    expect(await track('PUT', `/${tokens[1]}/location`, { lat: 47, lng: 9 })).toMatchObject(refused)
    expect((await track('PUT', `/${tokens[1]}/location`, {})).status).toBe(200)
  })

  test('of the parcels their number, or their codes, or nothing; what is inside only from the field that the project names', async () => {
    await call('PUT', `/v2/stop/${stopIds[1]}`, { custom_fields: { goods: '2 oak shelves', secret: 'x' } })
    const seen = async () => {
      const { parcels, parcel_codes, contents } = (await track('GET', `/${tokens[1]}`)).body
      return { parcels, parcel_codes, contents }
    }
    expect(await seen()).toEqual({ parcels: 1 })
    await setPage({ contents: 'codes', contents_field: 'goods' })
    expect(await seen()).toEqual({ parcels: 1, parcel_codes: ['B-PARCEL'], contents: '2 oak shelves' })
    await setPage({ contents: 'none' })
    expect(await seen()).toEqual({})
  })

  test.each([
    ['Anna Frick', 'Anna'],
    ['Frick, Anna Maria', 'Anna'],
  ])('of the driver %s the first name alone, on the day alone, where the project says so', async (label, first) => {
    const project = { project_id: account.project_id }
    const van = (await call('POST', '/v2/vehicle', { label: 'Van 1' }, project)).body
    await call('PUT', `/v2/route/${routeId}`, { vehicle_id: van.id })
    const driver = (await call('POST', '/app/v1/driver', { label }, project)).body
    const assignments = [{ date: '2026-03-02', vehicle_id: van.id, driver_id: driver.id }]
    expect((await call('POST', '/app/v1/driver_assignments', { assignments }, project)).status).toBeLessThan(300)
    const name = async () => (await track('GET', `/${tokens[1]}`)).body.driver_name
    expect(await name()).toBeUndefined()
    await setPage({ show_driver: true })
    const { text, body } = await track('GET', `/${tokens[1]}`)
    expect(body.driver_name).toBe(first)
    expect(text).not.toContain('Frick')
    server.clock.set('2026-03-01T08:00:00.000Z')
    expect(await name()).toBeUndefined()
    server.clock.set('2026-03-03T08:00:00.000Z')
    expect(await name()).toBeUndefined()
  })

  test('the font of the sender: a whole WOFF2 of modest size, served under the link, and gone when it is taken away', async () => {
    const path = `/app/v1/project/${account.project_id}/recipients`
    const cookie = await server.signIn(account.user_id, 10)
    const setBranding = (branding: object) => server.call('PUT', path, { headers: { cookie }, body: { branding } })
    const send = (bytes: Buffer | null) =>
      setBranding({ font_file: bytes && `data:font/woff2;base64,${bytes.toString('base64')}` })
    const getFont = (size: number, said = size) => {
      const bytes = Buffer.alloc(size, 7)
      bytes.write('wOF2')
      bytes.writeUInt32BE(said, 8)
      return bytes
    }
    for (const [bytes, reason] of [
      [Buffer.alloc(400, 1), 'must be a WOFF2 file'],
      [getFont(400, 401), 'must be a whole WOFF2 file'],
      [getFont(300_001), 'must not be larger than 300 kB'],
    ] as const) {
      const refused = await send(bytes)
      expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.message.error.invalid_font' } })
      expect(refused.body.message).toContain(`branding.font_file: ${reason}`)
    }
    expect((await track('GET', `/${tokens[1]}/font`)).status).toBe(404)
    expect((await send(getFont(400))).status).toBe(200)
    await setBranding({ font: 'serif' })
    const { font, font_url } = (await track('GET', `/${tokens[1]}`)).body.brand
    expect([font, font_url]).toEqual(['serif', expect.stringMatching(/^\/track\/v1\/.+\/font\?v=[0-9a-f]{16}$/)])
    const served = await server.call('GET', font_url.split('?')[0])
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'font/woff2' } })
    expect((await send(null)).body.branding).not.toHaveProperty('font_url')
    expect((await track('GET', `/${tokens[1]}/font`)).status).toBe(404)
  })

  test('the place may be corrected until the driver is so many stops away', async () => {
    await setPage({ correct_until_stops: 2 })
    const drive = await start()
    const views = await Promise.all(tokens.map((token) => track('GET', `/${token}`)))
    expect(views.map(({ body }) => body.can_edit)).toEqual([false, false, true])
    // The driver took the stops in another sequence and is at this door.
    expect((await drive('POST', `/stop/${stopIds[2]}/arrive`, {})).status).toBe(200)
    expect((await track('GET', `/${tokens[2]}`)).body.can_edit).toBe(false)
  })

  test.each([
    ['none', [false, false]],
    ['photos', [true, false]],
    ['photos_and_signature', [true, true]],
  ])('of the proof: %s', async (proof, expected) => {
    await setPage({ proof })
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const done = await report(1, { type: 'service_report_completed', images: [pixel], signature: pixel })
    expect(done.status, done.text).toBe(201)
    const { body } = await track('GET', `/${tokens[1]}`)
    expect([body.images?.length === 1, body.signature !== undefined]).toEqual(expected)
    for (const token of [tokens[0], tokens[2]]) {
      expect((await track('GET', `/${token}`)).text).not.toContain(done.body.images[0].id)
    }
  })

  test('who took it is told whatever is shown of the proof', async () => {
    await setPage({ proof: 'none' })
    const taken = { taken_by: 'neighbour', taker_name: 'Meier' }
    const done = await report(1, { type: 'service_report_completed', comments: 'Nachbar: Meier', ...taken })
    expect(done.body).toMatchObject(taken)
    const { body, text } = await track('GET', `/${tokens[1]}`)
    expect(body).toMatchObject(taken)
    expect(text).not.toContain('Nachbar')
    await report(2, { type: 'service_report_completed', taken_by: 'left', taker_name: 'behind the bins' })
    expect((await track('GET', `/${tokens[2]}`)).body).toMatchObject({
      taken_by: 'left',
      taker_name: 'behind the bins',
    })
  })

  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  test.each([
    ['none', undefined],
    ['photos', 1],
  ])('of visits in vain the photos as the sender shows them: %s', async (proof, count) => {
    await setPage({ proof })
    await report(0, { type: 'service_report_canceled', cancel_reason: 'no_access', images: [pixel] })
    await report(1, { type: 'service_report_attempted', cancel_reason: 'recipient_absent', images: [pixel] })
    for (const token of [tokens[0], tokens[1]]) {
      expect((await track('GET', `/${token}`)).body.images?.length).toBe(count)
    }
  })

  test('the reason can be said in the language of the reader, unless the sender has words of its own', async () => {
    await report(0, { type: 'service_report_canceled', cancel_reason: 'recipient_absent' })
    const ours = { cancel_reason: 'Recipient absent', cancel_reason_id: 'recipient_absent' }
    expect((await track('GET', `/${tokens[0]}`)).body).toMatchObject(ours)
    const cancel_reasons = [{ id: 'no_access', label: 'Hund im Hof', enabled: true, requires_photo: false }]
    const cookie = await server.signIn(account.user_id, 10)
    const path = `/app/v1/project/${account.project_id}`
    expect((await server.call('PUT', path, { headers: { cookie }, body: { cancel_reasons } })).status).toBe(200)
    await report(1, { type: 'service_report_attempted', cancel_reason: 'no_access' })
    const { body } = await track('GET', `/${tokens[1]}`)
    expect(body).toMatchObject({ status: 'pending', cancel_reason: 'Hund im Hof' })
    expect(body).not.toHaveProperty('cancel_reason_id')
  })

  test('who was just missed comes after those not tried yet, in counts and times, and is not told that the driver is there', async () => {
    const drive = await start()
    expect((await drive('POST', `/stop/${stopIds[0]}/arrive`, {})).status).toBe(200)
    await report(0, { type: 'service_report_attempted' })
    const views = await Promise.all(tokens.map((token) => track('GET', `/${token}`)))
    expect(views.map(({ body }) => body.stops_before)).toEqual([2, 0, 1])
    expect(views[0]!.body).not.toHaveProperty('arrived_at')
    const arrivals = views.map(({ body }) => body.estimated_arrival_time)
    expect(arrivals.toSorted()).toEqual([arrivals[1], arrivals[2], arrivals[0]])
  })

  test('pictures lie below the link, and end with it', async () => {
    await setPage({ proof: 'photos_and_signature' })
    await report(1, { type: 'service_report_completed', images: [pixel], signature: pixel })
    const { images, signature } = (await track('GET', `/${tokens[1]}`)).body
    const picture = (url: string) => server.call('GET', url)
    for (const { url } of [...images, signature]) {
      expect(url).toMatch(new RegExp(`^/track/v1/${tokens[1]}/picture/`))
      expect(await picture(url)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
      })
    }
    const foreign = images[0].url.replace(tokens[1], tokens[2])
    expect((await picture(foreign)).status).toBe(404)
    await setPage({ proof: 'none' })
    expect((await picture(images[0].url)).status).toBe(404)
    await setPage({ proof: 'photos' })
    expect((await picture(images[0].url)).status).toBe(200)
    expect((await picture(signature.url)).status).toBe(404)
    const headers = { cookie: await server.signIn(account.user_id, 10) }
    const ended = await server.call('DELETE', `/app/v1/stop/${stopIds[1]}/tracking_link`, { headers })
    expect(ended.status, ended.text).toBe(200)
    expect((await track('GET', `/${tokens[1]}`)).status).toBe(404)
    expect((await picture(images[0].url)).status).toBe(404)
  })

  test('of a failed attempt the reason and what comes next; of one that is tried again, when that was', async () => {
    await setPage({ next_step: 'We come again tomorrow.' })
    await report(0, { type: 'service_report_canceled', cancel_reason: 'refused' })
    await report(1, { type: 'service_report_attempted', comments: 'secret words' })
    const [failed, attempted] = [await track('GET', `/${tokens[0]}`), await track('GET', `/${tokens[1]}`)]
    expect(failed.body).toMatchObject({ status: 'canceled', next_step: 'We come again tomorrow.' })
    expect(attempted.body).toMatchObject({ status: 'pending', attempted_at: '2026-03-02T08:00:00.000Z' })
    expect(attempted.text).not.toContain('secret words')
  })

  test('the window narrows on the way, and a delay is told', async () => {
    const before = (await track('GET', `/${tokens[2]}`)).body
    const width = ({ window_from, window_to }: Record<string, string>) =>
      Date.parse(window_to!) - Date.parse(window_from!)
    await start()
    const during = (await track('GET', `/${tokens[2]}`)).body
    expect(width(during)).toBeLessThan(width(before))
    expect(during).not.toHaveProperty('delay_minutes')
    server.clock.set('2026-03-02T14:00:00.000Z')
    const late = (await track('GET', `/${tokens[2]}`)).body
    expect(late.delay_minutes).toBeGreaterThan(60)
    expect(late.window_from >= '2026-03-02T14:00:00.000Z').toBe(true)
  })

  test('the calendar file holds the window, the sender and the address, and nothing else', async () => {
    const { text, headers } = await track('GET', `/${tokens[1]}/calendar`)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const { window_from } = (await track('GET', `/${tokens[1]}`)).body
    expect(text).toContain(`DTSTART:${window_from.replace(/[-:]|\.000/g, '')}\r\n`)
    expect(text).toContain('LOCATION:Feldweg 2\\, Schaan\r\n')
    for (const secret of [...secretsOfOthers, '4711', 'dog', 'For the dispatcher']) expect(text).not.toContain(secret)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })
})

describe('GET /track/v1/{token}/live', () => {
  test('tells the view at once and when it changes; never of others, nor the van before it is near', async () => {
    const live = await startTestServer({ listen: true })
    try {
      const own = await live.createAccount()
      const ask = async (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
        (await live.call(method, path, { key: own.key, body, query })).body
      const plan = await ask('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: own.project_id })
      const person = (label: string, lat: number) => ({ label, phone: `+423 ${label}`, location: { lat, lng: 9.52 } })
      const people = ['Anna', 'Beat', 'Carla', 'Doris', 'Emil', 'Fritz'].map((name, at) =>
        person(name, 47.11 + at / 50),
      )
      const stops = { label: 'R', start_location: { lat: 47.1, lng: 9.5 }, email: 'd@example.test', stops: people }
      const [route] = await ask('POST', '/v2/routes', [stops], { plan_id: plan.id })
      const ordered = (await ask('GET', `/v2/route/${route.id}`)).stops
      const token = ordered.at(-1).tracking_url.split('/t/')[1]
      const answer = await fetch(`${live.address}/track/v1/${token}/live`)
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex')
      let heard = ''
      const reader = answer.body!.getReader()
      const listening = (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) heard += Buffer.from(part.value)
      })().catch(() => {})
      await until('the first view', () => heard.includes('event: view'))
      const link: string = (await ask('POST', `/v2/route/${route.id}/dispatch`)).public_link
      const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
      const drive = (path: string, body?: object) => live.call('POST', `/driver/v1${path}`, { headers, body })
      await drive('/start')
      await drive('/positions', { positions: [{ lat: 47.1234, lng: 9.5432, recorded_at: '2026-03-02T07:59:00.000Z' }] })
      await until('the start', () => heard.includes('"started":true'), 20)
      expect(heard).not.toContain('47.1234')
      for (const { id } of ordered.slice(0, 2)) {
        await ask('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed' })
      }
      await until('the van', () => heard.includes('47.1234'), 20)
      expect(heard).toMatch(/"stops_before":3/)
      for (const name of ['Anna', 'Beat', 'Carla', 'Doris', 'Emil']) expect(heard).not.toContain(name)
      expect(heard).toContain('Fritz')
      await reader.cancel()
      await listening
    } finally {
      await live.stop()
    }
  })

  test('a link that opens nothing opens no stream', async () => {
    expect((await track('GET', `/${'z'.repeat(32)}/live`)).status).toBe(404)
  })
})

describe("a dispatcher's hand on the link", () => {
  const change = async (method: string, stopId: string) =>
    server.call(method, `/app/v1/stop/${stopId}/tracking_link`, {
      headers: { cookie: await server.signIn(account.user_id) },
    })
  const readUrl = async (stopId: string) => (await call('GET', `/v2/stop/${stopId}`)).body.tracking_url

  test('renewed, the old link opens nothing at once and the new one everything', async () => {
    const renewed = await change('POST', stopIds[1]!)
    expect(renewed.status, renewed.text).toBe(200)
    const token = renewed.body.tracking_url.split('/t/')[1]
    expect(token).not.toBe(tokens[1])
    expect(await readUrl(stopIds[1]!)).toBe(renewed.body.tracking_url)
    expect((await track('GET', `/${tokens[1]}`)).status).toBe(404)
    expect((await track('GET', `/${token}`)).status).toBe(200)
    expect((await track('GET', `/${tokens[0]}`)).status).toBe(200)
  })

  test('ended, the link opens nothing and is named nowhere, until a new one is made', async () => {
    expect((await change('DELETE', stopIds[1]!)).body).toEqual({ tracking_url: '' })
    expect(await readUrl(stopIds[1]!)).toBe('')
    const refused = await track('PUT', `/${tokens[1]}/instructions`, { customer_text_field: 'Planted' })
    expect([refused.status, refused.body.message_id]).toEqual([404, 'highway.tracking.error.expired'])
    expect((await track('GET', `/${tokens[1]}`)).body.message_id).toBe('highway.tracking.error.expired')
    const renewed = await change('POST', stopIds[1]!)
    expect((await track('GET', `/${tokens[1]}`)).status).toBe(404)
    expect((await track('GET', `/${renewed.body.tracking_url.split('/t/')[1]}`)).status).toBe(200)
  })

  test('is that of the own organization only', async () => {
    const other = await server.createAccount()
    const headers = { cookie: await server.signIn(other.user_id) }
    const path = `/app/v1/stop/${stopIds[1]}/tracking_link`
    for (const method of ['POST', 'DELETE']) expect((await server.call(method, path, { headers })).status).toBe(404)
    expect((await track('GET', `/${tokens[1]}`)).status).toBe(200)
  })
})
