// The table of charging places: where electric vehicles may charge between two stops.
import type { DepotOpening } from '@routewright/contract'
import {
  decimal,
  integer,
  json,
  list,
  optional,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
} from './table.ts'
import type { JsonObject, LocationValue } from './values.ts'

export const chargingPlaceTable = table('charging_places', {
  given: recordOfProject,
  descriptive: {
    external_id: searched(optional(text)),
    label: searched(text),
    phone: optional(text),
    comments: optional(text),
    custom_fields: optional(json<JsonObject>()),
  },
  planning: {
    location: json<LocationValue>(),
    power: decimal,
    points: optional(integer),
    hours: list<DepotOpening>(),
    price_per_kwh: optional(decimal),
  },
  computed: softDeletion,
})

export type ChargingPlaceRow = RowOf<typeof chargingPlaceTable>
