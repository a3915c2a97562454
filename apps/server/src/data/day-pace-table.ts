// The table of what running days are like.
import { decimal, id, integer, moment, type RowOf, table, text } from './table.ts'

/** A factor on what is ahead, and how many ways or visits of how many routes say so. */
export const dayPaceTable = table('day_paces', {
  given: {
    project_id: id,
    /** Of its plans, YYYY-MM-DD. */
    day: text,
    driving_factor: decimal,
    driving_parts: integer,
    driving_routes: integer,
    work_factor: decimal,
    work_parts: integer,
    work_routes: integer,
    seen_at: moment,
  },
  private: {
    organization_id: id,
  },
})

export type DayPaceRow = RowOf<typeof dayPaceTable>
