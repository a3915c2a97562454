// Every statement on projects alone.
import { type Insertable, sql } from 'kysely'
import { containsPattern, orderBy } from '../platform/paging.ts'
import type { ProjectReach, Scope, Tx } from '../platform/scope.ts'
import type { ProjectQuery } from '../projects/projects.ts'
import { type ProjectRow, projectTable } from './project-tables.ts'
import { deleteRecord, hasId, isPresent, listRecords, updateRecord } from './record-statements.ts'
import type { Database } from './tables.ts'

/** With `lock` behind its lock, for a change. */
export async function findProjectRow(scope: Scope, projectId: string, lock?: 'lock'): Promise<ProjectRow | undefined> {
  return (await listRecords(scope, projectTable, [hasId([projectId]), isPresent], lock && sql`for update`))[0]
}

/** All projects of the organization that are not deleted. */
export async function listProjectIds(scope: Scope): Promise<string[]> {
  const rows = await present(scope).select('id').execute()
  return rows.map(({ id }) => id)
}

export async function listProjectPage(
  scope: Scope,
  reach: ProjectReach,
  query: ProjectQuery,
): Promise<{ rows: ProjectRow[]; total: number }> {
  if (reach !== 'all' && reach.size === 0) return { rows: [], total: 0 }
  let projects = present(scope)
  if (reach !== 'all') projects = projects.where('id', 'in', [...reach])
  if (query.text) projects = projects.where('label', 'ilike', containsPattern(query.text))
  const { total } = await projects.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const order = orderBy('projects', query.sort)
  const rows = await projects.selectAll().orderBy(order).limit(query.limit).offset(query.offset).execute()
  return { rows, total }
}

function present(scope: Scope) {
  return scope.tx
    .selectFrom('projects')
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
}

export async function insertProject(tx: Tx, row: Insertable<Database['projects']>): Promise<ProjectRow> {
  return tx.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateProjectRow(
  scope: Scope,
  projectId: string,
  changes: Partial<ProjectRow>,
): Promise<ProjectRow> {
  return updateRecord(scope, projectTable, projectId, changes)
}

export async function deleteProjectRow(scope: Scope, projectId: string): Promise<ProjectRow> {
  return deleteRecord(scope, projectTable, projectId)
}

/** The oldest project of an organization, for who works without a caller. */
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
