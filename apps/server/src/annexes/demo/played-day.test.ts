// The whole day of the demo at 60 times the speed: whenever somebody looks, planner, driver and recipient tell the same times.
import type { DriverRoute, DriverStop, FullPlan, Project, Stop, TrackingView } from '@routewright/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { createDayClock } from '../../frame/platform/day-clock.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import { createRandom, demoDay, demoDepot } from './demo-day.ts'
import { getPhoneCalls } from './play/play.http.ts'
import { Player } from './play/player.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 })

const speed = 60
const momentCount = 20
/** Seconds of the machine's clock; the player itself makes a round a second. */
const roundSeconds = 2
/** Longer than any day of the demo. */
const mostRounds = 1_000

// Recipients have an address each, as in life: the limit for strangers counts by it.
const server = useTestServer({ listen: true, config: { trustedProxies: 1 } })
let account: Account
let player: Player
let planId: string

beforeAll(async () => {
  server.clock.set('2026-03-02T14:00:00.000Z')
  account = await server.createAccount('Demo')
  server.services.trial.organizationId = account.organization_id
  server.services.trial.dayClock = createDayClock()
  player = new Player(server.services, getPhoneCalls(server.app))
  const query = { project_id: account.project_id }
  const depot = await call<{ id: string }>('POST', '/app/v1/depot', demoDepot(), query)
  const { vehicles, stops } = demoDay(depot.id)
  await call('POST', '/v3/vehicles', vehicles, query)
  const plan = { label: 'Demo day', stops }
  planId = (await call<FullPlan>('POST', '/v2/plan', plan, query)).id
  await call('POST', `/v2/plan/${planId}/optimize`, {})
})
afterAll(() => player?.close())

async function call<T>(method: string, path: string, body?: unknown, query?: Record<string, string>): Promise<T> {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Calls as a page does that was opened by a link. */
async function open<T>(path: string, headers: Record<string, string>): Promise<T> {
  const answer = await server.call('GET', path, { headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const listPending = <S extends { status: string }>(stops: readonly S[]) =>
  stops.filter(({ status }) => status === 'pending')

/** Expected arrival in milliseconds of the demo's clock, or the time of the response when it has passed. */
const expectedAt = ({ estimated_arrival_time, planned_arrival_time, server_time }: TrackingView) =>
  Math.max(Date.parse(estimated_arrival_time ?? planned_arrival_time!), Date.parse(server_time))

/** When a stop is expected; before its route starts there is only the plan. */
const makeArrival = ({ estimated_arrival_time, planned_arrival_time }: Stop | DriverStop) => ({
  estimated_arrival_time,
  planned_arrival_time,
})

/** Compares the day as everybody sees it, and returns how many arrivals were compared, and how many of them were estimates. */
async function expectOneTruth(links: ReadonlyMap<string, string>) {
  const planned = listPending(await call<(Stop & { tracking_url: string })[]>('GET', `/v2/plan/${planId}/stops`))
  const driven = new Map<string, DriverStop>()
  for (const token of links.values()) {
    const route = await open<DriverRoute>('/driver/v1/route', { authorization: `Bearer ${token}` })
    for (const stop of listPending(route.stops)) driven.set(stop.id, stop)
  }
  expect([...driven.keys()].sort()).toEqual(planned.map(({ id }) => id).sort())
  for (const [index, stop] of planned.entries()) {
    const { id, label, estimated_arrival_time, tracking_url } = stop
    expect(makeArrival(driven.get(id)!), `${label} in the driver's app`).toEqual(makeArrival(stop))
    const path = `/track/v1/${tracking_url.split('/t/')[1]}`
    const view = await open<TrackingView>(path, { 'x-forwarded-for': `203.0.113.${index + 1}` })
    expect(view.estimated_arrival_time, `${label} on the recipient's page`).toBe(estimated_arrival_time)
    expect(expectedAt(view), label).toBeGreaterThanOrEqual(Date.parse(view.window_from!))
    expect(expectedAt(view), label).toBeLessThanOrEqual(Date.parse(view.window_to!))
  }
  return { all: planned.length, estimates: planned.filter((stop) => stop.estimated_arrival_time).length }
}

/** Rounds after which the day is looked at: any of those between the first and the last planned arrival, never one twice. */
function chooseRounds({ routes, stops }: FullPlan): Set<number> {
  const begins = Math.min(...routes.map(({ planned_start_time }) => planned_start_time!))
  const rounds = stops.map(({ planned_arrival_time }) => (planned_arrival_time! - begins) / speed / roundSeconds)
  const [first, last] = [Math.ceil(Math.min(...rounds)), Math.floor(Math.max(...rounds))]
  expect(last - first).toBeGreaterThan(2 * momentCount)
  const random = createRandom(20_261_123)
  const chosen = new Set<number>()
  while (chosen.size < momentCount) chosen.add(first + Math.floor(random() * (last - first)))
  return chosen
}

test('120 stops at 60 times the speed: no fault, and one truth about every arrival at 20 random moments', async () => {
  await player.start(planId, speed)
  const before = await call<FullPlan>('GET', `/v2/plan/${planId}`)
  expect(before).toMatchObject({ total_stops: 120, pending_stops: 120 })
  // Newer than those that the simulated drivers hold, as when somebody looks at a driver's phone meanwhile.
  const links = new Map<string, string>()
  for (const { id } of before.routes) {
    const { public_link } = await call<{ public_link: string }>('POST', `/v2/route/${id}/dispatch`)
    links.set(id, public_link.split('/d/')[1]!)
  }
  expect(links.size).toBe(8)
  const rounds = chooseRounds(before)
  const compared: { all: number; estimates: number }[] = []
  for (let round = 1; round <= mostRounds && player.describe().state === 'playing'; round++) {
    server.clock.advanceSeconds(roundSeconds)
    await player.tick()
    if (rounds.has(round)) compared.push(await expectOneTruth(links))
  }
  expect(player.describe().fault).toBeUndefined()
  expect(player.describe()).toMatchObject({ state: 'done' })
  // A driver who could not go on would begin anew and be none the worse for it; here nobody may have to.
  expect(
    server.logLines.filter((line) => line.includes('could not go on') || line.includes('round of the demo')),
  ).toEqual([])
  expect(compared).toHaveLength(momentCount)
  expect(compared.reduce((sum, { all }) => sum + all, 0)).toBeGreaterThan(momentCount * 30)
  expect(compared.reduce((sum, { estimates }) => sum + estimates, 0)).toBeGreaterThan(momentCount * 20)
  const after = await call<FullPlan>('GET', `/v2/plan/${planId}`)
  expect(after).toMatchObject({ status: 'finished', pending_stops: 0, total_stops: 120 })
  expect(after.completed_stops).toBeGreaterThan(120 * 0.8)
  const { timezone } = await call<Project>('GET', `/v2/project/${account.project_id}`)
  for (const { planned_start_time, planned_loading_time, start_date, label } of after.routes) {
    expect(planned_loading_time, label).toBe(900)
    const leaves = momentOfPlanDay(
      planned_start_time! + planned_loading_time!,
      new Date(after.execution_date),
      timezone,
    )
    expect(Date.parse(start_date!), `${label} leaves once it has loaded`).toBeGreaterThanOrEqual(leaves.getTime())
  }
})
