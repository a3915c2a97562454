// Every statement on where copies of plans came from.
import type { Scope } from '../platform/scope.ts'

/** Of which plan this one is a copy. */
export async function findOrigin(scope: Scope, planId: string) {
  const row = await scope.tx
    .selectFrom('plan_copies')
    .select(['origin_plan_id', 'origin_label', 'copied_at'])
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst()
  if (!row) return undefined
  const { origin_plan_id: plan_id, origin_label: label, copied_at } = row
  return { plan_id, copied_at, ...(label === null ? {} : { label }) }
}

/** The copies of a plan that are still there, oldest first. */
export async function listCopies(scope: Scope, planId: string) {
  const rows = await scope.tx
    .selectFrom('plan_copies')
    .innerJoin('plans', 'plans.id', 'plan_copies.plan_id')
    .select(['plan_copies.plan_id', 'plans.label', 'plan_copies.copied_at'])
    .where('plan_copies.origin_plan_id', '=', planId)
    .where('plan_copies.organization_id', '=', scope.organizationId)
    .where('plans.deleted', '=', false)
    .orderBy('plan_copies.copied_at')
    .orderBy('plan_copies.plan_id')
    .execute()
  return rows.map(({ label, ...row }) => ({ ...row, ...(label === null ? {} : { label }) }))
}

export async function insertCopy(
  scope: Scope,
  copy: { plan_id: string; origin_plan_id: string; origin_label: string | null },
): Promise<void> {
  await scope.tx
    .insertInto('plan_copies')
    .values({ ...copy, organization_id: scope.organizationId, copied_at: scope.now })
    .execute()
}
