// The table of tasks.
import { taskStatuses } from '@routewright/contract'
import { beginning, flag, id, integer, json, moment, oneOf, optional, type RowOf, table, text } from './table.ts'
import type { JsonObject } from './values.ts'

export const taskTable = table('tasks', {
  given: {
    id,
    stop_id: id,
    created_by: optional(id),
    status: beginning('pending', oneOf(taskStatuses)),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    label: optional(text),
    comments: optional(text),
    barcode: optional(text),
    custom_fields: optional(json<JsonObject>()),
  },
  computed: {
    deleted_at: optional(moment),
  },
  private: {
    organization_id: id,
    position: integer,
    deleted: beginning(false, flag),
  },
})

export type TaskRow = RowOf<typeof taskTable>
