// Every statement on the changes that open pages receive; triggers write them.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type ChangeRow, liveChangeTable } from './live-table.ts'
import { findRecord, listRecords } from './record-statements.ts'

/** A plan, or all plans of a project. */
export type ChangePlace = { planId: string } | { projectId: string }

const within = (place: ChangePlace) => ('planId' in place ? { plan_id: place.planId } : { project_id: place.projectId })

/** Returns the changes of the plan or project by these transactions, in order. */
export async function listChangesFor(scope: Scope, place: ChangePlace, xids: readonly string[]): Promise<ChangeRow[]> {
  return listRecords(scope, liveChangeTable, { ...within(place), xid: xids.map(Number) }, sql`order by id`)
}

/** Ids of changes are assigned before the commit, so an older id may appear later. This many seconds are searched again. */
const overlapSeconds = 10

/** Returns the changes of the plan or project since an event, with a small overlap; undefined when that is too long ago. */
export async function listChangesSince(
  scope: Scope,
  place: ChangePlace,
  after: string,
): Promise<ChangeRow[] | undefined> {
  const seen = await findRecord(scope, liveChangeTable, [sql`id = ${after}::bigint`])
  if (!seen) return undefined
  const isLater = sql`created_at > ${seen.created_at}::timestamptz - make_interval(secs => ${overlapSeconds})`
  return listRecords(scope, liveChangeTable, [within(place), isLater], sql`order by id`)
}

interface MadeChange {
  id: string
  /** Id of the transaction. */
  xid: string
  /** True when all changes with lower ids have been committed or never will be. */
  is_settled: boolean
}

/** Longer than any transaction lasts. */
const settledSeconds = 150

/** Returns the transactions that changed the plan or project after the change with this id, in the order of their ids. */
export async function listChangesAfter(scope: Scope, place: ChangePlace, id: string): Promise<MadeChange[]> {
  const isWithin = 'planId' in place ? sql`plan_id = ${place.planId}` : sql`project_id = ${place.projectId}`
  const { rows } = await sql<MadeChange>`
    select id::text, xid::text, created_at < now() - make_interval(secs => ${settledSeconds}) as is_settled
    from live_changes where organization_id = ${scope.organizationId} and ${isWithin} and id > ${id}::bigint
    order by id`.execute(scope.tx)
  return rows
}

/** Returns the newest change, where a new stream begins. */
export async function findNewestChange(scope: Scope): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(id), 0)::text as id from live_changes`.execute(scope.tx)
  return rows[0]!.id
}

/** Deletes changes that nobody will ask for again. */
export async function deleteOldChanges(scope: Pick<Scope, 'tx'>, seconds: number): Promise<void> {
  await sql`delete from live_changes where created_at < now() - make_interval(secs => ${seconds})`.execute(scope.tx)
}
