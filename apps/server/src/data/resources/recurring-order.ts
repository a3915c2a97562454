// The wire record of a recurring order.
import { recordMaker } from '../records.ts'
import { type RecurringOrderRow, recurringOrderTable } from '../recurring-tables.ts'

const ownRecord = recordMaker(recurringOrderTable)

/** Returns the record. `nextDate` is the next day of the pattern, if there is one. */
export function recurringOrderResource(row: RecurringOrderRow, nextDate: string | undefined) {
  return { ...ownRecord(row), ...(nextDate === undefined ? {} : { next_date: nextDate }) }
}
