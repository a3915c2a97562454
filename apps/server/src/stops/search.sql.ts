// The statements of the stop search: predicates to conditions, and one page of what they leave.
import { type RawBuilder, sql } from 'kysely'
import { searchedNames } from '../data/records.ts'
import { stopTable } from '../data/stop-table.ts'
import { containsPattern, escapeLike, orderBy, type SortTerm } from '../platform/paging.ts'
import type { ProjectReach, Tx } from '../platform/scope.ts'
import type { Comparison } from './search.ts'
import { findSearchField, ownAs, type SearchField, textAs, type ValueType } from './search-fields.sql.ts'

export type Condition = RawBuilder<unknown>

/** The type that a value of this field is compared as by itself; undefined when the field is unknown. */
export function searchFieldType(name: string): ValueType | 'any' | undefined {
  const field = findSearchField(name)
  if (!field) return undefined
  return field.kind === 'json' ? 'any' : field.type
}

/** The condition of one comparison. The field is known and the values fit its type. */
export function conditionOf(comparison: Comparison): Condition {
  const field = findSearchField(comparison.field)!
  if (field.kind === 'children') return childrenCondition(field, comparison)
  const expression = field.kind === 'own' ? ownAs(field, comparison.type) : jsonAs(field, comparison.type)
  return compare(expression, comparison)
}

/** A custom field as `type`; text of numbers and dates counts as such. */
function jsonAs(field: Extract<SearchField, { kind: 'json' }>, type: ValueType): Condition {
  return textAs(type, sql`(${field.json} #>> '{}')`)
}

/** Any child for which it holds; the negative operators mean that no child is so. */
function childrenCondition(field: Extract<SearchField, { kind: 'children' }>, comparison: Comparison): Condition {
  const any = (condition: Condition) =>
    sql`exists (select 1 ${field.rows} and ${field.expression} is not null and ${condition})`
  const { operator } = comparison
  if (operator === 'exists') return comparison.value ? any(sql`true`) : sql`not ${any(sql`true`)}`
  if (operator === 'ne') return sql`not ${childrenCondition(field, { ...comparison, operator: 'eq' })}`
  if (operator === 'nin') return sql`not ${childrenCondition(field, { ...comparison, operator: 'in' })}`
  if (operator === 'eq' && comparison.value === null) return sql`not ${any(sql`true`)}`
  return any(compare(textAs(comparison.type, field.expression), comparison))
}

function compare(expression: Condition, comparison: Comparison): Condition {
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

function equals(expression: Condition, value: SearchValue | null, type: ValueType): Condition {
  if (value === null) return sql`(${expression}) is null`
  if (typeof value === 'object') {
    return sql`((${expression}) >= ${first(value, type)} and (${expression}) <= ${last(value, type)})`
  }
  // Bare, so that an index on the column serves it.
  return sql`${expression} = ${first(value, type)}`
}

function anyOf(expression: Condition, values: readonly (SearchValue | null)[], type: ValueType): Condition {
  if (values.length === 0) return sql`false`
  if (values.every((value) => typeof value === 'string')) return sql`${expression} = any(${values}::text[])`
  const parts = values.map((value) => equals(expression, value, type))
  return sql`(${sql.join(parts, sql` or `)})`
}

/** A day begins at its first instant, and ends at its last. */
function first(value: SearchValue, type: ValueType): Condition {
  return typeof value === 'object' ? sql`${value.first}::timestamptz` : literal(value, type)
}

function last(value: SearchValue, type: ValueType): Condition {
  return typeof value === 'object' ? sql`${value.last}::timestamptz` : literal(value, type)
}

function literal(value: string | number | boolean, type: ValueType): Condition {
  if (type === 'number') return sql`${value}::double precision`
  if (type === 'boolean') return sql`${value}::boolean`
  return sql`${value}::text`
}

/** What old clients search for: the text anywhere in what people know of a stop. */
export function textCondition(text: string): Condition {
  const pattern = containsPattern(text)
  const parts = searchedNames(stopTable).map((column) => sql`${sql.ref(`s.${column}`)} ilike ${pattern}`)
  const address = ['label', 'street', 'city', 'postal_code'].map((name) => sql`s.location ->> ${sql.lit(name)}`)
  parts.push(sql`concat_ws(' ', ${sql.join(address)}) ilike ${pattern}`)
  parts.push(sql`exists (select 1 from packages c where c.stop_id = s.id and c.identifier ilike ${pattern})`)
  return sql`(${sql.join(parts, sql` or `)})`
}

export interface SearchScope {
  organizationId: string
  reach: ProjectReach
  /** Projects of which only the stops of this supervisor are seen. */
  supervised: readonly string[]
  supervisorId: string
  projectId?: string
  planId?: string
}

/** Columns of the matching rows that a search can be sorted by. */
const sortColumns = sql`s.id, s.label, s.external_id, s.status, s.type, s.created_at, s.updated_at, s."order",
  p.execution_date as plan_execution_date`

export interface FoundStops {
  total: number
  ids: string[]
}

/**
 * The ids of one page of the matching stops, and how many match. What matches is computed first, apart from the sort:
 * otherwise the planner may walk a million stops in sort order in the hope of meeting the few that match.
 */
export async function findStopIds(
  tx: Tx,
  where: SearchScope,
  conditions: readonly Condition[],
  sort: readonly SortTerm[],
  limit: number,
  offset: number,
): Promise<FoundStops> {
  const all = [sql`s.organization_id = ${where.organizationId}`, sql`not s.deleted`, ...conditions]
  if (where.projectId !== undefined) all.push(sql`s.project_id = ${where.projectId}`)
  if (where.reach !== 'all') all.push(sightCondition(where.reach, where))
  if (where.planId !== undefined) all.push(sql`s.plan_id = ${where.planId}`)
  const { rows } = await sql<FoundStops>`
    with matching as materialized (
      select ${sortColumns} from stops s left join plans p on p.id = s.plan_id
      where ${sql.join(all, sql` and `)}
    )
    select (select count(*) from matching) as total,
      array(select id from matching order by ${orderBy('matching', sort)} limit ${limit} offset ${offset}) as ids
  `.execute(tx)
  const { total, ids } = rows[0]!
  return { total: Number(total), ids }
}

function sightCondition(reach: ReadonlySet<string>, { supervised, supervisorId }: SearchScope): Condition {
  const isReached = sql`s.project_id = any(${[...reach]}::text[])`
  if (supervised.length === 0) return isReached
  return sql`(${isReached} or (s.project_id = any(${supervised}::text[])
    and s.supervisors @> jsonb_build_array(${supervisorId}::text)))`
}
