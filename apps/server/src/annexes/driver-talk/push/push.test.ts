// Alerts reach the subscribed devices after the commit, say who and not what, and end for people without access.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../../test/harness.ts'
import { openPushReceiver } from '../../../../test/push-receiver.ts'

const server = useTestServer({ listen: true, config: { allowPrivateWebhooks: true } })
let receiver: Awaited<ReturnType<typeof openPushReceiver>>
let account: Account
let cookie: string
let routeId: string
let token: string
let count = 0

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const plan = (method: string, path: string, body?: unknown) =>
  server.call(method, `/app/v1${path}`, { body, headers: { cookie } })
const drive = (method: string, path: string, body?: unknown) =>
  server.call(method, `/driver/v1${path}`, { body, headers: { authorization: `Bearer ${token}` } })
const newDevice = (answers?: number[]) => receiver.addDevice(`device-${++count}`, answers)
const withKey = async (device: object, language = 'de') => ({
  ...device,
  public_key: (await drive('GET', '/push')).body.public_key,
  language,
})
const listRows = async () => await server.services.database.db.selectFrom('push_devices').selectAll().execute()
/** Returns the alerts to this device, once there are that many. */
const pushedTo = (name: string, wanted = 1) =>
  until('alerts came', () => {
    const own = receiver.pushed.filter(({ device }) => device === name)
    return own.length >= wanted && own
  })

beforeAll(async () => {
  receiver = await openPushReceiver()
})
afterAll(() => receiver.close())
beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00Z')
  await server.services.database.executeSql('delete from push_devices')
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const project = { project_id: account.project_id }
  const planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, project)).body.id
  const route = { label: 'North', email: 'driver@example.test', stops: [{ label: 'A' }, { label: 'B' }] }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: planId })).body[0].id
  token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
})

test("a dispatcher's message reaches the driver's phone in its language, without its words", async () => {
  const device = newDevice()
  expect((await drive('PUT', '/push', await withKey(device))).body).toEqual({ is_on: true })
  await plan('POST', `/route/${routeId}/messages`, { text: 'Gate code is 4711' })
  const [{ payload, headers }] = (await pushedTo(`device-${count}`)) as [(typeof receiver.pushed)[number]]
  expect(payload).toMatchObject({ title: 'Nachricht von der Disposition', body: 'North', path: '#/talk' })
  expect(JSON.stringify(payload)).not.toContain('4711')
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: String(12 * 3_600), urgency: 'high' })
  expect(headers.authorization).toMatch(/^vapid t=/)
  const [row] = await listRows()
  expect(JSON.stringify(row)).not.toContain(device.endpoint)
  expect(JSON.stringify(row)).not.toContain(device.auth)
})

test('a route that is sent again, and what a driver writes, reach whom they are for', async () => {
  const phone = newDevice()
  const phoneName = `device-${count}`
  await drive('PUT', '/push', await withKey(phone, 'en'))
  const desktop = newDevice()
  const desktopName = `device-${count}`
  await plan('PUT', '/push', await withKey(desktop, 'fr'))
  const stranger = await server.createAccount('Others')
  const theirs = newDevice()
  const strangersCookie = await server.signIn(stranger.user_id)
  await server.call('PUT', '/app/v1/push', { body: await withKey(theirs), headers: { cookie: strangersCookie } })

  await drive('GET', '/session')
  await call('POST', `/v2/route/${routeId}/dispatch`)
  const [sent] = await pushedTo(phoneName)
  expect(sent!.payload).toMatchObject({ title: 'Your route on Monday 2 March', body: 'North, 2 stops' })
  await drive('POST', '/messages', { text: 'Van is full' })
  const [wrote] = await pushedTo(desktopName)
  expect(wrote!.payload).toMatchObject({ title: 'North\u00a0: message du chauffeur', body: 'Monday' })
  expect(wrote!.payload.path).toContain(`route=${routeId}&show=talk`)
  expect(receiver.pushed.filter(({ device }) => device === `device-${count}`)).toEqual([])
})

test('a device that is gone is forgotten, and a push service that is busy is asked again', async () => {
  const gone = newDevice([410])
  await drive('PUT', '/push', await withKey(gone))
  const busy = newDevice([503])
  const busyName = `device-${count}`
  await drive('PUT', '/push', await withKey(busy))
  await plan('POST', `/route/${routeId}/messages`, { kind: 'ping' })
  const [asked] = await pushedTo(busyName)
  expect(asked!.payload.title).toBe('Die Disposition fragt: alles in Ordnung?')
  await until('the device is forgotten', async () => (await listRows()).length === 1)
})

test('it ends by the switch, and with the link of a lost phone', async () => {
  const device = newDevice()
  await drive('PUT', '/push', await withKey(device))
  await drive('PUT', '/push', await withKey(device, 'en'))
  expect(await listRows()).toMatchObject([{ language: 'en', route_id: routeId }])
  expect((await plan('POST', '/push/end', { endpoint: device.endpoint })).body).toEqual({ is_on: false })
  expect(await listRows()).toHaveLength(1)
  expect((await drive('POST', '/push/end', { endpoint: device.endpoint })).body).toEqual({ is_on: false })
  expect(await listRows()).toEqual([])
  await drive('PUT', '/push', await withKey(device))
  await plan('POST', `/route/${routeId}/revoke_links`)
  const { id } = (await plan('POST', `/route/${routeId}/messages`, { text: 'x' })).body
  const { rows } = await server.services.database.executeSql(
    `select 1 from jobs.job where name = 'push' and data ->> 'message_id' = $1`,
    [id],
  )
  expect(rows).toEqual([])
})

test('addresses that nothing may be sent to, and keys that are none, are refused by name', async () => {
  const device = await withKey(newDevice())
  const refused = async (body: object) => (await drive('PUT', '/push', { ...device, ...body })).body.message
  expect(await refused({ endpoint: 'ftp://example.test/x' })).toContain('endpoint')
  expect(await refused({ endpoint: 'https://user:word@example.test/x' })).toContain('endpoint')
  expect(await refused({ p256dh: `B${'A'.repeat(86)}` })).toContain('p256dh')
  expect(await refused({ public_key: 'another' })).toContain('public_key')
  expect(await refused({ auth: 'short' })).toContain('auth')
  expect(await listRows()).toEqual([])
})
