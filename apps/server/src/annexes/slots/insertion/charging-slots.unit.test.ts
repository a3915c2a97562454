// Slots of electric vans: what is offered is the cheapest of all gaps, as the times of a route are planned, and the checker finds nothing.
import { check, type Route } from '@routewright/solver'
import { expect, test } from 'vitest'
import { type ChargingPlaceRow, chargingPlaceTable } from '../../../data/charging-place-table.ts'
import { type ProjectRow, projectTable } from '../../../data/project-tables.ts'
import { emptyRow } from '../../../data/records.ts'
import { type RouteRow, routeTable } from '../../../data/route-table.ts'
import { type StopRow, stopTable } from '../../../data/stop-table.ts'
import { straightLines } from '../../../geography/travel/straight-lines.ts'
import { modelRoute } from '../../../planning/modelling/evaluate-route.ts'
import type { RouteWithStops } from '../../../planning/modelling/plan-problem.ts'
import { planSettings } from '../../../planning/modelling/settings.ts'
import { createDay, type Day, type DayContext } from './day-routes.ts'
import { findInsertions } from './insertion.ts'
import { legsOfMany } from './legs.ts'
import { listPoints, taken } from './waiting.ts'

/** Numbers of a linear congruence, 0 to 1. */
function numbersFrom(seed: number) {
  let state = seed * 2_654_435_761 + 12_345
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const depot = { lat: 47, lng: 9 }
const project = { ...emptyRow(projectTable), timezone: 'UTC' } as unknown as ProjectRow

function randomDay(seed: number) {
  const random = numbersFrom(seed)
  const somewhere = () => ({ lat: 47 + random() * 0.9, lng: 9 + random() * 0.6 })
  const pick = <T>(...all: T[]) => all[Math.floor(random() * all.length)]!
  const windows = (): [number, number][] => {
    const opens = 21_600 + Math.floor(random() * 8) * 3_600
    return random() < 0.5 ? [] : [[opens, opens + pick(7_200, 21_600)]]
  }
  const getStop = (id: string, time_windows = windows()) =>
    ({
      ...emptyRow(stopTable),
      id,
      location: somewhere(),
      time_windows,
      type: 'delivery',
      weight: pick(0, 0, 40),
      duration: 600,
    }) as unknown as StopRow
  const price = pick(null, 0.5)
  const routes = Array.from({ length: 2 }, (_, index): RouteWithStops => {
    const battery = { capacity: pick(25_000, 40_000), reserve: 0.1, consumption: 200, charge: pick(0.7, 1) }
    const own = { start_location: depot, end_location: pick(depot, null), time_window: [18_000, 79_200] }
    const route = {
      ...emptyRow(routeTable),
      id: `route ${index}`,
      order: index,
      status: 'not_started',
      ...own,
      price_per_minute: price,
      provides: [],
      geo_fences: [],
      ...(random() < 0.9 && { battery }),
    } as unknown as RouteRow
    const stops = Array.from({ length: Math.floor(random() * 5) }, (_, at) => getStop(`stop ${index} ${at}`))
    return { route, stops: stops.map((stop) => ({ ...stop, route_id: route.id })) }
  })
  const places = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => {
    const own = { id: `place ${index}`, label: 'Chargers', location: somewhere(), hours: [], power: pick(22, 50, 150) }
    return {
      ...emptyRow(chargingPlaceTable),
      ...own,
      points: pick(null, 1),
      price_per_kwh: pick(null, 0.5),
    } as unknown as ChargingPlaceRow
  })
  const context: DayContext = {
    settings: planSettings(
      { optimizer_config: { allow_late: false }, traffic_options: null, execution_date: new Date('2026-03-03') },
      { ...project, charging_places: places },
    ),
    zones: [],
    nowSeconds: -86_400,
    isLive: false,
    drivers: undefined,
    booked: new Map(),
  }
  const wishes = [0, 1, 2].map((index) => {
    const opens = 21_600 + index * 14_400
    return { ...getStop('wish', [[opens, opens + 14_400]]), id: `wish ${index}` }
  })
  const location = wishes[0]!.location!
  return { context, routes, wishes: wishes.map((wish) => ({ ...wish, location, weight: wishes[0]!.weight })) }
}

/** When it begins, at each of the gaps that cost the same. */
type Offer = { cost: number; begins: number[]; charges: boolean }

/** Every gap of every route, each timed as a planned route is. */
async function bestByHand(
  context: DayContext,
  routes: readonly RouteWithStops[],
  wish: StopRow,
): Promise<Offer | undefined> {
  let best: Offer | undefined
  for (const { route, stops } of routes) {
    const base = stops.length > 0 ? (await modelRoute({ route, stops }, context, straightLines)).evaluated : undefined
    for (let gap = 0; gap <= stops.length; gap++) {
      const joined = { route, stops: stops.toSpliced(gap, 0, { ...wish, route_id: route.id }) }
      const { problem, evaluated } = await modelRoute(joined, context, straightLines)
      if (isNewlyBroken(base, evaluated, gap)) continue
      const { cost, totalCost, violations } = evaluated
      const findings = check(problem, { routes: [evaluated], unassigned: [], cost, totalCost })
      expect(findings.filter(({ isDeclared }) => !isDeclared)).toEqual([])
      if (violations.length === 0) expect(findings).toEqual([])
      const added = totalCost - (base?.totalCost ?? 0)
      const begins = evaluated.steps.find(({ kind, stop }) => kind === 'stop' && stop === gap)!.startSeconds
      if (!best || added < best.cost - 1e-6) best = { cost: added, begins: [begins], charges: hasCharges(evaluated) }
      else if (added < best.cost + 1e-6) best.begins.push(begins)
    }
  }
  return best
}

const hasCharges = ({ steps }: Route) => steps.some(({ kind }) => kind === 'charge')

/** `joined`: index of the inserted stop, which shifts all later ones by one. */
function isNewlyBroken(base: Route | undefined, { violations }: Route, joined: number): boolean {
  const before = (stop: number) => (stop < joined ? stop : stop - 1)
  const isOld = ({ code, amount, stop }: Route['violations'][number]) =>
    base?.violations.some(
      (old) =>
        code === old.code &&
        amount <= old.amount &&
        (code === 'battery' || (stop !== joined && old.stop === before(stop!))),
    )
  return violations.some((violation) => !isOld(violation))
}

async function getOffers(day: Day, wishes: readonly StopRow[]) {
  const place = wishes[0]!.location as { lat: number; lng: number }
  const [legs] = await legsOfMany(straightLines, day.routes[0]!.way, [place], [...listPoints(day), place])
  const found = await findInsertions(day, { place, wishes, legsOf: () => legs! })
  return { found, legs: legs! }
}

const rounds = Number(process.env.ROUTEWRIGHT_RANDOM ?? 60)

test(`of ${rounds} days each window is offered at the cheapest of all gaps, charging on the way included, or where none is lawful not at all`, async () => {
  let charged = 0
  for (let seed = 1; seed <= rounds; seed++) {
    const { context, routes, wishes } = randomDay(seed)
    const day = await createDay('2026-03-03', context, routes, straightLines)
    const { found } = await getOffers(day, wishes)
    for (const [index, wish] of wishes.entries()) {
      const best = await bestByHand(context, routes, wish)
      const own = found[index]!
      const said = `seed ${seed}, ${wish.id}`
      expect('insertion' in own, said).toBe(best !== undefined)
      if (!best || !('insertion' in own)) continue
      expect(own.insertion.addedCost, said).toBeCloseTo(best.cost, 5)
      expect(best.begins.map(Math.round), said).toContain(Math.round(own.insertion.beginsSeconds))
      if (best.charges) charged += 1
    }
  }
  expect(charged).toBeGreaterThan(rounds / 4)
})

test('a stop that waits takes its point from the others, and its route is timed as it would be planned', async () => {
  let charged = 0
  for (let seed = 1; seed <= rounds; seed++) {
    const { context, routes, wishes } = randomDay(seed)
    const day = await createDay('2026-03-03', context, routes, straightLines)
    const [wish] = wishes
    const { found, legs } = await getOffers(day, [wish!])
    if (!('insertion' in found[0]!)) continue
    const { insertion } = found[0]
    const next = taken(day, insertion, wish!, () => legs)
    const joined = next.routes.find(({ one }) => one.route.id === insertion.route.one.route.id)!
    const { evaluated } = await modelRoute(joined.one, context, straightLines)
    expect(joined.now).toMatchObject({
      totalCost: expect.closeTo(evaluated.totalCost, 5),
      endSeconds: evaluated.endSeconds,
    })
    const booked = next.context.booked?.get(joined.one.route.id) ?? []
    expect(booked).toHaveLength(evaluated.steps.filter(({ kind }) => kind === 'charge').length)
    charged += booked.length
  }
  expect(charged).toBeGreaterThan(0)
})
