// The queries of live streams: what transactions changed, and the records as they are now.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Scope } from '../platform/scope.ts'

export type ChangeKind = 'stops' | 'estimates' | 'routes' | 'positions' | 'plan' | 'reports' | 'notes' | 'optimization'

export interface ChangeRow {
  id: number
  xid: number
  plan_id: string
  kind: ChangeKind
  /** Null: too many to name. */
  ids: string[] | null
  fields: string[] | null
  actor: Actor | null
  created_at: Date
}

type Place = { planId: string } | { projectId: string }

const within = (place: Place) =>
  'planId' in place ? sql`plan_id = ${place.planId}` : sql`project_id = ${place.projectId}`

/** What these transactions did to the plan or project, in order. */
export async function selectChangesOf(scope: Scope, place: Place, xids: readonly string[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select id, xid, plan_id, kind, ids, fields, actor, created_at from live_changes
    where ${within(place)} and organization_id = ${scope.organizationId} and xid = any(${xids}::bigint[])
    order by id`.execute(scope.tx)
  return rows
}

/** Ids of changes are given before the commit, so an older id may appear later. This many seconds are looked through again. */
const overlapSeconds = 10

/**
 * What happened to the plan or project since an event was seen, a little before it included; undefined when that is too
 * long ago to be known.
 */
export async function selectChangesSince(scope: Scope, place: Place, after: string): Promise<ChangeRow[] | undefined> {
  const { rows: seen } = await sql<{ created_at: Date }>`
    select created_at from live_changes where id = ${after}::bigint`.execute(scope.tx)
  if (!seen[0]) return undefined
  const { rows } = await sql<ChangeRow>`
    select id, xid, plan_id, kind, ids, fields, actor, created_at from live_changes
    where ${within(place)} and organization_id = ${scope.organizationId}
      and created_at > ${seen[0].created_at}::timestamptz - make_interval(secs => ${overlapSeconds})
    order by id`.execute(scope.tx)
  return rows
}

/** The newest change there is, where a new stream begins. */
export async function selectNewestChange(scope: Scope): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(id), 0)::text as id from live_changes`.execute(scope.tx)
  return rows[0]!.id
}

/** Names of users, and of the makers of keys, by the id of the actor. */
export async function selectActorNames(scope: Scope, actorIds: readonly string[]): Promise<Map<string, string>> {
  if (actorIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(name, ''), email) as name from users
      where organization_id = ${scope.organizationId} and id = any(${actorIds}::text[])
    union all
    select id, coalesce(nullif(label, ''), 'API key') from api_keys
      where organization_id = ${scope.organizationId} and id = any(${actorIds}::text[])`.execute(scope.tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
