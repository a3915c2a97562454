// The stops and routes of all plans of a day.
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import type { Scope } from '../platform/scope.ts'

/** The plans of the project whose execution date lies in the window, both ends included. */
function plansOf(scope: Scope, projectId: string, start: Date, end: Date) {
  return scope.tx
    .selectFrom('plans')
    .where('plans.project_id', '=', projectId)
    .where('plans.organization_id', '=', scope.organizationId)
    .where('plans.deleted', '=', false)
    .where('plans.execution_date', '>=', start)
    .where('plans.execution_date', '<=', end)
    .orderBy('plans.execution_date')
}

/** The stops of these plans in the order of their creation. */
export async function listDayStops(scope: Scope, projectId: string, start: Date, end: Date): Promise<StopRow[]> {
  return plansOf(scope, projectId, start, end)
    .innerJoin('stops', 'stops.plan_id', 'plans.id')
    .selectAll('stops')
    .where('stops.deleted', '=', false)
    .orderBy('stops.plan_id')
    .orderBy('stops.created_at')
    .orderBy('stops.id')
    .execute()
}

/** The routes of these plans in the order of each plan. */
export async function listDayRoutes(scope: Scope, projectId: string, start: Date, end: Date): Promise<RouteRow[]> {
  return plansOf(scope, projectId, start, end)
    .innerJoin('routes', 'routes.plan_id', 'plans.id')
    .selectAll('routes')
    .where('routes.deleted', '=', false)
    .orderBy('routes.plan_id')
    .orderBy('routes.order')
    .orderBy('routes.id')
    .execute()
}
