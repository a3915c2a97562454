// The table of the address book.
import { stopTypes } from '@routewright/contract'
import { beginning, flag, id, integer, json, moment, oneOf, optional, place, type RowOf, table, text } from './table.ts'
import type { JsonObject, TimeWindow } from './values.ts'

export const clientTable = table('clients', {
  given: {
    id,
    organization_id: id,
    project_id: id,
    created_by: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    external_id: optional(text),
    label: optional(text),
    phone: optional(text),
    email: optional(text),
    url: optional(text),
    reference_person: optional(text),
    comments: optional(text),
    custom_fields: optional(json<JsonObject>()),
  },
  planning: {
    default_location: place,
    default_location_details: optional(text),
    default_duration: optional(integer),
    default_time_windows: optional(json<TimeWindow[]>()),
    default_requires: optional(json<string[]>()),
    default_type: optional(oneOf(stopTypes)),
    default_cluster: optional(text),
    default_custom_fields: optional(json<JsonObject>()),
  },
  computed: {
    deleted: beginning(false, flag),
    deleted_at: optional(moment),
  },
})

export type ClientRow = RowOf<typeof clientTable>
