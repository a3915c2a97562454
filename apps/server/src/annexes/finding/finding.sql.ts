// The queries of the search: each uses an index and returns few rows.
import { type RawBuilder, sql } from 'kysely'
import { beginWords, halvesOfWords } from '../../data/search-words.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { containsPattern, escapeLike } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** A stop that was found, with what it hangs on. */
export interface FoundStop
  extends Pick<StopRow, 'id' | 'project_id' | 'plan_id' | 'status' | 'label' | 'external_id' | 'location'> {
  plan_label: string | null
  date: Date | null
  /** The value that fits; where a name does, the person that it may be of. */
  match: string | null
}

/** Candidates read of each kind; the likeliest are shown. */
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
    order by p.execution_date desc nulls last, s.created_at desc, s.id desc`.execute(scope.tx)
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

/** Stops with a parcel whose code is one of these spellings (`listSpellings`). */
export function selectStopsByCode(scope: Scope, projectIds: readonly string[], spellings: readonly string[]) {
  return selectStopsByPackage(scope, projectIds, sql`compact_code(k.identifier) = any(${spellings}::text[])`)
}

/** Stops with a parcel whose code begins so and goes on. */
export function selectStopsByStartOfCode(scope: Scope, projectIds: readonly string[], text: string) {
  const begins = sql`lower(k.identifier) like ${`${escapeLike(text)}%`} and lower(k.identifier) <> ${text}`
  return selectStopsByPackage(scope, projectIds, begins)
}

function selectStopsByPackage(scope: Scope, projectIds: readonly string[], wanted: RawBuilder<unknown>) {
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

/** How many of the newest stops are looked through before the index of words is asked, which gathers all that have a word. */
const newest = 2_000
/** How many found among the newest make the index unnecessary. */
const enough = 20
/** How many the index may gather; of these the newest days are shown. */
const gathered = 5_000

/** Stops in whose names each of these folded words begins one; the newest first. */
export function selectStopsByWords(scope: Scope, projectIds: readonly string[], words: readonly string[]) {
  const hasWords = sql`${nameWords} @@ ${beginWords(words)}::tsquery`
  // Cheaper than taking a name to pieces, and true of every name that has the words.
  const name = sql`fold_text(coalesce(s.label, '') || ' ' || coalesce(s.reference_person, ''))`
  const holdsThem = words.map((word) => sql`${name} like ${containsPattern(word)}`)
  const ofEach = Math.ceil(newest / projectIds.length)
  return selectStops(
    scope,
    projectIds,
    sql`select id, match from (
      with recent as materialized (
        select s.id, s.reference_person as match from unnest(${projectIds}::text[]) as project(id), lateral (
          select * from stops where project_id = project.id and deleted = false
          order by created_at desc, id desc limit ${sql.lit(ofEach)}
        ) s where ${sql.join([...holdsThem, hasWords], sql` and `)} limit ${sql.lit(candidates)}
      )
      select * from recent
      union (
        select s.id, s.reference_person as match from (
          select * from stops s
          where (select count(*) from recent) < ${sql.lit(enough)} and s.project_id = any(${projectIds}::text[])
            and s.deleted = false and ${hasWords} limit ${sql.lit(gathered)}
        ) s order by s.created_at desc, s.id desc limit ${sql.lit(candidates)}
      )
    ) found`,
  )
}

/** Names of stops that may have these folded words but for one slip in each; the newest first. */
export async function listNamesNear(
  scope: Scope,
  projectIds: readonly string[],
  words: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, concat_ws(' ', s.label, s.reference_person) as name from stops s
    where s.project_id = any(${projectIds}::text[]) and s.deleted = false and ${nameWords} @@ ${halvesOfWords(words)}::tsquery
    order by s.created_at desc, s.id desc limit ${sql.lit(gathered)}`.execute(scope.tx)
  return rows
}

export function selectStopsByIds(scope: Scope, projectIds: readonly string[], ids: readonly string[]) {
  return selectStops(
    scope,
    projectIds,
    sql`select s.id, s.reference_person as match from stops s where s.id = any(${ids}::text[])`,
  )
}

const nameWords = sql`search_words(s.label, s.reference_person)`
