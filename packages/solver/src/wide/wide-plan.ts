/** A plan of a wide problem as routes, and its division into parts. */
import { Random } from '../model/random.ts'
import type { Share } from '../parallel/partition.ts'
import type { WideProblem } from '../wide-problem.ts'
import { cutItems, type Items } from './cut.ts'
import { dealVehicles, type Need } from './deal-vehicles.ts'
import { entryAt } from './entry-at.ts'
import { findLeaders } from './groups.ts'

/** Elements (stop, or -1 for a reload) per vehicle; empty for an unused one. Routes are replaced, never changed. */
export type WideRoutes = Int32Array[]

/** Unused vehicles go to where stops are left out: each of them counts like this many stops more. */
const absentWeight = 20

/** Stops of a leaf when all stops are put in an order in space. */
const leafStops = 4

/** Divides plans of one problem. */
export class PlanCutter {
  /** Place of each stop in an order in which stops close in space are close; in shared memory. */
  readonly rank: Int32Array
  private readonly problem: WideProblem
  private readonly leaders: Int32Array

  constructor(problem: WideProblem) {
    this.problem = problem
    this.leaders = findLeaders(problem.stops)
    this.rank = this.rankStops()
  }

  /**
   * Parts of near routes; every vehicle and every absent stop is in one of them. An absent stop goes with what it is bound to; stops bound
   * to no route are divided like routes.
   */
  cut(routes: WideRoutes, count: number, random: Random): Share[] {
    const used = listIndices(routes, (route) => route.length > 0)
    const { absent, itemOf, items } = this.listItems(routes, used)
    const parts = cutItems(items, count, random)
    const partOf = new Int32Array(items.x.length)
    parts.forEach((members, part) => {
      for (const item of members) partOf[item] = part
    })
    const shares = parts.map((): { vehicles: number[]; absent: number[] } => ({ vehicles: [], absent: [] }))
    used.forEach((v, item) => {
      entryAt(shares, entryAt(partOf, item)).vehicles.push(v)
    })
    for (const stop of absent)
      entryAt(shares, entryAt(partOf, entryAt(itemOf, entryAt(this.leaders, stop)))).absent.push(stop)
    const free = listIndices(routes, (route) => route.length === 0)
    const needs = parts.map((members, part) => {
      const need = sumUp(items, members)
      return { ...need, weight: need.weight + absentWeight * entryAt(shares, part).absent.length }
    })
    dealVehicles(this.problem, free, needs, random).forEach((vehicles, part) => {
      entryAt(shares, part).vehicles.push(...vehicles)
    })
    return shares.map(({ vehicles, absent }) => ({
      vehicles: Int32Array.from(vehicles),
      routes: vehicles.map((v) => entryAt(routes, v)),
      absent: Int32Array.from(absent),
    }))
  }

  /**
   * Items that a cut divides: each used route as one item, then each group of absent stops that no route serves. `itemOf` is the item of each
   * group, by its leader.
   */
  private listItems(routes: WideRoutes, used: number[]): { absent: number[]; itemOf: Int32Array; items: Items } {
    const { problem, leaders } = this
    const itemOf = new Int32Array(problem.stops.length).fill(-1)
    const isServed = new Uint8Array(problem.stops.length)
    used.forEach((v, item) => {
      for (const stop of entryAt(routes, v)) {
        if (stop < 0) continue
        isServed[stop] = 1
        itemOf[entryAt(leaders, stop)] = item
      }
    })
    const members = used.map((v) => Array.from(entryAt(routes, v)).filter((stop) => stop >= 0))
    const absent: number[] = []
    for (let stop = 0; stop < isServed.length; stop++) {
      if (isServed[stop] === 1) continue
      absent.push(stop)
      const leader = entryAt(leaders, stop)
      if (entryAt(itemOf, leader) < 0) itemOf[leader] = members.push([]) - 1
      if (entryAt(itemOf, leader) >= used.length) entryAt(members, entryAt(itemOf, leader)).push(stop)
    }
    return { absent, itemOf, items: this.measure(members) }
  }

  /** Centres of lists of stops, weighted by their number. */
  private measure(lists: readonly (readonly number[])[]): Items {
    const { stops, points } = this.problem
    const items: Items = {
      x: new Float64Array(lists.length),
      y: new Float64Array(lists.length),
      weight: Float64Array.from(lists, (list) => list.length),
    }
    lists.forEach((list, item) => {
      let [x, y] = [0, 0]
      for (const stop of list) {
        const location = entryAt(stops, stop).location ?? 0
        x += entryAt(points.x, location)
        y += entryAt(points.y, location)
      }
      items.x[item] = x / list.length
      items.y[item] = y / list.length
    })
    return items
  }

  private rankStops(): Int32Array {
    const { stops } = this.problem
    const leaves = cutItems(
      this.measure(stops.map((_, stop) => [stop])),
      Math.ceil(stops.length / leafStops),
      new Random(1),
    )
    const rank = new Int32Array(new SharedArrayBuffer(4 * stops.length))
    let next = 0
    for (const leaf of leaves) for (const stop of leaf) rank[stop] = next++
    return rank
  }
}

function listIndices<T>(list: readonly T[], has: (entry: T) => boolean): number[] {
  return list.flatMap((entry, index) => (has(entry) ? [index] : []))
}

/** Centre and weight of a part. */
function sumUp({ x, y, weight }: Items, members: Int32Array): Need {
  const need: Need = { x: 0, y: 0, weight: 0 }
  for (const item of members) {
    need.weight += entryAt(weight, item)
    need.x += entryAt(weight, item) * entryAt(x, item)
    need.y += entryAt(weight, item) * entryAt(y, item)
  }
  need.x /= Math.max(1, need.weight)
  need.y /= Math.max(1, need.weight)
  return need
}
