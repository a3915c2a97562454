// Every statement on the changes that open pages are told of; triggers write them.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** Forgets what nobody will ask for again. */
export async function deleteOldChanges(scope: Pick<Scope, 'tx'>, seconds: number): Promise<void> {
  await sql`delete from live_changes where created_at < now() - make_interval(secs => ${seconds})`.execute(scope.tx)
}
