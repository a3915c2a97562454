// Deletes stops, or moves them to another plan.

import { requireReach } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanHeads, takeFixedIds } from '../../data/plans.sql.ts'
import { listIds } from '../../data/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import {
  deleteStopRows,
  insertStopRows,
  listLinkedDeliveries,
  listStopRowsEvenDeleted,
  moveStopRows,
  updateStopRows,
} from '../../data/stops.sql.ts'
import { requireStopAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Consent, requireUnpromised } from '../consent/consent.ts'
import { lockPlans, refreshPlans, requirePlanAllows, resetMovedStops } from '../lifecycle/lifecycle.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'
import { recomputeRoutes } from '../sequence/sequence.ts'
import { newTrackingToken } from './new-stops.ts'
import { recordStopEvents, type StopRecord, stopRecords } from './stop-records.ts'

/** DELETE /v2/stop/{stop_id}: soft-deletes the stop and returns the record. Throws 404. */
export async function deleteStop(scope: Scope, stopId: string): Promise<StopRecord> {
  const [stop] = await lockStops(scope, [stopId])
  await requireStopAsSeen(scope, stop!)
  return (await stopRecords(scope, await removeStops(scope, [stopId])))[0]!
}

/** PUT /v2/stops/delete: soft-deletes the stops, all or none. Throws 404 for the first that does not exist. */
export async function deleteStops(scope: Scope, stopIds: readonly string[]): Promise<void> {
  await removeStops(scope, stopIds)
}

async function removeStops(scope: Scope, stopIds: readonly string[]): Promise<StopRow[]> {
  const stops = await lockStops(scope, stopIds)
  if (stops.length === 0) return []
  const ids = listIds(stops)
  const linked = await listLinkedDeliveries(scope, pickupIdsAmong(stops))
  await deleteStopRows(scope, ids)
  // A delivery cannot wait for a deleted pickup.
  const gone = new Set(ids)
  const left = linked.filter((delivery) => !gone.has(delivery.id))
  const leftIds = listIds(left)
  await updateStopRows(scope, leftIds, { pickup_id: null })
  await recomputeRoutes(scope, listRoutes([...stops, ...left]))
  await refreshPlans(scope, listPlans(stops))
  const deleted = await listStopRowsEvenDeleted(scope, ids)
  await recordDeletedStops(scope, deleted)
  return deleted
}

/** Records stop.deleted for rows that were deleted, alone or with their plan. */
export async function recordDeletedStops(scope: Scope, stops: readonly StopRow[]): Promise<void> {
  const plans = await findPlanHeads(scope, listPlans(stops))
  await recordStopEvents(scope, 'svc.planner.2.stop.deleted', stops, (stop) => plans.get(stop.plan_id ?? ''))
}

/**
 * POST /v2/stop/move: moves the stops to the plan, or out of theirs when it is null: pending, unassigned, with new numbers. Stops
 * that are there already stay as they are. A linked pickup moves with its delivery; one that other deliveries still need stays,
 * and a copy of it moves. Returns the requested stops, in their order. Throws 404, highway.stop.error.{project_mismatch,
 * promised}, highway.plan.error.finished.
 */
export async function moveStops(
  scope: Scope,
  planId: string | null,
  stopIds: readonly string[],
  { isAgreed = false }: Consent = {},
): Promise<StopRecord[]> {
  const asked = await lockStops(scope, stopIds, planId === null ? [] : [planId])
  const target = planId === null ? null : await getTarget(scope, planId)
  for (const [index, stop] of asked.entries()) {
    if (target && stop.project_id !== target.project_id) {
      const details = { place: `stop_ids[${index}]`, id: stop.id, project_id: target.project_id }
      throw apiError('highway.stop.error.project_mismatch', details)
    }
  }
  const moving = asked.filter((stop) => stop.plan_id !== planId)
  if (!isAgreed) await requireUnpromised(scope, listIds(moving))
  if (moving.length > 0) {
    const pickups = await travellingPickups(scope, moving)
    await place(scope, target, [...moving, ...pickups.whole])
    await copyPickups(scope, target, pickups.shared, moving)
  }
  return stopRecords(scope, await listStopRowsEvenDeleted(scope, listIds(asked)), { pickup: true })
}

async function getTarget(scope: Scope, planId: string): Promise<PlanRow> {
  const plan = (await lockPlans(scope, [planId]))[0]
  if (!plan) throw notFound('plan', planId)
  requireReach(scope, plan.project_id)
  requirePlanAllows(plan, 'stops_joined')
  return plan
}

interface TravellingPickups {
  /** Pickups that no remaining delivery needs: they move along. */
  whole: StopRow[]
  /** Pickups that remaining deliveries need, too. */
  shared: StopRow[]
}

/**
 * Returns the pickups of moving deliveries that were not requested themselves. Also unlinks remaining deliveries from pickups
 * that move.
 */
async function travellingPickups(scope: Scope, moving: readonly StopRow[]): Promise<TravellingPickups> {
  const movingIds = new Set(listIds(moving))
  const pickupIds = new Set(moving.flatMap((stop) => stop.pickup_id ?? []))
  const alongIds = [...pickupIds].filter((id) => !movingIds.has(id))
  const along = alongIds.length > 0 ? await lockStops(scope, alongIds) : []
  const linked = await listLinkedDeliveries(scope, [...alongIds, ...pickupIdsAmong(moving)])
  const staying = linked.filter((delivery) => !movingIds.has(delivery.id))
  const untied = staying.filter((delivery) => movingIds.has(delivery.pickup_id!)).map((delivery) => delivery.id)
  await updateStopRows(scope, untied, { pickup_id: null })
  const needed = new Set(staying.map((delivery) => delivery.pickup_id))
  return {
    whole: along.filter((pickup) => !needed.has(pickup.id)),
    shared: along.filter((pickup) => needed.has(pickup.id)),
  }
}

async function place(scope: Scope, target: PlanRow | null, stops: readonly StopRow[]): Promise<void> {
  const first = target ? await takeFixedIds(scope, target.id, stops.length) : 0
  const places = stops.map((stop, index) => ({ id: stop.id, fixed_id: target ? String(first + index) : null }))
  await moveStopRows(scope, places, target?.id ?? null)
  await resetMovedStops(scope, listIds(stops))
  await recomputeRoutes(scope, listRoutes(stops))
  await refreshPlans(scope, [...listPlans(stops), ...(target ? [target.id] : [])])
}

/** Copies pickups that both plans need now, and links the moved deliveries to the copies. */
async function copyPickups(
  scope: Scope,
  target: PlanRow | null,
  pickups: readonly StopRow[],
  moved: readonly StopRow[],
): Promise<void> {
  if (pickups.length === 0) return
  const first = target ? await takeFixedIds(scope, target.id, pickups.length) : 0
  const copies = pickups.map((pickup, index) => ({
    ...pickup,
    id: createId(scope.now),
    tracking_token: newTrackingToken(),
    tracking_ended_at: null,
    plan_id: target?.id ?? null,
    fixed_id: target ? String(first + index) : null,
    status: 'pending' as const,
    created_by: scope.userId ?? null,
    created_at: scope.now,
    updated_at: scope.now,
  }))
  await insertStopRows(scope, copies)
  for (const [index, pickup] of pickups.entries()) {
    const deliveries = moved.filter((stop) => stop.pickup_id === pickup.id).map((stop) => stop.id)
    await updateStopRows(scope, deliveries, { pickup_id: copies[index]!.id })
  }
  if (target) await refreshPlans(scope, [target.id])
  const rows = await listStopRowsEvenDeleted(scope, listIds(copies))
  await recordStopEvents(scope, 'svc.planner.2.stop.created', rows, () => target ?? undefined)
}

function pickupIdsAmong(stops: readonly StopRow[]): string[] {
  return stops.filter((stop) => stop.type === 'pickup').map((stop) => stop.id)
}

function listPlans(stops: readonly StopRow[]): string[] {
  return [...new Set(stops.flatMap((stop) => stop.plan_id ?? []))]
}

function listRoutes(stops: readonly Pick<StopRow, 'route_id'>[]): string[] {
  return [...new Set(stops.flatMap((stop) => stop.route_id ?? []))]
}
