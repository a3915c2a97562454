// The queries of conflicts: who changed a record last, as far as it was noted.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Scope } from '../platform/scope.ts'

export interface NotedChange {
  fields: string[] | null
  actor: Actor
  created_at: Date
  /** Name of the user, or of the key. */
  name: string | null
}

/** The latest noted change of a record of the plan; those that say which fields changed come first within a transaction. */
export async function findLatestChange(
  scope: Scope,
  planId: string,
  recordId: string,
): Promise<NotedChange | undefined> {
  const { rows } = await sql<NotedChange>`
    with latest as (
      select fields, actor, created_at, xid, id from live_changes
      where plan_id = ${planId} and organization_id = ${scope.organizationId} and actor is not null
        and kind in ('stops', 'routes', 'plan') and ids ? ${recordId}
      order by id desc limit 20)
    select fields, actor, created_at,
      ${actorName(scope)} as name
    from latest where xid = (select xid from latest order by id desc limit 1)
    order by fields is null, id limit 1`.execute(scope.tx)
  return rows[0]
}

/** The latest change of a record that belongs to no plan, as the audit log has it. */
export async function findLatestSetting(scope: Scope, recordId: string): Promise<NotedChange | undefined> {
  const { rows } = await sql<NotedChange>`
    select (select jsonb_agg(key) from jsonb_object_keys(changes) as key) as fields, actor, created_at,
      ${actorName(scope)} as name
    from audit_log where organization_id = ${scope.organizationId} and resource_id = ${recordId}
      and action in ('created', 'updated', 'deleted')
    order by id desc limit 1`.execute(scope.tx)
  return rows[0]
}

/** How the actor of the row is called: a user, or a key. */
function actorName({ organizationId }: Scope) {
  return sql`coalesce(
    (select coalesce(nullif(name, ''), email) from users where id = actor->>'id' and organization_id = ${organizationId}),
    (select coalesce(nullif(label, ''), 'An API key') from api_keys
      where id = actor->>'id' and organization_id = ${organizationId}))`
}
