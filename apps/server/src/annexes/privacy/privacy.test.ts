// Data rights: what is past its time goes and nothing else does; what is known of a recipient is found, exported and erased
// everywhere.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { jpeg } from '../../../test/pictures.ts'
import { tables } from '../../data/tables.ts'
import { applyRetention } from './retention.ts'

const server = useTestServer()
/** Stands in every text about the recipient of a test, and nowhere else. */
let marker: string
let phone: string
let email: string
let count = 100
const photo = `data:image/jpeg;base64,${jpeg().toString('base64')}`

let account: Account
let cookie: string
let planId: string
let clientId: string
let stopId: string
let otherId: string

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const asAdministrator = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { headers: { cookie }, body })
const db = () => server.services.database.db
const column = async (text: ReturnType<typeof sql>) => (await text.execute(db())).rows as Record<string, unknown>[]

const makeAddress = () => ({
  street: `${marker} Lane 7`,
  city: 'Vaduz',
  postal_code: '9490',
  lat: 47.14123,
  lng: 9.52345,
})

function getOrder(name: string) {
  return {
    label: name,
    reference_person: name,
    phone,
    email,
    comments: `Ring at ${name}`,
    location: makeAddress(),
    external_id: `${name}-1`,
    location_details: `${name}, 2nd floor`,
    custom_fields: { gate: name },
    url: `https://${name.toLowerCase()}.example`,
    packages: [{ identifier: `${name}-parcel` }],
  }
}

beforeEach(async () => {
  count += 1
  marker = `Quillfeather${count}`
  phone = `+423 555 7${count}`
  email = `Anna@${marker}.example`
  server.clock.set('2026-03-02T08:00:00Z')
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id, 3_650)
  const { project_id } = account
  await asAdministrator('POST', '/app/v1/webhook', { url: 'https://hooks.example.test/x' })
  clientId = (await call('POST', '/v2/client', { label: marker, phone, email }, { project_id })).id
  await call('PUT', `/v2/client/${clientId}`, { comments: `Knows ${marker}` })
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id })).id
  const [route] = await call('POST', '/v2/routes', [{}], { plan_id: planId })
  const stops = await call(
    'POST',
    '/v2/stops',
    [
      { ...getOrder(marker), client_id: clientId },
      { label: 'Somebody else', phone: '+423 111 22 33', location: { lat: 47.2, lng: 9.5, street: 'Elsewhere 1' } },
    ],
    { plan_id: planId },
  )
  ;[stopId, otherId] = stops.map(({ id }: { id: string }) => id)
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: [stopId, otherId] })
  await call('POST', '/v2/task', { label: `Sign ${marker}`, barcode: `${marker}-code` }, { stop_id: stopId })
  const told = { type: 'service_report_completed', comments: `Met ${marker}`, images: [photo], signature: photo }
  await call('POST', `/v3/stop/${stopId}/report`, { ...told, location: { lat: 47.14123, lng: 9.52345 } })
  await call('POST', `/v3/stop/${otherId}/report`, { type: 'service_report_completed', comments: 'All good' })
  await addWhatDriversAndRecipientsSay(route.id)
})

/** Inserts rows directly: the calls of drivers and recipients need links, which their own tests cover. */
async function addWhatDriversAndRecipientsSay(routeId: string) {
  const { organization_id, project_id } = account
  const now = server.clock.now()
  const stamp = { organization_id, created_at: now }
  await db()
    .insertInto('surveys')
    .values({ ...stamp, stop_id: stopId, rating: 4, comments: `Kind, says ${marker}`, updated_at: now })
    .execute()
  await db()
    .insertInto('driver_notes')
    .values({
      ...stamp,
      id: `${stopId.slice(0, 23)}f`,
      project_id,
      plan_id: planId,
      route_id: routeId,
      stop_id: stopId,
      kind: 'problem',
      comments: `${marker} has a dog`,
      received_at: now,
    })
    .execute()
  await db()
    .updateTable('stops')
    .set({ van_place: JSON.stringify({ route_id: routeId, mark: marker }) })
    .where('id', '=', stopId)
    .execute()
  const way = { id: `${stopId.slice(0, 23)}d`, project_id, plan_id: planId, route_id: routeId, stop_id: stopId }
  const talk = { sender: 'driver', kind: 'text', text: `Is ${marker} at home?`, received_at: now } as const
  await db()
    .insertInto('route_messages')
    .values({ ...stamp, ...way, ...talk, updated_at: now })
    .execute()
  const message = {
    project_id,
    stop_id: stopId,
    kind: 'approaching',
    occasion: '1',
    status: 'sent',
    language: 'en',
  } as const
  const mail = {
    id: `${stopId.slice(0, 23)}e`,
    channel: 'email',
    recipient: email,
    subject: marker,
    body: marker,
  } as const
  await db()
    .insertInto('messages')
    .values({ ...stamp, ...message, ...mail, updated_at: now })
    .execute()
  const place = { lat: 47.14, lng: 9.52, recorded_at: now, received_at: now }
  await db()
    .insertInto('positions')
    .values({ organization_id, route_id: routeId, ...place })
    .execute()
  const source = Buffer.from(`To: ${email}\nSubject: ${marker}\nDate: x\n\nDear ${marker}`)
  await server.services.outbox.keep(organization_id, 'email', source)
}

/** Tables in which any row of the database, jobs included, has the text in it. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of [...Object.keys(tables), 'jobs.job']) {
    const rows = await column(
      sql`select 1 from ${sql.table(name)} t where to_jsonb(t)::text ilike ${`%${text}%`} limit 1`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Where the pictures lie whose files a job is to delete, as they were sent. */
async function filesToDelete(): Promise<string[]> {
  const rows = await column(sql`select data from jobs.job where name = 'file_deletion' order by created_on`)
  return rows.flatMap(({ data }) => (data as { storage_keys: string[] }).storage_keys)
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(server.directory, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('retention', () => {
  const retention = { positions: 30, photos: 30, reports: 30, personal: 30, logs: 30, events: 30 }
  const work = (kinds: object) => applyRetention(server.services, account.organization_id, kinds, () => false)
  const getCounts = async (body: object) =>
    Object.fromEntries(
      (await asAdministrator('POST', '/app/v1/retention/preview', body)).body.kinds.map(
        ({ kind, records }: { kind: string; records: number }) => [kind, records],
      ),
    )

  test('is set kind by kind, taken back by null, noted, and shown', async () => {
    expect((await asAdministrator('PUT', '/app/v1/retention', { photos: 90, logs: 20 })).status).toBe(200)
    const { body } = await asAdministrator('PUT', '/app/v1/retention', { logs: null, positions: 14 })
    expect(body).toMatchObject({ photos: 90, positions: 14 })
    expect(body).not.toHaveProperty('logs')
    expect((await asAdministrator('GET', '/app/v1/retention')).body).toEqual(body)
    const log = await asAdministrator('GET', '/app/v1/audit')
    expect(log.body.docs[0]).toMatchObject({ changes: { retention: { logs: null, positions: 14 } } })
  })

  test.each([
    [{ photos: 0 }, 'photos'],
    [{ personal: 3_651 }, 'personal'],
    [{ audit: 89 }, 'audit'],
    [{ reports: 1.5 }, 'reports'],
  ])('%j is refused and named', async (body, field) => {
    const answer = await asAdministrator('PUT', '/app/v1/retention', body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(field)
  })

  test('nothing goes before its time', async () => {
    server.clock.set('2026-03-31T08:00:00Z')
    const before = await tablesWith(marker)
    expect(Object.values(await getCounts(retention)).every((records) => records === 0)).toBe(true)
    expect(await work(retention)).toEqual({})
    expect(await tablesWith(marker)).toEqual(before)
  })

  test('what goes in the night is what the preview told, and once it is gone nothing is left to go', async () => {
    server.clock.set('2026-04-03T08:00:00Z')
    const told = await getCounts(retention)
    expect(told).toMatchObject({ photos: 2, personal: 4, logs: 1 })
    expect(Number(told.reports)).toBeGreaterThanOrEqual(5)
    expect(await work(retention)).toEqual(told)
    expect(Object.values(await getCounts(retention))).toEqual([0, 0, 0, 0, 0, 0])
    expect(await work(retention)).toEqual({})
  })

  test('a kind takes nothing of another kind, and figures stay', async () => {
    server.clock.set('2026-04-03T08:00:00Z')
    const figures = () =>
      column(sql`select (select count(*) from reports) as reports, (select sum(rating) from surveys) as stars,
        (select count(*) from stops where status = 'completed') as completed,
        (select count(*) from messages where status = 'sent') as messages`)
    const before = await figures()
    await work({ personal: 30 })
    expect(await figures()).toEqual(before)
    const [stop] = await column(sql`select * from stops where id = ${stopId}`)
    expect(stop).toMatchObject({ label: null, phone: null, email: null, status: 'completed', client_id: clientId })
    expect(stop?.location).toEqual({ city: 'Vaduz', postal_code: '9490', lat: 47.14, lng: 9.52 })
    // The address book stands until somebody deletes the entry; the report has its own time.
    expect(await tablesWith(marker)).toContain('clients')
    expect(await tablesWith(marker)).toContain('reports')
    await work({ reports: 30 })
    expect(await tablesWith(marker)).not.toContain('reports')
    expect(await figures()).toEqual(before)
  })

  test('photos go with their files, and out of their reports', async () => {
    const keys = await column(sql`select storage_key from report_images where stop_id = ${stopId} order by id`)
    server.clock.set('2026-04-03T08:00:00Z')
    await work({ photos: 30 })
    const [{ images, signature }] = (await call('GET', `/v2/stop/${stopId}`)).reports
    expect(images).toEqual([])
    expect(signature).toBeUndefined()
    expect(await column(sql`select 1 from report_images where organization_id = ${account.organization_id}`)).toEqual(
      [],
    )
    expect((await filesToDelete()).slice(-2).sort()).toEqual(keys.map(({ storage_key }) => storage_key).sort())
  })

  test('another organization keeps everything', async () => {
    const mine = account
    server.clock.set('2026-04-03T08:00:00Z')
    const other = await server.createAccount()
    await applyRetention(server.services, other.organization_id, retention, () => false)
    account = mine
    expect((await call('GET', `/v2/stop/${stopId}`)).label).toBe(marker)
  })

  test('a service that stops leaves the rest for the next night', async () => {
    server.clock.set('2026-04-03T08:00:00Z')
    expect(await applyRetention(server.services, account.organization_id, retention, () => true)).toEqual({})
    expect((await call('GET', `/v2/stop/${stopId}`)).label).toBe(marker)
  })
})

describe('a recipient', () => {
  const find = (body: object) => asAdministrator('POST', '/app/v1/recipient/find', body)
  const addOrder = async () => {
    const plan = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    return (await call('POST', '/v2/stops', [getOrder(marker)], { plan_id: plan.id }))[0]
  }
  const erase = (body: object) => asAdministrator('POST', '/app/v1/recipient/erase', body)

  test.each([
    ['the entry of the address book', () => ({ client_id: clientId })],
    ['the phone, however it is written', () => ({ phone: `00423 5557${count}` })],
    ['the e-mail address in other letters', () => ({ email: email.toUpperCase() })],
    [
      'name and a part of the address',
      () => ({ name: marker.toUpperCase(), address: `${marker.toLowerCase()}  lane, 7` }),
    ],
  ])('is found by %s', async (_name, who) => {
    const { body } = await find(who())
    expect(body).toMatchObject({
      open_stops: 0,
      counts: { stops: 1, photos: 2, reports: 1, surveys: 1, notes: 1, route_messages: 1 },
    })
    expect(body.counts).toMatchObject({ tasks: 1, packages: 1, messages: 1, kept_mails: 1 })
    expect(body.counts.events).toBeGreaterThan(0)
    expect(body.examples).toContainEqual(expect.objectContaining({ id: stopId, type: 'stop', name: marker }))
    expect(body.remains.map(({ code }: { code: string }) => code)).toContain('backups')
  })

  test.each([
    [{}, 'body'],
    [{ name: 'Anna' }, 'address'],
    [{ address: 'Lane 7' }, 'name'],
    [{ phone: '--- 12 34' }, 'phone'],
    [{ name: '--', address: 'Lane 7' }, 'name'],
  ])('%j names nobody', async (body, place) => {
    const answer = await find(body)
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.privacy.error.nobody_named' } })
    expect(answer.body.message).toContain(place)
  })

  test('the export is one archive with everything, and is noted without a name', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/app/v1/recipient/export',
      headers: { cookie, 'content-type': 'application/json' },
      payload: { client_id: clientId },
    })
    expect(response.headers['content-type']).toBe('application/zip')
    const files = unzipSync(new Uint8Array(response.rawPayload))
    const json = (name: string) => JSON.parse(Buffer.from(files[name]!).toString())
    expect(json('stops.json')).toMatchObject([
      { id: stopId, label: marker, phone, reports: [{ comments: `Met ${marker}` }] },
    ])
    expect(json('address-book.json')).toMatchObject([{ id: clientId, email }])
    expect(json('messages.json')).toMatchObject([{ to: email, text: marker }])
    expect(json('notes-of-drivers.json')).toMatchObject([{ comments: `${marker} has a dog` }])
    expect(json('messages-with-drivers.json')).toMatchObject([{ text: `Is ${marker} at home?` }])
    expect(json('outbox.json')).toMatchObject([{ to: email }])
    expect(json('audit.json')[0]).toMatchObject({ resource_type: 'client', changes: { comments: `Knows ${marker}` } })
    const pictures = Object.keys(files).filter((name) => name.startsWith('pictures/'))
    expect(pictures).toHaveLength(2)
    for (const name of pictures) expect(Buffer.from(files[name]!).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(Buffer.from(files['READ-ME.txt']!).toString()).toContain('Backups')
    const [entry] = (await asAdministrator('GET', '/app/v1/audit')).body.docs
    expect(entry).toMatchObject({ action: 'exported', resource_type: 'recipient', changes: { stops: 1 } })
  })

  test('is erased from every table and file, and figures stay', async () => {
    expect((await tablesWith(marker)).length).toBeGreaterThan(8)
    const keys = await column(sql`select storage_key from report_images where stop_id = ${stopId}`)
    expect(keys).toHaveLength(2)
    const { body: seen } = await find({ client_id: clientId })
    const answer = await erase({ client_id: clientId, fingerprint: seen.fingerprint })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.counts).toEqual(seen.counts)
    expect(await tablesWith(marker)).toEqual([])
    expect(await tablesWith(phone)).toEqual([])
    const written = filesBelow('outbox').filter((file) => readFileSync(file).includes(marker))
    expect(written).toEqual([])
    expect(await filesToDelete()).toEqual(expect.arrayContaining(keys.map(({ storage_key }) => storage_key)))
    const stop = await call('GET', `/v2/stop/${stopId}`)
    expect(stop).toMatchObject({ status: 'completed', location: { city: 'Vaduz', lat: 47.14 } })
    expect(stop.reports).toMatchObject([{ type: 'service_report_completed', images: [] }])
    expect(await column(sql`select rating from surveys where stop_id = ${stopId}`)).toEqual([{ rating: 4 }])
    expect((await call('GET', `/v2/stop/${otherId}`)).label).toBe('Somebody else')
    expect((await server.call('GET', `/v2/client/${clientId}`, { key: account.key })).status).toBe(404)
    const verified = await asAdministrator('GET', '/app/v1/audit/verify')
    expect(verified.body).toMatchObject({ holds: true, redacted: 1 })
  })

  test('is not erased while an order is open', async () => {
    await addOrder()
    const { body } = await find({ phone })
    expect(body.open_stops).toBe(1)
    const answer = await erase({ phone, fingerprint: body.fingerprint })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.privacy.error.open_stops' } })
    expect((await call('GET', `/v2/stop/${stopId}`)).label).toBe(marker)
  })

  test('is not erased when there is something else than was seen', async () => {
    const { fingerprint } = (await find({ phone })).body
    const stop = await addOrder()
    await call('POST', `/v3/stop/${stop.id}/report`, { type: 'service_report_canceled' })
    const answer = await erase({ phone, fingerprint })
    expect(answer.body.message_id).toBe('highway.privacy.error.changed_meanwhile')
    expect((await call('GET', `/v2/stop/${stopId}`)).label).toBe(marker)
  })

  test('of another organization is never found', async () => {
    const other = await server.createAccount()
    const headers = { cookie: await server.signIn(other.user_id) }
    for (const body of [{ client_id: clientId }, { phone }, { email }]) {
      const answer = await server.call('POST', '/app/v1/recipient/find', { headers, body })
      expect(Object.values(answer.body.counts).every((count) => count === 0)).toBe(true)
    }
  })
})

test.each([
  ['GET', '/app/v1/retention', undefined],
  ['PUT', '/app/v1/retention', {}],
  ['POST', '/app/v1/retention/preview', {}],
  ['POST', '/app/v1/recipient/find', { phone: '+423 555 70 00' }],
  ['POST', '/app/v1/recipient/export', { phone: '+423 555 70 00' }],
  ['POST', '/app/v1/recipient/erase', { phone: '+423 555 70 00', fingerprint: 'x'.repeat(32) }],
])('%s %s is for administrators', async (method, path, body) => {
  const { user_id } = await server.createUser(account, 'organization_manager')
  const headers = { cookie: await server.signIn(user_id, 3_650) }
  expect((await server.call(method, path, { headers, body })).status).toBe(403)
})
