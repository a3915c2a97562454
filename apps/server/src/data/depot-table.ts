// The table of depots: places where vehicles load, with opening hours and the time that loading takes.
import type { DepotOpening } from '@routewright/contract'
import {
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

export const depotTable = table('depots', {
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
    hours: list<DepotOpening>(),
    loading_time: optional(integer),
  },
  computed: softDeletion,
})

export type DepotRow = RowOf<typeof depotTable>
