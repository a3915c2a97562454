/** Refuses what a search in parts cannot keep: rules over the whole plan, and work that is pinned to vehicles. */
import type { WideProblem } from '../wide-problem.ts'

/** Throws a RangeError that names the field. Fields of single stops and vehicles are checked with their part. */
export function requireWide(problem: WideProblem): void {
  const { points, travel, locationCount, options, stops, vehicles, chargingPlaces = [] } = problem
  for (const axis of ['x', 'y'] as const) {
    if (points[axis].length >= locationCount) continue
    throw new RangeError(`problem.points.${axis} has ${points[axis].length} entries: ${locationCount} are needed`)
  }
  if (travel.length === 0) throw new RangeError('problem.travel is empty: at least one')
  for (const field of ['timeSpanCoefficient', 'distanceSpanCoefficient'] as const) {
    if (options[field]) refuse(`options.${field}`, 'the longest route of all')
  }
  if (chargingPlaces.length > 0) refuse('chargingPlaces', 'points shared by all routes')
  stops.forEach(({ priority, dropPenalty, oneOf, after = [] }, index) => {
    if (after.length > 0) refuse(`stops[${index}].after`, 'an order of stops that may lie in several parts')
    if (oneOf !== undefined) refuse(`stops[${index}].oneOf`, 'a choice among places that may lie in several parts')
    if (priority && dropPenalty === undefined) refuse(`stops[${index}].priority`, 'a rank among all stops')
  })
  vehicles.forEach(({ isLocked, pinned = [], pinnedPrefix = [], profile = 0 }, index) => {
    const path = `vehicles[${index}]`
    if (isLocked) refuse(`${path}.isLocked`, 'a fixed route')
    if (pinned.length > 0) refuse(`${path}.pinned`, 'pinned stops')
    if (pinnedPrefix.length > 0) refuse(`${path}.pinnedPrefix`, 'pinned stops')
    if (travel[profile] === undefined)
      throw new RangeError(`problem.${path}.profile is out of range: ${profile} is no index below ${travel.length}`)
  })
}

function refuse(path: string, rule: string): never {
  throw new RangeError(`problem.${path} cannot be planned in parts: it asks for ${rule}`)
}
