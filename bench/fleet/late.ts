// How many stops are late when plans are driven at what ways and work really take: a plan by the map and the given times, and plans by the times that
// ten days taught, without and with slack. All are made by the optimizer with the same effort from the same orders.

import { withMeanHours } from '../../apps/server/src/optimizing/solving/solve-by-hour.ts'
import { profileByHour } from '../../apps/server/src/planning/modelling/by-hour.ts'
import { dayTraffic } from '../../packages/roads/src/index.ts'
import { TYPICAL_WEEK } from '../../packages/roads/src/traffic/typical-week.ts'
import type { WeekTraffic } from '../../packages/roads/src/traffic/week-traffic.ts'
import { createRandom } from '../../packages/roads/test/random.ts'
import {
  type BreakShare,
  type Problem,
  solve,
  type TravelProfile,
  usualSpreads,
} from '../../packages/solver/src/index.ts'
import type { Streets } from './streets.ts'
import { learnTimes } from './taught.ts'
import type { PlayedDay, SeenStop } from './truth.ts'

/** An order of the day as its dispatcher has it; windows are seconds of the day. */
interface Order {
  stop: SeenStop
  window: readonly [number, number] | undefined
}

/** How a plan is made: what work takes, by which week of traffic (none: as the map says), and how much slack it wishes for. */
interface Way {
  name: string
  workSeconds(stop: SeenStop, day: PlayedDay): number
  /** How slow or quick who drives is taken to be. */
  paceOf?(driverId: string, day: PlayedDay, at: number): number
  driveOf?(driverId: string, day: PlayedDay, at: number): number
  week: WeekTraffic | undefined
  slack: number
  /** Room for breaks that the plan does not have. */
  takenShares?: readonly BreakShare[] | undefined
}

interface Outcome {
  /** Stops with a window, those whose work began after it, and stops that no route had room for. */
  windows: number
  late: number
  /** The late ones by driver. */
  lateBy: number[]
  leftOut: number
  drivenHours: number
  vans: number
}

const iterations = 30_000
const lunch = { earliestSeconds: 41_400, latestSeconds: 48_600, durationSeconds: 1_800 }
/** The driver who is slow at everything. Without paces no plan accounts for it (docs/decisions/0277). */
const slowest = 3
const shift = [7 * 3_600, 19 * 3_600] as const
/** Price of a second of a driver, as the service sets it for the slider at its end. */
const dearestSlack = 1.2
const perSecond = 0.01
/** Price of one more van: as much as three hours of a driver, so that days are as full as a dispatcher makes them. */
const vanCost = 108

/** Plans the held days anew in each way, drives them, and prints how many stops were late. */
export function scoreLateness(
  seed: number,
  streets: Streets,
  known: readonly PlayedDay[],
  held: readonly PlayedDay[],
): void {
  const ways = listWays(known)
  const nothing = { windows: 0, late: 0, leftOut: 0, drivenHours: 0, vans: 0 }
  const outcomes = ways.map((way) => ({ way, outcome: { ...nothing, lateBy: held[0]!.routes.map(() => 0) } }))
  for (const [at, day] of held.entries()) {
    const orders = takeOrders(day, seed * 100 + at)
    for (const { way, outcome } of outcomes) driveInto(outcome, streets, day, orders, way)
  }
  const before = outcomes[0]!.outcome
  for (const { way, outcome } of outcomes) {
    const { windows, late, lateBy, leftOut, drivenHours, vans } = outcome
    const change = (now: number, then: number) => `${(100 * (now / then - 1)).toFixed(0)} %`
    const gain = way === ways[0] ? '' : ` (${change(late, before.late)})`
    const others = late - lateBy[slowest]!
    const othersBefore = before.late - before.lateBy[slowest]!
    const gainOfOthers = way === ways[0] ? '' : ` (${change(others, othersBefore)})`
    console.log(
      `  ${way.name}: ${late} of ${windows} stops with a window late${gain}, without the slow driver's ${others}${gainOfOthers}; ${leftOut} left out; ${drivenHours.toFixed(0)} h driven by ${(vans / held.length).toFixed(1)} vans a day`,
    )
  }
}

function listWays(known: readonly PlayedDay[]): Way[] {
  const { paceOf: _, driveOf: _drive, ...taught } = learnTimes(known, false)
  const { takenShares, ...withPaces } = learnTimes(known, true)
  const given = (stop: SeenStop) => stop.givenSeconds
  const trueWork = {
    workSeconds: (stop: SeenStop, { oracle }: PlayedDay) => oracle.workOf(stop, undefined),
    paceOf: (_: string, { oracle }: PlayedDay, at: number) => oracle.paceOf(at),
    driveOf: (_: string, { oracle }: PlayedDay, at: number) => oracle.driveOf(at),
  }
  return [
    { name: 'planned by the map and the given times', workSeconds: given, week: undefined, slack: 0 },
    { name: 'by the typical week and the given times', workSeconds: given, week: TYPICAL_WEEK, slack: 0 },
    { name: 'by what ten days taught', ...taught, slack: 0 },
    { name: 'by what ten days taught, slack 0.25', ...taught, slack: 0.25 },
    { name: 'by what ten days taught, slack 0.5', ...taught, slack: 0.5 },
    { name: 'and by the paces of drivers', ...withPaces, slack: 0 },
    { name: 'and by the paces of drivers, slack 0.25', ...withPaces, slack: 0.25 },
    { name: 'and by the paces of drivers, slack 0.25, room for breaks', ...withPaces, slack: 0.25, takenShares },
    { name: 'and by the paces of drivers, slack 0.5', ...withPaces, slack: 0.5 },
    {
      name: 'by the true work of stops and the true paces of drivers, slack 0.25',
      ...trueWork,
      week: taught.week,
      slack: 0.25,
    },
  ]
}

/** Six of ten customers have a window of two hours, at a time at which the fleet did come: so that the day can be driven. */
function takeOrders({ routes, truth }: PlayedDay, seed: number): Order[] {
  const random = createRandom(seed)
  return routes.flatMap(({ stops, day }, at) =>
    stops.map((stop, index) => {
      const { departedAt, travelSeconds } = truth[at]![index]!
      const came = (departedAt - Date.parse(day)) / 1_000 + travelSeconds
      const opens = Math.max(shift[0], Math.floor((came - random.next() * 7_200) / 1_800) * 1_800)
      return { stop, window: random.next() < 0.6 ? ([opens, opens + 7_200] as const) : undefined }
    }),
  )
}

function driveInto(outcome: Outcome, streets: Streets, day: PlayedDay, orders: readonly Order[], way: Way): void {
  const problem = getProblem(streets, day, orders, way)
  const first = solve(withMeanHours(problem), { seed: 1, iterations })
  const { routes, unassigned } = way.week
    ? solve(problem, { seed: 1, iterations: iterations / 3, initial: first.solution }).solution
    : first.solution
  const midnight = Date.parse(day.routes[0]!.day)
  outcome.leftOut += unassigned.length
  outcome.windows += orders.filter(({ window }) => window).length
  for (const route of routes) {
    if (route.stops.length === 0) continue
    const planned = route.stops.map((stop) => orders[stop]!)
    const order = planned.map(({ stop, window }) => ({ stop, opensAt: window && midnight + window[0] * 1_000 }))
    const driven = day.drive(route.vehicle, midnight + route.startSeconds * 1_000, order)
    const closes = (at: number) => midnight + 1_000 * (planned[at]!.window?.[1] ?? Number.POSITIVE_INFINITY)
    const late = driven.filter(({ beganAt }, at) => beganAt > closes(at)).length
    outcome.late += late
    outcome.lateBy[route.vehicle]! += late
    outcome.drivenHours += (driven.at(-1)!.endedAt - midnight) / 3_600_000 - route.startSeconds / 3_600
    outcome.vans += 1
  }
}

function getProblem(streets: Streets, day: PlayedDay, orders: readonly Order[], way: Way): Problem {
  const slack = way.slack && {
    slack: { pricePerSecond: dearestSlack * way.slack * perSecond, spreads: usualSpreads },
  }
  return {
    locationCount: orders.length + 1,
    profiles: [getProfile(streets, day, orders, way.week)],
    loadDimensions: 0,
    stops: orders.map(({ stop, window }, at) => ({
      location: at + 1,
      serviceSeconds: Math.round(way.workSeconds(stop, day)),
      ...(window && { windows: [window] }),
    })),
    vehicles: day.routes.map(({ driverId }, at) => ({
      ...(way.paceOf && { serviceFactor: way.paceOf(driverId, day, at) }),
      ...(way.driveOf && { speedFactor: way.driveOf(driverId, day, at) }),
      startLocation: 0,
      endLocation: null,
      shift,
      breaks: [{ ...lunch, ...(way.takenShares && { takenShares: way.takenShares }) }],
      cost: { fixed: vanCost, perSecond },
    })),
    options: { maxWaitSeconds: 3_600, ...slack },
  }
}

function getProfile(
  streets: Streets,
  { depot, routes }: PlayedDay,
  orders: readonly Order[],
  week: WeekTraffic | undefined,
): TravelProfile {
  const { seconds, mixes } = streets.matrix([depot, ...orders.map(({ stop }) => stop.place)])
  const traffic = week && dayTraffic(week, routes[0]!.day)
  return traffic ? profileByHour({ seconds, meters: seconds, mixes }, traffic) : { seconds, meters: seconds }
}
