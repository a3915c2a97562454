// The look-ups behind the search: each is served by an index and answers few rows.
import { type RawBuilder, sql } from 'kysely'
import type { StopRow } from '../data/stop-table.ts'
import { containsPattern, escapeLike } from '../platform/paging.ts'
import type { Scope } from '../platform/scope.ts'

/** A stop that was found, with what it hangs on. */
export interface FoundStop
  extends Pick<StopRow, 'id' | 'project_id' | 'plan_id' | 'status' | 'label' | 'external_id' | 'location'> {
  plan_label: string | null
  date: Date | null
  /** The value that fits. */
  match: string | null
}

/** So many candidates are read of each kind; the likeliest of them are shown. */
export const candidates = 60

/** Stops by a condition; the newest days first. `candidate` limits before it sorts, so that a common word stays quick. */
async function selectStops(
  scope: Scope,
  projectIds: readonly string[],
  candidate: RawBuilder<unknown>,
): Promise<FoundStop[]> {
  const { rows } = await sql<FoundStop>`
    with candidate as (${candidate} limit ${candidates})
    select s.id, s.project_id, s.plan_id, s.status, s.label, s.external_id, s.location, p.label as plan_label,
      p.execution_date as date, c.match
    from candidate c join stops s on s.id = c.id left join plans p on p.id = s.plan_id
    where s.organization_id = ${scope.organizationId} and s.project_id = any(${projectIds}::text[]) and s.deleted = false
    order by p.execution_date desc nulls last, s.created_at desc, s.id`.execute(scope.tx)
  return rows
}

export function selectStopsById(scope: Scope, projectIds: readonly string[], id: string) {
  return selectStops(scope, projectIds, sql`select s.id, s.id as match from stops s where s.id = ${id}`)
}

export function selectStopsByExternalId(scope: Scope, projectIds: readonly string[], text: string, isExact: boolean) {
  const wanted = isExact
    ? sql`lower(s.external_id) = ${text}`
    : sql`lower(s.external_id) like ${`${escapeLike(text)}%`} and lower(s.external_id) <> ${text}`
  return selectStops(
    scope,
    projectIds,
    sql`select s.id, s.external_id as match from stops s
      where s.project_id = any(${projectIds}::text[]) and s.external_id is not null and ${wanted} and s.deleted = false`,
  )
}

export function selectStopsByPackage(scope: Scope, projectIds: readonly string[], text: string, isExact: boolean) {
  const wanted = isExact
    ? sql`lower(k.identifier) = ${text}`
    : sql`lower(k.identifier) like ${`${escapeLike(text)}%`} and lower(k.identifier) <> ${text}`
  return selectStops(
    scope,
    projectIds,
    sql`select k.stop_id as id, k.identifier as match from packages k
      where k.organization_id = ${scope.organizationId} and ${wanted}`,
  )
}

export function selectStopsByBarcode(scope: Scope, projectIds: readonly string[], text: string) {
  return selectStops(
    scope,
    projectIds,
    sql`select t.stop_id as id, t.barcode as match from tasks t
      where t.organization_id = ${scope.organizationId} and t.barcode = ${text} and t.deleted = false`,
  )
}

/** `end` holds the last digits, turned round. */
export function selectStopsByPhone(scope: Scope, projectIds: readonly string[], end: string) {
  return selectStops(
    scope,
    projectIds,
    sql`select s.id, s.phone as match from stops s
      where s.project_id = any(${projectIds}::text[]) and s.phone is not null
        and phone_from_end(s.phone) like ${`${end}%`} and s.deleted = false`,
  )
}

/** So many of the newest stops are looked through before the index of words is asked, which gathers all that have a word. */
const newest = 2_000
/** So many among the newest are enough. */
const enough = 20
/** Where this many were among the newest, enough of them are among so many before those: reading these is quicker than the index. */
const promising = 3
const further = 15_000

/** Stops in whose names each of these words begins one. */
export function selectStopsByWords(scope: Scope, projectIds: readonly string[], words: readonly string[]) {
  const query = words.map((word) => `${word}:*`).join(' & ')
  const hasWords = sql`name_words(s.label, s.reference_person) @@ to_tsquery('simple'::regconfig, ${query})`
  // Cheaper than taking a name to pieces, and true of every name that has the words.
  const holdsThem = words.map((word) => sql`concat_ws(' ', s.label, s.reference_person) ilike ${containsPattern(word)}`)
  const ofEach = (count: number) => Math.ceil(count / projectIds.length)
  const amongNewest = (count: number, before: number) => sql`
    select s.id from unnest(${projectIds}::text[]) as project(id), lateral (
      select * from stops where project_id = project.id and deleted = false
      order by created_at desc, id desc limit ${sql.lit(ofEach(count))} offset ${sql.lit(before)}
    ) s where ${sql.join([...holdsThem, hasWords], sql` and `)}`
  return selectStops(
    scope,
    projectIds,
    sql`select id, null as match from (
      with recent as materialized (${amongNewest(newest, 0)} limit ${sql.lit(candidates)}),
      earlier as materialized (
        ${amongNewest(further, ofEach(newest))}
          and (select count(*) from recent) between ${sql.lit(promising)} and ${sql.lit(enough - 1)}
        limit ${sql.lit(enough)}
      ),
      known as materialized (select id from recent union all select id from earlier)
      select id from known
      union (
        select s.id from stops s
        where (select count(*) from known) < ${sql.lit(enough)} and s.project_id = any(${projectIds}::text[])
          and s.deleted = false and ${hasWords} limit ${sql.lit(candidates)}
      )
    ) found`,
  )
}
