// The edits of stop sequences: moving, arranging, inserting, reversing, swapping, splitting, merging, reassigning.
import type {
  Arrangement,
  InsertRequest,
  MergeRequest,
  MoveRequest,
  PlannedMove,
  ReassignRequest,
  RestoredValues,
  SplitRequest,
} from '@routewright/contract'
import { listIds } from '../../data/records.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listTiedStops, restoreStopRows } from '../../data/stops.sql.ts'
import { changedMeanwhile, nameOfStop } from '../../frame/conflicts/conflicts.ts'
import { type ApiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { createRoutesInPlan, deleteRoute, getRoute } from '../routes/routes.ts'
import { deleteStops } from '../stops/stops.ts'
import { listAboard } from './aboard.ts'
import { changeRetries } from './again.ts'
import {
  type Board,
  layStops,
  liftStops,
  listPending,
  openBoard,
  requireBoardAsSeen,
  requireOpen,
  routeChanged,
  takeRoutes,
  takeStops,
} from './board.ts'
import { type EditedRow, type EditOptions, finishEdit, undoneRow } from './effects.ts'
import { handOver } from './hand-over.ts'
import { layWhereBest, type PlacingRules, placeAmong, type WarningCode } from './places.ts'
import { beforeValues, changeValues } from './values.ts'

/**
 * Moves stops to routes, to exact places or where they fit best, or off their routes. With `partial`, stops that cannot be moved
 * are reported and the rest is moved. Throws 404, highway.route.error.{finished, stop_not_in_plan},
 * highway.stop.error.already_executed, highway.plan.error.{finished, changed_meanwhile}.
 */
export async function moveStops(scope: Scope, planId: string, request: MoveRequest, options: EditOptions) {
  const board = await openBoard(scope, planId, { lock: !options.preview })
  const asked = request.moves.flatMap((move) => move.stop_ids)
  requireOnce(asked, 'moves')
  const wanted = request.moves.flatMap((move) => move.route_id ?? [])
  const refused = await takeStops(board, asked, wanted)
  for (const move of request.moves) {
    const route = move.route_id === null ? undefined : board.routes.get(move.route_id)!
    if (route) requireOpen(route)
  }
  await requireBoardAsSeen(board, request.if_updated_at)
  await refuseGoodsElsewhere(board, request.moves, refused)
  const [first] = refused.values()
  if (first && !request.partial) throw first
  for (const move of request.moves) await applyMove(board, move, refused)
  const results = asked.map((id) => getRow(id, refused.get(id)))
  return finishEdit(board, results, options)
}

/** Adds stops to `refused` that would join a route although another one has their goods aboard. */
async function refuseGoodsElsewhere(
  board: Board,
  moves: readonly PlannedMove[],
  refused: Map<string, ApiError>,
): Promise<void> {
  const joining = moves.filter((move) => move.route_id !== null)
  const stops = joining.flatMap((move) => move.stop_ids.flatMap((id) => (refused.has(id) ? [] : board.stops.get(id)!)))
  const aboard = await listAboard(board, stops)
  for (const { route_id, stop_ids } of joining) {
    for (const id of stop_ids) {
      const held = aboard.get(id)
      if (held && held.routeId !== route_id) refused.set(id, held.why)
    }
  }
}

async function applyMove(board: Board, move: PlannedMove, refused: ReadonlyMap<string, ApiError>): Promise<void> {
  const stops = liftStops(
    board,
    move.stop_ids.filter((id) => !refused.has(id)),
  )
  if (move.route_id === null || stops.length === 0) return
  if (move.after_stop_id === undefined) return layWhereBest(board, move.route_id, stops)
  layStops(board, move.route_id, await placeAfter(board, move.route_id, move.after_stop_id), stops)
}

/**
 * Returns the place after a stop. Throws highway.plan.error.changed_meanwhile when that stop has left the route since the caller
 * saw it there.
 */
async function placeAfter(board: Board, routeId: string, afterId: string | null): Promise<number> {
  if (afterId === null) return 0
  const order = board.orders.get(routeId)!
  const index = order.findIndex((stop) => stop.id === afterId)
  if (index >= 0) return index + 1
  // An earlier move of this request took that stop off the route, so no place after it exists; append at the end.
  if (board.before.get(routeId)!.some((stop) => stop.id === afterId)) return order.length
  const refused = await takeStops(board, [afterId])
  const stop = board.stops.get(afterId)
  if (!stop || stop.plan_id !== board.plan.id) throw refused.get(afterId)!
  const record = { id: stop.id, updated_at: stop.updated_at, plan_id: board.plan.id, what: nameOfStop(stop) }
  throw await changedMeanwhile(board.scope, record)
}

function getRow(id: string, why: ApiError | undefined): EditedRow {
  return why ? { id, done: false, message: why.message, message_id: why.messageId } : { id, done: true }
}

function requireOnce(ids: readonly string[], place: string): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) {
      throw invalidPayload(place, `stop ${id} stands twice`)
    }
    seen.add(id)
  }
}

/**
 * Sets exact sequences and values. Stops of a route that none of the sequences names become unassigned. Throws as `moveStops`,
 * and what the changes of values throw.
 */
export async function arrange(scope: Scope, planId: string, input: Arrangement, options: EditOptions) {
  const board = await openBoard(scope, planId, { lock: !options.preview })
  await changeRetries(board, input.restore?.retried ?? [], options)
  await takeRoutes(
    board,
    input.routes.map((route) => route.route_id),
  )
  const wanted = input.routes.flatMap((route) => route.stop_ids)
  const off = input.unassigned ?? []
  requireOnce([...wanted, ...off], 'routes')
  const made = input.restore?.deleted ?? []
  const stopsMade = (isGone: boolean) => made.filter(({ deleted }) => deleted === isGone).map(({ stop_id }) => stop_id)
  if (!options.preview) await returnStops(scope, planId, stopsMade(false))
  // Sequences contain executed stops too. That these keep their places is checked before saving.
  const refused = await takeStops(board, [...wanted, ...off])
  for (const why of refused.values()) if (why.messageId === 'highway.route.error.stop_not_in_plan') throw why
  const before = input.restore && (await beforeValues(board, input.restore))
  await requireBoardAsSeen(board, input.if_updated_at)
  for (const { route_id, was } of input.routes) {
    const order = board.before.get(route_id)!
    const isSame = was === undefined || (was.length === order.length && was.every((id, at) => id === order[at]!.id))
    if (!isSame) throw await routeChanged(board, board.routes.get(route_id)!)
  }
  const restore = input.restore && (await restoreValues(board, input.restore, options))
  liftStops(board, [...wanted, ...off])
  for (const { route_id, stop_ids } of input.routes) {
    board.orders.set(
      route_id,
      stop_ids.map((id) => board.stops.get(id)!),
    )
  }
  const rows = [...wanted, ...off].map((id) => ({ id, done: true }))
  const answer = await finishEdit(board, rows, { ...options, ...(restore && { restore }), ...(before && { before }) })
  // Deletes stops that the edit had created only after they left their route, so that the result still tells where they were.
  if (!options.preview) await deleteStops(scope, stopsMade(true))
  return answer
}

/** Restores deleted stops of the plan, unassigned. Throws 404. */
async function returnStops(scope: Scope, planId: string, stopIds: readonly string[]): Promise<void> {
  const returned = new Set(await restoreStopRows(scope, planId, stopIds))
  for (const id of stopIds) if (!returned.has(id)) throw notFound('deleted stop', id)
}

/** Restores values of routes and stops, and updates the board with the results. */
async function restoreValues(board: Board, values: RestoredValues, options: EditOptions): Promise<RestoredValues> {
  const before = await changeValues(board, values, options)
  if (options.preview) return before
  const fresh = await openBoard(board.scope, board.plan.id, { lock: false })
  await takeRoutes(fresh, board.routes.keys())
  await takeStops(fresh, [...board.stops.keys()])
  Object.assign(board, fresh)
  return before
}

/** Inserts late orders where they fit best; vehicles under way get no stops whose goods are not aboard. Throws as `moveStops`. */
export async function insertStops(scope: Scope, planId: string, input: InsertRequest, options: EditOptions) {
  const board = await openBoard(scope, planId, { lock: !options.preview })
  requireOnce(input.stop_ids, 'stop_ids')
  const [why] = (await takeStops(board, input.stop_ids)).values()
  if (why) throw why
  const aboard = await listAboard(
    board,
    input.stop_ids.map((id) => board.stops.get(id)!),
  )
  const free = input.stop_ids.filter((id) => !aboard.has(id))
  const candidates = input.route_ids ?? (await listOpenRoutes(board))
  const rules = { allowBroken: input.allow_broken_rules ?? false }
  const placed = await placeOnOthers(board, liftStops(board, free), candidates, rules)
  const held = input.stop_ids.flatMap((id) => (aboard.has(id) ? getRow(id, aboard.get(id)!.why) : []))
  return finishEdit(board, [...placed, ...held], options)
}

/** Inserts stops into these routes and returns the outcome of each stop. */
async function placeOnOthers(
  board: Board,
  stops: readonly StopRow[],
  candidates: readonly string[],
  rules: PlacingRules,
): Promise<EditedRow[]> {
  await takeRoutes(board, candidates)
  for (const id of candidates) requireOpen(board.routes.get(id)!)
  const tied = await listTiedStops(board.scope, board.plan.id, stops)
  await takeRoutes(
    board,
    tied.flatMap((stop) => stop.route_id ?? []),
  )
  const { left } = await placeAmong(board, candidates, stops, rules)
  const reasons = new Map(left.map(({ stop, reason }) => [stop.id, reason]))
  return stops.map((stop) => {
    const reason = reasons.get(stop.id)
    return reason === undefined ? { id: stop.id, done: true } : undoneRow(stop, fitsNowhere(reason), reason)
  })
}

async function listOpenRoutes(board: Board): Promise<string[]> {
  const routes = await listRoutesOfPlan(board.scope, board.plan.id)
  return routes.filter((route) => !route.is_locked && route.status !== 'finished').map((route) => route.id)
}

function fitsNowhere(rule: WarningCode): string {
  return `fits on no route without breaking a rule (${rule.replaceAll('_', ' ')})`
}

async function openRouteBoard(scope: Scope, routeId: string, options: EditOptions): Promise<Board> {
  const route = await getRoute(scope, routeId)
  const board = await openBoard(scope, route.plan_id, { lock: !options.preview })
  await takeRoutes(board, [routeId])
  requireOpen(board.routes.get(routeId)!)
  return board
}

/** Replaces the pending stops of the route by these; executed ones stay. */
function replacePending(board: Board, routeId: string, stops: readonly StopRow[]): void {
  const done = board.orders.get(routeId)!.filter((stop) => stop.status !== 'pending')
  board.orders.set(routeId, [...done, ...stops])
}

const doneRows = (stops: readonly StopRow[]): EditedRow[] => stops.map(({ id }) => ({ id, done: true }))

/** Reverses the sequence of the pending stops. */
export async function reverseRoute(scope: Scope, routeId: string, options: EditOptions) {
  const board = await openRouteBoard(scope, routeId, options)
  const stops = listPending(board, routeId).reverse()
  replacePending(board, routeId, stops)
  return finishEdit(board, doneRows(stops), options)
}

/** Exchanges the pending stops of two routes of a plan. */
export async function swapRoutes(scope: Scope, routeId: string, otherId: string, options: EditOptions) {
  const board = await openRouteBoard(scope, routeId, options)
  await takeRoutes(board, [otherId])
  requireOpen(board.routes.get(otherId)!)
  const [own, others] = [listPending(board, routeId), listPending(board, otherId)]
  replacePending(board, routeId, others)
  replacePending(board, otherId, own)
  return finishEdit(board, doneRows([...own, ...others]), options)
}

/** Cuts a route in two; the second part goes to another route, or to a new one that is like the first. */
export async function splitRoute(scope: Scope, routeId: string, request: SplitRequest, options: EditOptions) {
  const board = await openRouteBoard(scope, routeId, options)
  const pending = listPending(board, routeId)
  const at = pending.findIndex((stop) => stop.id === request.at_stop_id)
  if (at < 0) {
    throw invalidPayload('at_stop_id', `stop ${request.at_stop_id} is no pending stop of route ${routeId}`)
  }
  const moved = pending.slice(at)
  const targetId = request.route_id ?? (options.preview ? undefined : await makeSecondRoute(board, routeId, request))
  liftStops(board, listIds(moved))
  if (targetId !== undefined) {
    await takeRoutes(board, [targetId])
    requireOpen(board.routes.get(targetId)!)
    layStops(board, targetId, Number.POSITIVE_INFINITY, moved)
  }
  return finishEdit(board, doneRows(moved), options)
}

/** A route with the same depot, hours and limits, but without the vehicle, which drives the first part. */
async function makeSecondRoute(board: Board, routeId: string, { vehicle_id }: SplitRequest): Promise<string> {
  const route = board.routes.get(routeId)!
  const {
    label,
    start_location,
    end_location,
    start_depot_id,
    end_depot_id,
    time_window,
    provides,
    geo_fences,
    vehicle,
  } = route
  const { max_distance, min_distance, max_time, min_time, max_weight, max_volume, max_services } = route
  const { price_per_minute, price_per_distance, price_per_stop } = route
  const copied = {
    start_location,
    end_location,
    start_depot_id,
    end_depot_id,
    time_window,
    provides,
    geo_fences,
    vehicle,
    max_distance,
    min_distance,
    max_time,
    min_time,
    max_weight,
    max_volume,
    max_services,
    price_per_minute,
    price_per_distance,
    price_per_stop,
    driving_rules: route.driving_rules,
    battery: route.battery,
  }
  const input = vehicle_id ? { vehicle_id } : { ...copied, label: `${label ?? route.vehicle_label ?? 'Route'} (2)` }
  const [made] = await createRoutesInPlan(board.scope, board.plan.id, [input])
  return made!.id!
}

/** Lets the pending stops of another route join this one. */
export async function mergeRoutes(scope: Scope, routeId: string, request: MergeRequest, options: EditOptions) {
  const board = await openRouteBoard(scope, routeId, options)
  if (request.route_id === routeId) {
    throw invalidPayload('route_id', 'must be another route')
  }
  await takeRoutes(board, [request.route_id])
  const stops = liftStops(board, listIds(listPending(board, request.route_id)))
  if (request.in_best_places) await layWhereBest(board, routeId, stops)
  else layStops(board, routeId, Number.POSITIVE_INFINITY, stops)
  const answer = await finishEdit(board, doneRows(stops), options)
  if (request.delete_route && !options.preview) await deleteRoute(scope, request.route_id)
  return answer
}

/**
 * Gives pending stops of a route to other routes. Stops that fit nowhere become unassigned, with the reason. Goods aboard a
 * vehicle under way stay with it, unless the request says where others take them over.
 */
export async function reassignRoute(scope: Scope, routeId: string, request: ReassignRequest, options: EditOptions) {
  const board = await openRouteBoard(scope, routeId, options)
  const pending = listPending(board, routeId)
  const wanted = new Set(request.stop_ids ?? listIds(pending))
  const stranger = [...wanted].find((id) => !pending.some((stop) => stop.id === id))
  if (stranger !== undefined) {
    throw invalidPayload('stop_ids', `stop ${stranger} is no pending stop of route ${routeId}`)
  }
  const chosen = pending.filter((stop) => wanted.has(stop.id))
  const aboard = await listAboard(board, chosen)
  const free = chosen.filter(({ id }) => !aboard.has(id)).map(({ id }) => id)
  const routeIds = (request.route_ids ?? (await listOpenRoutes(board))).filter((id) => id !== routeId)
  const allowBroken = request.allow_broken_rules ?? false
  const results = await placeOnOthers(board, liftStops(board, free), routeIds, { allowBroken })
  const loaded = chosen.filter(({ id }) => aboard.has(id))
  if (!request.hand_over || loaded.length === 0) {
    return finishEdit(board, [...results, ...loaded.map(({ id }) => getRow(id, aboard.get(id)!.why))], options)
  }
  const place = { ...request.hand_over, routeIds, allowBroken }
  const { left, restore } = await handOver(board, routeId, loaded, place, options)
  const rows = loaded.map((stop): EditedRow => {
    const reason = left.get(stop.id)
    return reason === undefined ? { id: stop.id, done: true } : undoneRow(stop, fitsNowhere(reason), reason)
  })
  return finishEdit(board, [...results, ...rows], { ...options, restore })
}
