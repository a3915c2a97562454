// The table of devices that get alerts while page or app is closed.
import { bytes, id, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const pushDeviceTable = table('push_devices', {
  private: {
    id,
    organization_id: id,
    created_at: moment,
    /** When the device last said that it is still there. */
    updated_at: moment,
    /** Of somebody who plans; else of the driver that the link was made for. */
    user_id: optional(id),
    route_id: optional(id),
    link_id: optional(id),
    driver_id: optional(id),
    endpoint_digest: bytes,
    /** Address and keys of the subscription, encrypted: whoever has them can write to the device. */
    sealed: text,
    /** The key of ours that the subscription is bound to. */
    public_key: text,
    language: oneOf(['en', 'es', 'fr', 'de', 'pt']),
  },
})

export type PushDeviceRow = RowOf<typeof pushDeviceTable>
