// The table of zones.
import {
  beginning,
  flag,
  json,
  optional,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
} from './table.ts'

export const zoneTable = table('zones', {
  given: recordOfProject,
  descriptive: {
    label: searched(optional(text)),
    color: optional(text),
  },
  planning: {
    enabled: beginning(true, flag),
    /** A closed ring of [lng, lat] pairs, degrees. */
    polygon: json<[number, number][]>(),
  },
  computed: softDeletion,
})

export type ZoneRow = RowOf<typeof zoneTable>
