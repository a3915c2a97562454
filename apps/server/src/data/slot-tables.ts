// The tables of what was promised to customers, and of the days that slots are given away on one after the other.
import type { SlotPromise, StopInput } from '@routewright/contract'
import {
  beginning,
  flag,
  id,
  integer,
  json,
  list,
  moment,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
  wholeNumber,
} from './table.ts'

export const slotPromiseTable = table('slot_promises', {
  given: {
    ...recordOfProject,
    key: text,
  },
  computed: {
    /** The calendar date of the plan. */
    day: text,
    /** The window that was promised, seconds of the day. */
    opens: integer,
    closes: integer,
    held_until: moment,
    offer: json<SlotPromise['offer']>(),
    stop_id: optional(id),
    booked_at: optional(moment),
    released_at: optional(moment),
    changed_by_hand_at: optional(moment),
    agreed_by: optional(text),
    customer_class: optional(text),
  },
  private: {
    /** Zones that the place lay in when the slot was held. */
    zone_ids: list<string>(),
    /** Digest of who it is for. */
    customer: optional(text),
    /** A dispatcher went beyond the rules of the seller. */
    ignores_rules: beginning(false, flag),
    /** What the stop will be, as long as it is not made: it names people. */
    stop: optional(json<StopInput>()),
  },
})

export const slotDayTable = table('slot_days', {
  given: {
    organization_id: id,
    project_id: id,
    day: text,
  },
  private: {
    /** Counts how often the day was locked: a change of the row is its lock. */
    given: beginning(0, wholeNumber),
  },
})

export type SlotPromiseRow = RowOf<typeof slotPromiseTable>
