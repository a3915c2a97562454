// The table of learned places: where doors are and where vans park.
import { beginning, flag, id, integer, json, moment, optional, type RowOf, searched, table, text } from './table.ts'
import type { LearnedPointValue, PointValue } from './values.ts'

export const learnedPlaceTable = table('learned_places', {
  given: {
    id,
    project_id: id,
    /** Id of the client, or `lat,lng` of the place where stops have no client. */
    subject: text,
    learned_at: moment,
  },
  descriptive: {
    label: searched(optional(text)),
    /** Place of the stops when it was learned; it applies only to stops that are still there. */
    map: optional(json<PointValue>()),
    /** True when somebody set that place: it stays. */
    is_by_hand: beginning(false, flag),
    door: optional(json<LearnedPointValue>()),
    parking: optional(json<LearnedPointValue>()),
    visits: integer,
    /** A date, YYYY-MM-DD. */
    last_seen: optional(text),
    is_off: beginning(false, flag),
    fixed: optional(json<PointValue>()),
    /** Visits before then are ignored. */
    forgotten_at: optional(moment),
  },
  private: {
    organization_id: id,
  },
})

export type LearnedPlaceRow = RowOf<typeof learnedPlaceTable>
