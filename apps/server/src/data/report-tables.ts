// The tables of reports and of pictures, which belong to reports or to messages between dispatcher and driver.
import { type Payment, reporters, reportTypes, takers } from '@routewright/contract'
import { decimal, id, integer, json, list, moment, oneOf, optional, place, type RowOf, table, text } from './table.ts'
import type { FileReference, JsonObject } from './values.ts'

export const reportTable = table('reports', {
  given: {
    id,
    project_id: id,
    plan_id: optional(id),
    route_id: optional(id),
    stop_id: id,
    /** The device's time; `received_at` is the server's. */
    created_at: moment,
  },
  descriptive: {
    type: oneOf(reportTypes),
    comments: optional(text),
    cancel_reason: optional(text),
    taken_by: optional(oneOf(takers)),
    taker_name: optional(text),
    /** Amount that was collected at the door; 0 says that nothing was. */
    payment_collected: optional(json<Payment>()),
    images: list<FileReference>(),
    signature: optional(json<FileReference>()),
    tasks: list<JsonObject>(),
    packages: list<JsonObject>(),
    location: place,
    location_distance: optional(decimal),
    time_in_stop: optional(decimal),
    moment_within: optional(integer),
    custom_fields: optional(json<JsonObject>()),
    client_id: optional(text),
  },
  computed: {
    /** Null for reports from before this column existed. */
    reporter: optional(oneOf(reporters)),
    /** When it was last corrected; null while it has its first content. */
    amended_at: optional(moment),
  },
  private: {
    /** The stop's `moves` when the report arrived: one report ends a stop, another may after a move. */
    stop_moves: integer,
    organization_id: id,
    created_by: optional(id),
    received_at: moment,
  },
})

export const reportImageTable = table('report_images', {
  given: {
    id,
    /** Owner of the picture: a stop, or a route for a message's picture; the stop is then the one that the message names. */
    stop_id: optional(id),
    route_id: optional(id),
    /** Part of the picture's URL. */
    access_token: text,
    created_at: moment,
  },
  computed: {
    /** Null while the picture is still on the phone, like the other columns about its bytes. */
    content_type: optional(text),
    bytes: optional(integer),
  },
  private: {
    organization_id: id,
    storage_key: optional(text),
    sha256: optional(text),
    client_id: optional(text),
  },
})

export type ReportRow = RowOf<typeof reportTable>
export type ImageRow = RowOf<typeof reportImageTable>
