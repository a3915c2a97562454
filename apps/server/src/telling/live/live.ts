// The rules of live streams: turns rows written by triggers into the events that pages get.

import type { LiveEventName } from '@routewright/contract'
import { findActorNames } from '../../data/actor-names.sql.ts'
import { type ChangePlace, deleteOldChanges, listChangesFor, listChangesSince } from '../../data/live-changes.sql.ts'
import type { ChangeKind, ChangeRow } from '../../data/live-table.ts'
import { listRuns } from '../../data/optimization-runs.sql.ts'
import { findPlanEvenDeleted } from '../../data/plans.sql.ts'
import { listReports } from '../../data/reports.sql.ts'
import { planResource } from '../../data/resources/records.ts'
import { listRouteRowsEvenDeleted } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import type { Actor } from '../../frame/platform/actor.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { runRecord } from '../../optimizing/optimization/optimization.ts'
import { routeRecords } from '../../planning/routes/routes.ts'
import { stopRecords } from '../../planning/stops/stops.ts'

export { findNewestChange } from '../../data/live-changes.sql.ts'

/** Scope of a stream: one plan with everything in it, or the plans of a project. */
export type LivePlace = ChangePlace

export interface LiveMessage {
  event: LiveEventName
  data: object
  /** Id of the newest change that it contains. */
  id: string
}

/** With more changed stops, reloading the whole plan is less work than following them. */
const mostStops = 500
const keptSeconds = 3_600

/** Returns the changes of transactions as events. */
export async function readChanges(scope: Scope, place: LivePlace, xids: readonly string[]): Promise<LiveMessage[]> {
  return describe(scope, place, await listChangesFor(scope, place, xids))
}

/** Returns the events missed since an event; undefined when they are no longer stored. */
export async function readMissed(scope: Scope, place: LivePlace, after: string): Promise<LiveMessage[] | undefined> {
  const rows = await listChangesSince(scope, place, after)
  return rows && (await describe(scope, place, rows))
}

/** Deletes changes older than an hour. */
export async function cleanUpChanges(services: Services): Promise<void> {
  await transactAs(services, systemCaller(''), (scope) => deleteOldChanges(scope, keptSeconds))
}

async function describe(scope: Scope, place: LivePlace, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const byPlan = Map.groupBy(rows, (row) => row.plan_id)
  const messages: LiveMessage[] = []
  for (const [planId, own] of byPlan) {
    const tell = 'planId' in place ? describePlan : describeInProject
    messages.push(...(await tell(scope, planId, own)))
  }
  return messages
}

async function describePlan(scope: Scope, planId: string, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const plan = await findPlanEvenDeleted(scope, planId)
  const id = String(rows.at(-1)!.id)
  const actor = await getActor(scope, rows)
  const reload = (reason: 'many_changes' | 'deleted'): LiveMessage[] => [
    { event: 'reload', id, data: { plan_id: planId, reason, ...actor } },
  ]
  if (!plan || plan.deleted) return reload('deleted')
  const stopIds = getIds(rows, 'stops')
  const routeIds = getIds(rows, 'routes')
  const isMany =
    stopIds === 'many' || routeIds === 'many' || getIds(rows, 'estimates') === 'many' || stopIds.length > mostStops
  const others = [
    ...(await describeReports(scope, rows)),
    ...(await describeOthers(scope, 'conflicts', rows)),
    ...(await describeOthers(scope, 'notes', rows)),
    ...(await describeOthers(scope, 'messages', rows)),
    ...(await describeRuns(scope, rows)),
    ...(await describePositions(scope, planId, rows)),
  ]
  if (isMany) return [...reload('many_changes'), ...others]
  if (stopIds.length === 0 && routeIds.length === 0 && getIds(rows, 'plan').length === 0) return others
  const stops = await listStopRowsEvenDeleted(scope, stopIds)
  const routes = await listRouteRowsEvenDeleted(scope, routeIds)
  const isThere = (stop: StopRow) => stop.plan_id === planId && !stop.deleted
  const present = stops.filter(isThere)
  const data = {
    plan_id: planId,
    at: rows.at(-1)!.created_at,
    stops: await stopRecords(scope, present),
    routes: await routeRecords(
      scope,
      routes.filter((route) => !route.deleted),
      { stops: false },
    ),
    removed_stops: stops.filter((stop) => !isThere(stop)).map((stop) => stop.id),
    removed_routes: routes.filter((route) => route.deleted).map((route) => route.id),
    plan: planResource(plan),
    ...actor,
  }
  return [{ event: 'change', id, data }, ...others]
}

/** Events in a project's stream: plans themselves, reports, messages and optimizations, not every route and stop. */
async function describeInProject(scope: Scope, planId: string, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const id = String(rows.at(-1)!.id)
  const others = [
    ...(await describeReports(scope, rows)),
    ...(await describeOthers(scope, 'messages', rows)),
    ...(await describeRuns(scope, rows)),
  ]
  if (getIds(rows, 'plan').length === 0) return others
  const plan = await findPlanEvenDeleted(scope, planId)
  const actor = await getActor(scope, rows)
  if (!plan || plan.deleted) return [{ event: 'reload', id, data: { plan_id: planId, reason: 'deleted', ...actor } }]
  const nothing = { stops: [], routes: [], removed_stops: [], removed_routes: [] }
  const at = rows.at(-1)!.created_at
  return [
    { event: 'change', id, data: { plan_id: planId, at, ...nothing, plan: planResource(plan), ...actor } },
    ...others,
  ]
}

async function describeReports(scope: Scope, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const own = rows.filter((row) => row.kind === 'reports')
  const ids = getIds(own, 'reports')
  if (own.length === 0 || ids === 'many') return []
  const reports = await listReports(scope, ids)
  return reports.map((report) => ({
    event: 'report' as const,
    id: String(own.at(-1)!.id),
    data: {
      plan_id: own[0]!.plan_id,
      stop_id: report.stop_id,
      report_id: report.id,
      type: report.type,
      created_at: report.created_at,
      images: report.images.length,
      has_signature: report.signature !== null,
      ...(report.route_id ? { route_id: report.route_id } : {}),
      ...(report.cancel_reason ? { cancel_reason: report.cancel_reason } : {}),
    },
  }))
}

/** Events of a kind of records that a module above reads. */
async function describeOthers(scope: Scope, kind: ChangeKind, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const teller = scope.ports.liveChanges[kind]
  const own = rows.filter((row) => row.kind === kind)
  const ids = getIds(own, kind)
  if (!teller || own.length === 0 || ids === 'many') return []
  const id = String(own.at(-1)!.id)
  return (await teller.read(scope, ids)).map((data) => ({ event: teller.event, id, data }))
}

async function describeRuns(scope: Scope, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const own = rows.filter((row) => row.kind === 'optimization')
  const ids = getIds(own, 'optimization')
  if (own.length === 0 || ids === 'many') return []
  return (await listRuns(scope, ids)).map((run) => ({
    event: 'optimization' as const,
    id: String(own.at(-1)!.id),
    data: {
      plan_id: run.plan_id,
      run_id: run.id,
      ...runRecord(run),
      held: run.hold && run.status === 'success' && run.applied_at === null && run.discarded_at === null,
      ...(run.route_id ? { route_id: run.route_id } : {}),
      ...(run.after_bookings ? { after_bookings: true } : {}),
    },
  }))
}

async function describePositions(scope: Scope, planId: string, rows: readonly ChangeRow[]): Promise<LiveMessage[]> {
  const own = rows.filter((row) => row.kind === 'positions' || row.kind === 'estimates')
  const routeIds = getIds(own, 'positions')
  const stopIds = getIds(own, 'estimates')
  if (own.length === 0) return []
  const routes = routeIds === 'many' ? [] : await listRouteRowsEvenDeleted(scope, routeIds)
  const stops = stopIds === 'many' ? [] : await listStopRowsEvenDeleted(scope, stopIds)
  const data = {
    plan_id: planId,
    positions: routes.flatMap((route) =>
      route.last_position === null || route.deleted
        ? []
        : [
            {
              route_id: route.id,
              position: route.last_position,
              ...withoutEmpty({
                distance_traveled: route.distance_traveled,
                estimated_end_time: route.estimated_end_time,
              }),
            },
          ],
    ),
    estimates: stops
      .filter((stop) => stop.plan_id === planId && !stop.deleted)
      .map((stop) => ({
        stop_id: stop.id,
        ...withoutEmpty({
          estimated_arrival_time: stop.estimated_arrival_time,
          estimated_departure_time: stop.estimated_departure_time,
        }),
      })),
  }
  return [{ event: 'positions', id: String(own.at(-1)!.id), data }]
}

/** Returns the distinct ids of one kind, or 'many' when there are too many to list. */
function getIds(rows: readonly ChangeRow[], kind: ChangeKind): string[] | 'many' {
  const own = rows.filter((row) => row.kind === kind)
  if (own.some((row) => row.ids === null)) return 'many'
  return [...new Set(own.flatMap((row) => row.ids ?? []))]
}

/** Returns the author of the changes, if there is only one. */
async function getActor(scope: Scope, rows: readonly ChangeRow[]): Promise<{ actor?: Actor & { name?: string } }> {
  const actors = new Map(rows.flatMap(({ actor }) => (actor ? [[`${actor.type} ${actor.id}`, actor]] : [])))
  const [actor] = actors.values()
  if (!actor || actors.size > 1) return {}
  const name = actor.id ? (await findActorNames(scope, [actor.id])).get(actor.id) : undefined
  return { actor: { ...actor, ...(name ? { name } : {}) } }
}
