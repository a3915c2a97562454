// Which plan an order joins: that of its day, or the next one; it is made where there is none.
import type { OrderMapping } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { OrderSourceRow } from '../../data/order-source-tables.ts'
import { findPlanOfDays } from '../../data/plans.sql.ts'
import { findProjectRow } from '../../data/projects.sql.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { createPlan } from '../../planning/full-plans/full-plans.ts'
import { earliestDay } from './mapping.ts'

/** The day where the order names one that is not over, and the source goes by it. */
export async function findPlanFor(
  scope: Scope,
  { project_id, mapping }: Pick<OrderSourceRow, 'project_id' | 'mapping'>,
  day: string | undefined,
): Promise<{ id: string }> {
  const { timezone } = await getProject(scope, project_id)
  const { plan } = mapping
  const isNamed = plan.day === 'delivery_date' && day !== undefined && day >= dateInZone(scope.now, timezone)
  const from = isNamed ? day : earliestDay(scope.now, timezone, plan.days_ahead)
  const find = () =>
    findPlanOfDays(scope, {
      projectId: project_id,
      label: plan.label,
      from: startInstant(from),
      ...(isNamed ? { to: new Date(startInstant(day).getTime() + 86_399_999) } : { isNotBegun: true }),
    })
  const found = await find()
  if (found) return found
  // Two orders of a day without a plan make one together.
  await findProjectRow(scope, project_id, 'lock')
  return (
    (await find()) ??
    ((await createPlan(scope, project_id, { execution_date: from, ...getLabel(plan) })) as { id: string })
  )
}

function getLabel({ label }: OrderMapping['plan']): { label?: string } {
  return label ? { label } : {}
}
