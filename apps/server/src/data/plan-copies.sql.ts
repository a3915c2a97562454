// Every statement on the origins of plan copies.
import { sql } from 'kysely'
import { withoutEmpty } from '../frame/platform/compact.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { planCopyTable } from './editor-tables.ts'
import { addRows, findRecord } from './record-statements.ts'

/** Returns the plan that this one is a copy of. */
export async function findOrigin(scope: Scope, planId: string) {
  const row = await findRecord(scope, planCopyTable, { plan_id: planId })
  if (!row) return undefined
  const { origin_plan_id: plan_id, origin_label: label, copied_at } = row
  return { plan_id, copied_at, ...withoutEmpty({ label }) }
}

/** Returns the copies of a plan that still exist, oldest first. */
export async function listCopies(scope: Scope, planId: string) {
  const { rows } = await sql<{ plan_id: string; label: string | null; copied_at: Date }>`
    select c.plan_id, p.label, c.copied_at from plan_copies c join plans p on p.id = c.plan_id and not p.deleted
    where c.origin_plan_id = ${planId} and c.organization_id = ${scope.organizationId}
    order by c.copied_at, c.plan_id`.execute(scope.tx)
  return rows.map(({ label, ...row }) => ({ ...row, ...withoutEmpty({ label }) }))
}

export async function insertCopy(
  scope: Scope,
  copy: { plan_id: string; origin_plan_id: string; origin_label: string | null },
): Promise<void> {
  await addRows(scope, planCopyTable, [{ ...copy, copied_at: scope.now }])
}
