// The wire record of a task.
import type { Selectable } from 'kysely'
import type { TasksTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type TaskRow = Selectable<TasksTable>

const columns = [
  'id',
  'stop_id',
  'created_by',
  'label',
  'comments',
  'barcode',
  'status',
  'custom_fields',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

export function taskResource(row: TaskRow) {
  return pickColumns(row, columns)
}
