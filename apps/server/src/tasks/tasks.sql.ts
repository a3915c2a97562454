// The queries of tasks.
import { sql, type UpdateObject } from 'kysely'
import { bulkInsert } from '../platform/bulk-insert.ts'
import type { Database } from '../platform/schema.ts'
import { laterThanBefore, type Tx } from '../platform/scope.ts'
import type { TaskRow } from '../resources/task.ts'

const insertedColumns = {
  id: 'text',
  organization_id: 'text',
  stop_id: 'text',
  created_by: 'text',
  position: 'integer',
  label: 'text',
  comments: 'text',
  barcode: 'text',
  status: 'text',
  custom_fields: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

export async function insertTaskRows(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
  await bulkInsert(tx, 'tasks', insertedColumns, rows)
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

/** Moves the stop's updated_at: what hangs on it is part of its record. */
export async function touchStop(tx: Tx, stopId: string, now: Date): Promise<void> {
  await tx
    .updateTable('stops')
    .set({ updated_at: laterThanBefore(now) })
    .where('id', '=', stopId)
    .execute()
}
