/** Reassigns routes among identical vehicles so that most stops stay on their present vehicle, at the same cost. */
import { listVehicleTypes } from '../model/vehicle-types.ts'
import type { Problem } from '../problem.ts'
import type { Route, Solution } from '../solution.ts'

/**
 * The solution with routes exchanged between identical vehicles so that as many stops as possible stay on their vehicle. `present`: the
 * vehicle of each stop; undefined for a stop on none. Returns the solution unchanged when charging points are shared, because they are
 * assigned in the order of the vehicles.
 */
export function keepNames(problem: Problem, solution: Solution, present: readonly (number | undefined)[]): Solution {
  if (problem.chargingPlaces?.some(({ points }) => points !== undefined)) return solution
  const routes = [...solution.routes]
  const { typeOf } = listVehicleTypes(problem)
  for (const vehicles of Map.groupBy(routes.keys(), (v) => typeOf[v]!).values()) {
    if (vehicles.length < 2) continue
    const stays = vehicles.map((v) => countStops(solution.routes[v]!, vehicles, present))
    assignMost(stays).forEach((at, from) => {
      const vehicle = vehicles[at]!
      routes[vehicle] = renamed(solution.routes[vehicles[from]!]!, vehicle)
    })
  }
  return { ...solution, routes }
}

/** Number of the route's stops that are now on each of the vehicles. */
function countStops({ stops }: Route, vehicles: readonly number[], present: readonly (number | undefined)[]): number[] {
  return vehicles.map((v) => stops.filter((stop) => present[stop] === v).length)
}

function renamed(route: Route, vehicle: number): Route {
  if (route.vehicle === vehicle) return route
  return { ...route, vehicle, violations: route.violations.map((violation) => ({ ...violation, vehicle })) }
}

/**
 * Assigns each row a distinct column so that the sum of the entries is greatest (Kuhn's assignment by shortest augmenting paths, O(n³)).
 * Ties keep the present assignment.
 */
function assignMost(values: readonly (readonly number[])[]): number[] {
  const size = values.length
  // Costs start at index 1; entry 0 of each list stands for "none".
  const price = (row: number, column: number): number =>
    -2 * size * values[row - 1]![column - 1]! - (row === column ? 1 : 0)
  const ofRow = new Float64Array(size + 1)
  const ofColumn = new Float64Array(size + 1)
  const rowAt = new Int32Array(size + 1)
  for (let row = 1; row <= size; row++) {
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY)
    const from = new Int32Array(size + 1)
    const isSeen = new Uint8Array(size + 1)
    let column = 0
    rowAt[0] = row
    do {
      isSeen[column] = 1
      const current = rowAt[column]!
      let delta = Number.POSITIVE_INFINITY
      let next = 0
      for (let other = 1; other <= size; other++) {
        if (isSeen[other] === 1) continue
        const slack = price(current, other) - ofRow[current]! - ofColumn[other]!
        if (slack < least[other]!) {
          least[other] = slack
          from[other] = column
        }
        if (least[other]! < delta) {
          delta = least[other]!
          next = other
        }
      }
      for (let other = 0; other <= size; other++) {
        if (isSeen[other] === 1) {
          ofRow[rowAt[other]!]! += delta
          ofColumn[other]! -= delta
        } else least[other]! -= delta
      }
      column = next
    } while (rowAt[column] !== 0)
    while (column !== 0) {
      rowAt[column] = rowAt[from[column]!]!
      column = from[column]!
    }
  }
  const result = new Array<number>(size)
  for (let column = 1; column <= size; column++) result[rowAt[column]! - 1] = column - 1
  return result
}
