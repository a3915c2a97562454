// Every statement on assistants that sign in: registered programs, connections, codes and tokens.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  type AssistantClientRow,
  type AssistantConnectionRow,
  type AssistantTokenRow,
  assistantConnectionTable,
  type TokenKind,
} from './assistant-connection-tables.ts'
import { findRecord, insertRecord, listRecords, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'

type NewClient = Pick<AssistantClientRow, 'id' | 'name' | 'redirect_uris' | 'created_at'>

/** Inserts a program unless `most` programs wait for their first use; returns whether it was inserted. */
export async function insertClient(db: Db, client: NewClient, most: number): Promise<boolean> {
  const { id, name, redirect_uris, created_at } = client
  const { rows } = await sql`
    insert into assistant_clients (id, name, redirect_uris, created_at)
    select ${id}, ${name}, ${JSON.stringify(redirect_uris)}::jsonb, ${created_at}
    where (select count(*) from assistant_clients where used_at is null) < ${most}
    returning id`.execute(db)
  return rows.length > 0
}

export async function findClient(db: Db, id: string): Promise<AssistantClientRow | undefined> {
  return db.selectFrom('assistant_clients').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function markClientUsed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('assistant_clients')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}

export async function insertConnection(
  scope: Scope,
  row: NewRow<typeof assistantConnectionTable>,
): Promise<AssistantConnectionRow> {
  return insertRecord(scope, assistantConnectionTable, row)
}

/** Returns the connections of one user, or of the whole organization, newest first. */
export async function listConnections(scope: Scope, userId: string | undefined): Promise<AssistantConnectionRow[]> {
  const which = userId === undefined ? {} : { user_id: userId }
  return listRecords(scope, assistantConnectionTable, which, sql`order by created_at desc, id desc`)
}

export async function lockConnection(scope: Scope, id: string): Promise<AssistantConnectionRow | undefined> {
  return findRecord(scope, assistantConnectionTable, { id }, sql`for update`)
}

/** Deletes the connection with its codes and tokens. */
export async function deleteConnection(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, assistantConnectionTable, { id })
}

export async function insertTokens(
  tx: Tx,
  rows: readonly (Omit<AssistantTokenRow, 'used_at' | 'redirect_uri' | 'code_challenge'> &
    Partial<Pick<AssistantTokenRow, 'redirect_uri' | 'code_challenge'>>)[],
): Promise<void> {
  const values = rows.map(({ scope, ...row }) => ({ ...row, scope: JSON.stringify(scope) }))
  await tx.insertInto('assistant_tokens').values(values).execute()
}

/** A code or token with its connection, whose person is still there. */
export type HeldToken = AssistantTokenRow &
  Pick<
    AssistantConnectionRow,
    'organization_id' | 'user_id' | 'client_id' | 'client_name' | 'project_ids' | 'last_used_at'
  >

/** Returns a code or token by its digest; none of a person who was deactivated. */
export async function findToken(db: Db, digest: Buffer, kind: TokenKind): Promise<HeldToken | undefined> {
  const { rows } = await selectToken(digest, kind).execute(db)
  return rows[0]
}

/** Like `findToken`, and locks it, so that two exchanges run one after the other. */
export async function lockToken(tx: Tx, digest: Buffer, kind: TokenKind): Promise<HeldToken | undefined> {
  const { rows } = await sql<HeldToken>`${selectToken(digest, kind)} for update of t`.execute(tx)
  return rows[0]
}

function selectToken(digest: Buffer, kind: TokenKind) {
  return sql<HeldToken>`
    select t.*, c.organization_id, c.user_id, c.client_id, c.client_name, c.project_ids, c.last_used_at
    from assistant_tokens t join assistant_connections c on c.id = t.connection_id
      join users u on u.id = c.user_id and u.organization_id = c.organization_id and u.active
    where t.digest = ${digest} and t.kind = ${kind}`
}

export async function markTokenUsed(tx: Tx, digest: Buffer, now: Date): Promise<void> {
  await tx.updateTable('assistant_tokens').set({ used_at: now }).where('digest', '=', digest).execute()
}

/** Writes that the connection was used. */
export async function touchConnection(scope: Scope, id: string): Promise<void> {
  await sql`
    update assistant_connections set last_used_at = ${scope.now}
    where id = ${id} and organization_id = ${scope.organizationId}`.execute(scope.tx)
}

/**
 * Deletes expired codes and tokens, connections that have none left, and programs that nobody let in since `unusedBefore` or whose
 * connections are all gone.
 */
export async function deleteOldConnections(db: Db, now: Date, unusedBefore: Date): Promise<void> {
  await sql`delete from assistant_tokens where expires_at < ${now}`.execute(db)
  await sql`
    delete from assistant_connections c where created_at < ${unusedBefore}
    and not exists (select from assistant_tokens t where t.connection_id = c.id)`.execute(db)
  await sql`
    delete from assistant_clients p where coalesce(used_at, created_at) < ${unusedBefore}
    and not exists (select from assistant_connections c where c.client_id = p.id)`.execute(db)
}
