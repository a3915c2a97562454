// The demo day tells its recipients something, so that the log of messages has something to show.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'
import { startMessageDelivery } from '../../telling/messages/deliver.ts'
import { ensureDemo } from './demo.ts'

const server = useTestServer()

test('who dispatches a route of the demo day finds its messages in the log', async () => {
  const demo = await ensureDemo(server)
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, { key: demo.api_key, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const stops = await call('GET', `/v2/plan/${demo.plan_id}/stops`)
  const input = { label: 'Van', email: 'driver@drivers.example', start_location: { lat: 47.1755, lng: 9.5045 } }
  const [route] = await call('POST', `/v2/routes?plan_id=${demo.plan_id}`, [input])
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: stops.slice(0, 3).map(({ id }: { id: string }) => id) })
  const { public_link } = await call('POST', `/v2/route/${route.id}/dispatch`)
  const delivery = await startMessageDelivery(server.services)
  await delivery.tick()
  const { db } = server.services.database
  const { user_id } = await db.selectFrom('api_keys').select('user_id').executeTakeFirstOrThrow()
  const headers = { cookie: await server.signIn(user_id) }
  const log = await server.call('GET', `/app/v1/project/${demo.project_id}/messages`, { headers })
  expect(log.body.docs).toHaveLength(3)
  expect(log.body.docs[0]).toMatchObject({ kind: 'planned', channel: 'email', status: 'sent' })
  expect(server.mails.map(({ from_name }) => from_name)).toEqual(Array(3).fill('Demo deliveries'))

  const authorization = `Bearer ${public_link.split('/d/')[1]}`
  expect((await server.call('POST', '/driver/v1/start', { headers: { authorization } })).status).toBe(200)
  await delivery.tick()
  await delivery.stop()
  const outbox = await server.call('GET', '/app/v1/outbox', { headers })
  const sms = outbox.body.filter(({ channel }: { channel: string }) => channel === 'sms')
  expect(sms.length).toBeGreaterThanOrEqual(3)
  const phones = stops.slice(0, 3).map(({ phone }: { phone: string }) => phone)
  expect(new Set(sms.map(({ to }: { to: string }) => to))).toEqual(new Set(phones))
  const query = { name: sms[0].name }
  const { body } = await server.call('GET', '/app/v1/outbox/message', { headers, query })
  expect(body).toMatchObject({ ...sms[0], text: expect.stringMatching(/http:\/\/.+\/t\/[\w-]{22}/) })
})
