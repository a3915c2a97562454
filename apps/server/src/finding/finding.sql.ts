// The look-ups behind the search: each is served by an index and answers few rows.
import { type RawBuilder, sql } from 'kysely'
import { containsPattern, escapeLike } from '../platform/paging.ts'
import type { Scope } from '../platform/scope.ts'

export interface FoundRow {
  kind: 'stop' | 'plan' | 'vehicle' | 'client'
  id: string
  project_id: string
  title: string | null
  subtitle: string | null
  plan_id: string | null
  plan_label: string | null
  date: Date | null
  status: string | null
  /** The value that fits. */
  match: string | null
}

/** So many candidates are read of each kind; the likeliest of them are shown. */
const candidates = 60

const address = (place: RawBuilder<unknown>) => sql`coalesce(${place} ->> 'label',
  nullif(concat_ws(', ', ${place} ->> 'street', concat_ws(' ', ${place} ->> 'postal_code', ${place} ->> 'city')), ''))`

/** Stops by a condition; the newest days first. `candidate` limits before it sorts, so that a common word stays quick. */
async function selectStops(
  scope: Scope,
  projectIds: readonly string[],
  candidate: RawBuilder<unknown>,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with candidate as (${candidate} limit ${candidates})
    select 'stop' as kind, s.id, s.project_id, coalesce(s.label, s.external_id, ${address(sql`s.location`)}) as title,
      ${address(sql`s.location`)} as subtitle, s.plan_id, p.label as plan_label, p.execution_date as date, s.status,
      c.match
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

/** `words` is a query of beginnings: bäck:* & mül:* */
export function selectStopsByWords(scope: Scope, projectIds: readonly string[], words: string) {
  return selectStops(
    scope,
    projectIds,
    sql`select s.id, null as match from stops s
      where s.project_id = any(${projectIds}::text[]) and s.deleted = false
        and name_words(s.label, s.reference_person) @@ to_tsquery('simple'::regconfig, ${words})`,
  )
}

/** Plans are few: a part of the name is enough. */
export async function selectPlans(scope: Scope, projectIds: readonly string[], text: string): Promise<FoundRow[]> {
  const pattern = containsPattern(text)
  const { rows } = await sql<FoundRow>`
    select 'plan' as kind, id, project_id, coalesce(label, external_id) as title, null as subtitle, id as plan_id,
      label as plan_label, execution_date as date, status,
      case when lower(external_id) = ${text} then external_id when id = ${text} then id end as match
    from plans
    where organization_id = ${scope.organizationId} and project_id = any(${projectIds}::text[]) and deleted = false
      and (label ilike ${pattern} or external_id ilike ${pattern} or id = ${text}
        or (execution_date at time zone 'UTC')::date::text = ${text})
    order by execution_date desc, id limit ${candidates}`.execute(scope.tx)
  return rows
}

export async function selectVehicles(scope: Scope, projectIds: readonly string[], text: string): Promise<FoundRow[]> {
  const pattern = containsPattern(text)
  const { rows } = await sql<FoundRow>`
    select 'vehicle' as kind, id, project_id, coalesce(label, plate, external_id) as title,
      nullif(concat_ws(' · ', plate, phone), '') as subtitle, null as plan_id, null as plan_label, null as date,
      null as status, case when lower(external_id) = ${text} or lower(plate) = ${text} or id = ${text} then ${text} end as match
    from vehicles
    where organization_id = ${scope.organizationId} and project_id = any(${projectIds}::text[]) and deleted = false
      and (label ilike ${pattern} or plate ilike ${pattern} or external_id ilike ${pattern} or phone ilike ${pattern}
        or email ilike ${pattern} or id = ${text})
    order by label, id limit ${candidates}`.execute(scope.tx)
  return rows
}

export interface ClientConditions {
  text: string
  phoneEnd?: string
  words?: string
}

export async function selectClients(
  scope: Scope,
  projectIds: readonly string[],
  { text, phoneEnd, words }: ClientConditions,
): Promise<FoundRow[]> {
  const conditions = [sql`id = ${text}`, sql`external_id = ${text}`]
  if (phoneEnd) conditions.push(sql`(phone is not null and phone_from_end(phone) like ${`${phoneEnd}%`})`)
  if (words) conditions.push(sql`name_words(label, reference_person) @@ to_tsquery('simple'::regconfig, ${words})`)
  const { rows } = await sql<FoundRow>`
    select 'client' as kind, id, project_id, coalesce(label, external_id) as title,
      coalesce(${address(sql`default_location`)}, phone) as subtitle, null as plan_id, null as plan_label,
      null as date, null as status, case when external_id = ${text} or id = ${text} then ${text} end as match
    from clients
    where organization_id = ${scope.organizationId} and project_id = any(${projectIds}::text[]) and deleted = false
      and (${sql.join(conditions, sql` or `)})
    limit ${candidates}`.execute(scope.tx)
  return rows
}
