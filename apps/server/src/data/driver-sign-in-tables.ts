// The tables of driver sign-ins: their phones and codes.
import { beginning, bytes, id, integer, moment, optional, type RowOf, table, text } from './table.ts'

export const driverDeviceTable = table('driver_devices', {
  given: {
    id,
    device: text,
    created_at: moment,
    last_seen_at: moment,
    expires_at: moment,
  },
  private: {
    organization_id: id,
    driver_id: id,
    token_digest: bytes,
  },
})

export const driverCodeTable = table('driver_codes', {
  private: {
    id,
    organization_id: id,
    driver_id: id,
    /** Digest of the sign-in that the driver began; null for a code created by a dispatcher. */
    step_digest: optional(bytes),
    code_digest: bytes,
    /** Known phone of the driver that asked for it; null for any other phone. */
    asked_by: optional(text),
    tries: beginning(0, integer),
    created_at: moment,
    expires_at: moment,
    used_at: optional(moment),
  },
})

export type DriverDeviceRow = RowOf<typeof driverDeviceTable>
export type DriverCodeRow = RowOf<typeof driverCodeTable>
