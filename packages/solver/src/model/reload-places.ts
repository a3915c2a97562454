/** Where a vehicle with several places for it reloads: on the quickest way, so that a route needs to say only when. */
import type { Reload } from '../problem.ts'
import type { Model } from './model.ts'

/** Locations of a vehicle's places, the first one first; none without a reload. */
export function listReloadPlaces(reload: Reload | undefined): number[] {
  return reload ? [reload.location, ...(reload.others ?? [])] : []
}

/** Whether vehicle v may choose where it reloads. */
export function hasReloadChoice(model: Model, v: number): boolean {
  return model.reloadPlaceFrom[v + 1]! - model.reloadPlaceFrom[v]! > 1
}

/**
 * The node where vehicle v reloads on its way from one node to another: of its places the one that takes the fewest seconds, the
 * first of equal ones. -1 when it may not reload. O(places).
 */
export function findReloadPlace(model: Model, v: number, from: number, to: number): number {
  const { reloadPlaceFrom, reloadPlace, nodeCount } = model
  const first = reloadPlaceFrom[v]!
  const end = reloadPlaceFrom[v + 1]!
  let best = model.reloadNode[v]!
  if (end - first < 2) return best
  const seconds = model.seconds[model.classOf[v]!]!
  let least = seconds[from * nodeCount + best]! + seconds[best * nodeCount + to]!
  for (let i = first + 1; i < end; i++) {
    const place = reloadPlace[i]!
    const way = seconds[from * nodeCount + place]! + seconds[place * nodeCount + to]!
    if (way < least) {
      least = way
      best = place
    }
  }
  return best
}
