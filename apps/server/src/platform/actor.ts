// Tells the triggers of live_changes who acts in this transaction.
import { sql } from 'kysely'
import type { Actor } from './schema.ts'

/** A column for the transaction's first statement that finds a row; the service itself is nobody. */
export function noteActor(actor: Actor) {
  const noted = actor.type === 'system' ? '' : JSON.stringify(actor)
  return sql<string>`set_config('routewright.actor', ${noted}, true)`.as('noted_actor')
}
