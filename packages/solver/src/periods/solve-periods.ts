/** Solves work over several days: chooses the days of each stop and the routes of every day in one search. */
import { getModel } from '../answer/explain.ts'
import { type ParallelOptions, searchOnThreads } from '../parallel/solve-parallel.ts'
import type { PeriodicProblem } from '../problem.ts'
import { Annealer } from '../search/anneal.ts'
import { annealSettings } from '../search/anneal-settings.ts'
import type { PeriodicSolution } from '../solution.ts'
import { anneal, assemble, begin, listVisitNeighbours, type SolveOptions } from '../solve.ts'
import { type ExpandedProblem, expandPeriods, listVisits, type Visit } from './expand.ts'

/**
 * Temperatures as factors of the mean cost of a leg. Changing the days of a stop first makes several routes more expensive, so the search
 * starts and ends hotter than for one day (decision 0281).
 */
const temperatures = { startTemperature: 3, endTemperature: 0.1 }
/** How often, and with how many steps, visits that found no free charging point on their day are moved to another one. */
const mostMoves = 3
const stepsOfMove = 500

/** Initial routes: stop indices per vehicle (-1: a reload). */
type InitialRoutes = readonly (readonly number[])[]

export interface PeriodicResult {
  solution: PeriodicSolution
  iterations: number
}

/** Like `solveParallel`; `initial` are routes of stops. Throws a RangeError for indices out of range. */
export async function solvePeriods(
  periodic: PeriodicProblem,
  options: Omit<ParallelOptions, 'initial'> & { initial?: InitialRoutes } = {},
): Promise<PeriodicResult> {
  const startedAt = performance.now()
  const expanded = expandPeriods(periodic)
  const starter = prepare(expanded, periodic, options.seed ?? 1, options.initial)
  const { onProgress } = options
  const { best, iterations } = await searchOnThreads(
    starter,
    {
      ...options,
      initial: undefined,
      onProgress:
        onProgress && ((told) => onProgress({ ...told, unassigned: countMissing(periodic, expanded, told.orders!()) })),
    },
    startedAt,
    expanded.days,
  )
  return { solution: moveOn(periodic, expanded, best, options.seed ?? 1), iterations }
}

/** Like `solve`, on the calling thread. */
export function solvePeriodsHere(
  periodic: PeriodicProblem,
  options: Omit<SolveOptions, 'initial'> & { initial?: InitialRoutes } = {},
): PeriodicResult {
  const startedAt = options.clock?.() ?? 0
  const expanded = expandPeriods(periodic)
  const annealer = prepare(expanded, periodic, options.seed ?? 1, options.initial)
  anneal(annealer, { ...options, initial: undefined }, startedAt, 1)
  const solution = moveOn(periodic, expanded, readRoutes(annealer), options.seed ?? 1)
  return { solution, iterations: annealer.iterations }
}

function readRoutes(annealer: Annealer): Int32Array[] {
  const routes: Int32Array[] = Array.from({ length: annealer.model.vehicleCount }, () => new Int32Array(0))
  annealer.readBest((v, elements) => {
    routes[v] = elements
  })
  return routes
}

/**
 * The search plans every route as if it were alone at the charging places. Visits that the queues there finally exclude from their day are
 * planned without that day, as long as they have another one and fewer are left out.
 */
function moveOn(
  periodic: PeriodicProblem,
  expanded: ExpandedProblem,
  routes: Int32Array[],
  seed: number,
): PeriodicSolution {
  let best = finish(periodic, expanded, routes)
  let [left, known, stands, found] = [periodic, expanded, routes, best]
  for (let move = 0; move < mostMoves; move++) {
    const choices = withoutDays(left, listPutOff(known, stands, found))
    if (!choices) break
    left = { ...left, choices }
    const initial = stands.map((route) => Array.from(route, (element) => known.visits[element]?.stop ?? -1))
    known = expandPeriods(left)
    const annealer = prepare(known, left, seed, initial, temperatures.endTemperature)
    anneal(annealer, { seed, iterations: stepsOfMove }, 0, 1)
    stands = readRoutes(annealer)
    found = finish(periodic, known, stands)
    if (found.solution.totalCost < best.solution.totalCost) best = found
  }
  return best
}

/** Visits that were on routes before the queues were settled, and are on none now. */
function listPutOff({ visits }: ExpandedProblem, routes: readonly Int32Array[], found: PeriodicSolution): Visit[] {
  const held = new Set(routes.flatMap((route) => Array.from(route, (element) => getName(visits[element]))))
  return found.solution.unassigned.flatMap(({ stop }) => {
    const visit = found.visits[stop]!
    return held.has(getName(visit)) ? visit : []
  })
}

/** The choices without sets that contain one of the visits, for stops with another set; undefined when none has one. */
function withoutDays({ choices }: PeriodicProblem, visits: readonly Visit[]): PeriodicProblem['choices'] | undefined {
  let isLess = false
  const left = choices.map((sets, stop) => {
    const days = visits.flatMap((visit) => (visit.stop === stop ? visit.day : []))
    const others = sets.filter((set) => !days.some((day) => set.includes(day)))
    if (others.length === sets.length || others.length === 0) return sets
    isLess = true
    return others
  })
  return isLess ? left : undefined
}

const getName = (visit: Visit | undefined): string => `${visit?.stop} ${visit?.day}`

function prepare(
  { problem, visits, days }: ExpandedProblem,
  periodic: PeriodicProblem,
  seed: number,
  initial: InitialRoutes = [],
  startTemperature = temperatures.startTemperature,
): Annealer {
  const model = getModel(problem)
  const settings = { ...annealSettings(model), ...temperatures, startTemperature }
  const annealer = new Annealer(model, listVisitNeighbours(model, periodic.dayCount), seed, settings, days)
  const visitAt = new Map(visits.map((visit, index) => [getName(visit), index]))
  const known = initial.map((route, v) =>
    route.flatMap((stop) => (stop < 0 ? [-1] : (visitAt.get(`${stop} ${periodic.dayOfVehicle[v]}`) ?? []))),
  )
  begin(annealer, known)
  return annealer
}

/** Per stop, the days of the given routes of visits. */
function listDays(periodic: PeriodicProblem, visits: readonly Visit[], routes: ArrayLike<number>[]): number[][] {
  const days: number[][] = periodic.choices.map(() => [])
  for (const route of routes) {
    for (const element of Array.from(route)) if (element >= 0) days[visits[element]!.stop]!.push(visits[element]!.day)
  }
  return days
}

/** The set of days that was chosen, given the days served; the first of equal ones. */
function findChoice(sets: readonly (readonly number[])[], served: readonly number[]): readonly number[] {
  return sets.find((set) => served.every((day) => set.includes(day))) ?? sets[0]!
}

function countMissing(periodic: PeriodicProblem, { visits }: ExpandedProblem, routes: number[][]): number {
  const served = listDays(periodic, visits, routes)
  return served.reduce((sum, days, stop) => sum + findChoice(periodic.choices[stop]!, days).length - days.length, 0)
}

/** The chosen visits as an ordinary problem, and the routes as its solution. */
function finish(periodic: PeriodicProblem, expanded: ExpandedProblem, routes: ArrayLike<number>[]): PeriodicSolution {
  const served = listDays(periodic, expanded.visits, routes)
  const days = served.map((list, stop) => [...findChoice(periodic.choices[stop]!, list)].sort((a, b) => a - b))
  const visits = days.flatMap((list, stop) => list.map((day): Visit => ({ stop, day })))
  const indexOf = new Map(visits.map(({ stop, day }, index) => [`${stop} ${day}`, index]))
  const sequences = routes.map((route) =>
    Int32Array.from(Array.from(route), (element) => {
      if (element < 0) return -1
      const { stop, day } = expanded.visits[element]!
      return indexOf.get(`${stop} ${day}`)!
    }),
  )
  const problem = listVisits(periodic, visits)
  return { days, visits, solution: assemble(problem, getModel(problem), sequences) }
}
