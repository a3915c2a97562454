// The rules of plans themselves; full-plans.ts treats a plan with its stops and routes.

import type { QueryOf } from '@routewright/contract'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanRow, listPlanRows } from '../../data/plans.sql.ts'
import { planResource } from '../../data/resources/records.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { endInstant, startInstant } from '../../frame/platform/calendar.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockPlanForNewStops, lockPlans } from '../lifecycle/lifecycle.ts'

/**
 * Returns the plan, if the caller's organization has it and the caller can access its project. `lock` locks the row first and
 * reads it after the wait, as every rule does that changes the plan's routes or stops; `new_stops` means `lockPlanForNewStops`.
 * Throws 404 highway.domain.error.not_found or 403 highway.project.error.forbidden.
 */
export async function getPlan(
  scope: Scope,
  planId: string,
  { lock = false }: { lock?: boolean | 'new_stops' } = {},
): Promise<PlanRow> {
  const lockIt = async () =>
    lock === true ? (await lockPlans(scope, [planId]))[0] : lockPlanForNewStops(scope, planId)
  const plan = await (lock ? lockIt() : findPlanRow(scope, planId))
  if (!plan) throw notFound('plan', planId)
  requireReach(scope, plan.project_id)
  return plan
}

export type PlanQuery = Omit<QueryOf<'listPlans'>, 'sort'> & { sort?: string }

const sortable = [
  'label',
  'status',
  'execution_date',
  'created_at',
  'updated_at',
  'total_stops',
  'total_routes',
] as const

/** Returns one page of the plans that the caller can access; those of one project when it is named. */
export async function listPlans(scope: Scope, query: PlanQuery): Promise<Page<ReturnType<typeof planResource>>> {
  if (query.project_id !== undefined) await getProject(scope, query.project_id)
  const from = query.from_date ?? query.fromDate
  const to = query.to_date ?? query.toDate
  const filter = {
    organizationId: scope.organizationId,
    reach: scope.projects,
    projectId: query.project_id,
    status: query.status,
    text: query.text,
    from: from === undefined ? undefined : startInstant(from),
    to: to === undefined ? undefined : endInstant(to),
    includeDeleted: query.deleted,
  }
  const sort = parseSort(query.sort ?? 'created_at:desc', sortable)
  const { rows, total } = await listPlanRows(scope, filter, sort, query)
  return getPage(rows.map(planResource), total, query.limit, query.offset)
}
