// Prices of wishes that are not money: the search prices them as seconds of driving, and they are removed from the solution again.
import type { Problem, Vehicle } from '../problem.ts'
import type { Solution } from '../solution.ts'

/** Price of a mean second of driving, per vehicle. */
export function pricesPerSecond({ profiles, vehicles }: Problem): number[] {
  const metersPerSecond = profiles.map(({ seconds, meters }) => {
    let driven = 0
    let far = 0
    for (let cell = 0; cell < seconds.length; cell++) {
      if (seconds[cell]! <= 0) continue
      driven += seconds[cell]!
      far += meters[cell]!
    }
    return driven > 0 ? far / driven : 0
  })
  return vehicles.map(({ cost, profile = 0 }: Vehicle) => {
    const { perSecond = 0, perTravelSecond = 0, perMeter = 0 } = cost
    return perSecond + perTravelSecond + perMeter * metersPerSecond[profile]!
  })
}

/** A solution of the problem with wishes (`withAreas`, `withFamiliarDrivers`), priced as in the problem without them. */
export function priceWithoutWishes(problem: Problem, wished: Problem, solution: Solution): Solution {
  let all = 0
  const routes = solution.routes.map((route, v) => {
    const extra = route.stops.reduce((sum, stop) => sum + costOn(wished, stop, v) - costOn(problem, stop, v), 0)
    all += extra
    return { ...route, cost: { ...route.cost, stops: route.cost.stops - extra }, totalCost: route.totalCost - extra }
  })
  const cost = { ...solution.cost, stops: solution.cost.stops - all }
  return { ...solution, routes, cost, totalCost: solution.totalCost - all }
}

function costOn({ stops }: Problem, stop: number, v: number): number {
  return stops[stop]!.costByVehicle?.[v] ?? 0
}
