// The optimizer's objective: money where the routes have prices, else travel time, or distance when asked for.
import { type ProblemOptions, usualSpreads, type VehicleCost } from '@routewright/solver'
import type { RouteRow } from '../../data/route-table.ts'
import type { TravelMatrix } from '../../geography/travel/travel.ts'
import type { PlanSettings } from './settings.ts'

type Prices = Pick<RouteRow, 'price_per_minute' | 'price_per_distance' | 'price_per_stop' | 'toll_price'>

/** Small shares that decide between solutions of equal cost: shorter working days and fewer metres win. */
const waitShare = 0.05
const meterShare = 0.005
/**
 * Highest cost of a missing second of margin, in seconds of driving including distance, reached at the end of the slider: twice a
 * second of the driver's (docs/decisions/0345).
 */
const dearestSlack = 1.2

/**
 * Returns the cost of each route. Prices are per minute, per kilometre, per stop, and a toll for using the route at all. Among
 * priced routes, one without prices costs their average: a van is not free because nobody entered its price.
 */
export function routeCosts(routes: readonly Prices[], settings: PlanSettings): VehicleCost[] {
  if (!routes.some(hasPrice)) {
    const cost = settings.useDistance
      ? { perMeter: 1, perTravelSecond: 0.01, perSecond: 0.001 }
      : { perTravelSecond: 1, perSecond: waitShare, perMeter: meterShare }
    return routes.map((route) => ({ ...cost, toll: route.toll_price ?? 0 }))
  }
  const average = averagePrices(routes.filter(hasPrice))
  return routes.map((route) => {
    const { minute, kilometer, stop } = hasPrice(route) ? getPrices(route) : average
    return {
      // Where the price per minute or per kilometre is 0, driving still costs a little, so that free minutes are not wasted.
      perSecond: minute / 60,
      perMeter: kilometer / 1000,
      perTravelSecond: minute === 0 || kilometer === 0 ? 1e-5 * Math.max(minute, kilometer, stop) : 0,
      perStop: stop,
      toll: route.toll_price ?? 0,
    }
  })
}

/** Preferences over the whole solution, in the unit of `costs`. `typicalLegSeconds`: between neighbouring stops. */
export function problemOptions(
  settings: PlanSettings,
  costs: readonly VehicleCost[],
  typicalLegSeconds: number,
): ProblemOptions {
  const perSecond = meanSecondCost(costs)
  const typicalLegCost = Math.max(typicalLegSeconds, 60) * perSecond
  return {
    maxWaitSeconds: settings.maxWaitSeconds,
    allowLate: settings.allowLate,
    latePenaltyPerSecond: settings.latePenalty ?? 2 * perSecond,
    // With this weight, one stop more than the others have costs about as much as half a leg, times the difference.
    balanceStopsWeight: (settings.balanceWeight * typicalLegCost) / 4,
    timeSpanCoefficient: settings.timeSpanCoefficient * perSecond,
    distanceSpanCoefficient: settings.distanceSpanCoefficient * perSecond,
    minimiseVehicles: settings.minimiseVehicles,
    ...(settings.slack > 0 && {
      slack: { pricePerSecond: dearestSlack * settings.slack * perSecond, spreads: usualSpreads },
    }),
  }
}

/** Average cost of a second of driving, distance included at 10 m/s. */
function meanSecondCost(costs: readonly VehicleCost[]): number {
  if (costs.length === 0) return 1
  const sum = costs.reduce(
    (total, cost) => total + (cost.perSecond ?? 0) + (cost.perTravelSecond ?? 0) + 10 * (cost.perMeter ?? 0),
    0,
  )
  return sum / costs.length
}

/** Returns whether the route has a price of its own that counts. */
export function hasPrice(route: Omit<Prices, 'toll_price'>): boolean {
  return (route.price_per_minute ?? 0) > 0 || (route.price_per_distance ?? 0) > 0 || (route.price_per_stop ?? 0) > 0
}

function getPrices(route: Prices) {
  return {
    minute: route.price_per_minute ?? 0,
    kilometer: route.price_per_distance ?? 0,
    stop: route.price_per_stop ?? 0,
  }
}

function averagePrices(routes: readonly Prices[]) {
  const sum = { minute: 0, kilometer: 0, stop: 0 }
  for (const route of routes) {
    const prices = getPrices(route)
    sum.minute += prices.minute / routes.length
    sum.kilometer += prices.kilometer / routes.length
    sum.stop += prices.stop / routes.length
  }
  return sum
}

/** Mean seconds to the nearest neighbour, over a sample of places. */
export function typicalLegSeconds({ seconds }: TravelMatrix, count: number): number {
  const step = Math.max(1, Math.floor(count / 200))
  let sum = 0
  let sampled = 0
  for (let from = 0; from < count; from += step) {
    let nearest = Number.POSITIVE_INFINITY
    for (let to = 0; to < count; to++) {
      const leg = seconds[from * count + to]!
      if (to !== from && leg >= 0 && leg < nearest) nearest = leg
    }
    if (nearest < Number.POSITIVE_INFINITY) {
      sum += nearest
      sampled += 1
    }
  }
  return sampled === 0 ? 0 : sum / sampled
}
