/** Chooses the shortest day among orders of equal cost: when time has no price, the search does not avoid idle hours. */
import type { Model } from '../model/model.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import type { Sequence } from './build-solution.ts'

/** Cost differences below this are rounding. */
const tie = 1e-7
/** Routes with more stops are left unchanged. */
const mostStops = 100
/** Largest number of route evaluations. */
const mostTrials = 20_000

/** The sequences, each in the order with the shortest day among those that move one stop or reverse one part and cost no more. */
export function shortenDays(model: Model, sequences: readonly Sequence[]): Sequence[] {
  const evaluator = new RouteEvaluator(model)
  let left = mostTrials
  return sequences.map((sequence, v) => {
    if (!isFree(model, v, sequence)) return sequence
    let best = Array.from(sequence)
    let day = measure(model, evaluator, v, best)
    for (let isShorter = day.idleSeconds > 0; isShorter && left > 0; ) {
      isShorter = false
      for (const trial of listOrders(model, v, best, day.legs)) {
        if (left-- <= 0) break
        const other = measure(model, evaluator, v, trial)
        if (other.cost > day.cost + tie || other.seconds >= day.seconds) continue
        best = trial
        day = other
        isShorter = day.idleSeconds > 0
        break
      }
    }
    return best.every((stop, at) => stop === sequence[at]) ? sequence : best
  })
}

/** Whether the order may change and a shorter day has no price of its own. */
function isFree(model: Model, v: number, sequence: Sequence): boolean {
  if (sequence.length < 2 || sequence.length > mostStops || model.isLocked[v] === 1) return false
  if (model.costPerSecond[v]! > 0 || model.hours[model.classOf[v]!] || model.slackPrice > 0) return false
  return Array.from(sequence).every((stop) => stop >= 0 && model.pinnedTo[stop]! < 0)
}

function measure(model: Model, evaluator: RouteEvaluator, v: number, order: readonly number[]) {
  const cost = evaluator.evaluate(v, order, order.length, true)
  const seconds = evaluator.endSeconds - evaluator.startSeconds
  let idleSeconds = 0
  for (let e = 0; e < order.length; e++) idleSeconds += evaluator.begin[e]! - evaluator.arrival[e]!
  if (cost === Number.POSITIVE_INFINITY || evaluator.shortfall > 0) {
    return { cost: Number.POSITIVE_INFINITY, seconds, idleSeconds: 0, legs: 0 }
  }
  return { cost, seconds, idleSeconds, legs: priceLegs(model, v, order) }
}

/** Orders with one stop moved or one part reversed whose legs cost no more. */
function* listOrders(model: Model, v: number, order: readonly number[], most: number): Generator<number[]> {
  for (let from = 0; from < order.length; from++) {
    for (let to = 0; to < order.length; to++) {
      if (from === to) continue
      const moved = order.toSpliced(from, 1).toSpliced(to, 0, order[from]!)
      if (priceLegs(model, v, moved) <= most + tie) yield moved
      if (to < from) continue
      const reversed = [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)]
      if (priceLegs(model, v, reversed) <= most + tie) yield reversed
    }
  }
}

function priceLegs(model: Model, v: number, order: readonly number[]): number {
  const seconds = model.seconds[model.classOf[v]!]!
  const meters = model.meters[model.classOf[v]!]!
  let cost = 0
  let previous = model.startNode[v]!
  for (let e = 0; e <= order.length; e++) {
    const node = e === order.length ? model.endNode[v]! : order[e]!
    const cell = previous * model.nodeCount + node
    cost += model.costPerTravelSecond[v]! * seconds[cell]! + model.costPerMeter[v]! * meters[cell]!
    previous = node
  }
  return cost
}
