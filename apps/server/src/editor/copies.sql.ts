// The queries of copies: whole plans duplicated by a few statements, row by row in the database.
import { sql } from 'kysely'
import { json, type Scope } from '../platform/scope.ts'

/** A row that is copied, and the values in which the copy differs. */
export interface Copied {
  from: string
  values: Record<string, unknown>
}

/** Every column that `values` does not name is that of the original. */
export async function copyRows(
  scope: Scope,
  table: 'plans' | 'routes' | 'stops' | 'tasks' | 'packages',
  rows: readonly Copied[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table)}
    select copy.* from ${sql.table(table)} original
      join jsonb_to_recordset(${json(rows)}::jsonb) as wanted ("from" text, "values" jsonb) on wanted."from" = original.id,
      lateral jsonb_populate_record(original, wanted."values") copy
    where original.organization_id = ${scope.organizationId}`.execute(scope.tx)
}

/** Tasks and packages of stops. */
export async function selectChildren(scope: Scope, stopIds: readonly string[]) {
  const tasks = await scope.tx
    .selectFrom('tasks')
    .select(['id', 'stop_id'])
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  const packages = await scope.tx
    .selectFrom('packages')
    .select(['id', 'stop_id'])
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .orderBy('id')
    .execute()
  return { tasks, packages }
}

/** The plan's stops that are not deleted, as they were created. */
export async function selectStopHeads(scope: Scope, planId: string) {
  return scope.tx
    .selectFrom('stops')
    .select(['id', 'route_id', 'vehicle_id', 'order', 'pickup_id', 'fixed_id'])
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
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
