// The wire record of a recurring order.
import type { RecurringOrderInput } from '@routewright/contract'
import { pickColumns } from './compact.ts'

export type Weekday = RecurringOrderInput['weekdays'][number]
export type StopTemplate = RecurringOrderInput['stop']

export interface RecurringOrderRow {
  id: string
  organization_id: string
  project_id: string
  created_by: string | null
  label: string | null
  weekdays: Weekday[]
  every_weeks: number
  /** Calendar dates, 2026-01-31. */
  starts_on: string
  ends_on: string | null
  exceptions: string[]
  paused: boolean
  stop: StopTemplate
  created_at: Date
  updated_at: Date
  deleted: boolean
  deleted_at: Date | null
}

const columns = [
  'id',
  'organization_id',
  'project_id',
  'created_by',
  'label',
  'weekdays',
  'every_weeks',
  'starts_on',
  'ends_on',
  'exceptions',
  'paused',
  'stop',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

/** `nextDate` is the next day of the pattern, if there is one. */
export function recurringOrderResource(row: RecurringOrderRow, nextDate: string | undefined) {
  return { ...pickColumns(row, columns), ...(nextDate === undefined ? {} : { next_date: nextDate }) }
}
