// The table of the fleet.
import {
  beginning,
  bytes,
  decimal,
  flag,
  integer,
  json,
  list,
  moment,
  optional,
  place,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
  travel,
} from './table.ts'
import type { BreakValue, JsonObject, TimeWindow } from './values.ts'

export const vehicleTable = table('vehicles', {
  given: recordOfProject,
  descriptive: {
    external_id: searched(optional(text)),
    label: searched(optional(text)),
    plate: searched(optional(text)),
    vehicle_model: optional(text),
    brand: optional(text),
    color: optional(text),
    comments: optional(text),
    phone: optional(text),
    email: searched(optional(text)),
    avatar_url: optional(text),
    fuel_type: optional(text),
    consumption: optional(decimal),
    custom_fields: optional(json<JsonObject>()),
    enabled: beginning(true, flag),
    price_per_minute: optional(decimal),
    price_per_distance: optional(decimal),
    price_per_stop: optional(decimal),
  },
  planning: {
    default_time_window: optional(json<TimeWindow>()),
    default_working_days: optional(json<string[]>()),
    default_min_distance: optional(decimal),
    default_max_distance: optional(decimal),
    default_min_time: optional(integer),
    default_max_time: optional(integer),
    default_max_weight: optional(decimal),
    default_max_volume: optional(decimal),
    default_max_services: optional(integer),
    default_start_location: place,
    default_end_location: place,
    default_provides: list<string>(),
    default_geo_fences: list<string>(),
    default_break: optional(json<BreakValue>()),
    default_travel: travel,
  },
  computed: softDeletion,
  private: {
    session_seen_at: optional(moment),
    /** Of the secret in the address of its calendar. */
    calendar_digest: optional(bytes),
  },
})

export type VehicleRow = RowOf<typeof vehicleTable>
