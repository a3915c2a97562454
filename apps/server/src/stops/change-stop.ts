// PUT of a stop: which fields may change when, and what follows from each of them.
import { isDeepStrictEqual } from 'node:util'
import type { StopUpdate } from '@routewright/contract'
import { findClients } from '../clients/clients.ts'
import { requireStopAsSeen } from '../conflicts/conflicts.ts'
import { refreshPlans } from '../lifecycle/lifecycle.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'
import { listPackages, replacePackages, requireValidPackages } from '../packages/packages.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { jsonOrNull, type Scope } from '../platform/scope.ts'
import type { StopRow } from '../resources/stop.ts'
import { appendStops, recomputeRoutes, unassignStops } from '../sequence/sequence.ts'
import { replaceTasks } from '../tasks/tasks.ts'
import { placeValue, requireClient, requirePickup, requireUser } from './new-stops.ts'
import { type StopRecord, stopRecords } from './stop-records.ts'
import {
  findRouteOfStop,
  selectLinkedDeliveries,
  selectStopRows,
  selectStopsById,
  selectUserIds,
  updateStopRows,
} from './stops.sql.ts'

/** What people read; it may be corrected after the stop ended. */
const descriptiveColumns = [
  'external_id',
  'client_external_id',
  'client_id',
  'label',
  'location_details',
  'comments',
  'phone',
  'email',
  'url',
  'reference_person',
  'price',
  'reward',
  'custom_fields',
  'customer_text_field',
  'pin',
  'supervisors',
] as const

/** What the route was planned with; fixed once the stop ended. */
const planningColumns = [
  'type',
  'location',
  'duration',
  'time_windows',
  'requires',
  'volume',
  'weight',
  'cluster',
  'max_delivery_time',
  'pickup_id',
] as const

const jsonColumns: ReadonlySet<string> = new Set([
  'location',
  'time_windows',
  'requires',
  'custom_fields',
  'supervisors',
])
const listColumns: ReadonlySet<string> = new Set(['time_windows', 'requires', 'supervisors'])

type Settable = Pick<StopRow, (typeof descriptiveColumns)[number] | (typeof planningColumns)[number]>

/**
 * PUT /v2/stop/{stop_id}: changes the fields sent, null clears one. What equals the present value is no change, so the
 * same PUT twice leaves the same stop, and a whole record can be sent back after the stop ended.
 * Throws 404, highway.stop.error.{already_executed, packages_locked, packages_not_allowed, not_in_plan},
 * highway.route.error.{finished, stop_not_in_plan}, highway.package.error.duplicated_identifier.
 */
export async function updateStop(scope: Scope, stopId: string, input: StopUpdate): Promise<StopRecord> {
  const stop = (await lockStops(scope, [stopId]))[0]!
  await requireStopAsSeen(scope, stop)
  const changes = changesOf(stop, input)
  const isPlanningChange = planningColumns.some((column) => column in changes)
  if (isPlanningChange && stop.status !== 'pending') throw alreadyExecuted(stop)
  await requireSound(scope, stop, changes, input)

  if (Object.keys(changes).length > 0) await updateStopRows(scope.tx, [stop.id], columnsOf(changes), scope.now)
  const hasNewTasks = input.tasks !== undefined && (await replaceTasks(scope, stop, input.tasks ?? []))
  const hasNewPackages = input.packages !== undefined && (await replacePackages(scope, stop, input.packages ?? []))
  if ((hasNewTasks || hasNewPackages) && Object.keys(changes).length === 0) {
    await updateStopRows(scope.tx, [stop.id], {}, scope.now)
  }
  const isReassigned = input.route_id !== undefined && (await assign(scope, stop, input.route_id))
  if (isPlanningChange && !isReassigned && stop.route_id) await recomputeRoutes(scope, [stop.route_id])
  if (stop.plan_id && (isPlanningChange || isReassigned || hasNewPackages)) await refreshPlans(scope, [stop.plan_id])
  return (await stopRecords(scope, await selectStopRows(scope.tx, [stop.id]), { pickup: true }))[0]!
}

/** The values that differ from the stop's. */
function changesOf(stop: StopRow, input: StopUpdate): Partial<Settable> {
  const changes: Record<string, unknown> = {}
  for (const column of [...descriptiveColumns, ...planningColumns]) {
    let value: unknown = input[column]
    if (value === undefined) continue
    if (column === 'location') value = placeValue(input.location)
    if (value === null && listColumns.has(column)) value = []
    if (!isDeepStrictEqual(value, stop[column])) changes[column] = value
  }
  return changes as Partial<Settable>
}

function columnsOf(changes: Partial<Settable>): Record<string, unknown> {
  const columns = Object.fromEntries(
    Object.entries(changes).map(([column, value]) => [column, jsonColumns.has(column) ? jsonOrNull(value) : value]),
  )
  // A place that nobody has confirmed yet.
  if ('location' in changes) Object.assign(columns, { location_validated: false, location_validated_at: null })
  return columns
}

/** Refuses what a new stop would be refused for: unknown references, a load that does not fit the type. */
async function requireSound(scope: Scope, stop: StopRow, changes: Partial<Settable>, input: StopUpdate): Promise<void> {
  const changed = { ...stop, ...changes }
  if (changes.client_id) {
    const clients = await findClients(scope, [changes.client_id])
    requireClient(clients.get(changes.client_id), changes.client_id, stop.project_id)
  }
  if (changes.supervisors) {
    const users = await selectUserIds(scope.tx, scope.organizationId, changes.supervisors)
    for (const userId of changes.supervisors) requireUser(users, userId)
  }
  if (changed.pickup_id && (changes.pickup_id || changes.type)) {
    const [pickup] = await selectStopsById(scope.tx, scope.organizationId, [changed.pickup_id])
    requirePickup(pickup, changed.pickup_id, changed, 'pickup_id')
  }
  if (changes.type && stop.type === 'pickup') await requireNoDeliveries(scope, stop)
  // A record that was read can be sent back: it holds an empty list.
  if (input.packages && input.packages.length > 0) requireValidPackages(changed.type, input.packages, 'packages')
  else if (changes.type && input.packages === undefined && changed.type !== 'delivery') {
    const packages = await listPackages(scope, [stop.id])
    if (packages.length > 0) throw apiError('highway.stop.error.packages_not_allowed', { place: 'type' })
  }
}

async function requireNoDeliveries(scope: Scope, pickup: StopRow): Promise<void> {
  const [delivery] = await selectLinkedDeliveries(scope.tx, scope.organizationId, [pickup.id])
  if (!delivery) return
  const reason = `stop ${pickup.id} is the pickup of delivery ${delivery.id}`
  throw apiError('highway.validation.error.invalid_payload', { place: 'type', reason })
}

/** Puts the stop at the end of the route, or takes it off its route; answers whether that changed anything. */
async function assign(scope: Scope, stop: StopRow, routeId: string | null): Promise<boolean> {
  if (routeId === stop.route_id) return false
  if (routeId === null) {
    await unassignStops(scope, [stop.id])
    return true
  }
  const route = await findRouteOfStop(scope.tx, scope.organizationId, routeId)
  if (!route) throw notFound('route', routeId)
  if (stop.plan_id === null) throw apiError('highway.stop.error.not_in_plan', { id: stop.id })
  if (stop.status !== 'pending') throw alreadyExecuted(stop)
  await appendStops(scope, route, [stop.id])
  return true
}

function alreadyExecuted(stop: StopRow) {
  return apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
}
