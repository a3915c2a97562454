// The tables of recurring orders, and of the days that they filled.
import { beginning, flag, id, integer, json, list, moment, optional, type RowOf, table, text } from './table.ts'
import type { StopTemplate, Weekday } from './values.ts'

export const recurringOrderTable = table('recurring_orders', {
  given: {
    id,
    organization_id: id,
    project_id: id,
    created_by: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    label: optional(text),
  },
  planning: {
    weekdays: json<Weekday[]>(),
    every_weeks: beginning(1, integer),
    starts_on: text,
    ends_on: optional(text),
    exceptions: list<string>(),
    paused: beginning(false, flag),
    stop: json<StopTemplate>(),
  },
  computed: {
    deleted: beginning(false, flag),
    deleted_at: optional(moment),
  },
})

export const recurringFillTable = table('recurring_fills', {
  private: {
    recurring_order_id: id,
    organization_id: id,
    day: text,
    plan_id: id,
    stop_id: id,
    created_at: moment,
  },
})

export type RecurringOrderRow = RowOf<typeof recurringOrderTable>
