// The tables of incoming positions: their sources, and the devices of each.
import { positionResults } from '@routewright/contract'
import {
  beginning,
  bytes,
  flag,
  id,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
} from './table.ts'

export const positionSourceTable = table('position_sources', {
  given: recordOfProject,
  descriptive: {
    label: text,
    enabled: beginning(true, flag),
  },
  private: {
    token_digest: bytes,
  },
})

export const positionDeviceTable = table('position_devices', {
  given: {
    id,
    device_id: text,
    created_at: moment,
  },
  descriptive: {
    /** Name of the device at the source. */
    name: optional(text),
    vehicle_id: optional(id),
    seen_at: moment,
    /** Result of its latest position. */
    result: oneOf(positionResults),
  },
  private: {
    organization_id: id,
    source_id: id,
  },
})

export type PositionSourceRow = RowOf<typeof positionSourceTable>
export type PositionDeviceRow = RowOf<typeof positionDeviceTable>
