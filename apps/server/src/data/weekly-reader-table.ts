// The table of readers of the mail each Monday.
import { id, moment, type RowOf, table, text } from './table.ts'

export const weeklyReaderTable = table('weekly_readers', {
  given: {
    project_id: id,
    user_id: id,
    created_at: moment,
  },
  private: {
    organization_id: id,
    /** The Monday, as a date, of the week in which the last mail was settled: sent, or left out because there was nothing to tell. */
    sent_week: text,
  },
})

export type WeeklyReaderRow = RowOf<typeof weeklyReaderTable>
