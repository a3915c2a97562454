// The queries of stops from addresses.
import type { Tx } from '../platform/scope.ts'

/** Notes that the recipients of these stops were asked for their place. */
export async function markLocationAsked(tx: Tx, stopIds: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('stops')
    .set({ location_validation_sent: true, location_validation_sent_at: now })
    .where('id', 'in', stopIds)
    .execute()
}
