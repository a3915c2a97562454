// The tables of orders that come in by themselves: sources, their orders, and the messages of the last days.
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
    /** How the shop is told what becomes of its orders; see shops/. */
    telling: optional(json<ShopTelling>()),
    /** Where its files are fetched, when that was done last, and what went wrong then; see order-files/. */
    fetching: optional(json<OrderFetching>()),
    fetched_at: optional(moment),
    fetch_problem: optional(text),
  },
  private: {
    token_digest: bytes,
    /** What the source signs with, encrypted. */
    secret: optional(text),
    /** What opens the shop, encrypted. */
    tell_secret: optional(text),
    /** What opens where its files lie, encrypted, and when they are fetched next. */
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
    /** When the source changed the order as it was applied last. */
    changed_at: optional(moment),
    /** When that message came. */
    received_at: optional(moment),
    /** Of each field as it was applied, a print that tells nothing of it. */
    prints: beginning<Record<string, string>, string>({}, json<Record<string, string>>()),
    touched_at: moment,
    /** What the shop knows of it; or was to be told, until it was given up. */
    told_state: optional(oneOf(orderStates)),
    /** When it was told that the order is done or failed: soon after nobody looks any more whether that changes. */
    settled_at: optional(moment),
    /** What it is being told now, how many attempts that took, when the next one is due, and until when one is under way. */
    tell_state: optional(oneOf(orderStates)),
    tell_attempts: beginning(0, integer),
    tell_at: optional(moment),
    tell_leased_until: optional(moment),
  },
})

/** What shops were told in the last days. */
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

/** Files that were fetched, so that each is taken once; for as long as they lie where they were found, and some time longer. */
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
    /** What the file is known by: of its place, name, size and moment. */
    print: text,
    /** When a round found it last. */
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
