// Rules shared by depots and charging places: records of a project with a place and opening hours, whose changes routes follow.
import type { DepotOpening } from '@routewright/contract'
import { auditRecord, keepSent } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager, requireReach } from '../../accounts/projects/projects.ts'
import type { projectRecords } from '../../data/record-statements.ts'
import { changedValues, listIds, setParts } from '../../data/records.ts'
import type { Table } from '../../data/table.ts'
import type { LocationValue } from '../../data/values.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockPlans, refreshPlans } from '../lifecycle/lifecycle.ts'
import { recomputeRoutes } from '../sequence/sequence.ts'

export interface OpenPlaceRow {
  id: string
  project_id: string
  label: string
  location: LocationValue
  hours: readonly DepotOpening[]
  updated_at: Date
}

/** One kind of such records. `Row` is the database row, `Answer` the record that callers get. */
export interface OpenPlaceKind<Row extends OpenPlaceRow, Answer, Input> {
  /** Name of the kind in the audit log and in refusals. */
  word: 'depot' | 'charging place'
  title: string
  /** The action as a refusal names it to a caller who is not allowed to do it. */
  action: string
  planning: Table['planning']
  records: Pick<ReturnType<typeof projectRecords>, 'page'> & {
    find(scope: Scope, id: string): Promise<Row | undefined>
    lock(scope: Scope, id: string): Promise<Row | undefined>
    insert(scope: Scope, rows: readonly Row[]): Promise<unknown>
    update(scope: Scope, id: string, changes: Partial<Row>): Promise<Row>
    delete(scope: Scope, id: string): Promise<Row>
  }
  answerOf(row: Row): Answer
  newRow(scope: Scope, projectId: string, input: Input): Row
  /** Returns the columns that a change sets. */
  sent(input: object): Partial<Row>
  /** Run the write and recompute the routes that depend on the record. */
  adding(scope: Scope, projectId: string, write: () => Promise<unknown>): Promise<unknown>
  changing(scope: Scope, row: Row, changes: Partial<Row>, write: () => Promise<Row>): Promise<Row>
  deleting(scope: Scope, row: Row, write: () => Promise<Row>): Promise<Row>
}

/** Query of one page, as callers send it. */
interface PageQuery {
  project_id: string
  text?: string
  sort: string
  deleted: boolean
  limit: number
  offset: number
}

const sortable = ['label', 'external_id', 'created_at', 'updated_at'] as const

/**
 * Returns the operations of one kind: everybody with access to the project reads, its managers create and change, and the audit
 * log records it.
 */
export function openPlaces<Row extends OpenPlaceRow, Answer, Input extends object>(
  kind: OpenPlaceKind<Row, Answer, Input>,
) {
  return {
    /** Returns the record. Throws 404, or 403 when the caller cannot access its project. */
    get: async (scope: Scope, id: string): Promise<Row> =>
      requireReached(scope, kind, id, await kind.records.find(scope, id)),

    async list(scope: Scope, query: PageQuery): Promise<Page<Answer>> {
      const project = await getProject(scope, query.project_id)
      const sort = parseSort(query.sort, sortable)
      const page = { ...query, projectId: project.id, includeDeleted: query.deleted, sort }
      const { rows, total } = await kind.records.page(scope, page)
      return getPage((rows as unknown as Row[]).map(kind.answerOf), total, query.limit, query.offset)
    },

    /**
     * Creates records, all or none, in the order sent. `isList`: the body is a list, and paths in refusals begin with the index.
     * Throws invalid_payload for a blank name and for a weekday that appears twice.
     */
    async create(
      scope: Scope,
      projectId: string,
      inputs: readonly Input[],
      { isList }: { isList: boolean },
    ): Promise<Answer[]> {
      const project = await getProject(scope, projectId)
      requireProjectManager(scope, project.id, kind.action)
      const rows = inputs.map((input) => kind.newRow(scope, project.id, input))
      for (const [index, row] of rows.entries()) requireSensible(row, isList ? `[${index}].` : '')
      await kind.adding(scope, project.id, () => kind.records.insert(scope, rows))
      return rows.map(kind.answerOf)
    },

    /** Changes the fields sent; null clears one. Recomputes routes when a field changes that plans depend on. */
    update: (scope: Scope, id: string, input: object): Promise<Answer> => updatePlace(scope, kind, id, input),

    /** Soft-deletes the record and returns it. */
    async delete(scope: Scope, id: string): Promise<Answer> {
      const row = await lockForChange(scope, kind, id)
      await auditRecord(scope, 'deleted', auditedAs(kind), row)
      return kind.answerOf(await kind.deleting(scope, row, () => kind.records.delete(scope, row.id)))
    },
  }
}

async function updatePlace<Row extends OpenPlaceRow, Answer, Input>(
  scope: Scope,
  kind: OpenPlaceKind<Row, Answer, Input>,
  id: string,
  input: object,
): Promise<Answer> {
  const row = await lockForChange(scope, kind, id)
  const changes = changedValues(row, kind.sent(input))
  const fields = Object.keys(changes)
  if (fields.length === 0) return kind.answerOf(row)
  requireSensible({ ...row, ...changes }, '')
  await auditRecord(scope, 'updated', auditedAs(kind), row, keepSent(input, changes))
  const write = () => kind.records.update(scope, row.id, changes)
  if (!fields.some((field) => field in kind.planning)) return kind.answerOf(await write())
  return kind.answerOf(await kind.changing(scope, row, changes, write))
}

async function lockForChange<Row extends OpenPlaceRow>(
  scope: Scope,
  kind: OpenPlaceKind<Row, unknown, never>,
  id: string,
): Promise<Row> {
  const row = requireReached(scope, kind, id, await kind.records.lock(scope, id))
  requireProjectManager(scope, row.project_id, kind.action)
  await requireRecordAsSeen(scope, row, `${kind.title} ${row.label || row.id}`)
  return row
}

type Named = Pick<OpenPlaceKind<OpenPlaceRow, unknown, never>, 'word'>

function requireReached<Row extends OpenPlaceRow>(
  scope: Scope,
  { word }: Named,
  id: string,
  row: Row | undefined,
): Row {
  if (!row) throw notFound(word, id)
  requireReach(scope, row.project_id)
  return row
}

function auditedAs({ word }: Named): 'depot' | 'charging_place' {
  return word === 'depot' ? 'depot' : 'charging_place'
}

/** The parts of an address that are given. */
export function setPlace(location: object): LocationValue {
  return setParts<LocationValue>(location)!
}

/** Returns the change with only those parts of its place that are set. */
export function withPlace<Sent extends { location?: LocationValue }>(sent: Sent): Sent {
  return sent.location ? { ...sent, location: setPlace(sent.location) } : sent
}

function requireSensible({ label, hours }: Pick<OpenPlaceRow, 'label' | 'hours'>, place: string): void {
  if (label.trim() === '') throw invalidPayload(`${place}label`, 'must not be empty')
  const seen = new Set<string>()
  for (const [index, { weekday }] of hours.entries()) {
    if (seen.has(weekday)) throw invalidPayload(`${place}hours[${index}].weekday`, `${weekday} stands twice`)
    seen.add(weekday)
  }
}

type RouteIds = readonly { id: string; plan_id: string }[]

/**
 * Makes a change that routes depend on, in one transaction: locks their plans before it, recomputes their times after it. `list`
 * returns the routes; `also` changes other fields of these routes.
 */
export async function withRoutesFollowing<Answer>(
  scope: Scope,
  list: () => Promise<RouteIds>,
  write: () => Promise<Answer>,
  also: (routeIds: string[]) => Promise<unknown> = async () => {},
): Promise<Answer> {
  const planIds = [...new Set((await list()).map(({ plan_id }) => plan_id))].sort()
  await lockPlans(scope, planIds)
  const answer = await write()
  const locked = new Set(planIds)
  const routeIds = listIds((await list()).filter(({ plan_id }) => locked.has(plan_id)))
  await also(routeIds)
  await recomputeRoutes(scope, routeIds)
  await refreshPlans(scope, planIds)
  return answer
}
