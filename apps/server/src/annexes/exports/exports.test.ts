// Files to take away: tables, route sheets and proofs.
import readSheet from 'read-excel-file/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { jpeg } from '../../../test/pictures.ts'

const server = useTestServer()
let account: Account
let plan: { id: string }
let route: { id: string }
let stops: { id: string }[]

function call(method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) {
  return server.call(method, path, { key: account.key, body, query })
}

const day = '2026-03-02'
const table = (what: string, query: Record<string, string | number | boolean> = {}) =>
  call('GET', `/app/v1/export/${what}`, undefined, { project_id: account.project_id, language: 'en', ...query })
const listRows = (text: string) => text.trimEnd().split('\r\n')

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const query = { project_id: account.project_id }
  plan = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: day }, query)).body
  const location = { lat: 47.1, lng: 9.5, label: 'Städtle 1, Vaduz' }
  const inputs = [
    { label: '=HYPERLINK("http://x")', external_id: '-1+1', phone: '+423 1', location, weight: 2.5, duration: 300 },
    { label: 'Zoë "Z", Œuvre', comments: 'two\nlines', location, time_windows: [[28_800, 36_000]] },
    { label: 'Ελένη Κούκη', location, packages: [{ identifier: 'P-1' }, { identifier: 'P-2' }] },
    { label: 'unassigned' },
  ]
  stops = (await call('POST', '/v2/stops', inputs, { plan_id: plan.id })).body
  const routes = [{ label: 'North', email: 'driver@example.test' }]
  route = (await call('POST', '/v2/routes', routes, { plan_id: plan.id })).body[0]
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: [stops[2]!.id, stops[1]!.id, stops[0]!.id] })
})

describe('the table of stops', () => {
  test('lists each route in driving order, then what is unassigned', async () => {
    const answer = await table('stops', { plan_id: plan.id })
    expect(answer.headers['content-disposition']).toContain('filename="Stops 2026-03-02 Monday.csv"')
    const [header, ...rows] = listRows(answer.text)
    expect(header).toMatch(
      /^\uFEFFDate,Plan,Route,Vehicle,Position,Number on parcels,Status,External ID,Type,Name,Address,/,
    )
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(/^2026-03-02,Monday,North,,1,3,Pending,,Delivery,Ελένη Κούκη,"Städtle 1, Vaduz",/)
    expect(rows[1]).toMatch(/,2,2,Pending,,Delivery,"Zoë ""Z"", Œuvre",.*08:00-10:00.*"two\nlines",/)
    expect(rows.at(-1)).toMatch(/^2026-03-02,Monday,,,,4,Pending,,Delivery,unassigned,/)
  })

  test('holds nothing that a spreadsheet would run, but numbers are numbers', async () => {
    const { text } = await table('stops', { plan_id: plan.id })
    const row = listRows(text).find((line) => line.includes('HYPERLINK'))!
    expect(row).toContain(',\'-1+1,Delivery,"\'=HYPERLINK(""http://x"")",')
    expect(row).toContain(",'+423 1,")
    expect(row).toContain(',47.1,9.5,,,5,2.5,')
  })

  test('is Excel too, where texts are texts and dates are dates', async () => {
    const answer = await server.app.inject({
      url: `/app/v1/export/stops?private_key=${account.key}&project_id=${account.project_id}&plan_id=${plan.id}&format=xlsx&language=de`,
    })
    expect(answer.statusCode).toBe(200)
    const [{ data: rows }] = (await readSheet(answer.rawPayload)) as unknown as [{ data: unknown[][] }]
    expect(rows[0]!.slice(0, 3)).toEqual(['Datum', 'Plan', 'Tour'])
    expect(rows[1]![0]).toEqual(new Date('2026-03-02T00:00:00Z'))
    expect(rows[3]).toContain('=HYPERLINK("http://x")')
    expect(rows[3]).toContain('+423 1')
  })

  test('takes in the plans of some days, and refuses what it cannot know', async () => {
    const query = { project_id: account.project_id }
    await call('POST', '/v2/plan', { execution_date: '2026-03-03', stops: [{ label: 'next day' }] }, query)
    expect((await table('stops', { from_date: day, to_date: '2026-03-03' })).text).toContain('next day')
    expect((await table('stops', { from_date: day })).text).not.toContain('next day')
    expect((await table('stops')).body.message).toBe('from_date: is required without plan_id')
    expect((await table('stops', { from_date: day, to_date: '2026-03-01' })).body.message).toMatch(/^to_date/)
    const other = await server.createProject(account, 'Other')
    expect((await table('stops', { project_id: other, plan_id: plan.id })).body.message).toMatch(/^plan_id/)
  })

  test('speaks the language that is asked for, with its separator and decimal sign', async () => {
    const { text } = await table('stops', { plan_id: plan.id, language: 'fr' })
    expect(listRows(text)[0]).toMatch(/^\uFEFFDate;Plan;Tournée;Véhicule;/)
    expect(text).toContain(';47,1;9,5;')
    expect((await table('stops', { plan_id: plan.id, language: 'fr', separator: 'comma' })).text).toContain(
      ',47.1,9.5,',
    )
  })
})

test('the template has the headers of the import and no rows', async () => {
  const answer = await table('template', { language: 'es' })
  expect(answer.text).toMatch(/^\uFEFFID externo;Tipo;Nombre;Dirección;/)
  expect(listRows(answer.text)).toHaveLength(1)
  const past = await table('template', { language: 'es', of: 'past_days' })
  expect(past.text).toMatch(/^\uFEFFFecha;Vehículo;Posición;Finalizada;Nombre;Dirección;/)
  expect(listRows(past.text)).toHaveLength(1)
})

test('the table of routes counts and weighs their stops', async () => {
  const [header, row] = listRows((await table('routes', { plan_id: plan.id })).text)
  expect(header).toContain('Planned distance (km)')
  expect(row).toMatch(/^2026-03-02,Monday,North,,,,driver@example.test,,Not started,No,3,0,0,0,2.5,0,/)
})

test('the table of routes names their depots and the minutes of loading', async () => {
  const depot = { label: 'North hall', location: { lat: 47.1, lng: 9.5 }, loading_time: 1_200 }
  const query = { project_id: account.project_id }
  const { id } = (await call('POST', '/app/v1/depot', depot, query)).body
  await call('PUT', `/v2/route/${route.id}`, { start_depot_id: id, end_depot_id: id })
  const [header, row] = listRows((await table('routes', { plan_id: plan.id })).text)
  expect(header).toContain(',Planned end,Start depot,End depot,Loading (min),')
  expect(row).toContain(',North hall,North hall,20,')
})

describe('reports', () => {
  beforeEach(async () => {
    const images = [`data:image/jpeg;base64,${jpeg().toString('base64')}`]
    const attempted = { type: 'service_report_attempted', cancel_reason: 'recipient_absent', comments: '@home? no' }
    await call('POST', `/v3/stop/${stops[1]!.id}/report`, attempted)
    const location = { lat: 47.1, lng: 9.5 }
    const completed = { type: 'service_report_completed', images, signature: images[0], location, time_in_stop: 90 }
    const filed = await call('POST', `/v3/stop/${stops[1]!.id}/report`, completed)
    expect(filed.status).toBe(201)
  })

  test('are a table with one row for each', async () => {
    const [header, first, second, ...more] = listRows((await table('reports', { plan_id: plan.id })).text)
    expect(header).toContain('Reason,Comments,Latitude')
    expect(first).toContain(",recipient_absent,'@home? no,")
    expect(second).toMatch(/,Completed,Program,2,.*,47.1,9.5,0,1.5,http.*\/i\//)
    expect(more).toEqual([])
  })

  test('are proof on paper: of one stop, and of all of a plan that were reported on', async () => {
    const one = await server.app.inject({ url: `/app/v1/stop/${stops[1]!.id}/proof?private_key=${account.key}` })
    expect(one.headers['content-type']).toBe('application/pdf')
    const paper = one.rawPayload.toString('latin1')
    expect(paper.startsWith('%PDF-')).toBe(true)
    expect(getPages(paper)).toBe(1)
    expect(paper.match(/\/Subtype \/Image/g)!.length).toBeGreaterThanOrEqual(2)
    const all = await server.app.inject({ url: `/app/v1/plan/${plan.id}/proofs?private_key=${account.key}` })
    expect(getPages(all.rawPayload.toString('latin1'))).toBe(1)
  })

  test('of a stop without any, the paper says so', async () => {
    const answer = await server.app.inject({ url: `/app/v1/stop/${stops[0]!.id}/proof?private_key=${account.key}` })
    expect(getPages(answer.rawPayload.toString('latin1'))).toBe(1)
  })
})

const getPages = (paper: string) => paper.match(/\/Type \/Page\b/g)?.length ?? 0

describe('route sheets', () => {
  const sheets = (query: Record<string, string | boolean> = {}) =>
    call('POST', `/app/v1/plan/${plan.id}/route_sheets`, undefined, query)
  const links = async () => (await server.services.database.db.selectFrom('driver_links').selectAll().execute()).length

  test('have a page for each route, or for the one that is named', async () => {
    await call('POST', '/v2/routes', [{ label: 'South' }], { plan_id: plan.id })
    const all = await sheets()
    expect(all.headers['content-disposition']).toContain('Route sheet 2026-03-02.pdf')
    expect(getPages(all.text)).toBe(2)
    expect(getPages((await sheets({ route_id: route.id })).text)).toBe(1)
    expect((await sheets({ route_id: stops[0]!.id })).status).toBe(404)
  })

  test('print Chinese, Japanese and Korean names by their outlines', async () => {
    const before = (await sheets()).text.length
    await call('PUT', `/v2/stop/${stops[0]!.id}`, { label: '王小明 田中さくら 김철수' })
    const { text } = await sheets()
    expect(getPages(text)).toBe(1)
    expect(text.length).toBeGreaterThan(before + 2_000)
  })

  test('make a driver link for each route only where that is asked for', async () => {
    const before = await links()
    await sheets()
    expect(await links()).toBe(before)
    await sheets({ links: true })
    expect(await links()).toBe(before + 1)
    expect(server.mails).toEqual([])
    const draft = (await call('POST', '/v2/plan', { status: 'draft' }, { project_id: account.project_id })).body
    const refused = await call('POST', `/app/v1/plan/${draft.id}/route_sheets`, undefined, { links: true })
    expect(refused.body.message_id).toBe('highway.plan.error.draft')
  })

  test('go on over many pages, whatever is written on them', async () => {
    const words = [
      'Ћирилица Şığüñ',
      'שלום עולם',
      'مرحبا بالعالم',
      'देवनागरी',
      '漢字',
      '🚚 \u0007\u202e',
      'x'.repeat(480),
    ]
    const inputs = Array.from({ length: 60 }, (_, index) => ({
      label: words[index % words.length],
      comments: `${words[(index + 1) % words.length]}\n`.repeat(4),
      location: { lat: 47.1, lng: 9.5 },
    }))
    const created = (await call('POST', '/v2/stops', inputs, { plan_id: plan.id })).body as { id: string }[]
    await call('PUT', `/v2/route/${route.id}/stops`, { stops: created.map(({ id }) => id) })
    const answer = await sheets()
    expect(answer.status).toBe(200)
    expect(getPages(answer.text)).toBeGreaterThan(4)
  })
})

test("a stranger's key gets no file", async () => {
  const stranger = await server.createAccount()
  const paths = [
    'export/stops',
    'export/routes',
    'export/reports',
    `stop/${stops[0]!.id}/proof`,
    `plan/${plan.id}/proofs`,
  ]
  for (const path of paths) {
    const query = { project_id: account.project_id, plan_id: plan.id }
    const answer = await server.call('GET', `/app/v1/${path}`, { key: stranger.key, query })
    expect([path, answer.status]).toEqual([path, 404])
  }
})
