// What an edit does: figures of each touched route before and after, and the rules that break or hold again.

import type { RestoredValues } from '@routewright/contract'
import { nameOfStop } from '../conflicts/conflicts.ts'
import { idsOf, mapById } from '../data/records.ts'
import { listRoutesOfPlan } from '../data/routes.sql.ts'
import type { StopRow } from '../data/stop-table.ts'
import { listStopRows } from '../data/stops.sql.ts'
import { refreshPlans } from '../lifecycle/lifecycle.ts'
import type { RouteTimes } from '../modelling/evaluate-route.ts'
import { figuresOfRoute } from '../modelling/route-figures.ts'
import { getPlan } from '../plans/plans.ts'
import { apiError } from '../platform/api-error.ts'
import { withoutEmpty } from '../platform/compact.ts'
import { routeRecords } from '../routes/routes.ts'
import { placeOnRoutes, previewVariants, recomputeRoutes } from '../sequence/sequence.ts'
import { stopRecords } from '../stops/stops.ts'
import { requireGoodsAtHand } from './aboard.ts'
import { type Board, requireOpen, touchedRoutes } from './board.ts'

export interface EditedRow {
  id: string
  done: boolean
  route_id?: string
  order?: number
  message?: string
  message_id?: string
}

/** An edit of more routes than this is saved without comparing their figures before and after, which would take too long. */
const mostEffects = 20

export interface EditOptions {
  preview: boolean
  /** What takes back what the edit changed beside orders. */
  restore?: RestoredValues
}

/** Saves what is on the board, unless it is only looked at, and answers what it does. */
export async function finishEdit(board: Board, results: readonly EditedRow[], { preview, restore }: EditOptions) {
  const touched = touchedRoutes(board)
  for (const id of touched) requireLawful(board, id)
  await requireGoodsAtHand(board, touched)
  // Whoever rearranges a whole plan looks at the figures of the plan, not at those of each route.
  const effects = preview || touched.length <= mostEffects ? await listEffects(board, touched) : []
  const left = listLeft(board)
  const undo = undoOf(board, touched, new Set(restore?.deleted?.map(({ stop_id }) => stop_id)))
  const changed = preview ? undefined : await save(board, touched, left)
  const { revision } = preview ? board.plan : await getPlan(board.scope, board.plan.id)
  return {
    preview,
    revision,
    results: results.map((row) => withPlace(board, row)),
    effects,
    unassigned: idsOf(left),
    routes: changed?.routes ?? [],
    stops: changed?.stops ?? [],
    ...(preview || (touched.length === 0 && !restore) ? {} : { undo: { ...undo, ...(restore ? { restore } : {}) } }),
  }
}

/** Executed stops stay where they are, in their order; a finished route gets nothing. */
function requireLawful(board: Board, routeId: string): void {
  requireOpen(board.routes.get(routeId)!)
  const executed = (stops: readonly StopRow[]) => stops.filter((stop) => stop.status !== 'pending')
  const was = executed(board.before.get(routeId)!)
  const is = executed(board.orders.get(routeId)!)
  const wrong =
    is.find((stop, index) => stop.id !== was[index]?.id) ?? was.find((stop, index) => stop.id !== is[index]?.id)
  if (wrong) throw apiError('highway.stop.error.already_executed', { id: wrong.id, status: wrong.status })
}

async function listEffects(board: Board, routeIds: readonly string[]) {
  const { scope, plan, routes } = board
  const [before, after] = (await previewVariants(
    scope,
    plan.id,
    [board.before, board.orders].map((orders) =>
      routeIds.map((id) => ({ route: routes.get(id)!, stops: orders.get(id)! })),
    ),
    board.context,
  )) as [Map<string, RouteTimes>, Map<string, RouteTimes>]
  const wasBroken = new Set<string>()
  const isBroken = new Set<string>()
  for (const id of routeIds) {
    for (const rule of brokenRules(before.get(id)!)) wasBroken.add(keyOf(rule))
    for (const rule of brokenRules(after.get(id)!)) isBroken.add(keyOf(rule))
  }
  return routeIds.map((id) => {
    const route = routes.get(id)!
    const [old, now] = [before.get(id)!, after.get(id)!]
    return {
      route_id: id,
      before: figuresOfRoute(route, board.before.get(id)!, old),
      after: figuresOfRoute(route, board.orders.get(id)!, now),
      stops: board.orders.get(id)!.map((stop) => plannedStop(stop, now)),
      newly_broken: brokenRules(now).filter((rule) => !wasBroken.has(keyOf(rule))),
      no_longer_broken: brokenRules(old).filter((rule) => !isBroken.has(keyOf(rule))),
    }
  })
}

function plannedStop(stop: StopRow, times: RouteTimes) {
  const { planned_arrival_time = null, planned_departure_time = null } = times.stops.get(stop.id) ?? {}
  return {
    stop_id: stop.id,
    ...withoutEmpty({ planned_arrival_time, planned_departure_time }),
  }
}

function brokenRules(times: RouteTimes) {
  return [...times.stops].flatMap(([stop_id, { optimization_warnings }]) =>
    optimization_warnings.map(({ code, message }) => ({ stop_id, code, message })),
  )
}

function keyOf({ stop_id, code }: { stop_id: string; code: string }): string {
  return `${stop_id} ${code}`
}

/** Stops that were on a route and are on none now. */
function listLeft(board: Board): StopRow[] {
  const placed = new Set([...board.orders.values()].flat().map((stop) => stop.id))
  return [...board.before.values()].flat().filter((stop) => !placed.has(stop.id))
}

/** The arrangement that brings the orders of before back, as long as nobody else changed them. Stops of `made` are not put anywhere. */
function undoOf(board: Board, touched: readonly string[], made: ReadonlySet<string>) {
  const before = new Set(touched.flatMap((id) => idsOf(board.before.get(id)!)))
  const joined = touched.flatMap((id) => idsOf(board.orders.get(id)!)).filter((id) => !before.has(id) && !made.has(id))
  return {
    routes: touched.map((id) => ({
      route_id: id,
      stop_ids: idsOf(board.before.get(id)!),
      was: idsOf(board.orders.get(id)!),
    })),
    unassigned: joined,
  }
}

async function save(board: Board, touched: readonly string[], left: readonly StopRow[]) {
  const { scope, plan, routes, orders } = board
  await placeOnRoutes(
    scope,
    touched.map((id) => ({ route: routes.get(id)!, stopIds: orders.get(id)!.map((stop) => stop.id) })),
    idsOf(left),
  )
  const looked = await recomputeRoutes(scope, touched)
  await refreshPlans(scope, [plan.id])
  return changedRecords(board, looked, left)
}

/** Records of the routes that were looked at, and of the stops on them and off them that differ from before. */
export async function changedRecords(board: Board, routeIds: readonly string[], left: readonly StopRow[]) {
  const { scope, plan } = board
  const routeRows = await listRoutesOfPlan(scope, plan.id, routeIds)
  const ids = [...new Set([...routeIds.flatMap((id) => board.orders.get(id) ?? []), ...left].map((stop) => stop.id))]
  const now = await listStopRows(scope, ids)
  const byId = mapById(now)
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    routes: await routeRecords(scope, routeRows, { stops: false }),
    stops: await stopRecords(
      scope,
      rows.filter((row) => differs(row, board.stops.get(row.id))),
    ),
  }
}

const watched = [
  'route_id',
  'order',
  'planned_arrival_time',
  'planned_departure_time',
  'distance_to_previous_stop',
  'distance_to_next_stop',
  'status',
] as const

function differs(now: StopRow, before: StopRow | undefined): boolean {
  if (!before || now.updated_at.getTime() !== before.updated_at.getTime()) return true
  if (watched.some((field) => now[field] !== before[field])) return true
  return JSON.stringify(now.optimization_warnings) !== JSON.stringify(before.optimization_warnings)
}

function withPlace(board: Board, row: EditedRow): EditedRow {
  if (!row.done) return row
  for (const [routeId, order] of board.orders) {
    const index = order.findIndex((stop) => stop.id === row.id)
    if (index >= 0) return { ...row, route_id: routeId, order: index }
  }
  return row
}

/** "Stop 12 Smith: the reason", for a row that was not done. */
export function undoneRow(stop: StopRow, message: string, message_id: string): EditedRow {
  return { id: stop.id, done: false, message: `${nameOfStop(stop)}: ${message}`, message_id }
}
