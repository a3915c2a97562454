// Effects of an edit: figures of each touched route before and after, and the rules that it breaks or restores.

import { isDeepStrictEqual } from 'node:util'
import type { RestoredValues } from '@routewright/contract'
import { listIds, mapById } from '../../data/records.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedWindows } from '../../data/slot-promises.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRows } from '../../data/stops.sql.ts'
import { nameOfStop } from '../../frame/conflicts/conflicts.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { brokenPromises, getArrivals, requireConsent, withNames } from '../consent/consent.ts'
import { refreshPlans } from '../lifecycle/lifecycle.ts'
import { plannedStop, type RouteTimes } from '../modelling/evaluate-route.ts'
import { figuresOfRoute } from '../modelling/route-figures.ts'
import { getPlan } from '../plans/plans.ts'
import { routeRecords } from '../routes/routes.ts'
import { placeOnRoutes, previewVariants, recomputeRoutes, routesBehind } from '../sequence/sequence.ts'
import { stopRecords } from '../stops/stops.ts'
import { requireGoodsAtHand } from './aboard.ts'
import { type Board, requireOpen, takeRoutes, touchedRoutes } from './board.ts'
import type { BeforeValues } from './values.ts'

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
  /** Values other than sequences that undo the edit. */
  restore?: RestoredValues
  /** Values before the edit, where the edit changes values. */
  before?: BeforeValues
}

/** Saves the board unless it is a preview, and returns the effects. */
export async function finishEdit(board: Board, results: readonly EditedRow[], options: EditOptions) {
  const { preview, restore, before } = options
  const touched = touchedRoutes(board)
  for (const id of touched) requireLawful(board, id)
  await requireGoodsAtHand(board, touched)
  const asked = [...new Set([...touched, ...(before?.routes.keys() ?? [])])]
  const behind = await takeBehind(board, asked)
  const looked = [...asked, ...behind]
  // An edit of a whole plan shows the figures of the plan, not those of each route.
  const hasEffects = preview || looked.length <= mostEffects
  const promised = await promisedAmong(board, looked)
  const compared = hasEffects || promised.length > 0 ? await compareRoutes(board, looked, before) : undefined
  const effects = hasEffects ? listEffects(compared!, new Set(behind)) : []
  const broken = compared
    ? brokenPromises(promised, getArrivals(compared.was.values()), getArrivals(compared.is.values()))
    : []
  if (!preview) await requireConsent(board.scope, broken)
  const left = listLeft(board)
  const undo = getUndo(board, touched, new Set(restore?.deleted?.map(({ stop_id }) => stop_id)))
  const changed = preview ? undefined : await save(board, touched, left, before)
  const { revision } = preview ? board.plan : await getPlan(board.scope, board.plan.id)
  return {
    preview,
    revision,
    results: results.map((row) => withPlace(board, row)),
    effects,
    unassigned: listIds(left),
    routes: changed?.routes ?? [],
    stops: changed?.stops ?? [],
    ...(preview || (touched.length === 0 && !restore) ? {} : { undo: { ...undo, ...(restore ? { restore } : {}) } }),
    ...(broken.length > 0 && { broken_promises: await withNames(board.scope, broken) }),
  }
}

/**
 * Checks that executed stops keep their places and that a finished route gains nothing. Exception: a failed stop may leave a
 * finished route for a retry, and return as it was.
 */
function requireLawful(board: Board, routeId: string): void {
  const isRetry = (stop: StopRow) => stop.status !== 'pending' || board.retried?.has(stop.id)
  const onlyRetries = board.retried && board.before.get(routeId)!.every(isRetry)
  const getsNothing = board.orders.get(routeId)!.every(({ status }) => status !== 'pending')
  if (!(onlyRetries && getsNothing)) requireOpen(board.routes.get(routeId)!)
  const executed = (stops: readonly StopRow[]) =>
    stops.filter((stop) => stop.status !== 'pending' && !board.retried?.has(stop.id))
  const was = executed(board.before.get(routeId)!)
  const is = executed(board.orders.get(routeId)!)
  const wrong =
    is.find((stop, index) => stop.id !== was[index]?.id) ?? was.find((stop, index) => stop.id !== is[index]?.id)
  if (wrong) throw apiError('highway.stop.error.already_executed', { id: wrong.id, status: wrong.status })
}

/** Promises of the stops that are on these routes before or after the edit. */
async function promisedAmong({ scope, plan, before, orders }: Board, routeIds: readonly string[]) {
  const ids = new Set(routeIds.flatMap((id) => listIds([...before.get(id)!, ...orders.get(id)!])))
  return (await listPromisedWindows(scope, plan.id)).filter(({ stop_id }) => ids.has(stop_id))
}

/** Returns other routes of the plan that follow these on the same driver's day and so depend on the hours left. */
async function takeBehind(board: Board, routeIds: readonly string[]): Promise<string[]> {
  const known = new Set(routeIds)
  const behind = routeIds.flatMap((id) => routesBehind(board.routes.get(id)!, board.context.drivers))
  const ids = behind.filter(({ id, plan_id }) => plan_id === board.plan.id && !known.has(id)).map(({ id }) => id)
  await takeRoutes(board, ids)
  return [...new Set(ids)]
}

/** Routes as they were and as the edit wants them, with the times of both. */
async function compareRoutes(board: Board, routeIds: readonly string[], values: BeforeValues | undefined) {
  const { scope, plan, routes } = board
  const old = routeIds.map((id) => values?.routes.get(id) ?? { route: routes.get(id)!, stops: board.before.get(id)! })
  const wanted = routeIds.map((id) => ({ route: routes.get(id)!, stops: board.orders.get(id)! }))
  const [was, is] = await previewVariants(scope, plan.id, [old, wanted], board.context)
  return { routeIds, old, wanted, was: was!, is: is! }
}

/** Lists the effects. `behind` are following routes, listed only where something about them changes. */
function listEffects(
  { routeIds, old, wanted, was: before, is: after }: Awaited<ReturnType<typeof compareRoutes>>,
  behind: ReadonlySet<string>,
) {
  const wasBroken = new Set<string>()
  const isBroken = new Set<string>()
  for (const id of routeIds) {
    for (const rule of brokenRules(before.get(id)!)) wasBroken.add(getKey(rule))
    for (const rule of brokenRules(after.get(id)!)) isBroken.add(getKey(rule))
  }
  return routeIds.flatMap((id, index) => {
    const [was, is] = [before.get(id)!, after.get(id)!]
    return behind.has(id) && isDeepStrictEqual(was, is)
      ? []
      : {
          route_id: id,
          before: figuresOfRoute(old[index]!.route, old[index]!.stops, was),
          after: figuresOfRoute(wanted[index]!.route, wanted[index]!.stops, is),
          stops: wanted[index]!.stops.map((stop) => plannedStop(stop, is)),
          newly_broken: brokenRules(is).filter((rule) => !wasBroken.has(getKey(rule))),
          no_longer_broken: brokenRules(was).filter((rule) => !isBroken.has(getKey(rule))),
        }
  })
}

function brokenRules(times: RouteTimes) {
  return [...times.stops].flatMap(([stop_id, { optimization_warnings }]) =>
    optimization_warnings.map(({ code, message }) => ({ stop_id, code, message })),
  )
}

function getKey({ stop_id, code }: { stop_id: string; code: string }): string {
  return `${stop_id} ${code}`
}

/** Stops that were on a route before and are unassigned now. */
function listLeft(board: Board): StopRow[] {
  const placed = new Set([...board.orders.values()].flat().map((stop) => stop.id))
  return [...board.before.values()].flat().filter((stop) => !placed.has(stop.id))
}

/**
 * Returns the undo step: the arrangement that restores the earlier sequences, valid while nobody else changed them. Stops in
 * `made` are left out.
 */
function getUndo(board: Board, touched: readonly string[], made: ReadonlySet<string>) {
  const before = new Set(touched.flatMap((id) => listIds(board.before.get(id)!)))
  const joined = touched
    .flatMap((id) => listIds(board.orders.get(id)!))
    .filter((id) => !before.has(id) && !made.has(id))
  return {
    routes: touched.map((id) => ({
      route_id: id,
      stop_ids: listIds(board.before.get(id)!),
      was: listIds(board.orders.get(id)!),
    })),
    unassigned: joined,
  }
}

async function save(
  board: Board,
  touched: readonly string[],
  left: readonly StopRow[],
  before: BeforeValues | undefined,
) {
  const { scope, plan, routes, orders } = board
  await placeOnRoutes(
    scope,
    touched.map((id) => ({ route: routes.get(id)!, stopIds: orders.get(id)!.map((stop) => stop.id) })),
    listIds(left),
  )
  const looked = await recomputeRoutes(scope, touched)
  await refreshPlans(scope, [plan.id])
  return changedRecords(board, [...new Set([...looked, ...(before?.routes.keys() ?? [])])], left, before?.stops)
}

/**
 * Records of the routes looked at, and of their present and former stops that differ from before. Before means `before`, or the
 * board for stops that it does not contain.
 */
export async function changedRecords(
  board: Board,
  routeIds: readonly string[],
  left: readonly StopRow[],
  before: ReadonlyMap<string, StopRow> = new Map(),
) {
  const { scope, plan } = board
  const routeRows = await listRoutesOfPlan(scope, plan.id, routeIds)
  const onRoutes = routeIds.flatMap((id) => board.orders.get(id) ?? [])
  const ids = [...new Set(listIds([...onRoutes, ...left, ...before.values()]))]
  const now = await listStopRows(scope, ids)
  const byId = mapById(now)
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    routes: await routeRecords(scope, routeRows, { stops: false }),
    stops: await stopRecords(
      scope,
      rows.filter((row) => differs(row, before.get(row.id) ?? board.stops.get(row.id))),
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
  'is_straight_to_previous_stop',
  'is_straight_to_next_stop',
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
