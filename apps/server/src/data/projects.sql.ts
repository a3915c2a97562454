// The queries of projects.

import type { Insertable, UpdateObject } from 'kysely'
import { containsPattern, orderBy } from '../platform/paging.ts'
import { json, laterThanBefore, type ProjectReach, type Scope, type Tx } from '../platform/scope.ts'
import type { ProjectQuery } from '../projects/projects.ts'
import type { ProjectRow } from './project-tables.ts'
import type { Database } from './tables.ts'

export type ProjectChanges = UpdateObject<Database, 'projects'>

/** With `lock` behind its lock, for a change. */
export async function findProject(
  tx: Tx,
  organizationId: string,
  projectId: string,
  lock: 'lock' | 'no lock' = 'no lock',
): Promise<ProjectRow | undefined> {
  const query = tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
  return (lock === 'lock' ? query.forUpdate() : query).executeTakeFirst()
}

export async function selectProjectPage(
  tx: Tx,
  organizationId: string,
  reach: ProjectReach,
  query: ProjectQuery,
): Promise<{ rows: ProjectRow[]; total: number }> {
  if (reach !== 'all' && reach.size === 0) return { rows: [], total: 0 }
  let projects = tx.selectFrom('projects').where('organization_id', '=', organizationId).where('deleted', '=', false)
  if (reach !== 'all') projects = projects.where('id', 'in', [...reach])
  if (query.text) projects = projects.where('label', 'ilike', containsPattern(query.text))
  const { total } = await projects.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await projects
    .selectAll()
    .orderBy(orderBy('projects', query.sort))
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return { rows, total }
}

export async function insertProject(tx: Tx, row: Insertable<Database['projects']>): Promise<ProjectRow> {
  return tx.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateProjectRow(tx: Tx, id: string, changes: ProjectChanges): Promise<ProjectRow> {
  return tx.updateTable('projects').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function deleteProjectRow(scope: Scope, projectId: string): Promise<ProjectRow> {
  return updateProjectRow(scope.tx, projectId, {
    deleted: true,
    deleted_at: scope.now,
    updated_at: laterThanBefore(scope.now),
  })
}

/** Answers the project as it is then. */
export async function writeRecipientColumns(
  { tx, now }: Scope,
  projectId: string,
  columns: { messages: object; branding: object; recipient_page: object; sends_messages: boolean },
): Promise<ProjectRow> {
  const { messages, branding, recipient_page, sends_messages } = columns
  return tx
    .updateTable('projects')
    .set({
      messages: json(messages),
      branding: json(branding),
      recipient_page: json(recipient_page),
      sends_messages,
      updated_at: laterThanBefore(now),
    })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findFirstProjectId(tx: Tx, organizationId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}
