// The statements of the stop search: converts predicates to conditions, and reads one page of the matches.
import { type StopStatus, stopStatuses } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import { searchedNames } from '../../data/records.ts'
import { stopTable } from '../../data/stop-table.ts'
import { containsPattern, escapeLike, orderBy, type SortTerm } from '../../frame/platform/paging.ts'
import type { ProjectReach, Tx } from '../../frame/platform/scope.ts'
import type { Comparison } from './search.ts'
import { findSearchField, ownAs, type SearchField, textAs, type ValueType } from './search-fields.sql.ts'

type Sql = RawBuilder<unknown>

/**
 * A condition on stops. `hint` is implied by `exact` and uses the index over all texts; it is left out where stops are scanned in
 * sort order.
 */
interface Condition {
  exact: Sql
  hint?: Sql
}

/** Returns the default type of comparison of this field; undefined when the field is unknown. */
export function searchFieldType(name: string): ValueType | 'any' | undefined {
  const field = findSearchField(name)
  if (!field) return undefined
  return field.kind === 'json' ? 'any' : field.type
}

/** Returns the condition of one comparison. The field must be known and the values fit its type. */
function getCondition(comparison: Comparison): Condition {
  const field = findSearchField(comparison.field)!
  if (field.kind === 'children') return { exact: childrenCondition(field, comparison) }
  if (field.kind === 'json') return { exact: compare(jsonAs(field, comparison.type), comparison) }
  return {
    exact: compare(ownAs(field, comparison.type), comparison),
    hint: field.isHinted ? findHint(comparison) : undefined,
  }
}

/** Fewest letters for the index, as trigrams have three. */
const shortestHint = 3

/** Fields whose whole values have an index of their own. */
const hasOwnIndex = new Set(['external_id', 'client_external_id'])

function findHint(comparison: Comparison): Sql | undefined {
  const { operator } = comparison
  if (operator !== 'contains' && operator !== 'starts_with' && operator !== 'eq') return undefined
  if (operator === 'eq' && hasOwnIndex.has(comparison.field)) return undefined
  return typeof comparison.value === 'string' ? standsInTexts(comparison.value) : undefined
}

/** Condition that the text occurs in the searched texts of a stop; undefined where it is too short for the index. */
function standsInTexts(text: string): Sql | undefined {
  if ([...text].length < shortestHint) return undefined
  return sql`stop_texts(s.label, s.external_id, s.client_external_id, s.phone, s.email, s.reference_person, s.location)
    ilike ${containsPattern(text)}`
}

/** Returns a custom field as `type`; text of numbers and dates counts as such. */
function jsonAs(field: Extract<SearchField, { kind: 'json' }>, type: ValueType): Sql {
  return textAs(type, sql`(${field.json} #>> '{}')`)
}

/** Condition that holds for any child; negative operators mean that no child matches. */
function childrenCondition(field: Extract<SearchField, { kind: 'children' }>, comparison: Comparison): Sql {
  const any = (condition: Sql) =>
    sql`exists (select 1 ${field.rows} and ${field.expression} is not null and ${condition})`
  const { operator } = comparison
  if (operator === 'exists') return comparison.value ? any(sql`true`) : sql`not ${any(sql`true`)}`
  if (operator === 'ne') return sql`not ${childrenCondition(field, { ...comparison, operator: 'eq' })}`
  if (operator === 'nin') return sql`not ${childrenCondition(field, { ...comparison, operator: 'in' })}`
  if (operator === 'eq' && comparison.value === null) return sql`not ${any(sql`true`)}`
  return any(compare(textAs(comparison.type, field.expression), comparison))
}

function compare(expression: Sql, comparison: Comparison): Sql {
  const { type } = comparison
  switch (comparison.operator) {
    case 'exists':
      return comparison.value ? sql`(${expression}) is not null` : sql`(${expression}) is null`
    case 'eq':
      return equals(expression, comparison.value, type)
    case 'ne':
      return sql`(${equals(expression, comparison.value, type)}) is not true`
    case 'in':
      return anyOf(expression, comparison.values, type)
    case 'nin':
      return sql`(${anyOf(expression, comparison.values, type)}) is not true`
    case 'gt':
      return sql`(${expression}) > ${last(comparison.value, type)}`
    case 'gte':
      return sql`(${expression}) >= ${first(comparison.value, type)}`
    case 'lt':
      return sql`(${expression}) < ${first(comparison.value, type)}`
    case 'lte':
      return sql`(${expression}) <= ${last(comparison.value, type)}`
    case 'contains':
      return sql`(${expression}) ilike ${containsPattern(comparison.value)}`
    case 'starts_with':
      return sql`(${expression}) ilike ${`${escapeLike(comparison.value)}%`}`
  }
}

export type SearchValue = string | number | boolean | { first: Date; last: Date }

function equals(expression: Sql, value: SearchValue | null, type: ValueType): Sql {
  if (value === null) return sql`(${expression}) is null`
  if (typeof value === 'object') {
    return sql`((${expression}) >= ${first(value, type)} and (${expression}) <= ${last(value, type)})`
  }
  // The bare column, so that its index can be used.
  return sql`${expression} = ${first(value, type)}`
}

function anyOf(expression: Sql, values: readonly (SearchValue | null)[], type: ValueType): Sql {
  if (values.length === 0) return sql`false`
  if (values.every((value) => typeof value === 'string')) return sql`${expression} = any(${values}::text[])`
  const parts = values.map((value) => equals(expression, value, type))
  return sql`(${sql.join(parts, sql` or `)})`
}

/** Returns the first instant of a day, as the value of a comparison. */
function first(value: SearchValue, type: ValueType): Sql {
  return typeof value === 'object' ? sql`${value.first}::timestamptz` : literal(value, type)
}

function last(value: SearchValue, type: ValueType): Sql {
  return typeof value === 'object' ? sql`${value.last}::timestamptz` : literal(value, type)
}

function literal(value: string | number | boolean, type: ValueType): Sql {
  if (type === 'number') return sql`${value}::double precision`
  if (type === 'boolean') return sql`${value}::boolean`
  return sql`${value}::text`
}

/** Returns the search of older clients: the text anywhere in the searched texts of a stop. */
export function wantedByText(text: string): Wanted {
  const pattern = containsPattern(text)
  const parts = searchedNames(stopTable).map((column) => sql`${sql.ref(`s.${column}`)} ilike ${pattern}`)
  const address = ['label', 'street', 'city', 'postal_code'].map((name) => sql`s.location ->> ${sql.lit(name)}`)
  parts.push(sql`concat_ws(' ', ${sql.join(address)}) ilike ${pattern}`)
  const own = sql`(${sql.join(parts, sql` or `)})`
  const hasPackage = sql`exists (select 1 from packages c where c.stop_id = s.id and c.identifier ilike ${pattern})`
  return {
    ways: [
      { from: sql`stops s`, conditions: [own, ...present(standsInTexts(text))] },
      { from: sql`packages c join stops s on s.id = c.stop_id`, conditions: [sql`c.identifier ilike ${pattern}`] },
    ],
    exact: [sql`(${own} or ${hasPackage})`],
  }
}

/** Returns the search for stops that match all comparisons. */
export function wantedBy(comparisons: readonly Comparison[]): Wanted {
  const conditions = comparisons.map(getCondition)
  const all = conditions.flatMap(({ exact, hint }) => [exact, ...present(hint)])
  const asksPlans = comparisons.some(({ field }) => field.startsWith('plan_'))
  return { ways: [{ from: sql`stops s`, conditions: all }], exact: conditions.map(({ exact }) => exact), asksPlans }
}

/** Returns the search for stops of the project in these statuses, by plans whose counters show such stops. */
function wantedByStatus(projectId: string, statuses: readonly StopStatus[]): Wanted {
  const isSo = sql`s.status = any(${statuses}::text[])`
  const ofPlans = [sql`q.project_id = ${projectId}`, sql`not q.deleted`, sql`${counted('q', statuses)} > 0`]
  return {
    ways: [
      { from: sql`plans q join stops s on s.plan_id = q.id`, conditions: [...ofPlans, isSo], isByPlan: true },
      { from: sql`stops s`, conditions: [sql`s.plan_id is null`, isSo] },
    ],
    exact: statuses.length === stopStatuses.length ? [] : [isSo],
  }
}

/** Number of stops in these statuses according to the counters of the plan `q`. */
function counted(plan: string, statuses: readonly StopStatus[]): Sql {
  return sql`(${sql.join(
    statuses.map((status) => sql.ref(`${plan}.${status}_stops`)),
    sql` + `,
  )})`
}

function present(hint: Sql | undefined): Sql[] {
  return hint ? [hint] : []
}

/** One way to find matching stops. */
interface FoundBy {
  from: Sql
  conditions: readonly Sql[]
  /** True when it joins over plans of the one project. */
  isByPlan?: boolean
}

/** A search: ways that together find all matches, each by an index, and conditions on a single stop. */
export interface Wanted {
  ways: readonly FoundBy[]
  exact: readonly Sql[]
  /** True when conditions concern the plan `p` of the stop: the plan's index finds the stops, and their number is known. */
  asksPlans?: boolean
}

export interface SearchScope {
  organizationId: string
  reach: ProjectReach
  /** Projects in which only the stops of this supervisor are visible. */
  supervised: readonly string[]
  supervisorId: string
  projectId?: string
  /** Null for stops in no plan. */
  planId?: string | null
}

export interface SearchPage {
  sort: readonly SortTerm[]
  limit: number
  offset: number
}

/**
 * Columns kept of matching rows: only those of the sort. Unless the plan's day is one, PostgreSQL does not read the plans, and it
 * keeps thousands of rows only to count them.
 */
function sortColumns(sort: readonly SortTerm[]): Sql {
  const names = new Set(['id', ...sort.map(({ field }) => field)])
  const column = (name: string) =>
    name === 'plan_execution_date' ? sql`p.execution_date as plan_execution_date` : sql.ref(`s.${name}`)
  return sql.join([...names].map(column))
}

export interface FoundStops {
  /** Number of matches; above `mostCounted` the number known so far, plus one if there are more. */
  total: number
  ids: string[]
}

/** Most matching stops that are counted. Reading more only to count them would take longer than the rest of the search. */
export const mostCounted = 5_000
/** Most stops that are read for sorting, where their number is known. */
const mostSorted = 50_000

/**
 * Returns the ids of one page of the matching stops, and the number of matches. Matches are computed first, apart from the sort:
 * otherwise PostgreSQL's planner may scan a million stops in sort order in the hope of meeting the few matches. If many match,
 * that scan meets them soon.
 */
export async function findStopIds(tx: Tx, where: SearchScope, wanted: Wanted, page: SearchPage): Promise<FoundStops> {
  // With a limit PostgreSQL would look for stops of a day by reading all stops.
  const mayWalk = isWalkable(page) && !wanted.asksPlans
  const found = await sortFound(tx, where, wanted, page, mayWalk ? mostCounted + 1 : undefined)
  if (found.total <= mostCounted || !mayWalk) return found
  const ids = await walk(tx, where, wanted, { ...page, limit: page.limit + 1 })
  // Paging on reaches the end, as each page extends what is known.
  const known = ids.length === 0 ? 0 : page.offset + ids.length
  return { total: Math.max(known, mostCounted + 1), ids: ids.slice(0, page.limit) }
}

/** The same for the stops of a project in these statuses. All are counted, from the counters of their plans. */
export async function findStopIdsByStatus(
  tx: Tx,
  where: SearchScope & { projectId: string },
  statuses: readonly StopStatus[],
  page: SearchPage,
): Promise<FoundStops> {
  const wanted = wantedByStatus(where.projectId, statuses)
  const { rows } = await sql<{ total: string; to_read: string }>`
    select of_plans.total + planless.total as total, of_plans.to_read + planless.total as to_read
    from (select coalesce(sum(${counted('q', statuses)}), 0) as total,
        coalesce(sum(${counted('q', stopStatuses)}) filter (where ${counted('q', statuses)} > 0), 0) as to_read from plans q
        where q.project_id = ${where.projectId} and q.organization_id = ${where.organizationId} and not q.deleted) of_plans,
      (select count(*) as total from stops s where s.project_id = ${where.projectId} and s.plan_id is null
        and s.organization_id = ${where.organizationId} and not s.deleted and s.status = any(${statuses}::text[])) planless
  `.execute(tx)
  const total = Number(rows[0]!.total)
  // Scanning in order is shorter where every stop matches, or where the plans with matches have too many stops to sort.
  const isShorter = wanted.exact.length === 0 || Number(rows[0]!.to_read) > mostSorted
  if (isShorter && isWalkable(page)) return { total, ids: await walk(tx, where, wanted, page) }
  return { ...(await sortFound(tx, where, wanted, page)), total }
}

/** Returns whether an index has the stops in this order. */
function isWalkable({ sort }: SearchPage): boolean {
  return sort.every(({ field }) => field === 'created_at' || field === 'id')
}

/** Reads all matches, or `most` of them, and sorts them. */
async function sortFound(
  tx: Tx,
  where: SearchScope,
  { ways }: Wanted,
  { sort, limit, offset }: SearchPage,
  most?: number,
): Promise<FoundStops> {
  const atMost = most === undefined ? sql`` : sql`limit ${sql.lit(most)}`
  const parts = ways.map(
    ({ from, conditions, isByPlan }) => sql`
      (select ${sortColumns(sort)} from ${from} left join plans p on p.id = s.plan_id
      where ${sql.join([...visible(where, isByPlan), ...conditions], sql` and `)} ${atMost})`,
  )
  const { rows } = await sql<FoundStops>`
    with matching as materialized (${sql.join(parts, sql` union `)})
    select (select count(*) from matching) as total,
      array(select id from matching order by ${orderBy('matching', sort)} limit ${limit} offset ${offset}) as ids
  `.execute(tx)
  const { total, ids } = rows[0]!
  return { total: Number(total), ids }
}

/** Scans the stops in the order of their creation until the page is full. */
async function walk(
  tx: Tx,
  where: SearchScope,
  { exact, asksPlans }: Wanted,
  { sort, limit, offset }: SearchPage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from stops s ${asksPlans ? sql`left join plans p on p.id = s.plan_id` : sql``}
    where ${sql.join([...visibleInOrder(where), ...exact], sql` and `)}
    order by ${orderBy('s', sort)} limit ${limit} offset ${offset}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The same as `visible`, but for a project that is wholly visible by the columns of the index on creation. */
function visibleInOrder(where: SearchScope): Sql[] {
  const { projectId, organizationId, planId } = where
  if (projectId === undefined || planId !== undefined || !isSeenWholly(where)) return visible(where)
  const isOurs = sql`exists (select 1 from projects where id = ${projectId} and organization_id = ${organizationId})`
  return [sql`s.project_id = ${projectId}`, sql`not s.deleted`, isOurs]
}

/** Returns whether every stop of the named project is visible. */
export function isSeenWholly({ projectId, reach }: SearchScope): boolean {
  return projectId !== undefined && (reach === 'all' || reach.has(projectId))
}

/**
 * Conditions on visible stops. `isByPlan`: the stops are found by their plans. The condition on the project is then written so
 * that no index applies: PostgreSQL would read all stops of the project for plan after plan.
 */
function visible(where: SearchScope, isByPlan = false): Sql[] {
  const all = [sql`s.organization_id = ${where.organizationId}`, sql`not s.deleted`]
  const isOf = isByPlan ? sql`is not distinct from` : sql`=`
  if (where.projectId !== undefined) all.push(sql`s.project_id ${isOf} ${where.projectId}`)
  if (where.reach !== 'all') all.push(sightCondition(where.reach, where))
  if (where.planId === null) all.push(sql`s.plan_id is null`)
  else if (where.planId !== undefined) all.push(sql`s.plan_id = ${where.planId}`)
  return all
}

function sightCondition(reach: ReadonlySet<string>, { supervised, supervisorId }: SearchScope): Sql {
  const isReached = sql`s.project_id = any(${[...reach]}::text[])`
  if (supervised.length === 0) return isReached
  return sql`(${isReached} or (s.project_id = any(${supervised}::text[])
    and s.supervisors @> jsonb_build_array(${supervisorId}::text)))`
}
