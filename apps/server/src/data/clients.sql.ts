// The queries of the address book.
import { sql, type UpdateObject } from 'kysely'
import { containsPattern, orderBy, type SortTerm } from '../platform/paging.ts'
import { laterThanBefore, type Scope, type Tx } from '../platform/scope.ts'
import { type ClientRow, clientTable } from './client-table.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './tables.ts'

export async function findClient(tx: Tx, organizationId: string, clientId: string): Promise<ClientRow | undefined> {
  return (await selectClientsById(tx, organizationId, [clientId]))[0]
}

/** The client behind the lock, for a change. */
export async function lockClient(tx: Tx, organizationId: string, clientId: string): Promise<ClientRow | undefined> {
  return tx
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', clientId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function selectClientsById(tx: Tx, organizationId: string, ids: readonly string[]): Promise<ClientRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('clients')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .execute()
}

export interface ClientFilter {
  organizationId: string
  projectId: string
  text?: string
  includeDeleted: boolean
}

export async function selectClients(
  tx: Tx,
  filter: ClientFilter,
  sort: readonly SortTerm[],
  limit: number,
  offset: number,
): Promise<{ rows: ClientRow[]; total: number }> {
  let matching = tx
    .selectFrom('clients')
    .where('organization_id', '=', filter.organizationId)
    .where('project_id', '=', filter.projectId)
  if (!filter.includeDeleted) matching = matching.where('deleted', '=', false)
  if (filter.text) {
    const pattern = containsPattern(filter.text)
    const searched = ['label', 'external_id', 'phone', 'email'] as const
    matching = matching.where((eb) => eb.or(searched.map((column) => eb(column, 'ilike', pattern))))
  }
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy(orderBy('clients', sort)).limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

export async function insertClientRows(tx: Tx, rows: readonly ClientRow[]): Promise<void> {
  await insertRows(tx, clientTable, rows)
}

export async function updateClientRow(
  tx: Tx,
  clientId: string,
  changes: UpdateObject<Database, 'clients', 'clients'>,
  now: Date,
): Promise<ClientRow> {
  return tx
    .updateTable('clients')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', clientId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes what is left of a project's clients softly. */
export async function deleteClientsOfProject(scope: Scope, projectId: string): Promise<void> {
  await scope.tx
    .updateTable('clients')
    .set({ deleted: true, deleted_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('project_id', '=', projectId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .execute()
}
