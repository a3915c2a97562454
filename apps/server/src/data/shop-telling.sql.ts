// Every statement on telling shops the states of their orders. Due times and leases use the database's clock.
import type { OrderSourceKind, OrderState, ShopTelling } from '@routewright/contract'
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  type OrderSourceRow,
  orderSourceTable,
  sourceOrderTable,
  type ToldStateRow,
  toldStateTable,
} from './order-source-tables.ts'
import { changeRecords, insertRecord, listPage, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'

/** An order whose shop is to be told its state now. */
export interface DueTelling {
  /** Id of the order's row. */
  id: string
  organization_id: string
  source_id: string
  order_id: string
  stop_id: string
  tell_state: OrderState
  /** Number of attempts, including this one. */
  tell_attempts: number
  kind: OrderSourceKind
  telling: ShopTelling
  tell_secret: string | null
  tracking_token: string
  tracking_ended_at: Date | null
  is_sandbox: boolean
}

/** State of an order in the shop's terms, from its stop s and its route r; null while there is nothing to tell. */
const stateNow = sql<OrderState | null>`case
  when s.status = 'completed' then 'done'
  when s.status in ('canceled', 'incomplete') then 'failed'
  when r.status = 'in_transit' then 'under_way'
  when exists (select 1 from driver_links l where l.route_id = s.route_id and l.revoked_at is null) then 'planned' end`

/** Days after which changes of done or failed orders are ignored. */
const settledDays = 3

/** Condition that the order o may still change: not settled, or only recently. */
const isOpen = sql`(o.settled_at is null or o.settled_at > now() - make_interval(days => ${settledDays}))`

const isFree = sql`(o.tell_leased_until is null or o.tell_leased_until < now())`

/**
 * Leases orders whose shop knows another state than the present one, of each source at most `width` at a time, longest waiting
 * first. Counts the attempt now, so that one whose process dies counts, too.
 */
export async function claimTellings(tx: Tx, width: number, leaseSeconds: number): Promise<DueTelling[]> {
  await sql`select pg_advisory_xact_lock(hashtext('routewright.shops.claim'))`.execute(tx)
  const { rows } = await sql<DueTelling>`
    with due as (
      select o.id, ${stateNow} as state, row_number() over (partition by o.source_id order by o.tell_at nulls last, o.id) as place,
        c.kind, c.telling, c.tell_secret, s.tracking_token, s.tracking_ended_at, g.is_sandbox, (
          select count(*) from source_orders busy where busy.source_id = o.source_id and busy.tell_leased_until >= now()
        ) as under_way
      from order_sources c
      join organizations g on g.id = c.organization_id
      join source_orders o on o.source_id = c.id and o.stop_id is not null and ${isOpen}
      join stops s on s.id = o.stop_id and not s.deleted
      left join routes r on r.id = s.route_id
      where c.enabled and c.telling is not null and ${isFree} and (o.tell_at is null or o.tell_at <= now())
        and ${stateNow} is distinct from o.told_state and ${stateNow} is not null)
    update source_orders o set
      tell_attempts = case when o.tell_state = due.state then o.tell_attempts + 1 else 1 end,
      tell_state = due.state, tell_leased_until = now() + make_interval(secs => ${leaseSeconds})
    from due where o.id = due.id and due.place <= ${width} - due.under_way
    returning o.id, o.organization_id, o.source_id, o.order_id, o.stop_id, o.tell_state, o.tell_attempts,
      due.kind, due.telling, due.tell_secret, due.tracking_token, due.tracking_ended_at, due.is_sandbox`.execute(tx)
  return rows
}

/** Stores the state as known to the shop, after telling or giving up. */
export async function settleTelling(scope: Scope, { id, tell_state }: DueTelling): Promise<void> {
  const isSettled = tell_state === 'done' || tell_state === 'failed'
  const settled = { told_state: tell_state, settled_at: isSettled ? sql<Date>`now()` : null, tell_at: null }
  await setColumns(scope, sourceOrderTable, { id }, { ...settled, tell_state: null, tell_leased_until: null })
}

/** Schedules the next attempt after at least this many seconds. */
export async function postponeTelling(scope: Scope, id: string, pauseSeconds: number): Promise<void> {
  const tell_at = sql<Date>`now() + make_interval(secs => ${pauseSeconds})`
  await setColumns(scope, sourceOrderTable, { id }, { tell_at, tell_leased_until: null })
}

/** Marks the present states of the source's orders as told, so that a shop hears nothing of past orders. */
export async function settleAll(scope: Scope, sourceId: string): Promise<void> {
  await sql`
    update source_orders o set told_state = ${stateNow}, tell_state = null, tell_at = null,
      settled_at = case when s.status = 'pending' then null else now() end
    from stops s left join routes r on r.id = s.route_id
    where o.source_id = ${sourceId} and o.organization_id = ${scope.organizationId} and s.id = o.stop_id`.execute(
    scope.tx,
  )
}

/** Makes waiting attempts due at once, with all retries again: the shop's connection may have changed. */
export async function hurryTellings(scope: Scope, sourceId: string): Promise<void> {
  await setColumns(
    scope,
    sourceOrderTable,
    { source_id: sourceId },
    {
      tell_at: null,
      // Keeps one attempt counted, because part of it may have arrived.
      tell_attempts: sql<number>`least(tell_attempts, 1)`,
    },
  )
}

export async function writeTelling(
  scope: Scope,
  id: string,
  telling: ShopTelling | null,
  secret: string | null,
): Promise<void> {
  await changeRecords(scope, orderSourceTable, { id }, { telling, tell_secret: secret })
}

export async function insertToldState(scope: Scope, row: NewRow<typeof toldStateTable>): Promise<void> {
  await insertRecord(scope, toldStateTable, row)
}

/** Returns a page of told states, newest first. */
export async function listToldPage(
  scope: Scope,
  sourceId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ToldStateRow[]; total: number }> {
  return listPage(scope, toldStateTable, { source_id: sourceId }, sql`created_at desc, id desc`, page)
}

export async function deleteOldToldStates(db: Db, before: Date): Promise<void> {
  await sql`delete from told_states where created_at < ${before}`.execute(db)
}

/** Locks the sources of all organizations with a secret for telling, to re-encrypt it. */
export async function lockTellSecrets(tx: Tx): Promise<Pick<OrderSourceRow, 'id' | 'tell_secret'>[]> {
  return tx
    .selectFrom('order_sources')
    .select(['id', 'tell_secret'])
    .where('tell_secret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the same secret, re-encrypted. */
export async function rewriteTellSecret(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('order_sources').set({ tell_secret: sealed }).where('id', '=', id).execute()
}
