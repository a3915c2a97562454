// The table of places that people corrected.
import { id, json, moment, optional, type RowOf, table, text } from './table.ts'
import type { LocationValue } from './values.ts'

export const correctedAddressTable = table('corrected_addresses', {
  given: {
    id,
    organization_id: id,
    /** The address as last written. */
    address: text,
    location: json<LocationValue>(),
    corrected_by: optional(id),
    corrected_at: moment,
  },
  private: {
    /** The address without capitals, accents and commas: equal keys mean the same address. */
    address_key: text,
  },
})

export type CorrectedAddressRow = RowOf<typeof correctedAddressTable>
