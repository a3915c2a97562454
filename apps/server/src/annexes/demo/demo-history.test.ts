// The days before the demo day, created by the rules of every other day.
import type { FullPlan } from '@routewright/contract'
import { expect, test, vi } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'
import { ensureDemo } from './demo.ts'
import { makePast, makePastDay } from './demo-history.job.ts'

vi.setConfig({ testTimeout: 400_000 })
const server = useTestServer()

test('a past day is finished with its proofs and ratings, is made once, is learned from, and writes to nobody', async () => {
  const { organization_id, project_id, api_key: key } = await ensureDemo(server)
  const day = { organization_id, project_id, date: '2026-02-27' }
  const context = { isStopping: () => false }
  // A webhook of somebody who tries them in the first minutes.
  const { db } = server.services.database
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const made = await server.call('POST', '/app/v1/webhook', {
    headers: { cookie: await server.signIn(id) },
    body: { url: 'https://receiver.example/hook' },
  })
  expect(made.status, made.text).toBe(201)
  await makePastDay(server.services, day, context)
  const learned = async () =>
    (await server.call('GET', `/app/v1/project/${project_id}/learning`, { key })).body.learned_at
  expect(await learned()).toBeUndefined()
  await makePast(server.services, { ...day, is_last: true }, context)
  expect(await learned()).toMatch(/^\d{4}-\d{2}-\d{2}T/)
  const query = { project_id, text: 'demo-past' }
  const { docs } = (await server.call('GET', '/v2/plans', { key, query })).body
  expect(docs).toMatchObject([{ external_id: 'demo-past-2026-02-27', status: 'finished', total_stops: 44 }])
  const plan: FullPlan = (await server.call('GET', `/v2/plan/${docs[0].id}`, { key })).body
  expect(plan.execution_date).toBe('2026-02-27T00:00:00.000Z')
  for (const { planned_distance, distance_traveled } of plan.routes) {
    expect(distance_traveled! / planned_distance!).toBeGreaterThan(0.95)
    expect(distance_traveled! / planned_distance!).toBeLessThan(1.1)
  }
  const reports = plan.stops.flatMap((stop) => stop.reports)
  expect(reports.every(({ created_at }) => created_at.startsWith('2026-02-27'))).toBe(true)
  expect(reports.some(({ images }) => images.length > 0)).toBe(true)
  expect(reports.some(({ signature }) => signature)).toBe(true)
  const surveys = await db.selectFrom('surveys').select('rating').execute()
  expect(surveys.length).toBeGreaterThan(5)
  expect(await db.selectFrom('messages').select('id').execute()).toEqual([])
  expect(await db.selectFrom('events').select('id').execute()).toEqual([])
})
