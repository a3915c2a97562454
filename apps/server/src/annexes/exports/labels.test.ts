// Labels for parcels: whose, with which codes, on paper and for label printers.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let plan: { id: string }
let route: { id: string }
let stops: { id: string }[]

function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  return server.call(method, path, { key: account.key, body, query })
}

const location = { lat: 47.1, lng: 9.5, label: 'Städtle 1, Vaduz' }
const sscc = '00340434161094042557'

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const query = { project_id: account.project_id }
  plan = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, query)).body
  const inputs = [
    { label: 'Zoë ^XA~JA_\\&', location, packages: [{ identifier: sscc }], time_windows: [[28_800, 36_000]] },
    { label: 'محل الورد', location, packages: ['A', 'B', 'C'].map((letter) => ({ identifier: `P-${letter}` })) },
    { label: 'bare', location },
    { label: 'a visit', type: 'visit', location },
  ]
  stops = (await call('POST', '/v2/stops', inputs, { plan_id: plan.id })).body
  route = (await call('POST', '/v2/routes', [{ label: 'North' }], { plan_id: plan.id })).body[0]
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: [stops[1]!.id, stops[0]!.id] })
})

const count = async (body: object) => (await call('POST', '/app/v1/labels/count', body)).body
const print = (body: object) => call('POST', '/app/v1/labels', body)
const readPackages = async (index: number) => (await call('GET', `/v2/stop/${stops[index]!.id}`)).body.packages
const getPages = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length ?? 0

describe('whose parcels', () => {
  test('those of the pending deliveries of a plan, a route or some stops', async () => {
    expect(await count({ plan_id: plan.id })).toEqual({ stops: 3, labels: 5, without_codes: 1 })
    expect(await count({ route_id: route.id })).toEqual({ stops: 2, labels: 4, without_codes: 0 })
    expect(await count({ stop_ids: [stops[2]!.id, stops[3]!.id] })).toEqual({ stops: 1, labels: 1, without_codes: 1 })
    await call('POST', `/v3/stop/${stops[0]!.id}/report`, { type: 'service_report_canceled' })
    expect((await call('GET', `/v2/stop/${stops[0]!.id}`)).body.status).toBe('canceled')
    expect(await count({ route_id: route.id })).toMatchObject({ stops: 1, labels: 3 })
  })

  test.each([
    ['none is named', () => ({})],
    ['two are named', () => ({ plan_id: plan.id, route_id: route.id })],
    ['no stop is named', () => ({ stop_ids: [] })],
    ['nothing is to be delivered', () => ({ stop_ids: [stops[3]!.id] })],
  ])('refused where %s', async (_, body) => {
    const answer = await print(body())
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.validation.error.invalid_payload' } })
  })

  test('not those of others', async () => {
    const other = await server.createAccount()
    for (const body of [{ plan_id: plan.id }, { route_id: route.id }, { stop_ids: [stops[0]!.id] }]) {
      for (const path of ['/app/v1/labels', '/app/v1/labels/count', '/app/v1/labels/codes']) {
        expect((await server.call('POST', path, { key: other.key, body })).status).toBe(404)
      }
    }
    const project_id = await server.createProject(account, 'Other')
    const [stop] = (await call('POST', '/v2/stops', [{ label: 'x' }], { project_id })).body
    expect((await print({ stop_ids: [stop.id, stops[0]!.id] })).status).toBe(400)
  })
})

describe('codes of our own', () => {
  test('are given when asked, never by printing; once', async () => {
    expect((await print({ plan_id: plan.id })).status).toBe(200)
    expect(await readPackages(2)).toEqual([])
    expect((await call('POST', '/app/v1/labels/codes', { plan_id: plan.id })).body).toEqual({ stops: 1 })
    const [parcel, ...others] = await readPackages(2)
    expect(others).toEqual([])
    expect(parcel).toMatchObject({ identifier: expect.stringMatching(/^RW[0-9A-HJKMNP-TV-Z]{10}$/), status: 'pending' })
    expect((await call('POST', '/app/v1/labels/codes', { plan_id: plan.id })).body).toEqual({ stops: 0 })
    expect(await readPackages(0)).toMatchObject([{ identifier: sscc }])
    expect(await readPackages(3)).toEqual([])
    expect(await count({ plan_id: plan.id })).toEqual({ stops: 3, labels: 5, without_codes: 0 })
  })

  test('are found when they are scanned', async () => {
    await call('PUT', `/v2/route/${route.id}/stops`, { stops: stops.map(({ id }) => id) })
    await call('POST', '/app/v1/labels/codes', { route_id: route.id })
    const [{ identifier }] = await readPackages(2)
    await call('PUT', `/v2/route/${route.id}`, { email: 'driver@example.test' })
    const { public_link } = (await call('POST', `/v2/route/${route.id}/dispatch`)).body
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const body = { identifier: identifier.toLowerCase(), purpose: 'load' }
    const scanned = await server.call('POST', '/driver/v1/scan', { headers, body })
    expect(scanned).toMatchObject({ status: 200, body: { stop_id: stops[2]!.id, package: { identifier } } })
  })
})

describe('the file', () => {
  test('has eight labels on a sheet, or one on a page of a roll, and is noted', async () => {
    const sheets = await print({ plan_id: plan.id, language: 'de' })
    expect(sheets.headers['content-type']).toContain('application/pdf')
    expect(sheets.headers['content-disposition']).toContain('Etiketten.pdf')
    expect(getPages(sheets.text)).toBe(1)
    expect(getPages((await print({ plan_id: plan.id, form: 'roll' })).text)).toBe(5)
    const entries = await server.services.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_type', '=', 'labels')
      .where('organization_id', '=', account.organization_id)
      .execute()
    expect(entries).toMatchObject([{ action: 'exported', changes: { plan_id: plan.id } }, { action: 'exported' }])
  })

  test('is refused before it becomes endless', async () => {
    const packages = Array.from({ length: 2_000 }, (_, index) => ({ identifier: `N-${index}` }))
    const inputs = [1, 2, 3].map((number) => ({ label: `many ${number}`, packages }))
    const many = (await call('POST', '/v2/stops', inputs, { plan_id: plan.id })).body as { id: string }[]
    const answer = await print({ stop_ids: many.map(({ id }) => id) })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('6000 labels') } })
  })

  test('cuts off in ZPL what the printer would write over the last line', async () => {
    await call('PUT', `/v2/stop/${stops[1]!.id}`, { location_details: 'very long '.repeat(900) })
    const { text } = await print({ stop_ids: [stops[1]!.id], form: 'zpl_203' })
    expect(text).toMatch(/very long…\^FS/)
  })

  test('speaks ZPL, with commands in names taken for letters', async () => {
    const { text, headers } = await print({ route_id: route.id, form: 'zpl_203' })
    expect(headers['content-disposition']).toContain('.zpl')
    const labels = text.split(/(?=\^XA)/)
    expect(labels).toHaveLength(4)
    for (const label of labels) {
      expect(label).toMatch(/^\^XA\^CI28\^PA1,1,1,1\^PW800\^LL1200/)
      expect(label.match(/\^XA/g)).toHaveLength(1)
      expect(label.match(/\^XZ/g)).toHaveLength(1)
      expect(label.match(/\^FO/g)!.length).toBe(label.match(/\^FS/g)!.length)
    }
    // The pharmacy of flowers stands first on the route, in a font that has its letters, from the right.
    expect(labels[0]).toMatch(/\^A@N,\d+,\d+,E:TT0003M_\.TTF\^FB\d+,\d+,\d+,R\^FH\^FDمحل الورد\^FS/)
    expect(labels[0]).toContain('^FD1/3^FS')
    expect(labels[1]).toContain('^FD2/3^FS')
    expect(labels[3]).toContain('^FDZoë _5EXA_7EJA_5F\\\\&^FS')
    expect(labels[3]).toContain('^FD08:00–10:00^FS')
    expect(labels[3]).toContain('^FD2^FS')
    expect(labels[3]).toMatch(/\^BY\d\^BCN,144,N,N,N,D\^FH\^FD\(00\)340434161094042557\^FS/)
    expect(labels[3]).toMatch(/\^BQN,2,\d+\^FH\^FDMA,00340434161094042557\^FS/)
    expect(labels[0]).toMatch(/\^BCN,144,N,N,N,A\^FH\^FDP-A\^FS/)
    const finer = (await print({ route_id: route.id, form: 'zpl_300' })).text
    expect(finer).toContain('^PW1200^LL1800')
  })
})
