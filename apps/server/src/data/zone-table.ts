// The table of zones.
import { beginning, flag, id, json, moment, optional, type RowOf, table, text } from './table.ts'

export const zoneTable = table('zones', {
  given: {
    id,
    organization_id: id,
    project_id: id,
    created_by: optional(id),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    label: optional(text),
    color: optional(text),
  },
  planning: {
    enabled: beginning(true, flag),
    /** A closed ring of [lng, lat] pairs, degrees. */
    polygon: json<[number, number][]>(),
  },
  computed: {
    deleted: beginning(false, flag),
    deleted_at: optional(moment),
  },
})

export type ZoneRow = RowOf<typeof zoneTable>
