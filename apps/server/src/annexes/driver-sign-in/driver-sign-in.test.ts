// Drivers sign in by a code, through HTTP on a real database: who is known, what a code opens, what ends it.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import type { OrganizationSms } from '../../frame/platform/sms.ts'
import { cleanUpDriverSignIns } from './driver-sign-in.ts'

const server = useTestServer({
  config: { sms: { gateway: 'http', url: 'https://sms.example.test', method: 'POST', allowPrivate: true } },
})
const today = '2026-03-02'
let account: Account
let cookie: string
let ana: { id: string }
let routeId: string
let vehicleId: string
/** Each test has numbers of its own: limits count by them. */
let number = 100
let phone: string
let email: string

beforeEach(async () => {
  await server.services.database.executeSql(`delete from jobs.job where name in ('sms', 'mail')`)
  number += 1
  phone = `+423 555 0${number}`
  email = `ana${number}@example.test`
  server.clock.set(`${today}T08:00:00Z`)
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  vehicleId = (await call('POST', '/v2/vehicle', { label: 'Van 1' }, { project_id: account.project_id })).id
  ana = await driver({ label: 'Ana', phone, email, usual_vehicle_id: vehicleId })
  routeId = await route(today, 'North')
})

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function bySession(method: string, path: string) {
  return server.call(method, path, { headers: { cookie, origin: 'http://localhost' } })
}

const driver = (fields: object, of = account) =>
  server
    .call('POST', '/app/v1/driver', { key: of.key, query: { project_id: of.project_id }, body: fields })
    .then(({ body }) => body)

async function route(date: string, label: string, isDraft = false): Promise<string> {
  const plan = await call(
    'POST',
    '/v2/plan',
    { label: date, execution_date: date, ...(isDraft ? { status: 'draft' } : {}) },
    { project_id: account.project_id },
  )
  const body = [{ label, vehicle_id: vehicleId, stops: [{ label: 'Anna', location: { lat: 47.1, lng: 9.5 } }] }]
  return (await call('POST', '/v2/routes', body, { plan_id: plan.id }))[0].id
}

/** Requests a code and returns its step. */
async function ask(address: string): Promise<string> {
  const answer = await server.call('POST', '/driver/v1/sign_in/code', { body: { address, language: 'de' } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.step
}

/** Takes the messages that wait to be sent out of the queue. */
async function sent(kind: 'sms' | 'mail') {
  const { rows } = await server.services.database.executeSql(
    `select data from jobs.job where name = '${kind}' and state = 'created' order by created_on`,
  )
  await server.services.database.executeSql(`delete from jobs.job where name = '${kind}'`)
  return rows.map(({ data }) => data as OrganizationSms & { subject: string })
}

const codeIn = (text: string) => /\d{3} \d{3}/.exec(text)![0]
const signIn = (body: object) => server.call('POST', '/driver/v1/sign_in', { body })
const asDriver = (method: string, path: string, token: string) =>
  server.call(method, path, { headers: { authorization: `Bearer ${token}` } })

async function signedIn(): Promise<string> {
  const step = await ask(phone)
  const answer = await signIn({ step, code: codeIn((await sent('sms'))[0]!.text) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.sign_ins[0].token
}

const refusal = { status: 400, body: { message_id: 'highway.user.error.wrong_code' } }

test('the number of the record, written another way, gets an SMS, and its code opens the own routes', async () => {
  const step = await ask(phone.replace(/\s/g, '-'))
  const [sms] = await sent('sms')
  expect(sms).toMatchObject({ to: phone.replace(/\s/g, ''), organization_id: account.organization_id })
  expect(sms!.text).toMatch(/^\d{3} \d{3} ist Ihr Code/)
  const answer = await signIn({ step, code: codeIn(sms!.text) })
  expect(answer.body.sign_ins).toMatchObject([{ driver_label: 'Ana' }])
  const { token } = answer.body.sign_ins[0]
  const routes = await asDriver('GET', '/driver/v1/routes', token)
  expect(routes.body).toMatchObject({ today, driver_label: 'Ana' })
  expect(routes.body.routes).toMatchObject([{ route_id: routeId, label: 'North', stops: 1, status: 'not_started' }])
  const { public_link } = (await asDriver('POST', `/driver/v1/routes/${routeId}/link`, token)).body
  const session = await asDriver('GET', '/driver/v1/session', public_link.split('/').at(-1))
  expect(session.body).toMatchObject({ route_id: routeId, driver_label: 'Ana' })
})

test('the address of the record gets a mail', async () => {
  const step = await ask(email.toUpperCase())
  const [mail] = await sent('mail')
  expect(mail).toMatchObject({ to: email, subject: expect.stringMatching(/^Ihr Code: /) })
  expect((await signIn({ step, code: codeIn(mail!.subject) })).status).toBe(200)
})

test('a code works once, for ten minutes, and ends with the fifth wrong try', async () => {
  const step = await ask(phone)
  const code = codeIn((await sent('sms'))[0]!.text)
  const wrong = code === '000 000' ? '111 111' : '000 000'
  for (let tries = 0; tries < 4; tries += 1) expect(await signIn({ step, code: wrong })).toMatchObject(refusal)
  expect((await signIn({ step, code })).status).toBe(200)
  expect(await signIn({ step, code })).toMatchObject(refusal)

  const second = await ask(phone)
  const other = codeIn((await sent('sms'))[0]!.text)
  for (let tries = 0; tries < 5; tries += 1) {
    await signIn({ step: second, code: other === '000 000' ? '111 111' : '000 000' })
  }
  expect(await signIn({ step: second, code: other })).toMatchObject(refusal)

  const third = await ask(phone)
  server.clock.advanceSeconds(601)
  expect(await signIn({ step: third, code: codeIn((await sent('sms'))[0]!.text) })).toMatchObject(refusal)
})

test('a code of one sign-in does not open another', async () => {
  await ask(phone)
  const code = codeIn((await sent('sms'))[0]!.text)
  const other = await ask(phone)
  const [second] = await sent('sms')
  if (codeIn(second!.text) !== code) expect(await signIn({ step: other, code })).toMatchObject(refusal)
})

test('nobody can tell whether a number is known, and limits count by number', async () => {
  const unknown = await server.call('POST', '/driver/v1/sign_in/code', { body: { address: '+423 999 99 99' } })
  const known = await server.call('POST', '/driver/v1/sign_in/code', { body: { address: phone } })
  expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
  expect([unknown.status, unknown.body.step.length, unknown.body.expires_at]).toEqual([
    known.status,
    known.body.step.length,
    known.body.expires_at,
  ])
  expect(await sent('sms')).toHaveLength(1)
  expect(await signIn({ step: unknown.body.step, code: '123456' })).toMatchObject(refusal)
  for (const address of ['555', '+', 'nobody@example.test', '%%%%%%%']) await ask(address)
  expect(await sent('sms')).toEqual([])
  expect(await sent('mail')).toEqual([])
  await ask(phone)
  await ask(phone)
  expect((await server.call('POST', '/driver/v1/sign_in/code', { body: { address: phone } })).status).toBe(429)
})

test('five codes an hour and ten a day go to one driver, and the answer stays the same', async () => {
  let count = 0
  const askAnHour = async () => {
    for (let asked = 0; asked < 6; asked += 1) {
      await ask(phone)
      server.clock.advanceSeconds(61)
      // Several processes count a minute by the clock of the database, which no test sets.
      await server.services.database.executeSql('truncate rate_limits, rate_limit_pieces')
      count += (await sent('sms')).length
    }
  }
  await askAnHour()
  expect(count).toBe(5)
  server.clock.advanceSeconds(3_600)
  await askAnHour()
  server.clock.advanceSeconds(3_600)
  await askAnHour()
  expect(count).toBe(10)
})

test('codes that strangers ask for do not keep a phone that signed in before from one, and the dispatcher sees them', async () => {
  const step = await ask(phone)
  const signedIn = await signIn({ step, code: codeIn((await sent('sms'))[0]!.text) })
  const own = String(signedIn.headers['set-cookie']).split(';')[0]!
  expect(own).toMatch(/^rw_driver_phone=/)
  server.clock.advanceSeconds(3_601)
  for (let asked = 0; asked < 6; asked += 1) {
    await ask(phone)
    server.clock.advanceSeconds(61)
    await server.services.database.executeSql('truncate rate_limits, rate_limit_pieces')
  }
  expect(await sent('sms')).toHaveLength(5)
  const askOwn = (cookie: string) =>
    server.call('POST', '/driver/v1/sign_in/code', { headers: { cookie }, body: { address: phone } })
  expect((await askOwn(own)).status).toBe(200)
  expect(await sent('sms')).toHaveLength(1)
  const codes = await bySession('GET', `/app/v1/driver/${ana.id}/sign_in_codes`)
  expect(codes.body).toEqual({ asked_in_hour: 5, asked_in_day: 6, full_until: '2026-03-02T10:00:01.000Z' })
})

test('a phone of one driver is a stranger for another, and so is a cookie that somebody made up', async () => {
  const step = await ask(phone)
  const signedIn = await signIn({ step, code: codeIn((await sent('sms'))[0]!.text) })
  const ownOfAna = String(signedIn.headers['set-cookie']).split(';')[0]!
  const berta = await driver({ label: 'Berta', phone: `+423 777 0${number}` })
  for (const cookie of [ownOfAna, 'rw_driver_phone=made.up.cookie'])
    for (let asked = 0; asked < 3; asked += 1) {
      server.clock.advanceSeconds(61)
      await server.services.database.executeSql('truncate rate_limits, rate_limit_pieces')
      const body = { address: `+423 777 0${number}` }
      await server.call('POST', '/driver/v1/sign_in/code', { headers: { cookie }, body })
    }
  expect(await sent('sms')).toHaveLength(5)
  expect((await bySession('GET', `/app/v1/driver/${berta.id}/sign_in_codes`)).body).toMatchObject({ asked_in_hour: 5 })
})

test('two organizations that know the number each open their own routes by one code', async () => {
  const other = await server.createAccount('Other')
  await driver({ label: 'Ana R.', phone: phone.replace('+423', '00423') }, other)
  const step = await ask(phone)
  const messages = await sent('sms')
  expect(messages).toHaveLength(1)
  const { sign_ins } = (await signIn({ step, code: codeIn(messages[0]!.text) })).body
  expect(sign_ins.map(({ driver_label }: { driver_label: string }) => driver_label).sort()).toEqual(['Ana', 'Ana R.'])
  const [mine, theirs] = sign_ins[0].driver_label === 'Ana' ? sign_ins : sign_ins.toReversed()
  expect((await asDriver('GET', '/driver/v1/routes', mine.token)).body.routes).toHaveLength(1)
  expect((await asDriver('GET', '/driver/v1/routes', theirs.token)).body.routes).toEqual([])
  expect((await asDriver('POST', `/driver/v1/routes/${routeId}/link`, theirs.token)).status).toBe(404)
  const devices = await bySession('GET', `/app/v1/driver/${ana.id}/devices`)
  expect(devices.body).toHaveLength(1)
})

test('a sandbox that has the number, too, is left out, and alone sends nothing', async () => {
  const sandbox = await server.createAccount('Copy')
  await driver({ label: 'Copy of Ana', phone }, sandbox)
  await server.services.database.db
    .updateTable('organizations')
    .set({ is_sandbox: true })
    .where('id', '=', sandbox.organization_id)
    .execute()
  await ask(phone)
  expect((await sent('sms')).map(({ organization_id }) => organization_id)).toEqual([account.organization_id])
  await call('DELETE', `/app/v1/driver/${ana.id}`)
  await ask(phone)
  // Jobs of a sandbox end in its list of messages (sandbox.test.ts).
  expect((await sent('sms')).map(({ organization_id }) => organization_id)).toEqual([sandbox.organization_id])
})

test("only own routes of today and later are shown and opened: no draft, no other's, nothing that is over", async () => {
  const bento = await driver({ label: 'Bento', phone: `${phone}9` })
  const [tomorrow, draft, past] = [
    await route('2026-03-03', 'Tomorrow'),
    await route('2026-03-04', 'Draft', true),
    await route('2026-03-01', 'Past'),
  ]
  const token = await signedIn()
  const list = async () => (await asDriver('GET', '/driver/v1/routes', token)).body.routes
  expect((await list()).map(({ label }: { label: string }) => label)).toEqual(['North', 'Tomorrow'])
  expect((await asDriver('POST', `/driver/v1/routes/${draft}/link`, token)).status).toBe(400)
  expect((await asDriver('POST', `/driver/v1/routes/${tomorrow}/link`, token)).status).toBe(201)
  expect((await asDriver('POST', `/driver/v1/routes/${past}/link`, token)).status).toBe(201)
  const given = { date: today, route_id: routeId, driver_id: bento.id }
  await call('POST', '/app/v1/driver_assignments', { assignments: [given] }, { project_id: account.project_id })
  expect((await list()).map(({ label }: { label: string }) => label)).toEqual(['Tomorrow'])
  expect((await asDriver('POST', `/driver/v1/routes/${routeId}/link`, token)).status).toBe(404)
})

test('a dispatcher reads out a code, which works once and for this driver alone', async () => {
  const made = await bySession('POST', `/app/v1/driver/${ana.id}/sign_in_code`)
  expect(made.body.code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
  expect(made.body.link).toMatch(new RegExp(`/d/#/code/${made.body.code}$`))
  const again = (await bySession('POST', `/app/v1/driver/${ana.id}/sign_in_code`)).body
  expect(await signIn({ code: made.body.code })).toMatchObject(refusal)
  const typed = `${again.code.slice(0, 5).toLowerCase()}-${again.code.slice(5)}`
  expect((await signIn({ code: typed })).body.sign_ins).toMatchObject([{ driver_label: 'Ana' }])
  expect(await signIn({ code: again.code })).toMatchObject(refusal)
})

test('a phone that is ended opens nothing any more, nor do the links that it had', async () => {
  const token = await signedIn()
  const { public_link } = (await asDriver('POST', `/driver/v1/routes/${routeId}/link`, token)).body
  const link = public_link.split('/').at(-1)
  const [device] = (await bySession('GET', `/app/v1/driver/${ana.id}/devices`)).body
  expect((await bySession('DELETE', `/app/v1/driver/${ana.id}/device/${device.id}`)).status).toBe(204)
  expect((await asDriver('GET', '/driver/v1/routes', token)).status).toBe(401)
  expect((await asDriver('GET', '/driver/v1/session', link)).status).toBe(401)
  expect((await bySession('DELETE', `/app/v1/driver/${ana.id}/device/${device.id}`)).status).toBe(404)
})

test('signing out, archiving, deleting and erasing end the sign-in', async () => {
  const out = await signedIn()
  expect((await asDriver('DELETE', '/driver/v1/sign_in', out)).status).toBe(204)
  expect((await asDriver('GET', '/driver/v1/routes', out)).status).toBe(401)
  const archived = await signedIn()
  await call('PUT', `/app/v1/driver/${ana.id}`, { archived: true })
  expect((await asDriver('GET', '/driver/v1/routes', archived)).status).toBe(401)
  await call('PUT', `/app/v1/driver/${ana.id}`, { archived: false })
  expect((await asDriver('GET', '/driver/v1/routes', archived)).status).toBe(401)
  server.clock.advanceSeconds(61)
  const deleted = await signedIn()
  expect((await bySession('GET', `/app/v1/driver/${ana.id}/data`)).body.devices).toHaveLength(1)
  expect((await bySession('POST', `/app/v1/driver/${ana.id}/erase`)).status).toBe(200)
  expect((await asDriver('GET', '/driver/v1/routes', deleted)).status).toBe(401)
  for (const table of ['driver_devices', 'driver_codes']) {
    const { rows } = await server.services.database.executeSql(`select id from ${table} where driver_id = $1`, [ana.id])
    expect(rows).toEqual([])
  }
})

test('a phone stays signed in for ninety days after it was seen last, and is then forgotten', async () => {
  const token = await signedIn()
  const days = (count: number) => server.clock.advanceSeconds(count * 86_400)
  days(89)
  expect((await asDriver('GET', '/driver/v1/routes', token)).status).toBe(200)
  days(89)
  expect((await asDriver('GET', '/driver/v1/routes', token)).status).toBe(200)
  days(91)
  expect((await asDriver('GET', '/driver/v1/routes', token)).status).toBe(401)
  await cleanUpDriverSignIns(server.services)
  for (const table of ['driver_devices', 'driver_codes']) {
    const { rows } = await server.services.database.executeSql(`select id from ${table} where driver_id = $1`, [ana.id])
    expect(rows).toEqual([])
  }
})

test('the database holds digests only, and the log says who signed in, was refused and was ended', async () => {
  const step = await ask(phone)
  const code = codeIn((await sent('sms'))[0]!.text)
  await signIn({ step, code: code === '000 000' ? '111 111' : '000 000' })
  const { token } = (await signIn({ step, code })).body.sign_ins[0]
  await asDriver('DELETE', '/driver/v1/sign_in', token)
  await signedIn()
  const { rows } = await server.services.database.executeSql(
    `select (select string_agg(c::text, ' ') from driver_codes c) || (select string_agg(d::text, ' ') from driver_devices d) as kept`,
  )
  const { kept } = rows[0] as { kept: string }
  for (const secret of [token, step, code.replace(' ', '')]) expect(kept.split(/[(),\s]/)).not.toContain(secret)
  const audit = await bySession('GET', '/app/v1/audit?limit=100')
  const noted = audit.body.docs.filter((doc: { resource_type: string }) => doc.resource_type === 'driver_device')
  expect(noted.map(({ action }: { action: string }) => action).toReversed()).toEqual([
    'refused',
    'signed_in',
    'deleted',
    'signed_in',
  ])
})
