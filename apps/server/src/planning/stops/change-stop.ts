// PUT of a stop: which fields may change when, and what follows from each of them.
import type { StopUpdate } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { listPackages } from '../../data/packages.sql.ts'
import { changedValues, sentValues } from '../../data/records.ts'
import { findPhoneDoubt } from '../../data/resources/phone-origins.ts'
import { findRouteRow } from '../../data/routes.sql.ts'
import { type StopRow, stopTable } from '../../data/stop-table.ts'
import {
  listLinkedDeliveries,
  listStopRows,
  listStopRowsEvenDeleted,
  updateStopRow,
  updateStopRows,
} from '../../data/stops.sql.ts'
import { listUserIds } from '../../data/users.sql.ts'
import { requireStopAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findClients } from '../clients/clients.ts'
import { type Consent, requireUnpromised } from '../consent/consent.ts'
import { rememberChange } from '../corrections/corrections.ts'
import { refreshPlans } from '../lifecycle/lifecycle.ts'
import { lockStopAlone, lockStops } from '../lifecycle/lock-stops.ts'
import { replacePackages, requireValidPackages } from '../packages/packages.ts'
import { appendStops, recomputeRoutes, unassignStops } from '../sequence/sequence.ts'
import { replaceTasks } from '../tasks/tasks.ts'
import { requireClient, requirePickup, requireUser } from './new-stops.ts'
import { findAttachments } from './stop-attachments.sql.ts'
import { buildStopRecords, type StopRecord, stopRecords } from './stop-records.ts'

const planningColumns = Object.keys(stopTable.planning)

/** True when only descriptive fields change, which no time, counter or route depends on. */
export const isDescription = (input: StopUpdate) => Object.keys(input).every((field) => field in stopTable.descriptive)

/**
 * PUT /v2/stop/{stop_id}: changes the fields sent, null clears one. A value equal to the present one is no change, so repeating a
 * PUT changes nothing, and a whole record can be sent back after the stop ended. Throws 404,
 * highway.stop.error.{already_executed, promised, packages_locked, packages_not_allowed, not_in_plan},
 * highway.route.error.{finished, stop_not_in_plan}, highway.package.error.duplicated_identifier.
 */
export async function updateStop(
  scope: Scope,
  stopId: string,
  input: StopUpdate,
  { isAgreed = false }: Consent = {},
): Promise<StopRecord> {
  const stop = isDescription(input) ? await lockStopAlone(scope, stopId) : (await lockStops(scope, [stopId]))[0]!
  await requireStopAsSeen(scope, stop)
  const changes = getChanges(stop, input)
  if (changes.phone !== undefined) {
    changes.phone_doubt = findPhoneDoubt({ ...stop, ...changes }, await getProject(scope, stop.project_id))
  }
  const isPlanningChange = planningColumns.some((column) => column in changes)
  if (isPlanningChange && stop.status !== 'pending') throw alreadyExecuted(stop)
  if (changes.time_windows && !isAgreed) await requireUnpromised(scope, [stop.id])
  await requireSound(scope, stop, changes, input)
  if (isDescription(input)) return describe(scope, stop, changes)

  if (Object.keys(changes).length > 0) await updateStopRows(scope, [stop.id], changes)
  if (changes.location) await rememberChange(scope, stop.location, changes.location)
  const hasNewTasks = input.tasks !== undefined && (await replaceTasks(scope, stop, input.tasks ?? []))
  const hasNewPackages = input.packages !== undefined && (await replacePackages(scope, stop, input.packages ?? []))
  if ((hasNewTasks || hasNewPackages) && Object.keys(changes).length === 0) {
    await updateStopRows(scope, [stop.id], {})
  }
  const isReassigned = input.route_id !== undefined && (await assign(scope, stop, input.route_id))
  if (isPlanningChange && !isReassigned && stop.route_id) await recomputeRoutes(scope, [stop.route_id])
  if (stop.plan_id && (isPlanningChange || isReassigned || hasNewPackages)) await refreshPlans(scope, [stop.plan_id])
  return (await stopRecords(scope, await listStopRowsEvenDeleted(scope, [stop.id]), { pickup: true }))[0]!
}

async function describe(scope: Scope, stop: StopRow, changes: Partial<StopRow>): Promise<StopRecord> {
  const hasChanges = Object.keys(changes).length > 0
  const [row, attachments] = await Promise.all([
    hasChanges ? updateStopRow(scope, stop.id, changes) : stop,
    findAttachments(scope, [stop.id], { pickup: true }),
  ])
  return (await buildStopRecords(scope, [row], attachments))[0]!
}

/** Fields that a learned service time depends on: when one changes, the learned time no longer applies. */
const learnedOf = ['duration', 'client_id', 'location'] as const

/**
 * Returns the values that differ from the stop's. Another place is no longer confirmed, and what was learned of the old place
 * does not apply to it.
 */
function getChanges(stop: StopRow, input: StopUpdate): Partial<StopRow> {
  const changes: Partial<StopRow> = changedValues(stop, sentValues(stopTable, input))
  if (learnedOf.some((field) => field in changes)) changes.anybody_duration = null
  if (!('location' in changes)) return changes
  return { ...changes, location_validated: false, location_validated_at: null, learned_place: null }
}

/** Refuses what a new stop would be refused for: unknown references, a load that does not fit the type. */
async function requireSound(scope: Scope, stop: StopRow, changes: Partial<StopRow>, input: StopUpdate): Promise<void> {
  const changed = { ...stop, ...changes }
  if (changes.client_id) {
    const clients = await findClients(scope, [changes.client_id])
    requireClient(clients.get(changes.client_id), changes.client_id, stop.project_id)
  }
  if (changes.supervisors) {
    const users = await listUserIds(scope, changes.supervisors)
    for (const userId of changes.supervisors) requireUser(users, userId)
  }
  if (changed.pickup_id && (changes.pickup_id || changes.type)) {
    const [pickup] = await listStopRows(scope, [changed.pickup_id])
    requirePickup(pickup, changed.pickup_id, changed, 'pickup_id')
  }
  if (changes.type && stop.type === 'pickup') await requireNoDeliveries(scope, stop)
  // A record that was read can be sent back: it contains an empty list.
  if (input.packages && input.packages.length > 0) requireValidPackages(changed.type, input.packages, 'packages')
  else if (changes.type && input.packages === undefined && changed.type !== 'delivery') {
    const packages = await listPackages(scope, [stop.id])
    if (packages.length > 0) throw apiError('highway.stop.error.packages_not_allowed', { place: 'type' })
  }
}

async function requireNoDeliveries(scope: Scope, pickup: StopRow): Promise<void> {
  const [delivery] = await listLinkedDeliveries(scope, [pickup.id])
  if (!delivery) return
  const reason = `stop ${pickup.id} is the pickup of delivery ${delivery.id}`
  throw invalidPayload('type', reason)
}

/** Appends the stop to the route, or takes it off its route; returns whether that changed anything. */
async function assign(scope: Scope, stop: StopRow, routeId: string | null): Promise<boolean> {
  if (routeId === stop.route_id) return false
  if (routeId === null) {
    await unassignStops(scope, [stop.id])
    return true
  }
  const route = await findRouteRow(scope, routeId)
  if (!route) throw notFound('route', routeId)
  if (stop.plan_id === null) throw apiError('highway.stop.error.not_in_plan', { id: stop.id })
  if (stop.status !== 'pending') throw alreadyExecuted(stop)
  await appendStops(scope, route, [stop.id])
  return true
}

function alreadyExecuted(stop: StopRow) {
  return apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
}
