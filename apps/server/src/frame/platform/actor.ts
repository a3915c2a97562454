// Tells the triggers of live_changes who acts in this transaction.
import { sql } from 'kysely'

/** On whose behalf something is done. */
export interface Actor {
  type: 'api_key' | 'user' | 'driver' | 'customer' | 'system'
  id?: string
}

/** A column for the transaction's first statement that finds a row; the service itself is nobody. */
export function noteActor(actor: Actor) {
  const noted = actor.type === 'system' ? '' : JSON.stringify(actor)
  return sql<string>`set_config('routewright.actor', ${noted}, true)`.as('noted_actor')
}
