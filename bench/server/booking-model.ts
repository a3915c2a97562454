// The seller and the customers of `bookings.ts`: an instance of Solomon without its windows, over some days with a fleet each.
import { createHash } from 'node:crypto'
import type { DayReader, SlotDay } from '../../apps/server/src/annexes/slots/days.ts'
import { createDay, type Day, type DayContext } from '../../apps/server/src/annexes/slots/insertion/day-routes.ts'
import { DayStore } from '../../apps/server/src/annexes/slots/insertion/day-store.ts'
import type { Insertion } from '../../apps/server/src/annexes/slots/insertion/insertion.ts'
import type { PastDays } from '../../apps/server/src/annexes/slots/insertion/past-days.ts'
import { listPoints, taken } from '../../apps/server/src/annexes/slots/insertion/waiting.ts'
import { trySlots } from '../../apps/server/src/annexes/slots/offers.ts'
import { type ProjectRow, projectTable } from '../../apps/server/src/data/project-tables.ts'
import { emptyRow } from '../../apps/server/src/data/records.ts'
import { getSlotId } from '../../apps/server/src/data/resources/slot-promise.ts'
import { type RouteRow, routeTable } from '../../apps/server/src/data/route-table.ts'
import { type StopRow, stopTable } from '../../apps/server/src/data/stop-table.ts'
import { straightLines } from '../../apps/server/src/geography/travel/straight-lines.ts'
import { findPlace } from '../../apps/server/src/planning/modelling/places.ts'
import { createPlanProblem, withTravel } from '../../apps/server/src/planning/modelling/plan-problem.ts'
import { planSettings } from '../../apps/server/src/planning/modelling/settings.ts'
import { readSolomon } from '../../packages/solver/src/formats/solomon.ts'
import { type CostParts, check, evaluate, type Problem, type Solution, solve } from '../../packages/solver/src/index.ts'

const hour = 3_600
const days = 3
const dates = Array.from({ length: days }, (_, day) => `2026-03-0${day + 2}`)
const windows = [8, 10, 12, 14, 16].map((from) => [from * hour, (from + 2) * hour] as [number, number])
const middle = { lat: 47, lng: 9 }
/** A unit of the instances on the map: 0.6 km, so that its square is 60 km wide. */
const degreesOfUnit = 0.6 / 111.2
const serviceSeconds = 300
/** Vans beyond those that the loads need. */
const spareVans = 1
const now = new Date('2026-03-01T08:00:00Z')

export interface Offer {
  id: string
  day: number
  window: [number, number]
  insertion: Insertion
  /** The quoted cost. */
  cost: number
}

export interface SettledDay {
  broken: number
  meters: number
  optimizedMeters: number
  quotedCost: number
  optimizedCost: number
}

/** The same numbers in [0, 1) for the same text (mulberry32). */
export function seedRandom(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[result[at], result[other]] = [result[other]!, result[at]!]
  }
  return result
}

/** The customers of the instance in random order, without their windows. */
export function listCustomers(text: string, random: () => number, most: number): StopRow[] {
  const { stops } = readSolomon(text)
  return shuffled(stops, random)
    .slice(0, most)
    .map((stop) => {
      const own = { id: `stop ${stop.number}`, label: `${stop.number}`, location: placeAt(stop), weight: stop.demand }
      return { ...emptyRow(stopTable), ...own, duration: serviceSeconds, type: 'delivery' } as unknown as StopRow
    })
}

function placeAt({ x, y }: { x: number; y: number }) {
  const lng = middle.lng + ((x - 50) * degreesOfUnit) / Math.cos((middle.lat * Math.PI) / 180)
  return { lat: middle.lat + (y - 50) * degreesOfUnit, lng }
}

/** How a day is searched, and the share at which that happens by itself after bookings, as the service does it; 0 never. */
interface Search {
  iterations: number
  reoptimizeShare: number
  /** How days of this seller ended before; without them a slot costs what it adds to the day as it is. */
  past?: PastDays
}

/** A seller of some days, all of them empty, with the vans that the loads of the instance need. */
export async function makeSeller(text: string, search: Search): Promise<Seller> {
  const project = { ...emptyRow(projectTable), timezone: 'UTC' } as unknown as ProjectRow
  const context: DayContext = {
    settings: planSettings({ optimizer_config: null, traffic_options: null }, project),
    zones: [],
    nowSeconds: -86_400,
    isLive: false,
    drivers: undefined,
  }
  const empty = listRoutes(text).map((route) => ({ route, stops: [] }))
  return new Seller(await Promise.all(dates.map((date) => createDay(date, context, empty, straightLines))), search)
}

export class Seller {
  readonly slotIds = dates.flatMap((date) => windows.map((window) => getSlotId(date, window)))
  private readonly days: Day[]
  private readonly search: Search
  private readonly store = new DayStore()
  private readonly booked = dates.map(() => ({ quoted: 0, addedSince: 0 }))

  constructor(days: Day[], search: Search) {
    this.days = days
    this.search = search
  }

  /** Offers that fit, the cheapest first: the offer of the interface. */
  async offer(customer: StopRow): Promise<Offer[]> {
    const reader = { scope: { now }, travel: straightLines, store: this.store } as unknown as DayReader
    const { past } = this.search
    const asked = this.days.map((day): SlotDay => ({ date: day.date, isClosed: false, nowSeconds: -86_400, day, past }))
    const wished = new Map(dates.map((date) => [date, windows.map((window) => ({ window }))]))
    const tried = await trySlots(reader, asked, customer, wished)
    const offers = tried.flatMap(({ day: { date }, window, outcome }): Offer[] => {
      if (!('insertion' in outcome)) return []
      const { insertion, cost } = outcome
      return [{ id: getSlotId(date, window), day: dates.indexOf(date), window, insertion, cost: cost.cost }]
    })
    return offers.sort((a, b) => a.cost - b.cost)
  }

  /** Cost that the stop adds to the day if that is optimized in full without it and with it. Asked before it is booked. */
  async fullCost(customer: StopRow, offer: Offer): Promise<number> {
    const before = await optimized(this.days[offer.day]!, this.search.iterations)
    return (await optimized(await this.withStop(customer, offer), this.search.iterations)).cost - before.cost
  }

  async book(customer: StopRow, offer: Offer): Promise<void> {
    const { iterations, reoptimizeShare } = this.search
    const account = this.booked[offer.day]!
    const day = await this.withStop(customer, offer)
    this.days[offer.day] = day
    account.quoted += offer.cost
    account.addedSince += offer.insertion.addedCost
    if (reoptimizeShare === 0) return
    const { cost } = await computeFigures(day)
    if (account.addedSince < reoptimizeShare * cost) return
    account.addedSince = 0
    const better = await optimized(day, iterations)
    if (better.cost < (1 - reoptimizeShare) * cost) this.days[offer.day] = better.day
  }

  /** How the days ended, each optimized in full, as the service learns it from plans. */
  async asPast(): Promise<PastDays> {
    const ended = await Promise.all(this.days.map((day) => optimized(day, this.search.iterations)))
    const routes = ended.flatMap(({ day }) => day.routes).filter(({ pending }) => pending.length > 0)
    const places = routes.flatMap(({ pending, legs }) => {
      const meters = legs.map((leg) => leg?.meters ?? 0)
      const depot = meters[0]! + meters.at(-1)!
      return pending.map(({ location }, at) => {
        const [before, behind] = [at === 0 ? 0 : meters[at]!, at === pending.length - 1 ? 0 : meters[at + 1]!]
        return { ...findPlace(location)!, stops: 1, meters: (before + behind) / 2 + depot / pending.length }
      })
    })
    // The model has no hours: whoever asks, all others may still come.
    const leads = [{ hours: Number.NEGATIVE_INFINITY, stops: places.length }]
    return { days: ended.length, routes: routes.length, stops: places.length, places, leads }
  }

  /** Checks every promise of each day, and optimizes it in full. */
  async settle(): Promise<SettledDay[]> {
    const settled: SettledDay[] = []
    for (const [index, day] of this.days.entries()) {
      const { meters, broken } = await computeFigures(day)
      const after = await optimized(day, this.search.iterations)
      const optimizedAs = { optimizedMeters: after.meters, optimizedCost: after.cost }
      settled.push({ broken: broken + after.broken, meters, quotedCost: this.booked[index]!.quoted, ...optimizedAs })
    }
    return settled
  }

  private async withStop(customer: StopRow, { day, window, insertion }: Offer): Promise<Day> {
    const place = findPlace(customer.location)!
    const { way } = insertion.route
    const legs = await this.store.legs.find(straightLines, way, place, this.days.flatMap(listPoints), now)
    return taken(this.days[day]!, insertion, { ...customer, time_windows: [window] }, () => legs)
  }
}

/** Vans for the loads of a day, and one more. */
function listRoutes(text: string): RouteRow[] {
  const { stops, vehicles, depots } = readSolomon(text)
  // The wide vans of the second classes would drive everything with one.
  const capacity = Math.min(200, vehicles[0]!.capacity)
  const load = stops.reduce((sum, { demand }) => sum + demand, 0) / days
  const depot = placeAt(depots[0]!)
  const own = { start_location: depot, end_location: depot, time_window: [7 * hour, 19 * hour], max_weight: capacity }
  return Array.from({ length: Math.ceil(load / capacity) + spareVans }, (_, index) => {
    const row = { ...emptyRow(routeTable), id: `route ${index}`, order: index, ...own }
    return row as unknown as RouteRow
  })
}

/** The whole day as one problem, with the order of each route. */
async function getProblem(day: Day): Promise<{ problem: Problem; orders: number[][]; rows: readonly StopRow[] }> {
  const all = day.routes.flatMap(({ one }) => one.stops.map(({ id }) => id))
  const picture = {
    ...day.context,
    routes: day.routes.map(({ one }) => one),
    unassigned: [],
    withPackages: new Set<string>(),
  }
  const plan = createPlanProblem({ ...picture, freedom: 'rebuild', promised: new Set(all) })
  const matrices = await Promise.all(plan.ways.map((way) => straightLines.matrix(plan.points, way)))
  const indexOf = new Map(plan.stopRows.map((row, index) => [row.id, index]))
  const orders = day.routes.map(({ one }) => one.stops.map(({ id }) => indexOf.get(id)!))
  return { problem: withTravel(plan, matrices), orders, rows: plan.stopRows }
}

/** Cost and metres of the day as it is, and how many promises the checker finds broken; it shares no code with the optimizer. */
async function computeFigures(day: Day) {
  const { problem, orders } = await getProblem(day)
  const routes = orders.map((order, vehicle) => evaluate(problem, vehicle, order))
  const cost = routes.reduce((sum, route) => sum + route.totalCost, 0)
  const meters = routes.reduce((sum, route) => sum + route.meters, 0)
  const names = Object.keys(routes[0]!.cost) as (keyof CostParts)[]
  const computeSum = (name: keyof CostParts) => routes.reduce((sum, route) => sum + (route.cost[name] ?? 0), 0)
  const parts = Object.fromEntries(names.map((name) => [name, computeSum(name)])) as unknown as CostParts
  return { cost, meters, broken: brokenIn(problem, { routes, unassigned: [], cost: parts, totalCost: cost }) }
}

async function optimized(day: Day, iterations: number) {
  const { problem, orders, rows } = await getProblem(day)
  const { solution } = solve(problem, { seed: 1, iterations, initial: orders })
  const routes = day.routes.map(({ one }, vehicle) => ({
    route: one.route,
    stops: solution.routes[vehicle]!.stops.map((stop) => ({ ...rows[stop]!, route_id: one.route.id })),
  }))
  const meters = solution.routes.reduce((sum, route) => sum + route.meters, 0)
  const broken = brokenIn(problem, solution) + solution.unassigned.length
  const next = await createDay(day.date, day.context, routes, straightLines)
  return { day: next, cost: solution.totalCost, meters, broken }
}

/** Rules that are about a promise: its window, room on the vehicle, its hours, and that every stop is served once. */
function brokenIn(problem: Problem, solution: Solution): number {
  return check(problem, solution).length
}
