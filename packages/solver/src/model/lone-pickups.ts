/** Pickups that a route would drive to for nobody: none of their deliveries is on it. */
import type { Model } from './model.ts'

/** Whether the stop is a pickup of which no delivery is among the elements. O(deliveries × elements). */
export function isLonePickup(
  { stopCount, shipmentFrom, shipmentDelivery }: Model,
  stop: number,
  elements: ArrayLike<number>,
): boolean {
  if (stop < 0 || stop >= stopCount) return false
  const from = shipmentFrom[stop]!
  const to = shipmentFrom[stop + 1]!
  if (from === to) return false
  for (let i = from; i < to; i++) {
    for (let e = 0; e < elements.length; e++) if (elements[e] === shipmentDelivery[i]) return false
  }
  return true
}

/** The elements of vehicle v without pickups of that kind, those that are pinned to it excepted, and without reloads that nothing follows. */
export function withoutLonePickups(model: Model, v: number, elements: readonly number[]): number[] {
  if (!model.features.hasShipments) return [...elements]
  const kept = elements.filter((stop) => !isLonePickup(model, stop, elements) || model.pinnedTo[stop] === v)
  while (kept.length > 0 && kept.at(-1)! < 0) kept.pop()
  return kept
}
