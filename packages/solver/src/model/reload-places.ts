/**
 * Choice of the reload place for a vehicle with several: the one with the quickest detour, so that a route need only say when it reloads.
 */
import type { Reload } from '../problem.ts'
import type { Model } from './model.ts'

/** Locations of a vehicle's reload places, the main one first; empty without a reload. */
export function listReloadPlaces(reload: Reload | undefined): number[] {
  return reload ? [reload.location, ...(reload.others ?? [])] : []
}

/** Whether vehicle v has several reload places to choose from. */
export function hasReloadChoice(model: Model, v: number): boolean {
  return model.reloadPlaceFrom[v + 1]! - model.reloadPlaceFrom[v]! > 1
}

/**
 * Node where vehicle v reloads between two nodes: the place with the fewest seconds in total, the first of equal ones. -1 when it may not
 * reload. O(places).
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
