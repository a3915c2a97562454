// Retries a failed stop on the same day where it fits best, and undoes that as long as the retry was not reported.
import { type AgainRequest, decide, isRefusal, type RestoredValues, routeLifecycle } from '@routewright/contract'
import { listIds } from '../../data/records.ts'
import { findLatestReport } from '../../data/reports.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { giveUpRetry, retryStop } from '../lifecycle/lifecycle.ts'
import { getStop } from '../stops/stops.ts'
import { type Board, liftStops, openBoard, requireOpen, takeRoutes, takeStops } from './board.ts'
import { type EditOptions, finishEdit } from './effects.ts'
import { placeAmong } from './places.ts'

/**
 * Reopens the stop and inserts it where it fits best; where no place keeps all rules, where it breaks the fewest. Throws 404,
 * 403, highway.stop.error.{not_in_plan, not_failed, already_executed, returns_to_sender, fits_nowhere}, highway.{plan,
 * route}.error.finished.
 */
export async function tryStopAgain(scope: Scope, stopId: string, request: AgainRequest, options: EditOptions) {
  const { plan_id } = await getStop(scope, stopId)
  if (plan_id === null) throw apiError('highway.stop.error.not_in_plan', { id: stopId })
  const board = await openBoard(scope, plan_id, { lock: !options.preview })
  await takeStops(board, [stopId])
  const failed = board.stops.get(stopId)!
  requireFailed(failed)
  if (failed.route_id !== null) await takeRoutes(board, [failed.route_id])
  const candidates = await listTakers(board, failed, request.route_id)
  await takeRoutes(board, candidates)
  for (const id of candidates) requireOpen(board.routes.get(id)!)
  const open = options.preview ? { ...failed, ...reopened } : await retryStop(scope, failed)
  board.retried = new Set([stopId])
  board.stops.set(stopId, open)
  liftStops(board, [stopId])
  const { left } = await placeAmong(board, candidates, [open], { allowBroken: true, mayJoinUnderWay: true })
  if (left[0]) throw apiError('highway.stop.error.fits_nowhere', { id: stopId, reason: left[0].reason })
  const restore: RestoredValues = { routes: [], stops: [], retried: [{ stop_id: stopId, retried: false }] }
  return finishEdit(board, [{ id: stopId, done: true }], { ...options, restore })
}

const reopened = {
  status: 'pending',
  finished_at: null,
  arrived_at: null,
  noticed_arrival_time: null,
  noticed_departure_time: null,
} as const

function requireFailed({ id, status, return_to_sender_at }: StopRow): void {
  if (status === 'completed') throw apiError('highway.stop.error.already_executed', { id, status })
  if (status === 'pending') throw apiError('highway.stop.error.not_failed', { id, status })
  if (return_to_sender_at !== null) throw apiError('highway.stop.error.returns_to_sender', { id })
}

/** Routes that may take the stop: the one with its goods aboard; if the goods are at the depot, those that have not left; else all. */
async function listTakers(board: Board, stop: StopRow, wanted: string | undefined): Promise<string[]> {
  const routes = (await listRoutesOfPlan(board.scope, board.plan.id)).filter(isOpen)
  const holder = stop.aboard_route_id
  const mayTake = (route: RouteRow) => {
    if (wanted !== undefined && route.id !== wanted) return false
    if (holder === null) return wanted !== undefined || !route.is_locked
    const isOut = stop.returned_at === null && routes.some(({ id }) => id === holder)
    return isOut ? route.id === holder : route.status === 'not_started'
  }
  const takers = routes.filter(mayTake)
  if (takers.length > 0) return listIds(takers)
  const reason =
    holder === null ? 'no route is open' : 'its goods are aboard another vehicle, or back after the last one left'
  throw apiError('highway.stop.error.fits_nowhere', { id: stop.id, reason })
}

function isOpen({ status }: RouteRow): boolean {
  return !isRefusal(decide(routeLifecycle, status, 'stops_joined'))
}

/** Reopens stops, or restores the status of their last report. A preview does so on the board only. */
export async function changeRetries(
  board: Board,
  wanted: NonNullable<RestoredValues['retried']>,
  { preview }: EditOptions,
): Promise<void> {
  if (wanted.length === 0) return
  const { scope, plan } = board
  board.retried = new Set(wanted.map(({ stop_id }) => stop_id))
  if (preview) return
  for (const { stop_id, retried } of wanted) {
    const stop = await getStop(scope, stop_id)
    if (stop.plan_id !== plan.id) {
      throw apiError('highway.route.error.stop_not_in_plan', { id: stop_id, plan_id: plan.id })
    }
    if (retried) await retryStop(scope, stop)
    else await endAsReported(scope, stop)
  }
}

async function endAsReported(scope: Scope, stop: StopRow): Promise<void> {
  const report = await findLatestReport(scope, stop.id, 'ending')
  if (!report) throw apiError('highway.stop.error.not_failed', { id: stop.id, status: stop.status })
  await giveUpRetry(scope, stop, report)
}
