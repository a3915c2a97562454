/** Lone pickups: pickups on a route that has none of their deliveries. */
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

/** Elements of vehicle v without lone pickups (unless pinned to it) and without reloads that nothing follows. */
export function withoutLonePickups(model: Model, v: number, elements: readonly number[]): number[] {
  if (!model.features.hasShipments) return [...elements]
  const kept = elements.filter((stop) => !isLonePickup(model, stop, elements) || model.pinnedTo[stop] === v)
  while (kept.length > 0 && kept.at(-1)! < 0) kept.pop()
  return kept
}
