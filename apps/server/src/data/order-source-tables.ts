// The tables of orders that come in by themselves: sources, their orders, and the messages of the last days.
import { type OrderMapping, type OrderSignature, orderResults, orderSourceKinds } from '@routewright/contract'
import {
  beginning,
  bytes,
  flag,
  id,
  json,
  jsonText,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
} from './table.ts'

export const orderSourceTable = table('order_sources', {
  given: { ...recordOfProject, kind: oneOf(orderSourceKinds) },
  descriptive: {
    label: text,
    enabled: beginning(true, flag),
    mapping: json<OrderMapping>(),
    signature: optional(json<OrderSignature>()),
  },
  private: {
    token_digest: bytes,
    /** What the source signs with, encrypted. */
    secret: optional(text),
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
export type SourceOrderRow = RowOf<typeof sourceOrderTable>
export type SourceMessageRow = RowOf<typeof sourceMessageTable>
