// The table of the effects of running days.
import { decimal, id, integer, moment, type RowOf, table, text } from './table.ts'

/** The factor on what is ahead, and the number of legs or visits and of routes that it is derived from. */
export const dayPaceTable = table('day_paces', {
  given: {
    project_id: id,
    /** Date of its plans, YYYY-MM-DD. */
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
