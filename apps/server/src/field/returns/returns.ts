// The rules of failed deliveries: which goods vehicles bring back, who received them at the depot, and when they go back to the sender.
import { findByCode, type GoodsName, goodsToReturn } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import type { PackageRow } from '../../data/package-table.ts'
import { listPackages, setPackagesReturned } from '../../data/packages.sql.ts'
import { listIds, mapById } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import {
  listStopRowsEvenDeleted,
  listStopsWithGoodsAboard,
  lockStopRows,
  updateStopRows,
} from '../../data/stops.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockStopAlone } from '../../planning/lifecycle/lock-stops.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { getStop, getStopRecord } from '../../planning/stops/stops.ts'
import { countAttempts, selectUsedUp } from './returns.sql.ts'

/** Goods of one stop left in a vehicle. */
interface Left {
  stop: StopRow
  /** Route whose vehicle has them. */
  routeId: string
  /** Undelivered parcels of the stop; empty where it has no parcels. */
  parcels: readonly PackageRow[]
}

/** Returns the goods that the vehicles of a plan bring back, in the order of routes and stops. Throws 404 and 403. */
export async function listReturns(scope: Scope, planId: string) {
  await getPlan(scope, planId)
  return listReturnsOfRoutes(scope, await listRoutesOfPlan(scope, planId))
}

/** Returns the goods that the vehicles of these routes bring back. */
export async function listReturnsOfRoutes(scope: Scope, routes: readonly RouteRow[]) {
  const left = await listLeft(scope, routes)
  return routes.flatMap(({ id }) => left.filter(({ routeId }) => routeId === id).flatMap(listRecords))
}

function listRecords({ stop, routeId, parcels }: Left) {
  const { label, external_id, fixed_id, return_to_sender_at } = stop
  const own = { stop_id: stop.id, route_id: routeId, label, external_id, fixed_id, return_to_sender_at }
  if (parcels.length === 0) return [withoutEmpty({ ...own, returned_at: stop.returned_at })]
  return parcels.map(({ identifier, returned_at }) => withoutEmpty({ ...own, identifier, returned_at }))
}

async function listLeft(scope: Scope, routes: readonly RouteRow[]): Promise<Left[]> {
  const started = new Set(listIds(routes.filter(({ start_date }) => start_date !== null)))
  if (started.size === 0) return []
  const stops = await listStopsWithGoodsAboard(scope, [...started])
  if (stops.length === 0) return []
  const packages = await listPackages(scope, listIds(stops))
  const pickups = mapById(
    await listStopRowsEvenDeleted(scope, [...new Set(stops.flatMap((stop) => stop.pickup_id ?? []))]),
  )
  return stops.flatMap((stop): Left[] => {
    // Goods that were handed over on the way are with the present route of the stop.
    const isOnRoute = !stop.deleted && started.has(stop.route_id ?? '')
    const isOnItsWay = isOnRoute || isHandedOver(stop, pickups.get(stop.pickup_id ?? ''))
    const routeId = isOnItsWay ? stop.route_id! : stop.aboard_route_id!
    const own = packages.filter(({ stop_id }) => stop_id === stop.id)
    const goods = goodsToReturn({ ...measured(stop), packages: own }, !isOnItsWay)
    if (goods.length === 0 || !started.has(routeId)) return []
    return [{ stop, routeId, parcels: own.filter(({ identifier }) => goods.includes(identifier)) }]
  })
}

/** Returns whether another vehicle takes the goods over on the way, or has done so: they do not come back with the first one. */
function isHandedOver(stop: StopRow, pickup: StopRow | undefined): boolean {
  if (stop.deleted || !pickup || pickup.deleted || pickup.meeting_of === null) return false
  return pickup.route_id === stop.route_id && (pickup.status === 'pending' || pickup.status === 'completed')
}

function measured({ type, status, weight, volume }: StopRow) {
  return { type, status, ...(weight !== null && { weight }), ...(volume !== null && { volume }) }
}

/** Goods with their path in the request. */
interface NamedGoods extends GoodsName {
  place: string
}

/** Records goods of a plan as back at the depot, or as not back. Throws 404, 403, highway.stop.error.nothing_to_return. */
export async function noteReturns(scope: Scope, planId: string, goods: readonly GoodsName[], isBack: boolean) {
  await getPlan(scope, planId)
  const routes = await listRoutesOfPlan(scope, planId)
  const named = goods.map((good, index) => ({ ...good, place: `goods[${index}]` }))
  await noteGoods(scope, routes, named, isBack ? scope.now : null)
  return listReturnsOfRoutes(scope, routes)
}

/** The same for routes that the caller has access to. */
export async function noteGoods(
  scope: Scope,
  routes: readonly RouteRow[],
  goods: readonly NamedGoods[],
  at: Date | null,
): Promise<void> {
  // Locks the stops, so that of two people who tick parcels of one stop the later one sees the earlier changes.
  await lockStopRows(scope, [...new Set(goods.map(({ stop_id }) => stop_id))])
  const left = new Map((await listLeft(scope, routes)).map((goods) => [goods.stop.id, goods]))
  for (const { stop_id, identifier, place } of goods) {
    const one = left.get(stop_id)
    const [parcel] = identifier ? findByCode(one?.parcels ?? [], identifier) : []
    const isThere = identifier ? parcel !== undefined : one?.parcels.length === 0
    if (!isThere) throw apiError('highway.stop.error.nothing_to_return', { id: stop_id, place })
    if (parcel) await setPackagesReturned(scope, stop_id, [parcel.identifier], at)
  }
  const after = mapById((await listLeft(scope, routes)).map((goods) => ({ ...goods, id: goods.stop.id })))
  for (const stopId of new Set(goods.map(({ stop_id }) => stop_id))) {
    const { parcels } = after.get(stopId)!
    const isWhole = parcels.every(({ returned_at }) => returned_at !== null)
    // The first tick counts; later ones do not change the time.
    const returned_at = at === null || !isWhole ? null : (after.get(stopId)!.stop.returned_at ?? at)
    await updateStopRows(scope, [stopId], { returned_at })
  }
}

/** Returns how often the order of a stop was tried, and how often it may be. Throws 404 and 403. */
export async function getAttempts(scope: Scope, stopId: string) {
  await getStop(scope, stopId)
  const { attempts, max_attempts } = await countAttempts(scope, stopId)
  return { attempts, ...(max_attempts !== null && { max_attempts }) }
}

/**
 * Sends a failed delivery back to its sender, or allows another attempt. Throws 404, 403, highway.stop.error.{not_failed,
 * already_executed}.
 */
export async function decideSender(scope: Scope, stopId: string, returns: boolean) {
  const stop = await lockStopAlone(scope, stopId)
  if (stop.status === 'completed')
    throw apiError('highway.stop.error.already_executed', { id: stopId, status: stop.status })
  if (stop.status === 'pending') throw apiError('highway.stop.error.not_failed', { id: stopId, status: stop.status })
  if (returns !== (stop.return_to_sender_at !== null)) {
    await updateStopRows(scope, [stopId], { return_to_sender_at: returns ? scope.now : null })
    await auditRecord(scope, 'updated', 'stop', stop, { returns_to_sender: returns })
  }
  return getStopRecord(scope, stopId)
}

/** After a report ended the stop: sends its goods back to the sender if no attempts are left. Returns the stop as it is then. */
export async function endAttempts(scope: Scope, stop: StopRow): Promise<StopRow> {
  if (stop.status !== 'canceled' && stop.status !== 'incomplete') return stop
  const [isUsedUp] = await selectUsedUp(scope, { stopId: stop.id })
  if (!isUsedUp) return stop
  await updateStopRows(scope, [stop.id], { return_to_sender_at: scope.now })
  return getStop(scope, stop.id)
}

/** The same for all stops of a closed plan. */
export async function endAttemptsOfPlan(scope: Scope, planId: string): Promise<void> {
  const ids = await selectUsedUp(scope, { planId })
  if (ids.length > 0) await updateStopRows(scope, ids, { return_to_sender_at: scope.now })
}
