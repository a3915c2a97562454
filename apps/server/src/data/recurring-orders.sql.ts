// The queries of recurring orders and of the days that they filled.
import { sql } from 'kysely'
import { containsPattern, orderBy, type SortTerm } from '../platform/paging.ts'
import { laterThanBefore, type Scope, type Tx } from '../platform/scope.ts'
import type { RecurringOrderRow } from './recurring-tables.ts'

export interface RecurringOrderFilter {
  organizationId: string
  projectId: string
  text?: string
}

export async function selectRecurringOrders(
  tx: Tx,
  filter: RecurringOrderFilter,
  sort: readonly SortTerm[],
  limit: number,
  offset: number,
): Promise<{ rows: RecurringOrderRow[]; total: number }> {
  const text = filter.text ? sql`and ${textMatches(filter.text)}` : sql``
  const where = sql`
    organization_id = ${filter.organizationId} and project_id = ${filter.projectId} and deleted = false ${text}`
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from recurring_orders where ${where}`.execute(tx)
  const { rows } = await sql<RecurringOrderRow>`
    select * from recurring_orders where ${where}
    order by ${orderBy('recurring_orders', sort)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total: counted.rows[0]!.total }
}

function textMatches(text: string) {
  const pattern = containsPattern(text)
  return sql`(label ilike ${pattern} or stop ->> 'label' ilike ${pattern} or stop ->> 'external_id' ilike ${pattern}
    or concat_ws(' ', stop #>> '{location,label}', stop #>> '{location,street}', stop #>> '{location,city}') ilike ${pattern})`
}

/** All orders of a project that are neither paused nor deleted and whose span takes in the day, oldest first. */
export async function selectOrdersOfDay(scope: Scope, projectId: string, day: string): Promise<RecurringOrderRow[]> {
  const { rows } = await sql<RecurringOrderRow>`
    select * from recurring_orders
    where organization_id = ${scope.organizationId} and project_id = ${projectId} and deleted = false
      and paused = false and starts_on <= ${day} and (ends_on is null or ends_on >= ${day})
    order by created_at, id`.execute(scope.tx)
  return rows
}

export async function findRecurringOrder(
  scope: Scope,
  id: string,
  lock: 'lock' | 'no lock' = 'no lock',
): Promise<RecurringOrderRow | undefined> {
  const { rows } = await sql<RecurringOrderRow>`
    select * from recurring_orders
    where id = ${id} and organization_id = ${scope.organizationId} and deleted = false
    ${lock === 'lock' ? sql`for update` : sql``}`.execute(scope.tx)
  return rows[0]
}

export async function insertRecurringOrder(tx: Tx, row: RecurringOrderRow): Promise<void> {
  await sql`
    insert into recurring_orders (id, organization_id, project_id, created_by, label, weekdays, every_weeks, starts_on,
      ends_on, exceptions, paused, stop, created_at, updated_at)
    values (${row.id}, ${row.organization_id}, ${row.project_id}, ${row.created_by}, ${row.label},
      ${JSON.stringify(row.weekdays)}::jsonb, ${row.every_weeks}, ${row.starts_on}, ${row.ends_on},
      ${JSON.stringify(row.exceptions)}::jsonb, ${row.paused}, ${JSON.stringify(row.stop)}::jsonb,
      ${row.created_at}, ${row.updated_at})`.execute(tx)
}

/** Writes what a change may touch; the row is locked. */
export async function updateRecurringOrderRow(tx: Tx, row: RecurringOrderRow, now: Date): Promise<RecurringOrderRow> {
  const { rows } = await sql<RecurringOrderRow>`
    update recurring_orders set label = ${row.label}, weekdays = ${JSON.stringify(row.weekdays)}::jsonb,
      every_weeks = ${row.every_weeks}, starts_on = ${row.starts_on}, ends_on = ${row.ends_on},
      exceptions = ${JSON.stringify(row.exceptions)}::jsonb, paused = ${row.paused},
      stop = ${JSON.stringify(row.stop)}::jsonb, deleted = ${row.deleted}, deleted_at = ${row.deleted_at},
      updated_at = ${laterThanBefore(now)}
    where id = ${row.id} and organization_id = ${row.organization_id} returning *`.execute(tx)
  return rows[0]!
}

export interface Fill {
  recurring_order_id: string
  plan_id: string
  stop_id: string
}

/** What these orders put into plans of the day that are still there. */
export async function selectFills(scope: Scope, orderIds: readonly string[], day: string): Promise<Fill[]> {
  const { rows } = await sql<Fill>`
    select f.recurring_order_id, f.plan_id, f.stop_id from recurring_fills f
    join plans p on p.id = f.plan_id and p.deleted = false
    where f.organization_id = ${scope.organizationId} and f.day = ${day}
      and f.recurring_order_id = any(${orderIds}::text[])`.execute(scope.tx)
  return rows
}

/**
 * Locks the orders in the order of their ids, so that two plans of one day that are filled at once go one after the
 * other and never wait for each other in a circle.
 */
export async function lockOrders(scope: Scope, orderIds: readonly string[]): Promise<void> {
  await sql`
    select id from recurring_orders where id = any(${orderIds}::text[]) and organization_id = ${scope.organizationId}
    order by id for no key update`.execute(scope.tx)
}

export async function saveFills(scope: Scope, day: string, fills: readonly Fill[]): Promise<void> {
  if (fills.length === 0) return
  await sql`
    insert into recurring_fills (recurring_order_id, organization_id, day, plan_id, stop_id, created_at)
    select r.recurring_order_id, ${scope.organizationId}, ${day}, r.plan_id, r.stop_id, ${scope.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(fills)}::jsonb) as r(recurring_order_id text, plan_id text, stop_id text)
    on conflict (recurring_order_id, day)
      do update set plan_id = excluded.plan_id, stop_id = excluded.stop_id, created_at = excluded.created_at`.execute(
    scope.tx,
  )
}

/** Runs the work so that its refusal undoes it alone, not the whole transaction. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint recurring`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint recurring`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint recurring`.execute(tx)
    await sql`release savepoint recurring`.execute(tx)
    throw error
  }
}
