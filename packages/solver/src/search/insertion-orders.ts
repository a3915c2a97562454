/** Orders in which removed stops are put back. */
import { type Model, unlimited, unreachableTravel } from '../model/model.ts'

/** Sort keys, smallest first, and how often each order is drawn. Order 0 is farthest first; order 1 stands for random. */
export function insertionOrders(model: Model): { keys: Float64Array[]; weights: number[] } {
  const { stopCount, vehicleCount, loadDimensions: dimensions, nodeCount } = model
  const far = new Float64Array(stopCount)
  const load = new Float64Array(stopCount)
  const totals = new Float64Array(dimensions)
  for (let cell = 0; cell < stopCount * dimensions; cell++) {
    totals[cell % dimensions]! += model.delivered[cell]! + model.collected[cell]!
  }
  for (let stop = 0; stop < stopCount; stop++) {
    let least = unlimited
    for (let v = 0; v < Math.min(vehicleCount, 64); v++) {
      const meters = model.meters[model.classOf[v]!]!
      const out = meters[model.startNode[v]! * nodeCount + stop]!
      // A backhaul is never the first stop of a route: the way home tells how far it lies.
      least = Math.min(least, out < unreachableTravel ? out : meters[stop * nodeCount + model.endNode[v]!]!)
    }
    far[stop] = -least
    for (let k = 0; k < dimensions; k++) {
      if (totals[k]! > 0)
        load[stop]! -= (model.delivered[stop * dimensions + k]! + model.collected[stop * dimensions + k]!) / totals[k]!
    }
  }
  const close = far.map((value) => -value)
  const keys = [far, new Float64Array(stopCount), load, close]
  const weights = [2, 4, dimensions > 0 ? 4 : 0, 1]
  if (model.features.hasWindows) {
    keys.push(
      Float64Array.from(model.closesSeconds, (closes, stop) => closes - model.opensSeconds[stop]!),
      Float64Array.from(model.opensSeconds),
      Float64Array.from(model.closesSeconds, (closes) => -closes),
    )
    weights.push(2, 2, 2)
  }
  if (new Set(model.dropCost).size > 1) {
    keys.push(Float64Array.from(model.dropCost, (cost) => -cost))
    weights.push(4)
  }
  return { keys, weights }
}

/** Above this many stops the runtime's own sort is faster. */
const mostInserted = 64

/** Sorts the first `count` stops by their keys; `sortedKeys` is room for as many keys. */
export function sortByKey(queue: Int32Array, count: number, keys: Float64Array, sortedKeys: Float64Array): void {
  if (count > mostInserted) {
    queue.subarray(0, count).sort((a, b) => keys[a]! - keys[b]! || a - b)
    return
  }
  for (let i = 0; i < count; i++) {
    const stop = queue[i]!
    const key = keys[stop]!
    let j = i - 1
    while (j >= 0 && sortedKeys[j]! > key) {
      queue[j + 1] = queue[j]!
      sortedKeys[j + 1] = sortedKeys[j]!
      j--
    }
    queue[j + 1] = stop
    sortedKeys[j + 1] = key
  }
}
