// The table of devices that get alerts while the page or app is closed.
import { bytes, id, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const pushDeviceTable = table('push_devices', {
  private: {
    id,
    organization_id: id,
    created_at: moment,
    /** When the device was last heard of. */
    updated_at: moment,
    /** The planner's user, or else the route and link of the driver. */
    user_id: optional(id),
    route_id: optional(id),
    link_id: optional(id),
    driver_id: optional(id),
    endpoint_digest: bytes,
    /** Address and keys of the subscription, encrypted: they suffice to send to the device. */
    sealed: text,
    /** Public key of ours that the subscription is bound to. */
    public_key: text,
    language: oneOf(['en', 'es', 'fr', 'de', 'pt']),
  },
})

export type PushDeviceRow = RowOf<typeof pushDeviceTable>
