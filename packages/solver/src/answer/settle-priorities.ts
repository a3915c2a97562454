/** Replaces stops of lower priority by stops of higher priority that a search of limited time has left out. */
import type { Model } from '../model/model.ts'
import type { Problem } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import type { Sequence } from './build-solution.ts'

/** Largest number of route evaluations. */
const mostTrials = 100_000

/** The sequences after every such exchange that keeps all rules; unchanged when there is none. */
export function settlePriorities(problem: Problem, model: Model, sequences: readonly Sequence[]): Sequence[] {
  const result = [...sequences]
  if (!problem.stops.some(({ priority = 0 }) => priority > 0)) return result
  const served = new Set(sequences.flatMap((sequence) => Array.from(sequence)))
  const left = problem.stops.flatMap((_, stop) => (!served.has(stop) && mayMove(problem, model, stop) ? [stop] : []))
  const rank = (stop: number): number => problem.stops[stop]!.priority ?? 0
  const evaluator = new RouteEvaluator(model)
  let trials = 0
  // A replaced stop may in turn replace one of still lower priority.
  for (;;) {
    left.sort((a, b) => rank(b) - rank(a) || a - b)
    const swap = findSwap()
    if (!swap) return result
    result[swap.v] = swap.trial
    left.splice(left.indexOf(swap.stop), 1, swap.other)
  }

  function findSwap(): Swap | undefined {
    for (const stop of left) {
      for (const swap of listSwaps(stop)) {
        if (trials++ > mostTrials) return undefined
        if (isAllowed(evaluator, swap.v, swap.trial)) return swap
      }
    }
    return undefined
  }

  function* listSwaps(stop: number): Generator<Swap> {
    if (rank(stop) === 0) return
    for (const [v, sequence] of result.entries()) {
      if (model.isLocked[v] === 1) continue
      const members = Array.from(sequence)
      const lower = members.filter((other) => other >= 0 && rank(other) < rank(stop) && mayMove(problem, model, other))
      for (const other of lower.sort((a, b) => rank(a) - rank(b))) {
        yield { v, stop, other, trial: members.map((member) => (member === other ? stop : member)) }
      }
    }
  }
}

/** An exchange of an unserved stop for another on route v. */
interface Swap {
  v: number
  stop: number
  other: number
  trial: number[]
}

/** Whether the stop can be exchanged by itself: it has no shipment, cluster or pin, and is not optional. */
function mayMove({ stops }: Problem, model: Model, stop: number): boolean {
  const { pickup, cluster, dropPenalty, location } = stops[stop]!
  if (model.links[stop]?.length) return false
  if (pickup !== undefined || cluster !== undefined || dropPenalty !== undefined || location === null) return false
  return model.shipmentFrom[stop] === model.shipmentFrom[stop + 1] && model.pinnedTo[stop]! < 0
}

function isAllowed(evaluator: RouteEvaluator, v: number, sequence: readonly number[]): boolean {
  const elements = sequence.map((stop) => (stop < 0 ? evaluator.reloadElement : stop))
  return evaluator.evaluate(v, elements, elements.length, true) < Number.POSITIVE_INFINITY && evaluator.shortfall === 0
}
