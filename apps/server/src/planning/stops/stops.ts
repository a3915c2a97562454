// The rules of stops that other slices build on: creation, reading, records.
import type { QueryOf, StopInput } from '@routewright/contract'
import { chooseSight, getProject, requireReach } from '../../accounts/projects/projects.ts'
import { insertPackageRows } from '../../data/packages.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { countNewStops, takeFixedIds } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { findProjectOfPlan } from '../../data/projects.sql.ts'
import { stopResource } from '../../data/resources/stop.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { findStopRow, insertStopRows } from '../../data/stops.sql.ts'
import { insertTaskRows } from '../../data/tasks.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { type Scope, withoutWaiting } from '../../frame/platform/scope.ts'
import { refreshPlans, requirePlanAllows } from '../lifecycle/lifecycle.ts'
import { getPlan } from '../plans/plans.ts'
import { useUp } from '../ports.ts'
import { appendStops } from '../sequence/sequence.ts'
import { buildStops, type NewStop } from './new-stops.ts'
import { findAttachments } from './stop-attachments.sql.ts'
import { buildStopRecords, recordStopEvents, type StopRecord, stopRecords } from './stop-records.ts'

export { updateStop } from './change-stop.ts'
export { draftStop, newTrackingToken, requireValidStop } from './new-stops.ts'
export { deleteStops, moveStops, recordDeletedStops } from './relocate-stops.ts'
export { findAttachments } from './stop-attachments.sql.ts'
export { buildStopRecords, type StopRecord, stopRecords } from './stop-records.ts'

/** Returns the stop, if the caller's organization has it and the caller can access its project. Throws 404 or 403. */
export async function getStop(scope: Scope, stopId: string): Promise<StopRow> {
  const stop = await findStopRow(scope, stopId)
  if (!stop) throw notFound('stop', stopId)
  requireReach(scope, stop.project_id)
  return stop
}

/** Returns the record of one stop, its linked pickup inside. Supervisors see the stops that name them. Throws 404 or 403. */
export async function getStopRecord(scope: Scope, stopId: string): Promise<StopRecord> {
  const [stop, attachments] = await Promise.all([
    findStopRow(scope, stopId),
    findAttachments(scope, [stopId], { pickup: true }),
  ])
  if (!stop) throw notFound('stop', stopId)
  if (!isSeen(scope, stop)) requireReach(scope, stop.project_id)
  return (await buildStopRecords(scope, [stop], attachments))[0]!
}

/** Returns whether the caller sees the stop: every stop of a project, or as a supervisor those that name them. */
export function isSeen(scope: Scope, stop: StopRow): boolean {
  return chooseSight(scope, stop.project_id) === 'all' || stop.supervisors.includes(scope.userId ?? '')
}

/** Destination of new stops. A plan must be locked; a route must belong to the plan, and the stops are appended to it. */
export interface StopTarget {
  project: ProjectRow
  plan?: PlanRow
  route?: RouteRow
  /** First number of the new stops, where the plan's counter was already increased. */
  firstNumber?: number
}

/**
 * Creates stops with their tasks, packages and nested pickups, all or none, and returns their rows in the order of the inputs.
 * Numbers them within the plan, updates the plan's counters and records stop.created for each. `pathPrefix` begins every path in
 * a refusal, as in `routes[2].stops`. Throws highway.plan.error.finished and what `buildStops` throws.
 */
export async function createStops(
  scope: Scope,
  target: StopTarget,
  inputs: readonly StopInput[],
  pathPrefix = '',
): Promise<StopRow[]> {
  return (await addStops(scope, target, inputs, pathPrefix)).map((stop) => stop.row)
}

export type StopOwner = QueryOf<'createStops'>

/**
 * POST /v2/stops: creates stops in a plan, or unassigned in a project, and returns their records in the order sent. Throws
 * highway.stop.error.plan_or_project_required, highway.stop.error.project_mismatch when the plan is another project's, and what
 * `createStops` throws.
 */
export async function createStopsAt(
  scope: Scope,
  owner: StopOwner,
  inputs: readonly StopInput[],
): Promise<StopRecord[]> {
  const target = await findTarget(scope, owner, inputs)
  const stops = await addStops(scope, target, inputs, '')
  const record = ({ row, ...children }: NewStop, pickup?: object) =>
    stopResource(row, { ...children, reports: [] }, target.plan, scope.publicBase, pickup)
  // An existing pickup is read like any other record.
  const hasLinks = stops.some((stop) => stop.row.pickup_id !== null && !stop.pickup)
  if (hasLinks)
    return stopRecords(
      scope,
      stops.map((stop) => stop.row),
      { pickup: true },
    )
  return stops.map((stop) => record(stop, stop.pickup && record(stop.pickup)))
}

async function findTarget(scope: Scope, owner: StopOwner, inputs: readonly StopInput[]): Promise<StopTarget> {
  if (owner.plan_id === undefined) {
    if (owner.project_id === undefined) throw apiError('highway.stop.error.plan_or_project_required')
    return { project: await getProject(scope, owner.project_id) }
  }
  // Lock order: reports lock stops first and the plan's counters last. Locking stops after a weaker lock of the plan could
  // deadlock, so the plan is locked fully when inputs refer to stops.
  const refersToStops = inputs.some(({ pickup_id }) => pickup_id)
  const [plan, project, firstNumber] = await Promise.all([
    getPlan(scope, owner.plan_id, { lock: refersToStops || 'new_stops' }),
    findProjectOfPlan(scope, owner.plan_id),
    countNewStops(scope, owner.plan_id, inputs.length + inputs.filter(({ pickup }) => pickup).length),
  ])
  if (owner.project_id !== undefined && owner.project_id !== plan.project_id) {
    await getProject(scope, owner.project_id)
    const details = { place: 'plan_id', id: plan.id, project_id: owner.project_id }
    throw apiError('highway.stop.error.project_mismatch', details)
  }
  if (!project) throw notFound('project', plan.project_id)
  return { project, plan, firstNumber }
}

async function addStops(
  scope: Scope,
  target: StopTarget,
  inputs: readonly StopInput[],
  pathPrefix: string,
): Promise<NewStop[]> {
  const { plan, route, firstNumber } = target
  if (plan) requirePlanAllows(plan, 'stops_joined')
  const stops = await buildStops(scope, target, inputs, pathPrefix)
  if (stops.length === 0) return stops
  const all = stops.flatMap((stop) => (stop.pickup ? [stop, stop.pickup] : [stop]))
  if (plan) number(all, firstNumber ?? (await takeFixedIds(scope, plan.id, all.length)))
  // Pickups first: deliveries refer to them, and a long list is split into several statements.
  const pickups = stops.flatMap((stop) => stop.pickup?.row ?? [])
  withoutWaiting(
    insertStopRows(scope, [...pickups, ...stops.map((stop) => stop.row)]),
    insertTaskRows(
      scope,
      all.flatMap((stop) => stop.tasks),
    ),
    insertPackageRows(
      scope,
      all.flatMap((stop) => stop.packages),
    ),
  )
  if (route) await appendStops(scope, route, inDrivingOrder(stops))
  if (plan && firstNumber === undefined) await refreshPlans(scope, [plan.id])
  // Late, so that others who add stops wait for this one's commit only briefly.
  await useUp(scope, 'stops', all.length)
  const rows = all.map(({ row }) => row)
  await recordStopEvents(scope, 'svc.planner.2.stop.created', rows, () => plan)
  return stops
}

/** Returns the ids in driving order: a pickup created with its delivery comes first. */
function inDrivingOrder(stops: readonly NewStop[]): string[] {
  return stops.flatMap((stop) => (stop.pickup ? [stop.pickup.row.id, stop.row.id] : [stop.row.id]))
}

function number(stops: readonly NewStop[], first: number): void {
  for (const [index, stop] of stops.entries()) stop.row.fixed_id = String(first + index)
}
