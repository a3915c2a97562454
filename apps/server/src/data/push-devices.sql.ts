// Every statement that writes devices for alerts, or reads one of them.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type PushDeviceRow, pushDeviceTable } from './push-device-table.ts'
import { addRows, findRecord, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'

/** Inserts a device, or gives a device known by its address to its present user or link. */
export async function keepPushDevice(scope: Scope, row: NewRow<typeof pushDeviceTable>): Promise<void> {
  const again = sql`
    on conflict (organization_id, endpoint_digest) do update set
      updated_at = excluded.updated_at, user_id = excluded.user_id, route_id = excluded.route_id,
      link_id = excluded.link_id, driver_id = excluded.driver_id, sealed = excluded.sealed,
      public_key = excluded.public_key, language = excluded.language`
  await addRows(scope, pushDeviceTable, [row], again)
}

export async function findPushDevice(scope: Scope, id: string): Promise<PushDeviceRow | undefined> {
  return findRecord(scope, pushDeviceTable, { id })
}

/** Deletes a device by its id, or one of the caller's own by its address. Returns whether there was one. */
export async function removePushDevice(
  scope: Scope,
  which:
    | { id: string }
    | Pick<PushDeviceRow, 'endpoint_digest' | 'user_id'>
    | Pick<PushDeviceRow, 'endpoint_digest' | 'link_id'>,
): Promise<boolean> {
  return (await removeRows(scope, pushDeviceTable, which)) > 0
}

/** Deletes devices that were silent for long, and those whose user or link no longer has access. */
export async function forgetOldPushDevices(db: Db, silentSince: Date): Promise<void> {
  await sql`
    delete from push_devices d where d.updated_at < ${silentSince}
      or exists (select from users u where u.id = d.user_id and not u.active)
      or exists (select from driver_links l where l.id = d.link_id and l.revoked_at is not null)`.execute(db)
}
