// The queries of projects.

import type { ProjectRole } from '@routewright/contract'
import type { Insertable, UpdateObject } from 'kysely'
import { containsPattern, orderBy } from '../platform/paging.ts'
import { laterThanBefore, type ProjectReach, type Tx } from '../platform/scope.ts'
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

export async function addMember(
  tx: Tx,
  projectId: string,
  userId: string,
  role: ProjectRole,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

/** Marks the project and what belongs to it directly as deleted; answers the project. */
export async function deleteProjectRows(tx: Tx, projectId: string, now: Date): Promise<ProjectRow> {
  const deletion = { deleted: true, deleted_at: now, updated_at: laterThanBefore(now) }
  for (const table of ['vehicles', 'clients', 'zones'] as const) {
    await tx.updateTable(table).set(deletion).where('project_id', '=', projectId).where('deleted', '=', false).execute()
  }
  return tx.updateTable('projects').set(deletion).where('id', '=', projectId).returningAll().executeTakeFirstOrThrow()
}
