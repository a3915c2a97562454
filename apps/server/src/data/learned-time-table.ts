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

/** What a row tells of: everybody, a kind of stop, a band of load, first visits; one client, or a place that is of no client; or who comes. */
export const learnedKinds = ['project', 'type', 'load', 'first', 'client', 'place', 'driver', 'vehicle'] as const

export const learnedTimeTable = table('learned_times', {
  given: {
    id,
    project_id: id,
    kind: oneOf(learnedKinds),
    /** The id of the client, driver or vehicle, `lat,lng` of the place, the kind of stop, the number of the band; empty for the project. */
    subject: text,
    learned_at: moment,
  },
  descriptive: {
    label: searched(optional(text)),
    /** On the given seconds, times the factors of the more general rows. */
    factor: decimal,
    visits: integer,
    /** Of a band of load: where it begins. */
    from_quantity: optional(decimal),
    /** Of clients and places: what their usual visit takes, what was given, and how near half of the visits were. */
    seconds: optional(integer),
    given_seconds: optional(integer),
    spread_seconds: optional(integer),
    /** Of clients and places, where paces count apart: how slow or quick those are who come. Told to nobody, it says how single drivers work. */
    comers_factor: optional(decimal),
    /** A date, YYYY-MM-DD. */
    last_seen: optional(text),
    /** Mean errors in seconds on days left out. */
    given_error: optional(decimal),
    learned_error: optional(decimal),
    is_better: flag,
    is_off: beginning(false, flag),
    fixed_seconds: optional(integer),
    /** Of drivers and vehicles: what somebody said, and how near half of the visits were, as a part: 0.15 for 15 %. */
    fixed_factor: optional(decimal),
    spread: optional(decimal),
    /** The same of driving; and what somebody said of it. */
    driving: optional(json<LearnedDrivingValue>()),
    fixed_driving: optional(decimal),
    /** Visits before then do not count. */
    forgotten_at: optional(moment),
  },
  private: {
    organization_id: id,
  },
})

export type LearnedTimeRow = RowOf<typeof learnedTimeTable>
