// Every statement on the quotas of organizations.
import type { QuotaKind } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type QuotaUseRow, quotaLimitTable } from './quota-tables.ts'
import { removeRows } from './record-statements.ts'

/** An amount of one kind, in a month, with the limit that the installation sets by default; undefined: none. */
export interface QuotaUse {
  kind: QuotaKind
  month: string
  amount: number
  defaultLimit: number | undefined
}

/** Selects the limit of the organization as `amount`: its own, else the default; null for none. */
const selectLimit = (scope: Scope, { kind, defaultLimit }: Pick<QuotaUse, 'kind' | 'defaultLimit'>) => sql`
  select case when own.kind is null then ${defaultLimit ?? null}::bigint else own.amount end as amount
  from (select 1) one left join quota_limits own on own.organization_id = ${scope.organizationId} and own.kind = ${kind}`

/** Adds to the use where there is a limit, and `isAllowed` holds for the sum. The row stays locked until the commit. */
async function addUse(scope: Scope, use: QuotaUse, isAllowed: RawBuilder<unknown>) {
  const { rows } = await sql<{ limit: number | null; used: number | null }>`
    with allowed as (${selectLimit(scope, use)}),
      used as (
        insert into quota_uses as u (organization_id, kind, month, amount)
        select ${scope.organizationId}, ${use.kind}, ${use.month}, ${use.amount}::bigint from allowed, (select 0 as amount) u
        where allowed.amount is not null and ${isAllowed}
        on conflict (organization_id, kind, month) do update set amount = u.amount + excluded.amount where ${isAllowed}
        returning amount)
    select (select amount from allowed) as limit, (select amount from used) as used`.execute(scope.tx)
  return rows[0] ?? { limit: null, used: null }
}

/**
 * Adds to the use if the sum stays within the limit, which no other node can pass meanwhile. Returns the limit, null for none, and
 * the use afterwards, null where it was not added.
 */
export function takeUse(scope: Scope, use: QuotaUse): Promise<{ limit: number | null; used: number | null }> {
  return addUse(scope, use, sql`u.amount + ${use.amount}::bigint <= (select amount from allowed)`)
}

/** Adds to the use where there is a limit, even beyond it: for what is known only once it is used. */
export async function noteUse(scope: Scope, use: QuotaUse): Promise<void> {
  await addUse(scope, use, sql`true`)
}

/** Returns the limit in force, null for none. */
export async function findQuotaLimit(
  scope: Scope,
  of: Pick<QuotaUse, 'kind' | 'defaultLimit'>,
): Promise<number | null> {
  const { rows } = await sql<{ amount: number | null }>`${selectLimit(scope, of)}`.execute(scope.tx)
  return rows[0]?.amount ?? null
}

/** Returns what was used in these months. */
export async function listUses(scope: Scope, months: readonly string[]): Promise<QuotaUseRow[]> {
  return scope.tx
    .selectFrom('quota_uses')
    .selectAll()
    .where('organization_id', '=', scope.organizationId)
    .where('month', 'in', months)
    .orderBy('month', 'desc')
    .orderBy('kind')
    .execute()
}

/** Bytes of the pictures of the organization that are there now. */
export async function measureStorage(scope: Scope): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from report_images
    where organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]?.bytes ?? 0
}

/** Sets the limit of the organization; null for none. */
export async function writeQuotaLimit(scope: Scope, kind: QuotaKind, amount: number | null): Promise<void> {
  await sql`
    insert into quota_limits (organization_id, kind, amount, updated_at)
    values (${scope.organizationId}, ${kind}, ${amount}, ${scope.now})
    on conflict (organization_id, kind) do update set amount = excluded.amount, updated_at = excluded.updated_at`.execute(
    scope.tx,
  )
}

/** Restores the default limit. */
export async function removeQuotaLimit(scope: Scope, kind: QuotaKind): Promise<void> {
  await removeRows(scope, quotaLimitTable, { kind })
}
