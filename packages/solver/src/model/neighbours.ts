/** Nearest stops of every stop, by distance and by distance in space and time (granular lists; Toth & Vigo 2003, Vidal et al. 2013). */
import { type Model, unlimited, unreachableTravel } from './model.ts'

export interface Neighbours {
  /** stopCount × ruinSize, nearest first, by travel alone; unused entries are -1. */
  ruin: Int32Array
  ruinSize: number
  /** stopCount × insertSize, nearest first, with waiting and lateness added; unused entries are -1. */
  insert: Int32Array
  insertSize: number
}

const waitWeight = 0.2
const lateWeight = 1

/** Builds both lists in shared memory. O(n²) time, O(n) extra memory. */
export function buildNeighbours(model: Model, ruinSize: number, insertSize: number): Neighbours {
  const n = model.stopCount
  const ruinLength = Math.max(0, Math.min(ruinSize, n - 1))
  const insertLength = Math.max(0, Math.min(insertSize, n - 1))
  const ruin = new Int32Array(new SharedArrayBuffer(Math.max(4, n * ruinLength * 4))).fill(-1)
  const insert = new Int32Array(new SharedArrayBuffer(Math.max(4, n * insertLength * 4))).fill(-1)
  const keys = new Float64Array(n)
  const order = new Int32Array(n)
  const hasSpaceOnly = !model.features.hasWindows
  for (let stop = 0; stop < n; stop++) {
    if (model.isPlaceable[stop] === 0) continue
    const candidates = listCandidates(model, stop, order)
    fillTravelKeys(model, stop, keys)
    if (hasSpaceOnly || insertLength >= n - 1) {
      takeSmallest(order, candidates, keys, Math.max(ruinLength, insertLength))
      ruin.set(order.subarray(0, Math.min(ruinLength, candidates)), stop * ruinLength)
      insert.set(order.subarray(0, Math.min(insertLength, candidates)), stop * insertLength)
      continue
    }
    takeSmallest(order, candidates, keys, ruinLength)
    ruin.set(order.subarray(0, Math.min(ruinLength, candidates)), stop * ruinLength)
    fillTimeKeys(model, stop, keys)
    takeSmallest(order, candidates, keys, insertLength)
    insert.set(order.subarray(0, Math.min(insertLength, candidates)), stop * insertLength)
  }
  return { ruin, ruinSize: ruinLength, insert, insertSize: insertLength }
}

function listCandidates(model: Model, stop: number, order: Int32Array): number {
  let count = 0
  for (let other = 0; other < model.stopCount; other++) {
    if (other !== stop && model.isPlaceable[other] === 1) order[count++] = other
  }
  return count
}

function fillTravelKeys(model: Model, stop: number, keys: Float64Array): void {
  const row = stop * model.nodeCount
  const out = model.meters[0]!
  const into = model.metersInto[0]!
  for (let other = 0; other < model.stopCount; other++) {
    const there = out[row + other]!
    const back = into[row + other]!
    // Stops with a way in one direction only are near each other all the same.
    keys[other] = Math.max(there, back) < unreachableTravel ? there + back : 2 * Math.min(there, back)
  }
}

/** Travel plus weighted waiting and lateness of driving stop → other or other → stop, whichever is smaller. */
function fillTimeKeys(model: Model, stop: number, keys: Float64Array): void {
  const { nodeCount, opensSeconds, closesSeconds } = model
  const row = stop * nodeCount
  const out = model.seconds[0]!
  const into = model.secondsInto[0]!
  const outMeters = model.meters[0]!
  const intoMeters = model.metersInto[0]!
  const opens = opensSeconds[stop]!
  const closes = closesSeconds[stop]!
  const serviceSeconds = model.serviceSeconds[0]!
  const service = serviceSeconds[stop]!
  for (let other = 0; other < model.stopCount; other++) {
    const forward = service + out[row + other]!
    const backward = serviceSeconds[other]! + into[row + other]!
    const first =
      outMeters[row + other]! +
      waitWeight * waiting(opensSeconds[other]!, forward, closes) +
      lateWeight * Math.max(0, opens + forward - closesSeconds[other]!)
    const second =
      intoMeters[row + other]! +
      waitWeight * waiting(opens, backward, closesSeconds[other]!) +
      lateWeight * Math.max(0, opensSeconds[other]! + backward - closes)
    keys[other] = Math.min(first, second)
  }
}

/** Unavoidable wait before `opens` when leaving the earlier stop as late as its window allows. */
function waiting(opens: number, travelSeconds: number, earlierCloses: number): number {
  return earlierCloses >= unlimited ? 0 : Math.max(0, opens - travelSeconds - earlierCloses)
}

/** Moves the `size` items with the smallest keys to the front, sorted: quickselect, then sort. Ties by index. */
function takeSmallest(items: Int32Array, count: number, keys: Float64Array, size: number): void {
  if (size < count) {
    let low = 0
    let high = count - 1
    while (low < high) {
      const pivot = keys[items[(low + high) >> 1]!]!
      let left = low
      let right = high
      while (left <= right) {
        while (keys[items[left]!]! < pivot) left++
        while (keys[items[right]!]! > pivot) right--
        if (left <= right) {
          const swap = items[left]!
          items[left++] = items[right]!
          items[right--] = swap
        }
      }
      if (size - 1 <= right) high = right
      else if (size - 1 >= left) low = left
      else break
    }
  }
  items.subarray(0, Math.min(size, count)).sort((a, b) => keys[a]! - keys[b]! || a - b)
}
