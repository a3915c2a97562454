// The names of people who changed or decided something.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'

/** Returns the names of users, and of API keys and assistants that signed in, by actor id. */
export async function findActorNames(scope: Scope, actorIds: readonly string[]): Promise<Map<string, string>> {
  if (actorIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(name, ''), email) as name from users
      where organization_id = ${scope.organizationId} and id = any(${actorIds}::text[])
    union all
    select id, coalesce(nullif(label, ''), 'API key') from api_keys
      where organization_id = ${scope.organizationId} and id = any(${actorIds}::text[])
    union all
    select id, client_name from assistant_connections
      where organization_id = ${scope.organizationId} and id = any(${actorIds}::text[])`.execute(scope.tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
