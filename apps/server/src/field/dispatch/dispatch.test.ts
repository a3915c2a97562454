// A route reaches the driver of that day by the channel they prefer, through HTTP on a real database and with a gateway of the test's own.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer } from '../../../test/harness.ts'
import type { OrganizationSms } from '../../frame/platform/sms.ts'
import { sendQueuedSms } from '../../telling/messages/outlets.ts'

let gateway: Server
let gatewayStatus = 200
const sent: { to: string; text: string }[] = []
let server: TestServer & { stop(): Promise<void> }
let account: Account
let routeId: string
let vehicleId: string

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (gatewayStatus < 300) sent.push(JSON.parse(body))
    response.writeHead(gatewayStatus).end('{"message":"unknown number"}')
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  server = await startTestServer({ config: { sms: { gateway: 'http', url, method: 'POST', allowPrivate: true } } })
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => gateway.close(resolve))
})

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

beforeEach(async () => {
  sent.length = 0
  gatewayStatus = 200
  account = await server.createAccount()
  const query = { project_id: account.project_id }
  vehicleId = (await call('POST', '/v2/vehicle', { label: 'Van 1', email: 'van1@example.test' }, query)).id
  const plan = await call('POST', '/v2/plan', { label: 'Today' }, query)
  const route = { vehicle_id: vehicleId, stops: [{ label: 'Anna', location: { lat: 47.1, lng: 9.5 } }] }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: plan.id }))[0].id
})

const driver = (fields: object) =>
  call(
    'POST',
    '/app/v1/driver',
    { label: 'Ana', usual_vehicle_id: vehicleId, ...fields },
    { project_id: account.project_id },
  )
const dispatch = () => call('POST', `/v2/route/${routeId}/dispatch`)

/** Sends the SMS queued since the last call, as a worker does. */
async function work(): Promise<void> {
  const { rows } = await server.services.database.executeSql(
    `select id, data from jobs.job where name = 'sms' and state = 'created' order by created_on`,
  )
  for (const { id, data } of rows) {
    await sendQueuedSms(server.services, data as OrganizationSms)
    await server.services.database.executeSql('delete from jobs.job where id = $1', [id])
  }
}

test('a driver who wishes so gets the link as SMS, in his language', async () => {
  await driver({ phone: '00423 555 01 02', email: 'ana@example.test', reached_by: 'sms', languages: ['de'] })
  const { phone, email, public_link } = await dispatch()
  expect({ phone, email }).toEqual({ phone: '00423 555 01 02', email: undefined })
  await work()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: '+4235550102' })
  expect(sent[0]!.text).toMatch(/Tour Van 1\. 1 Stopp am .*/)
  expect(sent[0]!.text.endsWith(public_link)).toBe(true)
})

test('who said nothing gets a mail; who has no address an SMS; who has neither the mail of the van', async () => {
  const { id } = await driver({ phone: '+423 555 01 02', email: 'ana@example.test' })
  expect(await dispatch()).toMatchObject({ email: 'ana@example.test' })
  await call('PUT', `/app/v1/driver/${id}`, { email: null })
  expect(await dispatch()).toMatchObject({ phone: '+423 555 01 02' })
  await call('PUT', `/app/v1/driver/${id}`, { phone: 'ask at the gate', reached_by: 'sms' })
  expect(await dispatch()).toMatchObject({ email: 'van1@example.test' })
})

test('what it went to is known as sent, given out with his data, and forgotten with him', async () => {
  const { id } = await driver({ phone: '+423 555 01 02', reached_by: 'sms' })
  await dispatch()
  const headers = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
  const data = await server.call('GET', `/app/v1/driver/${id}/data`, { headers })
  expect(data.body.sent_links).toMatchObject([{ route_id: routeId, sent_to: '+423 555 01 02' }])
  expect((await server.call('POST', `/app/v1/driver/${id}/erase`, { headers })).status).toBe(200)
  const { rows } = await server.services.database.executeSql('select sent_to from driver_links where route_id = $1', [
    routeId,
  ])
  expect(rows).toEqual([{ sent_to: null }])
})

test('a number that the gateway refuses is told in the log and not tried for ever; a busy gateway is asked again', async () => {
  await driver({ phone: '+423 555 01 02', reached_by: 'sms' })
  await dispatch()
  gatewayStatus = 503
  await expect(work()).rejects.toThrow()
  gatewayStatus = 400
  await work()
  expect(sent).toEqual([])
  expect(server.logLines.some((line) => line.includes('an SMS to a driver was refused'))).toBe(true)
})
