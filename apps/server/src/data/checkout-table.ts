// The table of customers of shops who choose a window before there is a stop; a token is never stored, only its digest.
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
    /** Pages that may call: scheme, host and port. */
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
    /** What was held last. */
    slot_promise_id: optional(id),
    /** How often something was held. */
    holds: beginning(0, integer),
  },
  private: {
    token_digest: bytes,
    /** Digest of who it is for. */
    customer: optional(text),
    /** What the stop will be, as long as something may be chosen: it names people. */
    stop: optional(json<StopInput>()),
  },
})

export type CheckoutRow = RowOf<typeof checkoutTable>
