// The table of subscribers of the mail each Monday.
import { id, moment, type RowOf, table, text } from './table.ts'

export const weeklyReaderTable = table('weekly_readers', {
  given: {
    project_id: id,
    user_id: id,
    created_at: moment,
  },
  private: {
    organization_id: id,
    /** Monday, as a date, of the last week that is settled: the mail was sent, or there was nothing to tell. */
    sent_week: text,
  },
})

export type WeeklyReaderRow = RowOf<typeof weeklyReaderTable>
