// How many vans a day needs: fewer leave stops out or come late, more keep the share, and the chosen one becomes a copy; the plan stays.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const hour = 3_600
const depot = { lat: 47.14, lng: 9.52 }
let account: Account
let planId: string
let routeIds: string[]

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>, key = account.key) =>
  server.call(method, path, { key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const sizesPath = (id = planId) => `/app/v1/plan/${id}/fleet_sizes`
async function trySizes(input: object = {}, id = planId) {
  const asked = await call('POST', sizesPath(id), { seconds: 1, ...input })
  const read = () => call('GET', `/app/v1/fleet_sizes/${asked.id}`)
  await until('the fleets', async () => ['ready', 'failed'].includes((await read()).state), 120)
  const sizes = await read()
  expect(sizes.state, sizes.reason).toBe('ready')
  return sizes
}
const readPlan = async (id = planId) => ({
  routes: await call('GET', `/v2/plan/${id}/routes`),
  stops: (await call('GET', `/v2/plan/${id}/stops`)).toSorted(
    (a: { fixed_id: string }, b: { fixed_id: string }) => Number(a.fixed_id) - Number(b.fixed_id),
  ),
})

/** Three hours for 24 stops of 20 minutes: eight hours of work, of which one van does less than three. */
beforeEach(async () => {
  server.clock.set('2026-03-02T05:00:00.000Z')
  account = await server.createAccount()
  const stops = Array.from({ length: 24 }, (_, index) => ({
    label: `Customer ${index + 1}`,
    location: { lat: 47.15 + 0.003 * (index % 6), lng: 9.5 + 0.004 * Math.floor(index / 6) },
    duration: 1_200,
    time_windows: [[8 * hour, 11 * hour]],
  }))
  const { project_id } = account
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02', stops }, { project_id })).id
  const vans = Array.from({ length: 3 }, (_, index) => ({
    label: `Van ${index + 1}`,
    start_location: depot,
    end_location: depot,
    time_window: [8 * hour, 12 * hour],
    price_per_minute: 0.5,
    price_per_distance: 0.4,
  }))
  const routes = await call('POST', '/v2/routes', vans, { plan_id: planId })
  routeIds = routes.map(({ id }: { id: string }) => id)
  const { stops: own } = await readPlan()
  for (const [index, id] of routeIds.entries())
    await call('PUT', `/v2/route/${id}/stops`, {
      stops: own.slice(8 * index, 8 * index + 8).map((stop: { id: string }) => stop.id),
    })
})

describe('fleets of different sizes', () => {
  test('the smallest fleet that keeps the share is found; smaller ones leave stops out; the plan stays as it is', async () => {
    const before = await readPlan()
    const sizes = await trySizes({ share: 0.9, fewer: 2, more: 2 })
    expect(await readPlan()).toEqual(before)
    expect(sizes).toMatchObject({ plan_id: planId, share: 0.9, days: 200, percent: 100 })
    expect(sizes.fleets.map(({ vehicles }: { vehicles: number }) => vehicles)).toEqual([1, 2, 3, 4, 5])
    const [one, two, three, four, five] = sizes.fleets
    // A van works off nine stops in the three hours of their windows at best, ways apart.
    expect(one.unassigned).toBeGreaterThanOrEqual(24 - 9)
    expect(one.unassigned).toBeGreaterThan(two.unassigned)
    expect(one.without).toHaveLength(2)
    for (const fleet of sizes.fleets) {
      expect(fleet.kept_share).toBeCloseTo((24 - fleet.unassigned - fleet.late_stops) / 24, 3)
      expect(fleet.windows_kept_share).toBe(fleet.kept_share)
      expect(fleet.used).toBeLessThanOrEqual(fleet.vehicles)
      expect(fleet.distance).toBeGreaterThan(0)
    }
    expect(two.kept_share).toBeLessThan(0.9)
    expect(four.kept_share).toBeGreaterThan(three.kept_share)
    expect(four.with).toEqual([{ kind: 'copy', label: expect.stringMatching(/^Van \d \(2\)$/) }])
    expect(five.with).toHaveLength(2)
    // Money as for any comparison: half a unit a minute and 0.4 a kilometre.
    expect(three.cost).toBeCloseTo(three.duration / 120 + (0.4 * three.distance) / 1_000, 0)
    const first = sizes.fleets.find(({ kept_share }: { kept_share: number }) => kept_share >= 0.9)
    expect(sizes.smallest).toBe(first.vehicles)
    expect(sizes.assumptions).toMatchObject({ stops: 24, seconds: 1, slack: 0.5, priced: true, roads: false })
    expect(await call('GET', sizesPath())).toEqual([sizes])
  })

  test('the plan as it stands is told beside them as its risk has it', async () => {
    const { now } = await trySizes({ fewer: 0, more: 0 })
    const risk = await call('GET', `/app/v1/plan/${planId}/risk`)
    expect(now.late_stops).toBeCloseTo(risk.late_stops, 3)
    expect(now.overtime_seconds).toBe(risk.overtime_seconds)
    expect(now).toMatchObject({ used: 3, unassigned: 0 })
  })

  test('a fleet becomes a draft with its vehicles and orders, as planned and as risky as told', async () => {
    const spare = { label: 'Spare', default_start_location: depot, default_end_location: depot }
    const hours = { default_time_window: [8 * hour, 12 * hour] }
    await call('POST', '/v3/vehicles', [{ ...spare, ...hours }], { project_id: account.project_id })
    const sizes = await trySizes({ fewer: 1, more: 2 })
    const [two, , , five] = sizes.fleets
    expect(five.with).toEqual([
      { kind: 'spare', label: 'Spare' },
      { kind: 'copy', label: expect.stringContaining('(2)') },
    ])
    const before = await readPlan()
    const large = await call('POST', `/app/v1/fleet_sizes/${sizes.id}/copy`, { vehicles: 5 })
    expect(large).toMatchObject({ label: 'Monday (5)', status: 'draft', total_stops: 24 })
    const copied = await readPlan(large.id)
    expect(copied.routes).toHaveLength(5)
    expect(copied.stops.filter(({ route_id }: { route_id?: string }) => !route_id)).toHaveLength(five.unassigned)
    const risk = await call('GET', `/app/v1/plan/${large.id}/risk`)
    expect(risk.late_stops).toBeGreaterThanOrEqual(0)
    const [compared] = await call('POST', '/app/v1/plans/compare', { plan_ids: [large.id] })
    expect(compared.figures).toMatchObject({ distance: five.distance, unassigned: five.unassigned, routes: five.used })
    expect(compared.origin.plan_id).toBe(planId)
    const small = await call('POST', `/app/v1/fleet_sizes/${sizes.id}/copy`, { vehicles: 2, label: 'Two vans' })
    const smallCopy = await readPlan(small.id)
    expect(smallCopy.routes).toHaveLength(2)
    expect(smallCopy.stops.filter(({ route_id }: { route_id?: string }) => !route_id)).toHaveLength(two.unassigned)
    expect(await readPlan()).toEqual(before)
    const wrong = await ask('POST', `/app/v1/fleet_sizes/${sizes.id}/copy`, { vehicles: 9 })
    expect(wrong.body.message).toContain('2, 3, 4, 5')
    await call('PUT', `/v2/stop/${before.stops[0].id}`, { duration: 60 })
    const changed = await ask('POST', `/app/v1/fleet_sizes/${sizes.id}/copy`, { vehicles: 5 })
    expect(changed.body.message_id).toBe('highway.trial.error.plan_changed')
  })

  test('locked routes stay as they are, and count among the vans', async () => {
    await call('PUT', `/app/v1/plan/${planId}/locks`, { route_ids: [routeIds[0]], locked: true })
    const sizes = await trySizes({ fewer: 0, more: 0 })
    expect(sizes.fleets).toMatchObject([{ vehicles: 3 }])
    expect(sizes.assumptions).toMatchObject({ stops: 24, locked_routes: 1 })
    const copy = await call('POST', `/app/v1/fleet_sizes/${sizes.id}/copy`, { vehicles: 3 })
    const order = (stops: { route_id?: string; order: number; label: string }[], routeId: string) =>
      stops
        .filter(({ route_id }) => route_id === routeId)
        .toSorted((a, b) => a.order - b.order)
        .map(({ label }) => label)
    const copied = await readPlan(copy.id)
    const locked = copied.routes.find(({ label }: { label: string }) => label === 'Van 1')
    expect(order(copied.stops, locked.id)).toEqual(order((await readPlan()).stops, routeIds[0]!))
  })

  test('thrown away while it runs, it ends; what cannot be asked is refused by name', async () => {
    const { id } = await call('POST', sizesPath(), { seconds: 60 })
    await call('DELETE', `/app/v1/fleet_sizes/${id}`)
    expect((await ask('GET', `/app/v1/fleet_sizes/${id}`)).status).toBe(404)
    const empty = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    const nothing = await ask('POST', sizesPath(empty.id), {})
    expect(nothing.body).toMatchObject({ message_id: 'highway.trial.error.nothing_to_try' })
    for (const body of [{ share: 0.4 }, { share: 1 }, { fewer: 6 }, { more: 9 }, { seconds: 61 }, { slack: 2 }]) {
      const refused = await ask('POST', sizesPath(), body)
      expect(refused.status, refused.text).toBe(400)
      expect(refused.body.message).toContain(Object.keys(body)[0])
    }
    const unknown = await ask('POST', sizesPath(), { copied_route_id: planId })
    expect(unknown.body.message).toContain('copied_route_id')
    const other = await server.createAccount('Other')
    expect((await ask('POST', sizesPath(), {}, undefined, other.key)).status).toBe(404)
    expect((await ask('GET', `/app/v1/fleet_sizes/${id}`, undefined, undefined, other.key)).status).toBe(404)
    // The worker hears of it and is free for the next one, long before a minute is over.
    expect((await trySizes({ fewer: 0, more: 0 })).fleets).toHaveLength(1)
  })
})
