// The table of learned service times.
import {
  beginning,
  decimal,
  flag,
  id,
  integer,
  json,
  moment,
  oneOf,
  optional,
  type RowOf,
  searched,
  table,
  text,
} from './table.ts'
import type { LearnedDrivingValue } from './values.ts'

/**
 * Subject of a row: everybody, a type of stop, a band of load, first visits; one client, or a place without a client; or the
 * driver or vehicle.
 */
export const learnedKinds = ['project', 'type', 'load', 'first', 'client', 'place', 'driver', 'vehicle'] as const

export const learnedTimeTable = table('learned_times', {
  given: {
    id,
    project_id: id,
    kind: oneOf(learnedKinds),
    /** Id of the client, driver or vehicle, `lat,lng` of the place, the type of stop, the number of the band; empty for the project. */
    subject: text,
    learned_at: moment,
  },
  descriptive: {
    label: searched(optional(text)),
    /** Factor on the given seconds, multiplied with the factors of the more general rows. */
    factor: decimal,
    visits: integer,
    /** Lower bound of a band of load. */
    from_quantity: optional(decimal),
    /** For clients and places: seconds of a usual visit, the given seconds, and the spread that contains half of the visits. */
    seconds: optional(integer),
    given_seconds: optional(integer),
    spread_seconds: optional(integer),
    /**
     * For clients and places where paces are separate: the pace of the people who come. Never shown, because it reveals how
     * individual drivers work.
     */
    comers_factor: optional(decimal),
    /** A date, YYYY-MM-DD. */
    last_seen: optional(text),
    /** Mean errors in seconds on days left out of learning. */
    given_error: optional(decimal),
    learned_error: optional(decimal),
    is_better: flag,
    is_off: beginning(false, flag),
    fixed_seconds: optional(integer),
    /** For drivers and vehicles: the factor that somebody set, and the relative spread that contains half of the visits, 0.15 for 15 %. */
    fixed_factor: optional(decimal),
    spread: optional(decimal),
    /** The same for driving; and the factor that somebody set. */
    driving: optional(json<LearnedDrivingValue>()),
    fixed_driving: optional(decimal),
    /** Visits before then are ignored. */
    forgotten_at: optional(moment),
  },
  private: {
    organization_id: id,
  },
})

export type LearnedTimeRow = RowOf<typeof learnedTimeTable>
