// The table of shop checkouts: customers choose a window before a stop exists. A token is never stored, only its digest.
import { type MessageLanguage, messageLanguages, type StopInput } from '@routewright/contract'
import {
  beginning,
  bytes,
  id,
  integer,
  json,
  list,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
} from './table.ts'

export const checkoutTable = table('checkouts', {
  given: {
    ...recordOfProject,
    /** Origins that may call: scheme, host and port. */
    origins: list<string>(),
    hold_minutes: integer,
    /** Calendar dates. */
    first_day: text,
    last_day: text,
    language: optional(oneOf<readonly MessageLanguage[]>(messageLanguages)),
    customer_class: optional(text),
    expires_at: moment,
  },
  computed: {
    ended_at: optional(moment),
    /** The window held last. */
    slot_promise_id: optional(id),
    /** Number of windows held so far. */
    holds: beginning(0, integer),
  },
  private: {
    token_digest: bytes,
    /** Digest of the customer's identity. */
    customer: optional(text),
    /** Input of the future stop, while a window may be chosen; contains personal data. */
    stop: optional(json<StopInput>()),
  },
})

export type CheckoutRow = RowOf<typeof checkoutTable>
