// The queries of tasks.
import { sql, type UpdateObject } from 'kysely'
import { laterThanBefore, type Scope, type Tx } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './tables.ts'
import { type TaskRow, taskTable } from './task-table.ts'

export async function insertTaskRows(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
  await insertRows(tx, taskTable, rows)
}

/** The tasks of the stops, each stop's in its order. */
export async function selectTasks(tx: Tx, stopIds: readonly string[]): Promise<TaskRow[]> {
  if (stopIds.length === 0) return []
  return tx
    .selectFrom('tasks')
    .selectAll()
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .where('deleted', '=', false)
    .orderBy('stop_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function findTask(tx: Tx, organizationId: string, taskId: string): Promise<TaskRow | undefined> {
  return tx
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** Changes columns of a task (never its status) and moves its updated_at. */
export async function updateTaskRow(
  tx: Tx,
  taskId: string,
  changes: UpdateObject<Database, 'tasks', 'tasks'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', taskId)
    .execute()
}

export async function deleteTaskRows(tx: Tx, taskIds: readonly string[], now: Date): Promise<void> {
  if (taskIds.length === 0) return
  await tx
    .updateTable('tasks')
    .set({ deleted: true, deleted_at: now, updated_at: laterThanBefore(now) })
    .where(sql<boolean>`id = any(${taskIds}::text[])`)
    .execute()
}

export async function getTaskRow(tx: Tx, taskId: string): Promise<TaskRow> {
  return tx.selectFrom('tasks').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow()
}

/** Copies of tasks with what differs in them. */
export async function copyTaskRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, taskTable, rows)
}
