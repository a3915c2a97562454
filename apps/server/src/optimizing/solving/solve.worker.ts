// A thread that solves one problem, checks the solution independently, and reports its progress.
import { parentPort, workerData } from 'node:worker_threads'
import type { PlanGoal } from '@routewright/contract'
import {
  evaluate,
  explain,
  keepNames,
  type Problem,
  type ProblemOptions,
  priceWithoutWishes,
  rankInsertions,
  type Solution,
  solve,
  withFamiliarDrivers,
  withKeptVehicles,
} from '@routewright/solver'
import { preciseNow } from '../../frame/platform/tracing.ts'
import { listFaults } from '../../planning/modelling/solution-faults.ts'
import { insertOnly } from './insert-only.ts'
import { solveByHour } from './solve-by-hour.ts'
import { solveInAreas } from './solve-in-areas.ts'

export interface SolveOrder {
  problem: Problem
  seconds: number
  /** Price of a second of waiting, in percent of the plan's cost: the search ends when it gains less. Absent: the whole time. */
  waitPrice?: number
  seed: number
  threads: number
  /** Weight of separate areas for routes; see `withAreas`. Default: 0. */
  areasWeight?: number
  /** Preference for drivers who know the places; see `withFamiliarDrivers`. Default: none. */
  familiar?: { knows: number[][]; seconds: number }
  /** Preference for keeping stops on their vehicles; see `withKeptVehicles`. Default: none. */
  kept?: { present: (number | undefined)[]; seconds: number }
  /** Sequences to begin with, stop indices by vehicle; stops that break a rule are removed first. Default: empty. */
  initial?: readonly (readonly number[])[]
  /** Present vehicle of each stop: of equal vehicles, the stop goes to this one where it costs nothing. */
  present?: (number | undefined)[]
  /** Sequences of the present plan, stop indices by vehicle: the search returns nothing that is dearer. */
  presentOrders?: readonly (readonly number[])[] | undefined
  /** Insert unassigned stops and move nothing else. */
  insertOnly?: boolean
  /** Report the sequences of the best plan so far with the progress. */
  withOrders?: boolean
  /** Other goals, each with the options that change for it: searched from the solution, for a share of the time that it took. */
  alternatives?: readonly AlternativeGoal[]
  /** Over shared memory: non-zero ends the search with the best found so far. */
  cancel: Int32Array
}

export interface AlternativeGoal {
  goal: PlanGoal
  options: Partial<ProblemOptions>
}

export interface SolvedPlan {
  solution: Solution
  remedies: readonly Remedy[]
}

export interface SolvedAlternative extends SolvedPlan {
  goal: PlanGoal
}

export type SolveMessage =
  | { kind: 'progress'; fraction: number; cost: number; unassigned: number; orders?: number[][] }
  | ({
      kind: 'done'
      alternatives: SolvedAlternative[]
      iterations: number
      faults: string[]
      phases: Phase[]
    } & SolvedPlan)

/** A phase of the thread's work, with times in milliseconds since 1970. */
export interface Phase {
  name: 'search' | 'alternatives' | 'check' | 'explain'
  began: number
  ended: number
}

/** The change that would let the nearest vehicle serve an unassigned stop. */
export interface Remedy {
  stop: number
  vehicle: number
  /** "would fit if the shift ended 22 min later" */
  text: string
}

/** Limits of explaining: beyond them only the reason is given, as nobody reads that many sentences. */
const explainedStops = 300
const explainedVehicles = 30
/** Time for all remedies of a plan: long routes with many stops left out would take minutes. */
const explainedMilliseconds = 5_000

/** Rules that a change of the plan can satisfy for one vehicle. */
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
/** The problem to search: costs extended by the preferences. */
const known = familiar ? withFamiliarDrivers(problem, familiar.knows, familiar.seconds) : problem
const wished = kept ? withKeptVehicles(known, kept.present, kept.seconds) : known

/** Pause between reports of sequences, which are large. */
const ordersMilliseconds = 1_000
let ordersToldAt = 0

/** Time for each alternative, as a share of the time of the search before. */
const shareOfAlternative = 0.15
const goals = order.alternatives ?? []
/** The search's own part of the progress, and of the longest time. */
const shareOfSearch = 1 / (1 + shareOfAlternative * goals.length)

const began = preciseNow()
const { solution: searchedFor, iterations } = order.insertOnly ? { solution: insert(), iterations: 0 } : await search()
const found = chooseCheaper(searchedFor, presentPlan() ?? searchedFor)
const solution = priceAndName(found, problem, wished)
const searched = preciseNow()
const others = await searchAlternatives(searched - began)
const compared = preciseNow()
const cheapest = others.map(priceWithoutGoal).reduce(chooseCheaper, solution)
const plans = [{ aimed: problem, solution: cheapest }, ...others]
const faults = order.insertOnly ? [] : plans.flatMap((plan) => listFaults(plan.aimed, plan.solution)).slice(0, 10)
const checked = preciseNow()
send({
  kind: 'done',
  ...explained(cheapest),
  alternatives: others.map((other) => ({ goal: other.goal, ...explained(other.solution) })),
  iterations,
  faults,
  phases: [
    { name: 'search', began, ended: searched },
    ...(goals.length > 0 ? [{ name: 'alternatives', began: searched, ended: compared } as const] : []),
    { name: 'check', began: compared, ended: checked },
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
    // So that all searches together end in time.
    seconds: shareOfSearch * order.seconds,
    onProgress: ({ fraction, cost, unassigned, orders }) => {
      const isDue = order.withOrders && orders && performance.now() - ordersToldAt > ordersMilliseconds
      if (isDue) ordersToldAt = performance.now()
      const told = { kind: 'progress', fraction: shareOfSearch * fraction, cost, unassigned } as const
      send(isDue ? { ...told, orders: orders() } : told)
    },
  })
}

/** The plan as it is, with stops that have no route put where they fit; undefined where it does not count. */
function presentPlan(): Solution | undefined {
  const { presentOrders: initial, seed } = order
  return initial && solve(wished, { initial, iterations: 0, seed }).solution
}

/** Searches on from the solution for each other goal. `milliseconds`: what the search took. */
async function searchAlternatives(
  milliseconds: number,
): Promise<{ goal: PlanGoal; aimed: Problem; solution: Solution }[]> {
  const solved = []
  const { totalCost: cost, unassigned } = solution
  const share = (1 - shareOfSearch) / goals.length
  for (const [index, { goal, options }] of goals.entries()) {
    if (Atomics.load(order.cancel, 0) !== 0) break
    const aimed = withOptions(problem, options)
    const searchedProblem = withOptions(wished, options)
    const { solution: other } = await solveByHour(searchedProblem, {
      ...order,
      seconds: (shareOfAlternative * milliseconds) / 1000,
      initial: found,
      onProgress: ({ fraction: done }) => {
        const fraction = shareOfSearch + (index + done) * share
        send({ kind: 'progress', fraction, cost, unassigned: unassigned.length })
      },
    })
    solved.push({ goal, aimed, solution: priceAndName(other, aimed, searchedProblem) })
  }
  return solved
}

/** The plan of an alternative with its cost by the settings: no goal but evenness has a price of its own. */
function priceWithoutGoal({ goal, solution: other }: { goal: PlanGoal; solution: Solution }): Solution {
  if (goal !== 'even') return other
  const routes = other.routes.map((route) => ({
    ...route,
    cost: { ...route.cost, balance: 0 },
    totalCost: route.totalCost - route.cost.balance,
  }))
  const { balance } = other.cost
  return { ...other, routes, cost: { ...other.cost, balance: 0 }, totalCost: other.totalCost - balance }
}

/** The search for another goal may come upon a plan that is cheaper, too. */
function chooseCheaper(best: Solution, plan: Solution): Solution {
  const leavesOutMore = plan.unassigned.length > best.unassigned.length
  return plan.totalCost < best.totalCost && !leavesOutMore ? plan : best
}

function withOptions(given: Problem, options: Partial<ProblemOptions>): Problem {
  return { ...given, options: { ...given.options, ...options } }
}

/** Prices the solution as in the problem without wishes, and keeps stops on their present vehicle where vehicles are equal. */
function priceAndName(plan: Solution, plain: Problem, searched: Problem): Solution {
  const named = order.present && !order.insertOnly ? keepNames(searched, plan, order.present) : plan
  return priceWithoutWishes(plain, searched, named)
}

function explained(plan: Solution): SolvedPlan {
  const explainable = plan.unassigned.slice(0, explainedStops)
  const end = performance.now() + explainedMilliseconds
  return {
    remedies: explainable.flatMap(({ stop }) => (performance.now() < end ? findRemedy(plan, stop) : undefined) ?? []),
    solution: withPinnedStops(plan),
  }
}

function findRemedy(plan: Solution, stop: number): Remedy | undefined {
  if (problem.stops[stop]!.location === null) return undefined
  const nearest = explain(problem, plan, stop, explainedVehicles).find(({ rule }) => rule && remediable.has(rule))
  if (!nearest) return undefined
  // Loads are in the problem's own unit, so no amount is named.
  const text = nearest.rule === 'capacity' ? 'would fit with more capacity' : nearest.remedy
  return { stop, vehicle: nearest.vehicle, text }
}

/**
 * Places stops that must stay with their vehicle. The optimizer leaves out every stop that breaks a rule; these are inserted
 * where they break least, and flagged.
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
