/** Gives the places of stops of lower priority to those of a higher one that a search of limited time has left out. */
import type { Model } from '../model/model.ts'
import type { Problem } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import type { Sequence } from './build-solution.ts'

/** Evaluations of routes at most. */
const mostTrials = 100_000

/** The sequences with every such exchange of one stop for another that keeps all rules; the same ones where there is none. */
export function settlePriorities(problem: Problem, model: Model, sequences: readonly Sequence[]): Sequence[] {
  const result = [...sequences]
  if (!problem.stops.some(({ priority = 0 }) => priority > 0)) return result
  const served = new Set(sequences.flatMap((sequence) => Array.from(sequence)))
  const left = problem.stops.flatMap((_, stop) => (!served.has(stop) && mayMove(problem, model, stop) ? [stop] : []))
  const rank = (stop: number): number => problem.stops[stop]!.priority ?? 0
  const evaluator = new RouteEvaluator(model)
  let trials = 0
  // Whoever gives up a place may take that of somebody of a still lower priority.
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

/** A stop that is left out, in the place of another on route v. */
interface Swap {
  v: number
  stop: number
  other: number
  trial: number[]
}

/** Whether the stop's place is its own alone: no shipment, cluster, pin, and nothing optional. */
function mayMove({ stops }: Problem, model: Model, stop: number): boolean {
  const { pickup, cluster, dropPenalty, location } = stops[stop]!
  if (pickup !== undefined || cluster !== undefined || dropPenalty !== undefined || location === null) return false
  return model.shipmentFrom[stop] === model.shipmentFrom[stop + 1] && model.pinnedTo[stop]! < 0
}

function isAllowed(evaluator: RouteEvaluator, v: number, sequence: readonly number[]): boolean {
  const elements = sequence.map((stop) => (stop < 0 ? evaluator.reloadElement : stop))
  return evaluator.evaluate(v, elements, elements.length, true) < Number.POSITIVE_INFINITY && evaluator.shortfall === 0
}
