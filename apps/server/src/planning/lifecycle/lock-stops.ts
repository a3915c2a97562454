// Locks stops the way every change of them begins: their plans first, in order of their ids, then routes, then the stops.

import { requireReach } from '../../accounts/projects/projects.ts'
import { lockPlansOfStops } from '../../data/plans.sql.ts'
import { mapById } from '../../data/records.ts'
import { lockRouteOfStop } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { lockStopRows } from '../../data/stops.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type ReportedStop, sharePlanOfStop } from './lifecycle.ts'

const maxAttempts = 5

/**
 * The rows of the stops in the order of `stopIds` (a repeated id once), locked together with their plans and the plans of
 * `alsoPlanIds`. Throws 404 highway.domain.error.not_found for the first one that the organization does not have, and
 * 403 highway.project.error.forbidden when the caller does not reach its project.
 */
export async function lockStops(
  scope: Scope,
  stopIds: readonly string[],
  alsoPlanIds: readonly string[] = [],
): Promise<StopRow[]> {
  const ids = [...new Set(stopIds)]
  for (let attempt = 1; ; attempt++) {
    const [planIds, rows] = await Promise.all([lockPlansOfStops(scope, ids, alsoPlanIds), lockStopRows(scope, ids)])
    // Another transaction may have moved a stop during the wait to a plan that is not locked yet; try again.
    const isSettled = rows.every((row) => row.plan_id === null || planIds.has(row.plan_id))
    if (!isSettled && attempt < maxAttempts) continue
    if (!isSettled) throw new Error(`Stops kept moving while they were locked: ${ids.join(', ')}`)
    const byId = mapById(rows)
    return ids.map((id) => {
      const row = byId.get(id)
      if (!row) throw notFound('stop', id)
      requireReach(scope, row.project_id)
      return row
    })
  }
}

/** Locks one stop alone and shares its plan, for changes that affect neither counters nor routes. Throws as `lockStops`. */
export async function lockStopAlone(scope: Scope, stopId: string): Promise<StopRow> {
  for (let attempt = 1; ; attempt++) {
    const [plan, [stop]] = await Promise.all([sharePlanOfStop(scope, stopId), lockStopRows(scope, [stopId])])
    if (!stop) throw notFound('stop', stopId)
    requireReach(scope, stop.project_id)
    if (stop.plan_id === (plan?.id ?? null)) return stop
    if (attempt === maxAttempts) throw new Error(`A stop kept moving while it was locked: ${stopId}`)
  }
}

/** Locks a stop and its route, and shares its plan with reports on other routes, for applying a report. Throws as `lockStops`. */
export async function lockReportedStop(scope: Scope, stopId: string): Promise<ReportedStop> {
  for (let attempt = 1; ; attempt++) {
    const [plan, route, [stop]] = await Promise.all([
      sharePlanOfStop(scope, stopId),
      lockRouteOfStop(scope, stopId),
      lockStopRows(scope, [stopId]),
    ])
    if (!stop) throw notFound('stop', stopId)
    requireReach(scope, stop.project_id)
    if (stop.plan_id === (plan?.id ?? null) && stop.route_id === (route?.id ?? null)) return { stop, route, plan }
    if (attempt === maxAttempts) throw new Error(`A stop kept moving while it was locked: ${stopId}`)
  }
}
