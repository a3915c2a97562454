// Every statement on projects alone.
import { sql } from 'kysely'
import { orderBy, type SortTerm } from '../frame/platform/paging.ts'
import type { ProjectReach, Scope } from '../frame/platform/scope.ts'
import { type ProjectRow, projectTable } from './project-tables.ts'
import {
  containsText,
  deleteRecords,
  findRecord,
  insertRecord,
  listColumns,
  listPage,
  listRecords,
  updateRecord,
} from './record-statements.ts'
import { listIds, type NewRow } from './records.ts'

export interface ProjectQuery {
  text?: string
  sort: SortTerm[]
  limit: number
  offset: number
}

/** Returns the project; with `lock`, locks its row for a change. */
export async function findProjectRow(scope: Scope, id: string, lock?: 'lock'): Promise<ProjectRow | undefined> {
  return findRecord(scope, projectTable, { id, deleted: false }, lock && sql`for update`)
}

/** Returns the project of a plan of the organization. */
export async function findProjectOfPlan(scope: Scope, planId: string): Promise<ProjectRow | undefined> {
  const isOfPlan = sql`id = (select project_id from plans where id = ${planId} and organization_id = ${scope.organizationId})`
  return findRecord(scope, projectTable, [{ deleted: false }, isOfPlan])
}

/** Returns the project of a stop of the organization. */
export async function findProjectOfStop(scope: Scope, stopId: string): Promise<ProjectRow | undefined> {
  const isOfStop = sql`id = (select project_id from stops where id = ${stopId} and organization_id = ${scope.organizationId})`
  return findRecord(scope, projectTable, [{ deleted: false }, isOfStop])
}

export async function listProjectsEvenDeleted(scope: Scope, ids: readonly string[]): Promise<ProjectRow[]> {
  return listRecords(scope, projectTable, { id: ids })
}

/** Returns the ids of projects that are not deleted, oldest first; with `ids`, only these. */
export async function listProjectIds(scope: Scope, ids?: readonly string[]): Promise<string[]> {
  const which = { deleted: false, ...(ids ? { id: ids } : {}) }
  const rows = await listColumns(scope, projectTable, ['id'], which, sql`order by created_at, id`)
  return listIds(rows)
}

export async function listProjectPage(
  scope: Scope,
  reach: ProjectReach,
  query: ProjectQuery,
): Promise<{ rows: ProjectRow[]; total: number }> {
  const reached = reach === 'all' ? {} : { id: [...reach] }
  const which = [{ deleted: false, ...reached }, ...containsText(projectTable, query.text)]
  return listPage(scope, projectTable, which, orderBy('projects', query.sort), query)
}

export async function insertProject(scope: Scope, row: NewRow<typeof projectTable>): Promise<ProjectRow> {
  return insertRecord(scope, projectTable, row)
}

export async function updateProjectRow(scope: Scope, id: string, changes: Partial<ProjectRow>): Promise<ProjectRow> {
  return updateRecord(scope, projectTable, id, changes)
}

export async function deleteProjectRow(scope: Scope, id: string): Promise<ProjectRow> {
  return (await deleteRecords(scope, projectTable, { id }))[0]!
}
