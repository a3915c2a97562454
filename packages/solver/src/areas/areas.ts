/**
 * Routes that keep to areas of their own. The stops are divided into as many areas of equal size as a plan has used routes. A stop then
 * costs extra on every route except its area's own, and more the farther that route's area is. So borders between routes become lines, and
 * a stop crosses one only when that saves more.
 *
 * Stops are drawn to seeds of routes as in M. L. Fisher and R. Jaikumar, A generalized assignment heuristic for vehicle routing (Networks
 * 11, 1981). The areas are found by S. P. Lloyd's iteration (Least squares quantization in PCM, 1982), with a handicap for those that have
 * too many stops.
 */
import { getRequiredPenalty, type Problem } from '../problem.ts'
import { pricesPerSecond } from './wish-prices.ts'

/** Part of the day's stops: its central location, and the seconds added to its distances as a handicap. */
interface Area {
  middle: number
  handicap: number
}

/** Number of iterations; after them hardly a stop changes its area. */
const rounds = 30
/** Share of an area's excess that is added to its handicap per round. */
const stepOfHandicap = 0.3
/** Cost of a stop just across a border, as a share of the way to the next area's middle. Without it a border has no effect. */
const shareOfBorder = 0.6
/** Distance assumed for an unreachable place. */
const unreachableSeconds = 86_400

/**
 * The problem in which each stop costs extra on vehicles of other areas. `orders`: stop indices per vehicle (below 0: a reload) of a plan,
 * whose used routes get one area each. `weight`: cost of each second that an area is farther away than the stop's own, as a factor on the
 * vehicle's price of a second of driving. With weight 0, or fewer than two used routes, the unchanged problem.
 */
export function withAreas(problem: Problem, orders: readonly (readonly number[])[], weight: number): Problem {
  const used = problem.vehicles.flatMap((_, v) => (orders[v]?.some((stop) => stop >= 0) ? v : []))
  const locations = problem.stops.flatMap(({ location }) => location ?? [])
  if (weight <= 0 || used.length < 2 || locations.length < used.length) return problem
  const areas = divide(problem, locations, used.length)
  const border = shareOfBorder * distanceOfMiddles(problem, areas)
  const areaOf = assignAreas(problem, orders, used, areas)
  const prices = pricesPerSecond(problem).map((price) => weight * price)
  const stops = problem.stops.map((stop) => {
    const { location } = stop
    if (location === null) return stop
    const away = areas.map((area) => secondsAway(problem, location, area))
    const nearest = Math.min(...away)
    const costByVehicle = prices.map((price, v) => {
      const area = areaOf.get(v)
      // A vehicle without an area pays extra everywhere.
      const across = area === undefined ? 0 : away[area]! - nearest
      const isOwn = area !== undefined && across === 0
      return (stop.costByVehicle?.[v] ?? 0) + (isOwn ? 0 : price * (across + border))
    })
    return { ...stop, costByVehicle }
  })
  return { ...problem, stops, options: { ...problem.options, requiredPenalty: getRequiredPenalty(problem) } }
}

function divide(problem: Problem, locations: readonly number[], count: number): Area[] {
  const areas = spread(problem, locations, count).map((middle): Area => ({ middle, handicap: 0 }))
  const step = stepOfHandicap * distanceOfMiddles(problem, areas)
  for (let round = 0; round < rounds; round++) {
    const members: number[][] = areas.map(() => [])
    for (const location of locations) members[findNearest(problem, location, areas)]!.push(location)
    for (const [index, area] of areas.entries()) {
      const own = members[index]!
      area.handicap += step * ((own.length * count) / locations.length - 1)
      if (own.length > 0) area.middle = computeMiddle(problem, own)
    }
  }
  return areas
}

/** Locations far from each other and from the middle of all: each is the farthest from those before. */
function spread(problem: Problem, locations: readonly number[], count: number): number[] {
  const chosen: number[] = []
  const nearest = locations.map(() => Number.POSITIVE_INFINITY)
  let last = computeMiddle(problem, locations.slice(0, mostForMiddle))
  while (chosen.length < count) {
    let farthest = 0
    for (const [index, location] of locations.entries()) {
      nearest[index] = Math.min(nearest[index]!, secondsBetween(problem, location, last))
      if (nearest[index]! > nearest[farthest]!) farthest = index
    }
    last = locations[farthest]!
    chosen.push(last)
  }
  return chosen
}

/** Largest number of locations sampled to find the middle. */
const mostForMiddle = 500

/** Mean distance to the next area's middle. */
function distanceOfMiddles(problem: Problem, areas: readonly Area[]): number {
  const nearest = areas.map(({ middle }, index) =>
    Math.min(...areas.flatMap((other, at) => (at === index ? [] : secondsBetween(problem, middle, other.middle)))),
  )
  return nearest.reduce((sum, seconds) => sum + seconds, 0) / areas.length
}

function findNearest(problem: Problem, location: number, areas: readonly Area[]): number {
  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, area] of areas.entries()) {
    const away = secondsAway(problem, location, area)
    if (away < least) {
      least = away
      nearest = index
    }
  }
  return nearest
}

function secondsAway(problem: Problem, location: number, { middle, handicap }: Area): number {
  return secondsBetween(problem, location, middle) + handicap
}

/** Area of each used vehicle: pairs with the most stops in common first. */
function assignAreas(
  problem: Problem,
  orders: readonly (readonly number[])[],
  used: readonly number[],
  areas: readonly Area[],
): Map<number, number> {
  const pairs = used.flatMap((v) => {
    const common = areas.map(() => 0)
    for (const stop of orders[v]!) {
      const location = stop < 0 ? null : problem.stops[stop]!.location
      if (location !== null) common[findNearest(problem, location, areas)]! += 1
    }
    return common.map((stops, area) => ({ v, area, stops }))
  })
  pairs.sort((a, b) => b.stops - a.stops)
  const areaOf = new Map<number, number>()
  const taken = new Set<number>()
  for (const { v, area } of pairs) {
    if (areaOf.has(v) || taken.has(area)) continue
    areaOf.set(v, area)
    taken.add(area)
  }
  return areaOf
}

/** The location from which the others are reached fastest. */
function computeMiddle(problem: Problem, locations: readonly number[]): number {
  let middle = locations[0]!
  let least = Number.POSITIVE_INFINITY
  for (const location of new Set(locations)) {
    let sum = 0
    for (const other of locations) sum += secondsBetween(problem, location, other)
    if (sum < least) {
      least = sum
      middle = location
    }
  }
  return middle
}

/** Mean of the travel times there and back. */
function secondsBetween({ profiles, locationCount }: Problem, from: number, to: number): number {
  const { seconds } = profiles[0]!
  const there = seconds[from * locationCount + to]!
  const back = seconds[to * locationCount + from]!
  return there < 0 || back < 0 ? unreachableSeconds : (there + back) / 2
}
