// Every statement on tasks alone, but for their status (statuses.sql.ts).
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { deleteRecords, hasId, isPresent, listRecords, updateRecord } from './record-statements.ts'
import { type TaskRow, taskTable } from './task-table.ts'

export async function insertTaskRows(scope: Scope, rows: readonly TaskRow[]): Promise<void> {
  await insertRows(scope.tx, taskTable, rows)
}

/** The tasks of the stops, each stop's in its order. */
export async function listTasksOfStops(scope: Scope, stopIds: readonly string[]): Promise<TaskRow[]> {
  if (stopIds.length === 0) return []
  const conditions = [sql`stop_id = any(${stopIds}::text[])`, isPresent]
  return listRecords(scope, taskTable, conditions, sql`order by stop_id, position, id`)
}

export async function findTaskRow(scope: Scope, taskId: string): Promise<TaskRow | undefined> {
  return (await listRecords(scope, taskTable, [hasId([taskId]), isPresent]))[0]
}

/** Changes a task, but never its status, and moves its updated_at. */
export async function updateTaskRow(
  scope: Scope,
  taskId: string,
  changes: Partial<Omit<TaskRow, 'status'>>,
): Promise<TaskRow> {
  return updateRecord(scope, taskTable, taskId, changes)
}

export async function deleteTaskRows(scope: Scope, taskIds: readonly string[]): Promise<TaskRow[]> {
  return taskIds.length === 0 ? [] : deleteRecords(scope, taskTable, taskIds)
}

/** Copies of tasks with what differs in them. */
export async function copyTaskRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, taskTable, rows)
}
