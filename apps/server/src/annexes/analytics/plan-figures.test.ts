// Figures that are kept are those that would be counted now, whatever happened since.
import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { testBackend } from '../../../test/template.ts'
import { lockPlanFigures, replacePlanFigures } from '../../data/plan-figures.sql.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { keepPlanFigures } from './plan-figures.job.ts'
import { selectPlanFigures } from './plan-figures.sql.ts'

const server = useTestServer()
const days = ['2026-03-02', '2026-03-03', '2026-03-04'] as const
const db = () => server.services.database.db
let account: Account

function call(method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) {
  return server.call(method, path, { key: account.key, body, query })
}

const figures = async () => {
  const span = { from_date: days[0], to_date: days[2], project_id: account.project_id }
  const told = []
  for (const apart of ['driver', 'client', 'area'] as const) {
    const answer = await call('GET', '/app/v1/analytics', undefined, { ...span, apart })
    expect(answer.status).toBe(200)
    told.push(answer.body)
  }
  const [{ drivers, ...others }, { clients }, { areas }] = told
  return { ...others, drivers, clients, areas }
}

/** Figures as computed without any stored ones. */
async function countedAnew() {
  await db().deleteFrom('plan_words').execute()
  await db().deleteFrom('plan_group_figures').execute()
  await db().deleteFrom('plan_figures').execute()
  return figures()
}

const keptPlans = async () => {
  const rows = await db()
    .selectFrom('plan_figures')
    .select('plan_id')
    .distinct()
    .where('organization_id', '=', account.organization_id)
    .execute()
  return rows.map(({ plan_id }) => plan_id).sort()
}

/** A plan a day with two vehicles and six stops, four of them on routes; the clock stands a week later. */
async function createPlans() {
  const query = { project_id: account.project_id }
  const vehicles: string[] = []
  for (const label of ['Van 1', 'Van 2']) vehicles.push((await call('POST', '/v2/vehicle', { label }, query)).body.id)
  const plans: { id: string; stops: string[]; routes: string[] }[] = []
  for (const execution_date of days) {
    const { id } = (await call('POST', '/v2/plan', { execution_date }, query)).body
    const place = { location: { lat: 47.1, lng: 9.5 } }
    const inputs = [0, 1, 2, 3, 4, 5].map((n) => (n % 2 ? place : { ...place, time_windows: [[28_800, 36_000]] }))
    const stops = (await call('POST', '/v2/stops', inputs, { plan_id: id })).body.map((stop: { id: string }) => stop.id)
    const inputsOfRoutes = vehicles.map((vehicle_id) => ({ vehicle_id }))
    const routes = (await call('POST', '/v2/routes', inputsOfRoutes, { plan_id: id })).body
    for (const [index, route] of routes.entries()) {
      await call('PUT', `/v2/route/${route.id}/stops`, { stops: stops.slice(index * 2, index * 2 + 2) })
    }
    plans.push({ id, stops, routes: routes.map((route: { id: string }) => route.id) })
  }
  server.clock.set('2026-03-11T08:00:00.000Z')
  return { vehicles, plans }
}

beforeEach(async () => {
  server.clock.set('2026-03-02T06:00:00.000Z')
  account = await server.createAccount()
})

/** One thing that happens: which, to what, and how. */
const happening = fc.record({
  kind: fc.constantFrom(
    ...(['report', 'move', 'edit', 'delete', 'day', 'timezone', 'rating', 'route', 'zone', 'draft', 'keep'] as const),
  ),
  plan: fc.nat(2),
  stop: fc.nat(5),
  choice: fc.nat(11),
})

type Made = Awaited<ReturnType<typeof createPlans>>

/** Does it; what the service refuses is refused. */
async function happen({ plans, vehicles }: Made, one: typeof happening extends fc.Arbitrary<infer T> ? T : never) {
  const plan = plans[one.plan]!
  const stop = plan.stops[one.stop]!
  const { choice } = one
  const doing = {
    async report() {
      const type = ['attempted', 'completed', 'canceled'][choice % 3]
      const cancel_reason = type === 'completed' ? undefined : ['refused', 'closed'][choice % 2]
      const created_at = `${days[one.plan]}T0${7 + (choice % 3)}:30:00.000Z`
      await call('POST', `/v3/stop/${stop}/report`, {
        type: `service_report_${type}`,
        cancel_reason,
        created_at,
        time_in_stop: 60 * choice,
      })
    },
    move: () => call('POST', '/v2/stop/move', { plan_id: plans[choice % 3]!.id, stop_ids: [stop] }),
    edit: () =>
      call('PUT', `/v2/stop/${stop}`, { time_windows: [[28_800, 30_000 + choice * 600]], duration: choice * 100 }),
    delete: () =>
      choice % 3 ? call('DELETE', `/v2/stop/${stop}`) : call('DELETE', `/v2/route/${plan.routes[choice % 2]}`),
    day: () => call('PUT', `/v2/plan/${plan.id}`, { execution_date: days[choice % 3] }),
    timezone: () =>
      db()
        .updateTable('projects')
        .set({ timezone: ['UTC', 'Asia/Tokyo', 'America/Lima'][choice % 3]! })
        .where('id', '=', account.project_id)
        .execute(),
    async rating() {
      const times = { created_at: new Date(), updated_at: new Date() }
      const answer = { rating: 1 + (choice % 5), rating_tag: choice % 2 ? 'driver' : null }
      const row = { stop_id: stop, organization_id: account.organization_id, route_id: null, ...answer, ...times }
      await db()
        .insertInto('surveys')
        .values(row)
        .onConflict((clash) => clash.column('stop_id').doUpdateSet(answer))
        .execute()
    },
    route: () =>
      db()
        .updateTable('routes')
        .set({
          planned_distance: 1_000 * choice,
          straight_distance: choice % 2 ? 100 * choice : null,
          distance_traveled: 900 * choice,
          vehicle_id: vehicles[choice % 2]!,
          status: 'finished',
          planned_start_time: 28_800,
          planned_end_time: 36_000,
          price_per_distance: choice % 3,
          start_date: new Date(`${days[one.plan]}T08:00:00Z`),
          end_date: new Date(`${days[one.plan]}T10:30:00Z`),
        })
        .where('id', '=', plan.routes[choice % 2]!)
        .execute(),
    zone: () => {
      const [west, east] = choice % 2 ? [9, 10] : [10, 11]
      const ring = [west, east, east, west, west].map((lng, corner) => [lng, corner < 2 || corner === 4 ? 47 : 48])
      return call('POST', `/v2/project/${account.project_id}/zone`, { label: `Zone ${choice}`, polygon: ring })
    },
    draft: () => call('PUT', `/v2/plan/${plan.id}`, { status: ['draft', 'planning', 'finished'][choice % 3] }),
    keep: () => keepPlanFigures(server.services),
  }
  await doing[one.kind]()
}

describe('kept figures', () => {
  test('tell what counting anew tells, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 14 }), async (story) => {
        server.clock.set('2026-03-02T06:00:00.000Z')
        account = await server.createAccount()
        const made = await createPlans()
        await keepPlanFigures(server.services)
        for (const one of story) await happen(made, one)
        const told = await figures()
        expect(told).toEqual(await countedAnew())
        await keepPlanFigures(server.services)
        expect(await keptPlans()).not.toEqual([])
        expect(await figures()).toEqual(told)
      }),
      { numRuns: Math.min(8, Math.ceil(Number(process.env.ROUTEWRIGHT_RANDOM ?? 80) / 10)), seed: 17 },
    )
  })

  test('are forgotten by the transaction that changes what they count, and those of other plans are not', async () => {
    const { plans } = await createPlans()
    await keepPlanFigures(server.services)
    expect(await keptPlans()).toEqual(plans.map(({ id }) => id).sort())
    expect(await keepPlanFigures(server.services)).toBe(0)
    await call('POST', `/v3/stop/${plans[1]!.stops[0]}/report`, { type: 'service_report_completed' })
    expect(await keptPlans()).toEqual([plans[0]!.id, plans[2]!.id].sort())
    expect((await figures()).total).toMatchObject({ total_stops: 18, completed_stops: 1 })
  })

  // The embedded database has one session: nobody can.
  test.skipIf(testBackend === 'pglite')('are not made of a plan that somebody changes at the moment', async () => {
    const { plans } = await createPlans()
    const elsewhere = AsyncLocalStorage.snapshot()
    await server.services.database.transaction(async (tx) => {
      await tx.updateTable('stops').set({ label: 'Changing' }).where('id', '=', plans[0]!.stops[0]!).execute()
      await elsewhere(() => keepPlanFigures(server.services))
      expect(await elsewhere(keptPlans)).toEqual([plans[1]!.id, plans[2]!.id].sort())
    })
    await keepPlanFigures(server.services)
    expect(await keptPlans()).toHaveLength(3)
  })

  test('that a transaction makes of a plan which it changed before are forgotten when it changes it again', async () => {
    const { plans } = await createPlans()
    const { id, stops } = plans[0]!
    await transactAs(server.services, systemCaller(account.organization_id), async (scope) => {
      const rename = (label: string) =>
        scope.tx.updateTable('stops').set({ label }).where('id', '=', stops[0]!).execute()
      await rename('Once')
      await rename('Twice')
      expect(await lockPlanFigures(scope, [id])).toEqual([id])
      await replacePlanFigures(scope, [id], { figures: await selectPlanFigures(scope, [id]), groups: [], words: [] })
      await rename('Three times')
    })
    expect(await keptPlans()).toEqual([])
  })

  test('are kept of plans with more clients than a statement takes values for', async () => {
    const query = { project_id: account.project_id }
    const { id } = (await call('POST', '/v2/plan', { execution_date: days[0] }, query)).body
    const place = { location: { lat: 47.1, lng: 9.5 } }
    await call(
      'POST',
      '/v2/stops',
      Array.from({ length: 3_000 }, () => place),
      { plan_id: id },
    )
    // An entry of the address book for each.
    await sql`
      insert into clients (id, organization_id, project_id, created_at, updated_at)
      select id, organization_id, project_id, created_at, updated_at from stops where plan_id = ${id}`.execute(db())
    await db().updateTable('stops').set({ client_id: sql`id` }).where('plan_id', '=', id).execute()
    server.clock.set('2026-03-11T08:00:00.000Z')
    await keepPlanFigures(server.services)
    expect(await keptPlans()).toEqual([id])
    const told = (
      await call('GET', '/app/v1/analytics', undefined, {
        from_date: days[0],
        to_date: days[2],
        apart: 'client',
      })
    ).body
    expect(told.total.total_stops).toBe(3_000)
    expect(told.clients).toHaveLength(500)
  })

  test('wait for the day of the plan to have passed', async () => {
    const { plans } = await createPlans()
    server.clock.set('2026-03-05T08:00:00.000Z')
    await keepPlanFigures(server.services)
    expect(await keptPlans()).toEqual([plans[0]!.id, plans[1]!.id].sort())
  })
})
