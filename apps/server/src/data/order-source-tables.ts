// The tables of incoming orders: sources, their orders, and the messages of the last days.
import {
  type OrderFetching,
  type OrderMapping,
  type OrderSignature,
  orderFileResults,
  orderResults,
  orderSourceKinds,
  orderStates,
  type ShopTelling,
} from '@routewright/contract'
import {
  beginning,
  bytes,
  flag,
  id,
  integer,
  json,
  jsonText,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
  wholeNumber,
} from './table.ts'

export const orderSourceTable = table('order_sources', {
  given: { ...recordOfProject, kind: oneOf(orderSourceKinds) },
  descriptive: {
    label: text,
    enabled: beginning(true, flag),
    mapping: json<OrderMapping>(),
    signature: optional(json<OrderSignature>()),
  },
  computed: {
    /** How the shop is told the state of its orders; see shops/. */
    telling: optional(json<ShopTelling>()),
    /** Where files are fetched, when that last happened, and its error; see order-files/. */
    fetching: optional(json<OrderFetching>()),
    fetched_at: optional(moment),
    fetch_problem: optional(text),
  },
  private: {
    token_digest: bytes,
    /** The source's signing secret, encrypted. */
    secret: optional(text),
    /** Credentials of the shop, encrypted. */
    tell_secret: optional(text),
    /** Credentials for fetching files, encrypted, and the time of the next fetch. */
    fetch_secret: optional(text),
    fetch_at: optional(moment),
  },
})

export const sourceOrderTable = table('source_orders', {
  private: {
    id,
    organization_id: id,
    source_id: id,
    order_id: text,
    stop_id: optional(id),
    /** When the source changed the order, in the version applied last. */
    changed_at: optional(moment),
    /** When that message arrived. */
    received_at: optional(moment),
    /** Digest of each field as applied, which reveals nothing of the field. */
    prints: beginning<Record<string, string>, string>({}, json<Record<string, string>>()),
    touched_at: moment,
    /** The state that the shop knows, or that was given up. */
    told_state: optional(oneOf(orderStates)),
    /** When it was told that the order is done or failed: soon after, further changes are ignored. */
    settled_at: optional(moment),
    /** The state being told now, the number of attempts, when the next is due, and until when one is under way. */
    tell_state: optional(oneOf(orderStates)),
    tell_attempts: beginning(0, integer),
    tell_at: optional(moment),
    tell_leased_until: optional(moment),
  },
})

/** States told to shops in the last days. */
export const toldStateTable = table('told_states', {
  given: {
    id,
    created_at: moment,
    order_id: text,
    state: oneOf(orderStates),
    ok: flag,
    duration_ms: integer,
    detail: optional(text),
    stop_id: optional(id),
  },
  private: {
    organization_id: id,
    source_id: id,
  },
})

/** Fetched files, so that each is taken once; kept as long as they are at their source, and some time longer. */
export const orderFileTable = table('order_files', {
  given: {
    id,
    created_at: moment,
    name: text,
    size: wholeNumber,
    sender: optional(text),
    result: oneOf(orderFileResults),
    rows: optional(integer),
    detail: optional(text),
  },
  private: {
    organization_id: id,
    source_id: id,
    /** Identifies the file: digest of its place, name, size and time. */
    print: text,
    /** When a round last found it. */
    seen_at: moment,
  },
})

export const sourceMessageTable = table('source_messages', {
  given: {
    id,
    received_at: moment,
    result: oneOf(orderResults),
    order_id: optional(text),
    detail: optional(text),
    stop_id: optional(id),
    body: jsonText<unknown>(),
  },
  private: {
    organization_id: id,
    source_id: id,
    headers: json<Record<string, string>>(),
  },
})

export type OrderSourceRow = RowOf<typeof orderSourceTable>
export type OrderFileRow = RowOf<typeof orderFileTable>
export type SourceOrderRow = RowOf<typeof sourceOrderTable>
export type SourceMessageRow = RowOf<typeof sourceMessageTable>
export type ToldStateRow = RowOf<typeof toldStateTable>
