// The table of messages between dispatchers and drivers.
import { messageSenders, routeMessageKinds } from '@routewright/contract'
import { beginning, flag, id, json, moment, oneOf, optional, type RowOf, table, text } from './table.ts'
import type { FileReference } from './values.ts'

export const routeMessageTable = table('route_messages', {
  given: {
    id,
    plan_id: id,
    route_id: id,
    sender: oneOf(messageSenders),
    kind: oneOf(routeMessageKinds),
    /** Time of the device; `received_at` is the server's. */
    created_at: moment,
    received_at: moment,
    author: optional(text),
    client_id: optional(text),
  },
  descriptive: {
    text: optional(text),
    stop_id: optional(id),
  },
  computed: {
    image: optional(json<FileReference>()),
    /** True when the picture has a URL but no bytes yet. */
    awaits_image: beginning(false, flag),
    delivered_at: optional(moment),
    read_at: optional(moment),
  },
  private: {
    organization_id: id,
    project_id: id,
    created_by: optional(id),
    updated_at: moment,
  },
})

export type RouteMessageRow = RowOf<typeof routeMessageTable>
