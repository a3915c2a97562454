// A thread that solves one problem, checks the answer independently, and tells its progress meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { evaluate, explain, type Problem, rankInsertions, type Solution, solveParallel } from '@routewright/solver'
import { listFaults } from '../modelling/solution-faults.ts'

export interface SolveOrder {
  problem: Problem
  seconds: number
  /** Ends the search early where more brings next to nothing; absent: the whole time. */
  iterations?: number
  seed: number
  threads: number
  /** Stop indices per vehicle, where the present order is a good beginning. */
  initial?: number[][]
  /** Over shared memory: non-zero ends the search with the best found so far. */
  cancel: Int32Array
}

export type SolveMessage =
  | { kind: 'progress'; fraction: number; cost: number; unassigned: number; iterations: number }
  | { kind: 'done'; solution: Solution; remedies: Remedy[]; iterations: number; faults: string[] }

/** What would let the vehicle that is nearest to serving an unassigned stop serve it. */
export interface Remedy {
  stop: number
  vehicle: number
  /** "would fit if the shift ended 22 min later" */
  text: string
}

/** Beyond them the reason has to do; whoever has so many reads none of the sentences. */
const explainedStops = 300
const explainedVehicles = 30

/** Rules that a change of plan can satisfy for one vehicle. */
const remediable: ReadonlySet<string> = new Set([
  'time_window',
  'shift',
  'max_time',
  'max_distance',
  'max_services',
  'max_wait',
  'max_ride',
  'break',
  'capacity',
])

const port = parentPort!
const { problem, ...order } = workerData as SolveOrder

const { solution, iterations } = await solveParallel(problem, {
  ...order,
  onProgress: ({ fraction, cost, unassigned, iterations: done }) =>
    send({ kind: 'progress', fraction, cost, unassigned, iterations: done }),
})
const faults = listFaults(problem, solution).slice(0, 10)
send({
  kind: 'done',
  solution: withPinnedStops(solution),
  remedies: solution.unassigned.slice(0, explainedStops).flatMap(({ stop }) => findRemedy(stop) ?? []),
  iterations,
  faults,
})

function findRemedy(stop: number): Remedy | undefined {
  if (problem.stops[stop]!.location === null) return undefined
  const nearest = explain(problem, solution, stop, explainedVehicles).find(({ rule }) => rule && remediable.has(rule))
  if (!nearest) return undefined
  // Amounts of load are in the problem's own unit.
  const text = nearest.rule === 'capacity' ? 'would fit with more capacity' : nearest.remedy
  return { stop, vehicle: nearest.vehicle, text }
}

/**
 * The optimizer leaves out what breaks a rule wherever it stands; but a stop that must stay with its vehicle does, at the
 * place that breaks least, and is flagged there.
 */
function withPinnedStops(found: Solution): Solution {
  const placed = { ...found, routes: [...found.routes] }
  for (const [vehicle, { pinned = [], pinnedPrefix = [] }] of problem.vehicles.entries()) {
    const prefix = pinnedPrefix.filter((stop) => isUnassigned(placed, stop))
    if (prefix.length > 0) {
      const others = placed.routes[vehicle]!.stops.filter((stop) => !pinnedPrefix.includes(stop))
      placed.routes[vehicle] = evaluate(problem, vehicle, [...pinnedPrefix, ...others])
    }
    for (const stop of pinned) if (isUnassigned(placed, stop)) insert(placed, vehicle, stop)
  }
  placed.unassigned = placed.unassigned.filter(({ stop }) => isUnassigned(placed, stop))
  return placed
}

function isUnassigned({ routes }: Solution, stop: number): boolean {
  return !routes.some((route) => route.stops.includes(stop))
}

function insert(placed: Solution, vehicle: number, stop: number): void {
  const places = rankInsertions(problem, placed, stop, Number.POSITIVE_INFINITY)
  const order = [...placed.routes[vehicle]!.stops]
  order.splice(places.find((place) => place.vehicle === vehicle)?.position ?? order.length, 0, stop)
  placed.routes[vehicle] = evaluate(problem, vehicle, order)
}

function send(message: SolveMessage): void {
  port.postMessage(message)
}
