// The tables of recurring orders, and of the days for which they made stops.
import {
  beginning,
  flag,
  id,
  integer,
  json,
  list,
  moment,
  optional,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
} from './table.ts'
import type { StopTemplate, Weekday } from './values.ts'

export const recurringOrderTable = table('recurring_orders', {
  given: recordOfProject,
  descriptive: {
    label: searched(optional(text)),
  },
  planning: {
    weekdays: json<Weekday[]>(),
    every_weeks: beginning(1, integer),
    /** Visits per week on the weekdays; every weekday where null. */
    visits_per_week: optional(integer),
    min_days_between: optional(integer),
    starts_on: text,
    ends_on: optional(text),
    exceptions: list<string>(),
    paused: beginning(false, flag),
    stop: json<StopTemplate>(),
  },
  computed: softDeletion,
})

export const recurringFillTable = table('recurring_fills', {
  given: {
    recurring_order_id: id,
    day: text,
    plan_id: id,
    stop_id: id,
    created_at: moment,
  },
  private: {
    organization_id: id,
  },
})

export type RecurringOrderRow = RowOf<typeof recurringOrderTable>
