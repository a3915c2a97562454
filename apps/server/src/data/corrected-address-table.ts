// The table of places that people put right.
import { id, json, moment, optional, type RowOf, table, text } from './table.ts'
import type { LocationValue } from './values.ts'

export const correctedAddressTable = table('corrected_addresses', {
  given: {
    id,
    organization_id: id,
    /** As it was written last. */
    address: text,
    location: json<LocationValue>(),
    corrected_by: optional(id),
    corrected_at: moment,
  },
  private: {
    /** Its words without capitals, accents and commas: what is written alike is one address. */
    address_key: text,
  },
})

export type CorrectedAddressRow = RowOf<typeof correctedAddressTable>
