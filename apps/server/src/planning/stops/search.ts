// The stop search: checks predicates, refuses what cannot be compared, returns one page.
import { ID_PATTERN, type Predicate, type StopSearch, type StopStatus, stopStatuses } from '@routewright/contract'
import { getVisibleProject } from '../../accounts/projects/projects.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { endInstant, startInstant } from '../../frame/platform/calendar.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../plans/plans.ts'
import {
  findStopIds,
  findStopIdsByStatus,
  isSeenWholly,
  type SearchScope,
  type SearchValue,
  searchFieldType,
  wantedBy,
  wantedByText,
} from './search.sql.ts'
import type { ValueType } from './search-fields.sql.ts'
import { type StopRecord, stopRecords } from './stop-records.ts'

/** A checked predicate. A date stands for the span from its first to its last instant. */
export type Comparison = { field: string; type: ValueType } & (
  | { operator: 'eq' | 'ne'; value: SearchValue | null }
  | { operator: 'gt' | 'gte' | 'lt' | 'lte'; value: SearchValue }
  | { operator: 'in' | 'nin'; values: readonly (SearchValue | null)[] }
  | { operator: 'contains' | 'starts_with'; value: string }
  | { operator: 'exists'; value: boolean }
)

const sortable = [
  'label',
  'external_id',
  'status',
  'type',
  'created_at',
  'updated_at',
  'plan_execution_date',
  'order',
] as const

const defaultLimit = 20

/**
 * POST /v2/stops/search: the stops of the project for which all predicates hold, across its plans.
 * Throws 404 or 403 for the project, highway.search.error.invalid_predicate.
 */
export async function searchStops(scope: Scope, projectId: string, search: StopSearch): Promise<Page<StopRecord>> {
  const project = await getVisibleProject(scope, projectId)
  const comparisons = (search.predicates ?? []).map((predicate, index) => check(predicate, `predicates[${index}]`))
  const direction = search.sort_direction ?? (search.sort_by ? 'asc' : 'desc')
  const sort = [{ field: search.sort_by ?? 'created_at', direction }]
  const limit = search.limit ?? defaultLimit
  const offset = search.offset ?? 0
  const where = { ...sightIn(scope), projectId: project.id }
  const page = { sort, limit, offset }
  const statuses = findStatuses(comparisons)
  const found =
    statuses && isSeenWholly(where)
      ? await findStopIdsByStatus(scope.tx, where, statuses, page)
      : await findStopIds(scope.tx, where, wantedBy(comparisons), page)
  return getPage(await getRecords(scope, found.ids), found.total, limit, offset)
}

/** Returns the statuses asked for when nothing else is searched; else undefined. */
function findStatuses(comparisons: readonly Comparison[]): readonly StopStatus[] | undefined {
  const [only, ...others] = comparisons
  if (only === undefined) return stopStatuses
  if (others.length > 0 || only.field !== 'status' || only.operator !== 'eq') return undefined
  return stopStatuses.filter((status) => status === only.value)
}

export interface TextSearch {
  project_id?: string
  plan_id?: string
  text?: string
  sort?: string
  offset: number
  limit: number
}

/** GET /v2/stops/search, for older clients: a text anywhere in label, ids, address, contact or packages. */
export async function searchStopsByText(scope: Scope, query: TextSearch): Promise<Page<StopRecord>> {
  if (query.project_id !== undefined) await getVisibleProject(scope, query.project_id)
  const planId = query.plan_id === 'null' ? null : query.plan_id
  if (typeof planId === 'string') await getPlan(scope, planId)
  const sort = parseSort(query.sort ?? 'created_at:desc', sortable)
  const where = { ...sightIn(scope), projectId: query.project_id, planId }
  const wanted = query.text ? wantedByText(query.text) : wantedBy([])
  const found = await findStopIds(scope.tx, where, wanted, { sort, limit: query.limit, offset: query.offset })
  return getPage(await getRecords(scope, found.ids), found.total, query.limit, query.offset)
}

function sightIn({ organizationId, projects: reach, supervised, userId }: Scope): SearchScope {
  return { organizationId, reach, supervised: [...(supervised ?? [])], supervisorId: userId ?? '' }
}

async function getRecords(scope: Scope, ids: readonly string[]): Promise<StopRecord[]> {
  return stopRecords(scope, await listStopRowsEvenDeleted(scope, ids), { pickup: true })
}

function check(predicate: Predicate, place: string): Comparison {
  const { field, operator, value } = predicate
  const ownType = searchFieldType(field)
  if (ownType === undefined) throw invalid(`${place}.field`, `"${field}" is not a field that can be searched`)
  const type = getType(predicate, ownType)
  switch (operator) {
    case 'exists':
      if (value !== undefined && typeof value !== 'boolean') throw invalid(`${place}.value`, 'must be true or false')
      return { field, type: ownType === 'any' ? 'string' : ownType, operator, value: value ?? true }
    case 'in':
    case 'nin':
      if (!Array.isArray(value)) throw invalid(`${place}.value`, `must be a list of values for ${operator}`)
      if (value.length > maxValues) throw invalid(`${place}.value`, `must not hold more than ${maxValues} values`)
      return { field, type, operator, values: value.map((item, i) => read(item, type, `${place}.value[${i}]`)) }
    case 'contains':
    case 'starts_with':
      if (typeof value !== 'string' || value === '') throw invalid(`${place}.value`, 'must be a text')
      if (type !== 'string' && type !== 'id') throw invalid(`${place}.operator`, `${operator} looks into texts only`)
      return { field, type: 'string', operator, value }
    case 'eq':
    case 'ne':
      // A forgotten value must not match stops without a value; null asks for these.
      if (value === undefined) throw invalid(`${place}.value`, 'is required; null asks for stops without a value')
      return { field, type, operator, value: read(value ?? null, type, `${place}.value`) }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const bound = read(value ?? null, type, `${place}.value`)
      if (bound === null || type === 'boolean') throw invalid(`${place}.value`, `cannot be compared by ${operator}`)
      return { field, type, operator, value: bound }
    }
  }
}

const maxValues = 1_000

/** Returns the type of the comparison: the requested one, else the field's own; a custom field has that of the value. */
function getType({ type, value }: Predicate, ownType: ValueType | 'any'): ValueType {
  // A date field is compared as a date, whatever type the caller names.
  if (ownType === 'date') return 'date'
  if (type) return type
  if (ownType !== 'any') return ownType
  const sample: unknown = Array.isArray(value) ? value[0] : value
  if (typeof sample === 'number') return 'number'
  return typeof sample === 'boolean' ? 'boolean' : 'string'
}

const idPattern = new RegExp(ID_PATTERN)
const dayOrMoment = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}.*)?$/

function read(value: unknown, type: ValueType, place: string): SearchValue | null {
  if (value === null) return null
  switch (type) {
    case 'number':
      if (typeof value === 'number') return value
      if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
      throw invalid(place, 'must be a number')
    case 'boolean':
      if (typeof value === 'boolean') return value
      throw invalid(place, 'must be true or false')
    case 'date': {
      if (typeof value !== 'string' || !dayOrMoment.test(value)) throw invalid(place, 'must be a date or timestamp')
      const moment = { first: startInstant(value), last: endInstant(value) }
      const year = moment.first.getUTCFullYear()
      if (Number.isNaN(moment.last.getTime()) || year < 1 || year > 9_999)
        throw invalid(place, 'must be a date or timestamp')
      return moment
    }
    case 'id':
      if (typeof value === 'string' && idPattern.test(value) && value.length === 24) return value
      throw invalid(place, 'must be an id of 24 lowercase hexadecimal characters')
    case 'string':
      if (typeof value === 'string') return value
      if (typeof value === 'number' || typeof value === 'boolean') return String(value)
      throw invalid(place, 'must be a text')
  }
}

function invalid(place: string, reason: string) {
  return apiError('highway.search.error.invalid_predicate', { place, reason })
}
