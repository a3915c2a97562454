// Values other than sequences that an edit changes: limits that a remedy relaxes, bulk changes, and values that undoing restores.
import type { RestoredValues } from '@routewright/contract'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { updatePlan } from '../full-plans/full-plans.ts'
import { updateRoute } from '../routes/routes.ts'
import { updateStop } from '../stops/stops.ts'
import { type Board, takeRoutes, takeStops } from './board.ts'

/** Returns the present values of the same fields, which undo the change. The board holds the records that change. */
function valuesNow(board: Board, wanted: RestoredValues): RestoredValues {
  const pick = (row: object, fields: object) =>
    Object.fromEntries(Object.keys(fields).map((field) => [field, (row as Record<string, unknown>)[field] ?? null]))
  return {
    routes: wanted.routes.map(({ route_id, ...fields }) => {
      const row = board.routes.get(route_id)!
      return { ...pick({ ...row, break: row.vehicle?.break }, fields), route_id }
    }),
    stops: wanted.stops.map(({ stop_id, ...fields }) => ({ ...pick(board.stops.get(stop_id)!, fields), stop_id })),
    ...(wanted.deleted && { deleted: wanted.deleted.map((entry) => ({ ...entry, deleted: !entry.deleted })) }),
    ...(wanted.retried && { retried: wanted.retried.map((entry) => ({ ...entry, retried: !entry.retried })) }),
    ...(wanted.allow_late === undefined ? {} : { allow_late: board.plan.optimizer_config?.allow_late === true }),
  }
}

/**
 * Sets the values, in a preview only on the board, and returns the values that undo it. Throws 404 for routes that the plan does
 * not have, highway.route.error.stop_not_in_plan, and what the changes themselves throw.
 */
export async function changeValues(
  board: Board,
  wanted: RestoredValues,
  { preview }: { preview: boolean },
): Promise<RestoredValues> {
  await takeRoutes(
    board,
    wanted.routes.map((route) => route.route_id),
  )
  const refused = await takeStops(
    board,
    wanted.stops.map((stop) => stop.stop_id),
  )
  for (const why of refused.values()) throw why
  const before = valuesNow(board, wanted)
  if (preview) changeOnBoard(board, wanted)
  else await changeForGood(board, wanted)
  return before
}

function changeOnBoard(board: Board, { routes, stops, allow_late }: RestoredValues): void {
  if (allow_late !== undefined) {
    board.context = { ...board.context, settings: { ...board.context.settings, allowLate: allow_late } }
  }
  for (const { route_id, break: pause, ...fields } of routes) {
    const vehicle = { ...board.routes.get(route_id)!.vehicle, break: pause ?? undefined }
    put(board.routes, route_id, { ...fields, ...(pause !== undefined && { vehicle }) })
  }
  for (const { stop_id, ...fields } of stops) put(board.stops, stop_id, fields)
  for (const [id, order] of board.orders) {
    board.orders.set(
      id,
      order.map((stop) => board.stops.get(stop.id)!),
    )
  }
}

function put<Row>(rows: Map<string, Row>, id: string, fields: object): void {
  rows.set(id, { ...rows.get(id)!, ...fields })
}

async function changeForGood(board: Board, { routes, stops, allow_late }: RestoredValues): Promise<void> {
  const { scope, plan } = board
  if (allow_late !== undefined) {
    await updatePlan(scope, plan.id, { optimizer_config: { ...plan.optimizer_config, allow_late } })
  }
  for (const { route_id, break: pause, ...fields } of routes) {
    await updateRoute(scope, route_id, { ...fields, ...(pause !== undefined && { vehicle: { break: pause } }) })
  }
  for (const { stop_id, ...fields } of stops) await updateStop(scope, stop_id, fields)
}

/** Routes and stops before values were changed, for comparing the effects. */
export interface BeforeValues {
  /** Routes whose own values or whose stops' values change, with their sequences. */
  routes: ReadonlyMap<string, { route: RouteRow; stops: readonly StopRow[] }>
  /** Stops on these routes, and unassigned stops whose values change. */
  stops: ReadonlyMap<string, StopRow>
}

/** Reads what the change concerns, before it, and puts it on the board. */
export async function beforeValues(board: Board, wanted: RestoredValues): Promise<BeforeValues> {
  const stopIds = wanted.stops.map(({ stop_id }) => stop_id)
  await takeStops(board, stopIds)
  const own = stopIds.flatMap((id) => board.stops.get(id)?.route_id ?? [])
  const routeIds = new Set([...wanted.routes.map(({ route_id }) => route_id), ...own])
  await takeRoutes(board, routeIds)
  const routes = [...routeIds].map(
    (id) => [id, { route: board.routes.get(id)!, stops: board.before.get(id)! }] as const,
  )
  const named = stopIds.flatMap((id) => board.stops.get(id) ?? [])
  const stops = [...named, ...routes.flatMap(([, { stops: own }]) => own)]
  return { routes: new Map(routes), stops: new Map(stops.map((stop) => [stop.id, stop])) }
}

/** Returns whether nothing is to be changed. */
export function isEmpty({ routes, stops, allow_late }: RestoredValues): boolean {
  return routes.length === 0 && stops.length === 0 && allow_late === undefined
}
