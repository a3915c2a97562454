// Every statement on tasks alone, except their status (statuses.sql.ts).
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { deleteRecords, findRecord, listRecords, setColumns, updateRecord } from './record-statements.ts'
import { type TaskRow, taskTable } from './task-table.ts'

export async function insertTaskRows(scope: Scope, rows: readonly TaskRow[]): Promise<void> {
  await insertRows(scope.tx, taskTable, rows)
}

/** Returns the tasks of the stops, each stop's in its order. */
export async function listTasksOfStops(scope: Scope, stopIds: readonly string[]): Promise<TaskRow[]> {
  return listRecords(scope, taskTable, { stop_id: stopIds, deleted: false }, sql`order by stop_id, position, id`)
}

export async function findTaskRow(scope: Scope, id: string): Promise<TaskRow | undefined> {
  return findRecord(scope, taskTable, { id, deleted: false })
}

/** Changes a task, but never its status, and sets its updated_at. */
export async function updateTaskRow(
  scope: Scope,
  id: string,
  changes: Partial<Omit<TaskRow, 'status'>>,
): Promise<TaskRow> {
  return updateRecord(scope, taskTable, id, changes)
}

export async function deleteTaskRows(scope: Scope, ids: readonly string[]): Promise<TaskRow[]> {
  return deleteRecords(scope, taskTable, { id: ids })
}

/** Copies tasks with changed values. */
export async function copyTaskRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, taskTable, rows)
}

/** Deletes the texts of tasks; their status stays. */
export async function blankTasks(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, taskTable, { id: ids }, { label: null, comments: null, barcode: null, custom_fields: null })
}
