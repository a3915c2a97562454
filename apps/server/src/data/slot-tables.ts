// The tables of promises to customers, and of days, whose rows serialize the giving of slots.
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
    /** Calendar date of the plan. */
    day: text,
    /** Promised window, seconds of the day. */
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
    /** Zones that contained the place when the slot was held. */
    zone_ids: list<string>(),
    /** Digest of the customer's identity. */
    customer: optional(text),
    /** True when a dispatcher overrode the seller's rules. */
    ignores_rules: beginning(false, flag),
    /** Input of the future stop, until it is created; contains personal data. */
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
    /** Number of locks of the day: updating the row locks it. */
    given: beginning(0, wholeNumber),
  },
})

export type SlotPromiseRow = RowOf<typeof slotPromiseTable>
