// A thread that solves one problem, checks the answer independently, and tells its progress meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import {
  evaluate,
  explain,
  keepNames,
  type Problem,
  priceWithoutWishes,
  rankInsertions,
  type Solution,
  withFamiliarDrivers,
  withKeptVehicles,
} from '@routewright/solver'
import { preciseNow } from '../../frame/platform/tracing.ts'
import { listFaults } from '../../planning/modelling/solution-faults.ts'
import { insertOnly } from './insert-only.ts'
import { solveInAreas } from './solve-in-areas.ts'

export interface SolveOrder {
  problem: Problem
  seconds: number
  /** What a second of waiting costs, in percent of the plan: the search ends where more brings less. Absent: the whole time. */
  waitPrice?: number
  seed: number
  threads: number
  /** How much routes are to keep to areas of their own; see `withAreas`. Default: not at all. */
  areasWeight?: number
  /** That stops go to drivers who know their places; see `withFamiliarDrivers`. Default: it plays no part. */
  familiar?: { knows: number[][]; seconds: number }
  /** That stops stay on the vehicles that they have; see `withKeptVehicles`. Default: it plays no part. */
  kept?: { present: (number | undefined)[]; seconds: number }
  /** Stops by vehicle to begin with; what breaks a rule is taken out first. Default: from nothing. */
  initial?: readonly (readonly number[])[]
  /** Per stop, the vehicle that it is on: among equal ones it goes to that where this costs nothing. */
  present?: (number | undefined)[]
  /** Place what is unassigned and move nothing else. */
  insertOnly?: boolean
  /** Tell the orders of the best plan so far with the progress. */
  withOrders?: boolean
  /** Over shared memory: non-zero ends the search with the best found so far. */
  cancel: Int32Array
}

export type SolveMessage =
  | { kind: 'progress'; fraction: number; cost: number; unassigned: number; orders?: number[][] }
  | { kind: 'done'; solution: Solution; remedies: Remedy[]; iterations: number; faults: string[]; phases: Phase[] }

/** What the thread did, and when: milliseconds since 1970. */
export interface Phase {
  name: 'search' | 'check' | 'explain'
  began: number
  ended: number
}

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
  'driving_time',
  'work_time',
  'break',
  'capacity',
  'battery',
])

const port = parentPort!
const { problem, familiar, kept, ...order } = workerData as SolveOrder
/** What is searched: the problem, and beside its costs what people wish. */
const known = familiar ? withFamiliarDrivers(problem, familiar.knows, familiar.seconds) : problem
const wished = kept ? withKeptVehicles(known, kept.present, kept.seconds) : known

/** Orders are many numbers: often enough for eyes. */
const ordersMilliseconds = 1_000
let ordersToldAt = 0

const began = preciseNow()
const { solution: found, iterations } = order.insertOnly ? { solution: insert(), iterations: 0 } : await search()
const named = order.present && !order.insertOnly ? keepNames(wished, found, order.present) : found
const solution = priceWithoutWishes(problem, wished, named)
const searched = preciseNow()
const faults = order.insertOnly ? [] : listFaults(problem, solution).slice(0, 10)
const checked = preciseNow()
const remedies = solution.unassigned.slice(0, explainedStops).flatMap(({ stop }) => findRemedy(stop) ?? [])
send({
  kind: 'done',
  solution: withPinnedStops(solution),
  remedies,
  iterations,
  faults,
  phases: [
    { name: 'search', began, ended: searched },
    { name: 'check', began: searched, ended: checked },
    { name: 'explain', began: checked, ended: preciseNow() },
  ],
})

function insert(): Solution {
  const tell = (progress: { fraction: number; cost: number; unassigned: number }) =>
    send({ kind: 'progress', ...progress })
  return insertOnly(wished, tell, () => Atomics.load(order.cancel, 0) !== 0)
}

function search() {
  return solveInAreas(wished, order.areasWeight ?? 0, {
    ...order,
    onProgress: ({ fraction, cost, unassigned, orders }) => {
      const isDue = order.withOrders && orders && performance.now() - ordersToldAt > ordersMilliseconds
      if (isDue) ordersToldAt = performance.now()
      send({ kind: 'progress', fraction, cost, unassigned, ...(isDue ? { orders: orders() } : {}) })
    },
  })
}

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
    for (const stop of pinned) if (isUnassigned(placed, stop)) insertPinned(placed, vehicle, stop)
  }
  placed.unassigned = placed.unassigned.filter(({ stop }) => isUnassigned(placed, stop))
  return placed
}

function isUnassigned({ routes }: Solution, stop: number): boolean {
  return !routes.some((route) => route.stops.includes(stop))
}

function insertPinned(placed: Solution, vehicle: number, stop: number): void {
  const places = rankInsertions(problem, placed, stop, Number.POSITIVE_INFINITY)
  const order = [...placed.routes[vehicle]!.stops]
  order.splice(places.find((place) => place.vehicle === vehicle)?.position ?? order.length, 0, stop)
  placed.routes[vehicle] = evaluate(problem, vehicle, order)
}

function send(message: SolveMessage): void {
  port.postMessage(message)
}
