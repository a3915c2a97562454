// File names for exports of a plan.
import type { PlanRow } from '../../data/plan-table.ts'

/** Its day as 2026-03-02. */
export function dayOfPlan({ execution_date }: Pick<PlanRow, 'execution_date'>): string {
  return execution_date.toISOString().slice(0, 10)
}

/** Its day, and its name where it has one. */
export function nameOfPlan(plan: Pick<PlanRow, 'execution_date' | 'label'>): string {
  return [dayOfPlan(plan), plan.label].filter(Boolean).join(' ')
}
