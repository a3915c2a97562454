// Locks stops the way every change of them begins: their plans first, in order of their ids, then routes, then the stops.
import { lockRouteOfStop } from '../data/routes.sql.ts'
import type { StopRow } from '../data/stop-table.ts'
import { listPlanIdsOfStops, lockStopRows } from '../data/stops.sql.ts'
import { notFound } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import { requireReach } from '../projects/projects.ts'
import { lockPlans, type ReportedStop, sharePlanOfStop } from './lifecycle.ts'

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
    const planIds = new Set([...(await listPlanIdsOfStops(scope, ids)), ...alsoPlanIds])
    await lockPlans(scope, planIds)
    const rows = await lockStopRows(scope, ids)
    // A stop that another transaction moved during the wait lies in a plan that is not locked yet.
    const isSettled = rows.every((row) => row.plan_id === null || planIds.has(row.plan_id))
    if (!isSettled && attempt < maxAttempts) continue
    if (!isSettled) throw new Error(`Stops kept moving while they were locked: ${ids.join(', ')}`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = byId.get(id)
      if (!row) throw notFound('stop', id)
      requireReach(scope, row.project_id)
      return row
    })
  }
}

/**
 * A stop locked with its route, while its plan is shared with the reports on other routes: what a report changes at once.
 * Throws as `lockStops`.
 */
export async function lockReportedStop(scope: Scope, stopId: string): Promise<ReportedStop> {
  for (let attempt = 1; ; attempt++) {
    const plan = await sharePlanOfStop(scope, stopId)
    const route = await lockRouteOfStop(scope, stopId)
    const [stop] = await lockStopRows(scope, [stopId])
    if (!stop) throw notFound('stop', stopId)
    requireReach(scope, stop.project_id)
    if (stop.plan_id === (plan?.id ?? null) && stop.route_id === (route?.id ?? null)) return { stop, route, plan }
    if (attempt === maxAttempts) throw new Error(`A stop kept moving while it was locked: ${stopId}`)
  }
}
