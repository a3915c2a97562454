// What the optimizer minimises: money where the routes have prices, else travel time, or distance when asked for.
import { type ProblemOptions, usualSpreads, type VehicleCost } from '@routewright/solver'
import type { RouteRow } from '../../data/route-table.ts'
import type { PlanSettings } from './settings.ts'

type Prices = Pick<RouteRow, 'price_per_minute' | 'price_per_distance' | 'price_per_stop' | 'toll_price'>

/** Small shares that order solutions which cost the same: shorter working days before longer ones, fewer metres before more. */
const waitShare = 0.05
const meterShare = 0.005
/** A second of a margin that is missing, in seconds of driving with its way, at the end of the slider: twice a second of the driver's (docs/decisions/0345). */
const dearestSlack = 1.2

/**
 * Cost of each route. Prices are per minute, per kilometre, per stop, and a toll for using the route at all. A route
 * without prices beside priced ones costs their average: a van is not free because its price was not entered.
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
    const { minute, kilometer, stop } = hasPrice(route) ? pricesOf(route) : average
    return {
      // Without a price of its own, driving still counts a little, so that free minutes are not wasted.
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
    // A stop more than the others have then costs about as much as driving half a leg farther, times the difference.
    balanceStopsWeight: (settings.balanceWeight * typicalLegCost) / 4,
    timeSpanCoefficient: settings.timeSpanCoefficient * perSecond,
    distanceSpanCoefficient: settings.distanceSpanCoefficient * perSecond,
    minimiseVehicles: settings.minimiseVehicles,
    ...(settings.slack > 0 && {
      slack: { pricePerSecond: dearestSlack * settings.slack * perSecond, spreads: usualSpreads },
    }),
  }
}

/** What a second of driving costs on average, distance included at 10 m/s. */
function meanSecondCost(costs: readonly VehicleCost[]): number {
  if (costs.length === 0) return 1
  const sum = costs.reduce(
    (total, cost) => total + (cost.perSecond ?? 0) + (cost.perTravelSecond ?? 0) + 10 * (cost.perMeter ?? 0),
    0,
  )
  return sum / costs.length
}

/** Whether a price of its own counts for the route. */
export function hasPrice(route: Omit<Prices, 'toll_price'>): boolean {
  return (route.price_per_minute ?? 0) > 0 || (route.price_per_distance ?? 0) > 0 || (route.price_per_stop ?? 0) > 0
}

function pricesOf(route: Prices) {
  return {
    minute: route.price_per_minute ?? 0,
    kilometer: route.price_per_distance ?? 0,
    stop: route.price_per_stop ?? 0,
  }
}

function averagePrices(routes: readonly Prices[]) {
  const sum = { minute: 0, kilometer: 0, stop: 0 }
  for (const route of routes) {
    const prices = pricesOf(route)
    sum.minute += prices.minute / routes.length
    sum.kilometer += prices.kilometer / routes.length
    sum.stop += prices.stop / routes.length
  }
  return sum
}
