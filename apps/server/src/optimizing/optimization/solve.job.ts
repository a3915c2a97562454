// The job of one optimization run: claims it, solves on threads while renewing the lease, and applies the solution.
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { defaultSolverSeconds, solverSeconds } from '@routewright/contract'
import type { Problem } from '@routewright/solver'
import {
  type Beat,
  beatRun,
  claimRun,
  findRunOfAnyone,
  finishRun,
  type RunError,
  releaseRun,
  takeAbandonedRuns,
} from '../../data/optimization-runs.sql.ts'
import type { RunRow } from '../../data/optimization-tables.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Caller, type Services, transactAs } from '../../frame/platform/services.ts'
import type { Tracing } from '../../frame/platform/tracing.ts'
import { TravelError, type TravelMatrix, type TravelProvider } from '../../geography/travel/travel.ts'
import { withTravel } from '../../planning/modelling/plan-problem.ts'
import { getWaitPrice } from '../solving/patience.ts'
import type { AlternativeGoal } from '../solving/solve.worker.ts'
import { type RunningSolve, type SolveAnswer, startSolve } from '../solving/solve-in-thread.ts'
import { alternativeGoals } from './alternatives.ts'
import { applySolution, foundAlternatives, foundPlan } from './apply.ts'
import { holdSolution, recordProgress } from './held-results.ts'
import { type PreparedPlan, preparePlan } from './problem.ts'
import { mostPasses, nextPass } from './together.ts'

/** A worker renews its lease this often; after `deadSeconds` without renewal it counts as dead. */
const beatSeconds = 1
export const deadSeconds = 10
/** A run whose workers died or were stopped this often fails, because its problem may be what kills them. */
const maxAttempts = 5
const sweepSeconds = 10

/**
 * Starts working on optimization jobs and on abandoned runs. Returns a function that stops and releases running work, for another
 * worker or the next start of this one.
 */
export async function startOptimization(services: Services): Promise<() => Promise<void>> {
  const concurrency = Math.max(2, availableParallelism())
  const stopping = new AbortController()
  const mostOfGroup = Math.max(1, Math.floor(concurrency * services.config.organizationShare))
  await services.jobs.work('optimization', { concurrency, mostOfGroup }, (payload, context) =>
    runOptimization(services, payload.run_id, {
      signal: AbortSignal.any([context.signal, stopping.signal]),
      maxSeconds: payload.max_seconds,
    }),
  )
  const sweeping = sweep(services, stopping.signal)
  return async () => {
    stopping.abort()
    await sweeping
  }
}

export interface RunLimits {
  signal: AbortSignal
  /** Upper limit of the solver's time, whatever the plan says, because somebody waits. */
  maxSeconds?: number
}

/** Runs one optimization to its end. Throws only when the database fails or the server stops, so that the queue retries it. */
export async function runOptimization(services: Services, runId: string, limits: RunLimits): Promise<void> {
  const { db } = services.database
  const run = await claimRun(db, runId, deadSeconds)
  if (!run) return
  const fail = (error: RunError) => {
    const end = { status: 'failed', error } as const
    return transactAs(services, getCaller(run), (scope) => finishRun(scope, run.id, end), services.clock.now())
  }
  if (run.attempts > maxAttempts) {
    return await fail(failure(`it was given up after ${maxAttempts} attempts that did not come to an end`))
  }
  const beating = startBeating(services, run)
  try {
    await solveAndApply(services, run, limits, beating)
  } catch (error) {
    if (limits.signal.aborted) {
      await releaseRun(db, run)
      throw error
    }
    services.log.error({ err: error, run: run.id, plan: run.plan_id }, 'optimization failed')
    await fail(getError(error))
  } finally {
    await beating.stop()
  }
}

/** Converts an error to the one that the caller sees. */
function getError(error: unknown): RunError {
  if (error instanceof ApiError) return { message: error.message, message_id: error.messageId }
  return failure(error instanceof TravelError ? error.message : 'an internal error')
}

function failure(reason: string): RunError {
  return { message: `The optimization failed: ${reason}.`, message_id: 'highway.optimization.error.failed' }
}

async function solveAndApply(services: Services, run: RunRow, limits: RunLimits, beating: Beating): Promise<void> {
  const inTransaction = <T>(work: (scope: Scope) => Promise<T>) => transactAs(services, getCaller(run), work)
  const { tracing } = services
  const prepared = await tracing.span('prepare', {}, () => inTransaction((scope) => preparePlan(scope, run)))
  const apply = (answer: SolveAnswer | undefined, status: 'success' | 'canceled', seconds = 0) =>
    inTransaction(async (scope) => {
      // The request used up the first one.
      if (seconds > 1) await scope.ports.noteUse?.(scope, 'optimizer_seconds', seconds - 1)
      const found = answer && foundPlan(prepared, answer)
      const { useAfterBookings } = services.ports
      if (run.after_bookings && found && useAfterBookings) {
        return useAfterBookings(scope, run, prepared.plan.revision, found)
      }
      if (!run.hold || !found) return applySolution(scope, run, found, status)
      return holdSolution(scope, run, found, foundAlternatives(prepared, answer))
    })
  if (prepared.isEmpty) {
    await apply(undefined, 'success')
    return
  }
  const places = prepared.planProblem.points.length
  const ways = prepared.planProblem.ways.length
  const matrices = await tracing.span('travel times', { places, ways }, () =>
    findMatrices(services.travel.best, prepared, limits, beating),
  )
  if (!matrices) {
    if (!beating.isLost) await apply(undefined, 'canceled')
    return
  }
  try {
    const began = performance.now()
    const answer = await solveTogether(services, run, prepared, matrices, limits, beating)
    if (beating.isLost) return
    const seconds = Math.ceil((performance.now() - began) / 1_000)
    await fetchPaths(services.travel.best, prepared, answer, limits.signal)
    const outcome = await tracing.span('apply', {}, () =>
      apply(answer, beating.isCanceled ? 'canceled' : 'success', seconds),
    )
    if (outcome === 'lost') services.log.info({ run: run.id }, 'another worker had taken the optimization')
  } catch (error) {
    // The thread was killed because the caller ended the run or another worker took it over.
    if (beating.isLost) return
    throw error
  }
}

/** Solves the plan. Searches again where several routes of one driver together exceed the law; the earlier routes then stay. */
async function solveTogether(
  services: Services,
  run: RunRow,
  prepared: PreparedPlan,
  matrices: readonly TravelMatrix[],
  limits: RunLimits,
  beating: Beating,
): Promise<SolveAnswer> {
  const passes = mostPasses(prepared.planProblem)
  let problem = withTravel(prepared.planProblem, matrices)
  for (let pass = 0; ; pass++) {
    const goals = passes === 1 ? alternativeGoals(run, prepared, matrices[0]!) : []
    const answer = await solveOnce(services, run, prepared, { problem, pass, passes, goals }, limits, beating)
    const next = pass + 1 < passes && !beating.isCanceled && !beating.isLost
    const again = next ? nextPass(prepared.planProblem, problem, answer.solution) : undefined
    if (!again) return answer
    problem = again
  }
}

async function solveOnce(
  services: Services,
  run: RunRow,
  prepared: PreparedPlan,
  search: Search,
  limits: RunLimits,
  beating: Beating,
): Promise<SolveAnswer> {
  const solve = startSolving(services, run, prepared, search, limits, beating)
  const abort = () => void solve.kill()
  limits.signal.addEventListener('abort', abort, { once: true })
  beating.onCancel = solve.cancel
  beating.onLost = abort
  try {
    return await untilSolved(services.tracing, solve, prepared)
  } finally {
    limits.signal.removeEventListener('abort', abort)
  }
}

/** One of the searches of a run. */
interface Search {
  problem: Problem
  pass: number
  passes: number
  /** Further goals to look for, from the solution on. */
  goals: readonly AlternativeGoal[]
}

/** Waits for the result of the thread; a trace records the thread's phases. */
function untilSolved(tracing: Tracing, solve: RunningSolve, { planProblem }: PreparedPlan): Promise<SolveAnswer> {
  const size = { stops: planProblem.stops.length, vehicles: planProblem.vehicles.length }
  return tracing.span('solve in threads', size, async (span) => {
    const answer = await solve.result
    for (const { name, ...time } of answer.phases) tracing.note(name, {}, time)
    const { totalCost: cost, unassigned } = answer.solution
    span.set({ iterations: answer.iterations, cost, unassigned: unassigned.length })
    return answer
  })
}

/** Computes the travel times of each way of travelling; undefined when the run was canceled or lost before. */
async function findMatrices(
  travel: TravelProvider,
  { planProblem }: PreparedPlan,
  limits: RunLimits,
  beating: Beating,
): Promise<TravelMatrix[] | undefined> {
  const ended = new AbortController()
  beating.onCancel = () => ended.abort()
  beating.onLost = () => ended.abort()
  try {
    const signal = AbortSignal.any([limits.signal, ended.signal])
    const matrices: TravelMatrix[] = []
    for (const way of planProblem.ways) matrices.push(await travel.matrix(planProblem.points, way, { signal }))
    return matrices
  } catch (error) {
    if (ended.signal.aborted) return undefined
    throw error
  }
}

function startSolving(
  services: Services,
  run: RunRow,
  prepared: PreparedPlan,
  { problem, pass, passes, goals }: Search,
  limits: RunLimits,
  beating: Beating,
): RunningSolve {
  const { planProblem, settings } = prepared
  const seconds = Math.min(
    settings.timeLimitSeconds ?? defaultSolverSeconds(planProblem.stops.length),
    limits.maxSeconds ?? solverSeconds.max,
  )
  const order = {
    problem,
    seconds: seconds / passes,
    waitPrice: getWaitPrice(settings.patience, settings.timeLimitSeconds !== undefined),
    seed: settings.seed,
    threads: Math.min(2, availableParallelism()),
    areasWeight: settings.areasWeight,
    ...(prepared.knows && { familiar: { knows: prepared.knows, seconds: settings.familiarSeconds } }),
    ...(run.mode === 'from_scratch' &&
      settings.keptSeconds > 0 && { kept: { present: presentVehicles(planProblem), seconds: settings.keptSeconds } }),
    present: presentVehicles(planProblem),
    // The present plan does not know the wish for areas or few vehicles.
    presentOrders: settings.areasWeight > 0 || settings.minimiseVehicles ? undefined : presentOrders(planProblem),
    insertOnly: run.mode === 'insert_only',
    withOrders: run.hold,
    alternatives: goals,
  }
  const recorder = run.hold ? recordProgress(services, run, planProblem) : undefined
  return startSolve(order, (progress) => {
    const { fraction, cost, unassigned } = progress
    beating.beat = { progress: Math.min(0.99, (pass + fraction) / passes), cost, unassigned_stops: unassigned }
    recorder?.(progress)
  })
}

/** Index of the vehicle whose route each stop of the problem is on. */
function presentVehicles({ stopRows, routeRows }: PreparedPlan['planProblem']): (number | undefined)[] {
  const vehicles = new Map(routeRows.map(({ id }, v) => [id, v]))
  return stopRows.map(({ route_id }) => (route_id === null ? undefined : vehicles.get(route_id)))
}

/** Sequence of the problem's stops on each route as it is, indices by vehicle; undefined where no stop has a route. */
function presentOrders({ stopRows, routeRows }: PreparedPlan['planProblem']): number[][] | undefined {
  const onRoutes = stopRows.flatMap(({ route_id, order }, stop) =>
    route_id === null ? [] : [{ route_id, order, stop }],
  )
  if (onRoutes.length === 0) return undefined
  const byRoute = Map.groupBy(onRoutes, ({ route_id }) => route_id)
  return routeRows.map(({ id }) => {
    const own = byRoute.get(id) ?? []
    return own.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ stop }) => stop)
  })
}

/**
 * Asks a routing server for the paths of the solution's routes in advance. Applying the solution then finds them in the cache, as
 * it must not ask a network inside its transaction.
 */
async function fetchPaths(
  travel: TravelProvider,
  { planProblem }: PreparedPlan,
  answer: SolveAnswer,
  signal: AbortSignal,
): Promise<void> {
  if (travel.isLocal) return
  const { points, stops, vehicles, ways, charging } = planProblem
  for (const { vehicle, stops: order, steps } of answer.solution.routes) {
    if (order.length === 0) continue
    const { startLocation, endLocation, profile = 0 } = vehicles[vehicle]!
    const between = steps.flatMap(({ kind, stop, chargingPlace }) => {
      if (kind === 'charge') return charging[chargingPlace!]!.place.location
      return stop === null ? [] : stops[stop]!.location
    })
    const places = [startLocation, ...between, endLocation]
    const way = places.flatMap((place) => (place === null ? [] : points[place]!))
    await travel.path(way, ways[profile]!, { signal })
  }
}

/** Renews the lease, and watches for cancellation. */
interface Beating {
  beat: Beat
  isCanceled: boolean
  /** True when the run no longer belongs to this worker. */
  isLost: boolean
  onCancel: () => void
  onLost: () => void
  stop(): Promise<void>
}

function startBeating(services: Services, run: RunRow): Beating {
  const stopping = new AbortController()
  const beating: Beating = {
    beat: { progress: 0, cost: null, unassigned_stops: null },
    isCanceled: false,
    isLost: false,
    onCancel: () => {},
    onLost: () => {},
    async stop() {
      stopping.abort()
      await ended
    },
  }
  const once = async () => {
    const answer = await beatRun(services.database.db, run, beating.beat)
    if (!answer) {
      beating.isLost = true
      beating.onLost()
      stopping.abort()
    } else if (answer.cancel_requested) {
      beating.isCanceled = true
      beating.onCancel()
    }
  }
  const ended = (async () => {
    while (await pause(beatSeconds, stopping.signal)) {
      // A short failure of the database must not end the search; the lease is checked again when applying.
      await once().catch((error) => services.log.warn({ err: error, run: run.id }, 'could not keep the lease'))
    }
  })()
  return beating
}

/** Returns abandoned runs to the queue; those with too many attempts fail there. */
async function sweep(services: Services, signal: AbortSignal): Promise<void> {
  while (await pause(sweepSeconds, signal)) {
    try {
      await services.database.transaction(async (tx) => {
        for (const run of await takeAbandonedRuns(tx, deadSeconds)) {
          await services.jobs.send(tx, 'optimization', { organization_id: run.organization_id, run_id: run.id })
        }
      })
    } catch (error) {
      services.log.warn({ err: error }, 'could not look for abandoned optimizations')
    }
  }
}

/** Waits; returns false when the wait was interrupted. */
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(seconds * 1000, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}

/** Caller in whose name the run was requested. */
function getCaller(run: RunRow): Caller {
  return { organizationId: run.organization_id, projects: 'all', actor: run.actor }
}

/** Returns the present state of the run. Throws when it does not exist. */
export async function getRun(services: Services, runId: string): Promise<RunRow> {
  const run = await findRunOfAnyone(services.database.db, runId)
  if (!run) throw new Error(`There is no optimization run ${runId}.`)
  return run
}
