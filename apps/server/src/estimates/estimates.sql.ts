// Writes estimated times.
import { sql } from 'kysely'
import type { Tx } from '../platform/scope.ts'

/** `estimates` is JSON text: an array of id, estimated_arrival_time, estimated_departure_time. */
export async function writeEstimates(tx: Tx, routeId: string, estimates: string, end: Date): Promise<void> {
  await sql`
    update stops set estimated_arrival_time = e.estimated_arrival_time, estimated_departure_time = e.estimated_departure_time
    from jsonb_to_recordset(${estimates}::jsonb)
      as e(id text, estimated_arrival_time timestamptz, estimated_departure_time timestamptz)
    where stops.id = e.id and stops.route_id = ${routeId}`.execute(tx)
  await tx.updateTable('routes').set({ estimated_end_time: end }).where('id', '=', routeId).execute()
}
