// What depots and charging places have in common: records of a project that are a place with opening hours, and routes that follow them.
import type { DepotOpening } from '@routewright/contract'
import { auditRecord, sentOf } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager, requireReach } from '../../accounts/projects/projects.ts'
import type { projectRecords } from '../../data/record-statements.ts'
import { changedValues, idsOf, setParts } from '../../data/records.ts'
import type { Table } from '../../data/table.ts'
import type { LocationValue } from '../../data/values.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { type Page, pageOf, parseSort } from '../../frame/platform/paging.ts'
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

/** One kind of such records. `Row` is what the database holds, `Answer` what is told of it. */
export interface OpenPlaceKind<Row extends OpenPlaceRow, Answer, Input> {
  /** As the audit log and refusals name it. */
  word: 'depot' | 'charging place'
  title: string
  /** What a caller who may not is told that it was. */
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
  /** The columns that a change sends. */
  sent(input: object): Partial<Row>
  /** Does what changes them, and has routes follow. */
  adding(scope: Scope, projectId: string, write: () => Promise<unknown>): Promise<unknown>
  changing(scope: Scope, row: Row, changes: Partial<Row>, write: () => Promise<Row>): Promise<Row>
  deleting(scope: Scope, row: Row, write: () => Promise<Row>): Promise<Row>
}

/** A page of them, as callers ask for it. */
interface PageQuery {
  project_id: string
  text?: string
  sort: string
  deleted: boolean
  limit: number
  offset: number
}

const sortable = ['label', 'external_id', 'created_at', 'updated_at'] as const

/** The rules of one kind: read within reach, made and changed by who manages the project, noted in the audit log. */
export function openPlaces<Row extends OpenPlaceRow, Answer, Input extends object>(
  kind: OpenPlaceKind<Row, Answer, Input>,
) {
  return {
    /** Throws 404, or 403 when the project is out of reach. */
    get: async (scope: Scope, id: string): Promise<Row> =>
      requireReached(scope, kind, id, await kind.records.find(scope, id)),

    async list(scope: Scope, query: PageQuery): Promise<Page<Answer>> {
      const project = await getProject(scope, query.project_id)
      const sort = parseSort(query.sort, sortable)
      const page = { ...query, projectId: project.id, includeDeleted: query.deleted, sort }
      const { rows, total } = await kind.records.page(scope, page)
      return pageOf((rows as unknown as Row[]).map(kind.answerOf), total, query.limit, query.offset)
    },

    /**
     * All or none, in the order sent. `isList`: the body is a list, and places in refusals begin with the index.
     * Throws invalid_payload for a name of spaces and for a weekday that stands twice.
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

    /** Changes the fields sent; null clears one. Where one counts that plans are made with, routes follow. */
    update: (scope: Scope, id: string, input: object): Promise<Answer> => updatePlace(scope, kind, id, input),

    /** Deletes softly and answers what there was. */
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
  await auditRecord(scope, 'updated', auditedAs(kind), row, sentOf(input, changes))
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

/** What a change sends, its place with the parts that are given. */
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
 * Makes a change that routes follow, in the same transaction: their plans are locked before it, their times computed behind it. `list` tells the
 * routes; `also` changes what else stands in them.
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
  const routeIds = idsOf((await list()).filter(({ plan_id }) => locked.has(plan_id)))
  await also(routeIds)
  await recomputeRoutes(scope, routeIds)
  await refreshPlans(scope, planIds)
  return answer
}
