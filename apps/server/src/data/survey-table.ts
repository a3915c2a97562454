// The table of recipients’ ratings.
import { id, integer, moment, optional, type RowOf, table, text } from './table.ts'

export const surveyTable = table('surveys', {
  given: {
    stop_id: id,
    route_id: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    rating: integer,
    rating_tag: optional(text),
    comments: optional(text),
  },
  private: {
    organization_id: id,
  },
})

export type SurveyRow = RowOf<typeof surveyTable>
