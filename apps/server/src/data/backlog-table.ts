// The table of terms: when orders may be served.
import { beginning, id, integer, moment, optional, type RowOf, table, text } from './table.ts'

export const backlogTermsTable = table('backlog_terms', {
  given: {
    stop_id: id,
    project_id: id,
    created_at: moment,
    updated_at: moment,
  },
  planning: {
    earliest_on: optional(text),
    latest_on: optional(text),
    previous_visit_on: optional(text),
    min_days_between: optional(integer),
    priority: beginning(0, integer),
  },
  private: {
    organization_id: id,
  },
})

export type BacklogTermsRow = RowOf<typeof backlogTermsTable>
