// Every statement on recurring orders alone, and on the days for which they made stops.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { listColumns, listRecords, projectRecords, removeRows, setColumns } from './record-statements.ts'
import { type RecurringOrderRow, recurringFillTable, recurringOrderTable } from './recurring-tables.ts'

const searched = [
  sql`stop ->> 'label'`,
  sql`stop ->> 'external_id'`,
  sql`concat_ws(' ', stop #>> '{location,label}', stop #>> '{location,street}', stop #>> '{location,city}')`,
]

export const recurringOrderRecords = projectRecords(recurringOrderTable, searched)

/** Returns all orders of a project that are neither paused nor deleted and whose span contains the day, oldest first. */
export async function listOrdersOfDay(scope: Scope, projectId: string, day: string): Promise<RecurringOrderRow[]> {
  const which = { project_id: projectId, deleted: false, paused: false }
  const isInSpan = sql`starts_on <= ${day} and (ends_on is null or ends_on >= ${day})`
  return listRecords(scope, recurringOrderTable, [which, isInSpan], sql`order by created_at, id`)
}

/** The same for all days of a span, both ends included. */
export async function listOrdersOfSpan(
  scope: Scope,
  projectId: string,
  from: string,
  to: string,
): Promise<RecurringOrderRow[]> {
  const which = { project_id: projectId, deleted: false, paused: false }
  const isInSpan = sql`starts_on <= ${to} and (ends_on is null or ends_on >= ${from})`
  return listRecords(scope, recurringOrderTable, [which, isInSpan], sql`order by created_at, id`)
}

/** Returns the fills of a span of days whose plans still exist, as texts `order day`. */
export async function listFilledDays(scope: Scope, projectId: string, from: string, to: string): Promise<Set<string>> {
  const { rows } = await sql<{ filled: string }>`
    select f.recurring_order_id || ' ' || f.day as filled from recurring_fills f
    join plans p on p.id = f.plan_id and p.deleted = false
    where f.organization_id = ${scope.organizationId} and p.project_id = ${projectId}
      and f.day >= ${from} and f.day <= ${to}`.execute(scope.tx)
  return new Set(rows.map(({ filled }) => filled))
}

/** Returns the vehicle of the last visit of each order that had one. */
export async function listLastVehicles(scope: Scope, orderIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; vehicle: string }>`
    select distinct on (f.recurring_order_id) f.recurring_order_id as id, r.vehicle_id as vehicle
    from recurring_fills f join stops s on s.id = f.stop_id join routes r on r.id = s.route_id
    where f.organization_id = ${scope.organizationId} and f.recurring_order_id = any(${orderIds}::text[])
      and r.vehicle_id is not null and not s.deleted
    order by f.recurring_order_id, f.day desc`.execute(scope.tx)
  return new Map(rows.map(({ id, vehicle }) => [id, vehicle]))
}

export interface Fill {
  recurring_order_id: string
  plan_id: string
  stop_id: string
}

/** Returns the stops of these orders in plans of the day that still exist. */
export async function listFills(scope: Scope, orderIds: readonly string[], day: string): Promise<Fill[]> {
  const { rows } = await sql<Fill>`
    select f.recurring_order_id, f.plan_id, f.stop_id from recurring_fills f
    join plans p on p.id = f.plan_id and p.deleted = false
    where f.organization_id = ${scope.organizationId} and f.day = ${day}
      and f.recurring_order_id = any(${orderIds}::text[])`.execute(scope.tx)
  return rows
}

/** Locks the orders in the order of their ids, so that filling two plans of one day at once cannot deadlock. */
export async function lockOrders(scope: Scope, ids: readonly string[]): Promise<void> {
  await listColumns(scope, recurringOrderTable, ['id'], { id: ids }, sql`order by id for no key update`)
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

/** Deletes the fills of these stops, so that their orders are due again. */
export async function removeFills(scope: Scope, stopIds: readonly string[]): Promise<void> {
  await removeRows(scope, recurringFillTable, { stop_id: [...stopIds] })
}

/** Runs the work in a savepoint, so that a refusal undoes it alone, not the whole transaction. */
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

/** Deletes orders together with their personal data. */
export async function blankOrders(scope: Scope, ids: readonly string[]): Promise<number> {
  const deleted = { deleted: true, deleted_at: sql<Date>`coalesce(deleted_at, ${scope.now})` }
  return setColumns(scope, recurringOrderTable, { id: ids }, { label: null, stop: sql`'{}'::jsonb`, ...deleted })
}
