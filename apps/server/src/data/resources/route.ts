// The wire record of a route.

import type { PlanRow } from '../plan-table.ts'
import { recordMaker } from '../records.ts'
import { type RouteRow, routeTable } from '../route-table.ts'

const ownRecord = recordMaker(routeTable)

/** Returns the route's own fields, without its stops, as events contain them. */
export function routeResource(row: RouteRow, plan: Pick<PlanRow, 'label' | 'execution_date'> | undefined) {
  return {
    ...ownRecord(row),
    ...(plan?.label ? { plan_label: plan.label } : {}),
    ...(plan ? { plan_execution_date: plan.execution_date.toISOString().slice(0, 10) } : {}),
  }
}
