// Plans a week in the background: read, asked for the ways, searched in a thread, and kept until somebody applies it.
import { availableParallelism } from 'node:os'
import { worthwhileSeconds } from '@routewright/solver'
import { getProject } from '../../accounts/projects/projects.ts'
import type { WeekPlanRow } from '../../data/week-plan-table.ts'
import { beginWeekPlan, noteWeekPlan } from '../../data/week-plans.sql.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import type { JobContext } from '../../frame/platform/jobs.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { TravelError } from '../../geography/travel/travel.ts'
import { getWaitPrice } from '../../optimizing/solving/patience.ts'
import { startWeekSolve } from '../../optimizing/solving/solve-in-thread.ts'
import type { WeekAnswer } from '../../optimizing/solving/solve-week.worker.ts'
import { SolveTimeout } from '../../optimizing/solving/thread-watch.ts'
import {
  createWeekProblem,
  listBroken,
  straightMeasure,
  type WeekOrder,
  type WeekProblem,
  withMatrices,
} from './week-problem.ts'
import { foundWeek } from './week-result.ts'
import { readWeek, type WeekStops } from './week-stops.ts'
import { datesOfWeek } from './weeks.ts'

/** How often at most the row is told of the progress. */
const noteMilliseconds = 500
/** Attempts after which it fails permanently. */
const mostAttempts = 3
/** Fixed, so that the same week gives the same result. */
const seed = 1

/** Begins to plan the weeks that are asked for, one at a time. */
export function startWeeks(services: Services): Promise<void> {
  return services.jobs.work('week_plan', {}, ({ organization_id, week_plan_id }, context) =>
    planWeek(services, organization_id, week_plan_id, context),
  )
}

async function planWeek(services: Services, organizationId: string, id: string, context: JobContext): Promise<void> {
  const inTransaction = <T>(work: (scope: Scope) => Promise<T>) =>
    transactAs(services, systemCaller(organizationId), work)
  const row = await inTransaction((scope) => beginWeekPlan(scope, id))
  if (!row) return
  const fail = (reason: string) => inTransaction((scope) => noteWeekPlan(scope, row, { state: 'failed', reason }))
  if (row.attempts > mostAttempts) {
    await fail(`it was given up after ${mostAttempts} attempts that did not come to an end`)
    return
  }
  try {
    await searchWeek(services, row, inTransaction, context)
  } catch (error) {
    const isStopping = context.signal.aborted || context.isStopping()
    // A job that took too long would do so again, and others wait.
    const isTold = error instanceof ApiError || error instanceof TravelError || error instanceof SolveTimeout
    if (isStopping || (!isTold && row.attempts < mostAttempts)) throw error
    services.log.error({ err: error, week_plan: id }, 'a week could not be planned')
    await fail(isTold ? error.message : 'an internal error')
  }
}

type InTransaction = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

interface Prepared {
  week: WeekStops
  problem: WeekProblem | undefined
  order: WeekOrder | undefined
}

async function searchWeek(
  services: Services,
  row: WeekPlanRow,
  inTransaction: InTransaction,
  { signal }: JobContext,
): Promise<void> {
  const { week, problem, order } = await prepare(services, row, inTransaction, signal)
  const answer = order && (await solve(services, row, order, signal))
  if (order && !answer) return
  const planned = problem &&
    answer && { problem, answer, measureStraight: straightMeasure(problem, services.travel.best) }
  const found = foundWeek(week, planned)
  await inTransaction((scope) => noteWeekPlan(scope, row, { state: 'ready', percent: 100, found }))
}

/** Routes that break a rule already are found only with the travel times: then the week is read again without them. */
async function prepare(
  services: Services,
  row: WeekPlanRow,
  inTransaction: InTransaction,
  signal: AbortSignal,
): Promise<Prepared> {
  const kept = new Set<string>()
  for (;;) {
    const { week, problem } = await inTransaction(async (scope) => {
      const project = await getProject(scope, row.project_id)
      const week = await readWeek(scope, project, datesOfWeek(row), kept)
      return { week, problem: createWeekProblem(scope, project, week) }
    })
    if (!problem) return { week, problem, order: undefined }
    const matrices = []
    for (const way of problem.planProblem.ways)
      matrices.push(await services.travel.best.matrix(problem.planProblem.points, way, { signal }))
    const order = withMatrices(problem, matrices, row.stability)
    const broken = listBroken(problem, order)
    if (broken.length === 0) return { week, problem, order }
    for (const routeId of broken) kept.add(routeId)
  }
}

/** Undefined where it was thrown away meanwhile. */
async function solve(
  services: Services,
  row: WeekPlanRow,
  order: WeekOrder,
  signal: AbortSignal,
): Promise<WeekAnswer | undefined> {
  let toldAt = 0
  let isGone = false
  const visits = order.periodic.choices.reduce((sum, sets) => sum + new Set(sets.flat()).size, 0)
  const search = {
    ...order,
    seconds: Math.min(row.seconds, worthwhileSeconds(visits, 'mixed', getWaitPrice('usual', true))),
    seed,
    threads: Math.min(2, availableParallelism()),
  }
  const running = startWeekSolve(search, ({ fraction }) => {
    if (performance.now() - toldAt < noteMilliseconds) return
    toldAt = performance.now()
    const note = { percent: Math.min(99, Math.round(100 * fraction)) }
    void transactAs(services, systemCaller(row.organization_id), (scope) => noteWeekPlan(scope, row, note)).then(
      (isOurs) => {
        isGone ||= !isOurs
        if (!isOurs) void running.kill()
      },
      (error) => services.log.warn({ err: error, week_plan: row.id }, 'could not tell the progress'),
    )
  })
  const abort = () => void running.kill()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await running.result
  } catch (error) {
    if (isGone) return undefined
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
