// The table of packages.
import { packageStatuses } from '@routewright/contract'
import { beginning, id, integer, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const packageTable = table('packages', {
  given: {
    identifier: text,
    updated_at: moment,
  },
  computed: {
    status: beginning('pending', oneOf(packageStatuses)),
    picked_at: optional(moment),
    delivered_at: optional(moment),
    returned_at: optional(moment),
  },
  private: {
    id,
    organization_id: id,
    stop_id: id,
    position: integer,
    created_at: moment,
  },
})

export type PackageRow = RowOf<typeof packageTable>
