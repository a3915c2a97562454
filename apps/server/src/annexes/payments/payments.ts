// The ledger of payments at the door: sums by route and currency, over one plan or the plans of some days.
import { type Payments, type QueryOf, type RoutePayments, sumPayments } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { mapById } from '../../data/records.ts'
import { listRoutesOfPlans } from '../../data/routes.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findPlans } from '../exports/exports.ts'
import { type PaidStopRow, selectPaidStops } from './payments.sql.ts'

/** Returns the sums. Throws 404 or 403 for project and plan, invalid_parameter where neither plan nor days are named. */
export async function getPayments(scope: Scope, query: QueryOf<'getPayments'>): Promise<Payments> {
  const project = await getProject(scope, query.project_id)
  const plans = await findPlans(scope, project, query)
  const stops = await selectPaidStops(
    scope,
    plans.map(({ id }) => id),
  )
  const named = plans.filter(({ id }) => stops.some(({ plan_id }) => plan_id === id))
  const routes = mapById(
    await listRoutesOfPlans(
      scope,
      named.map(({ id }) => id),
    ),
  )
  const ledger = named.flatMap((plan) =>
    groupByRoute(stops, plan).map(([routeId, ofRoute]): RoutePayments => {
      const route = routeId === null ? undefined : routes.get(routeId)
      const name = route?.label ?? route?.vehicle_label ?? route?.plate
      return {
        plan_id: plan.id,
        sums: sumPayments(ofRoute),
        ...(routeId !== null && { route_id: routeId }),
        ...(name && { route_label: name }),
        ...(plan.label && { plan_label: plan.label }),
        ...(plan.execution_date && { execution_date: plan.execution_date.toISOString() }),
      }
    }),
  )
  return { routes: ledger, sums: sumPayments(stops) }
}

/** Returns the stops of a plan by their route, in the order in which the routes come; null stands for no route. */
function groupByRoute(stops: readonly PaidStopRow[], plan: PlanRow): [routeId: string | null, PaidStopRow[]][] {
  const ofPlan = stops.filter(({ plan_id }) => plan_id === plan.id)
  return [...Map.groupBy(ofPlan, ({ route_id }) => route_id)]
}
