// The table of the address book.
import { stopTypes } from '@routewright/contract'
import {
  decimal,
  integer,
  json,
  oneOf,
  optional,
  place,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
} from './table.ts'
import type { JsonObject, TimeWindow } from './values.ts'

export const clientTable = table('clients', {
  given: recordOfProject,
  descriptive: {
    external_id: searched(optional(text)),
    label: searched(optional(text)),
    phone: searched(optional(text)),
    email: searched(optional(text)),
    url: optional(text),
    reference_person: optional(text),
    comments: optional(text),
    custom_fields: optional(json<JsonObject>()),
    max_attempts: optional(integer),
  },
  planning: {
    default_location: place,
    default_location_details: optional(text),
    default_duration: optional(integer),
    default_time_windows: optional(json<TimeWindow[]>()),
    default_requires: optional(json<string[]>()),
    default_type: optional(oneOf(stopTypes)),
    default_cluster: optional(text),
    default_weight: optional(decimal),
    default_volume: optional(decimal),
    default_max_delivery_time: optional(integer),
    default_custom_fields: optional(json<JsonObject>()),
  },
  computed: softDeletion,
})

export type ClientRow = RowOf<typeof clientTable>
