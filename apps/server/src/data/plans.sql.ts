// Every statement on plans alone, but for their status (statuses.sql.ts).
import type { PlanStatus } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import { noteActor } from '../frame/platform/actor.ts'
import { withoutUndefined } from '../frame/platform/compact.ts'
import { orderBy, type SortTerm } from '../frame/platform/paging.ts'
import type { ProjectReach, Scope } from '../frame/platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { type PlanRow, planTable } from './plan-table.ts'
import {
  containsText,
  deleteRecords,
  findRecord,
  insertRecord,
  listColumns,
  listPage,
  listRecords,
  setColumns,
  updateRecord,
  withinReach,
} from './record-statements.ts'
import { idsOf, mapById, type NewRow } from './records.ts'

export async function findPlanRow(scope: Scope, id: string): Promise<PlanRow | undefined> {
  return findRecord(scope, planTable, { id, deleted: false })
}

/** The plan, also when it was deleted. */
export async function findPlanEvenDeleted(scope: Scope, id: string): Promise<PlanRow | undefined> {
  return findRecord(scope, planTable, { id })
}

/** Plans behind their locks in the order of their ids; the transaction's later changes are told in the actor's name. */
export async function lockPlanRows(scope: Scope, ids: readonly string[]): Promise<PlanRow[]> {
  if (ids.length === 0) return []
  return lockAsActor(scope, sql`id = any(${ids}::text[]) and not deleted order by id for update`)
}

/**
 * The plan behind a lock that those who share it do not wait for, only whoever locks or counts it; the transaction's later changes
 * are told in the actor's name.
 */
export async function lockPlanRowBesideSharers(scope: Scope, id: string): Promise<PlanRow | undefined> {
  return (await lockAsActor(scope, sql`id = ${id} and not deleted for no key update`))[0]
}

/** The plans that stops are in and further ones, behind their locks as by `lockPlanRows`; answers their ids. */
export async function lockPlansOfStops(
  scope: Scope,
  stopIds: readonly string[],
  alsoIds: readonly string[],
): Promise<Set<string>> {
  const ofStops = sql`array(select plan_id from stops where id = any(${stopIds}::text[]) and not deleted)`
  return new Set(
    idsOf(await lockAsActor(scope, sql`id = any(${ofStops} || ${alsoIds}::text[]) order by id for update`)),
  )
}

/** The plan of a stop, shared with others who do so; whoever locks plans is kept out. */
export async function sharePlanRowOfStop(scope: Scope, stopId: string): Promise<PlanRow | undefined> {
  return (await lockAsActor(scope, sql`id = (select plan_id from stops where id = ${stopId}) for key share`))[0]
}

async function lockAsActor(scope: Scope, which: RawBuilder<unknown>): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow & { noted_actor: string }>`
    select *, ${noteActor(scope.actor)} from plans
    where organization_id = ${scope.organizationId} and ${which}`.execute(scope.tx)
  return rows.map(({ noted_actor: _, ...plan }) => plan)
}

/** The plan behind a lock that those who share it do not wait for. */
export async function lockSharedPlanRow(scope: Scope, id: string): Promise<PlanRow> {
  return (await findRecord(scope, planTable, { id }, sql`for no key update`))!
}

/** The plans of a project. */
export async function listPlanIds(scope: Scope, projectId: string): Promise<string[]> {
  const which = { project_id: projectId, deleted: false }
  const rows = await listColumns(scope, planTable, ['id'], which, sql`order by id`)
  return idsOf(rows)
}

export type PlanHead = Pick<PlanRow, 'id' | 'label' | 'execution_date'>

/** What the records of stops and routes need of their plans, by plan id; deleted plans too. */
export async function findPlanHeads(scope: Scope, planIds: Iterable<string>): Promise<Map<string, PlanHead>> {
  const which = { id: [...new Set(planIds)] }
  const plans = await listColumns(scope, planTable, ['id', 'label', 'execution_date'], which)
  return mapById(plans)
}

export interface PlanFilter {
  /** The projects whose plans may be seen. */
  reach: ProjectReach
  projectId?: string
  status?: PlanStatus
  text?: string
  /** Bounds of execution_date, both included. */
  from?: Date
  to?: Date
  includeDeleted: boolean
}

export interface PlanPage {
  rows: PlanRow[]
  total: number
}

export async function listPlanRows(
  scope: Scope,
  filter: PlanFilter,
  sort: readonly SortTerm[],
  page: { limit: number; offset: number },
): Promise<PlanPage> {
  const { reach, projectId, status, text, from, to, includeDeleted } = filter
  const which = [
    projectId === undefined ? withinReach(reach) : { project_id: projectId },
    withoutUndefined({ status, deleted: includeDeleted ? undefined : false }),
    ...(from ? [sql`execution_date >= ${from}`] : []),
    ...(to ? [sql`execution_date <= ${to}`] : []),
    ...containsText(planTable, text),
  ]
  return listPage(scope, planTable, which, orderBy('plans', sort), page)
}

/** The first plan of some days that stops can still join, of a name if one is given; the days' ends are included. */
export async function findPlanOfDays(
  scope: Scope,
  days: { projectId: string; from: Date; to?: Date; label?: string; isNotBegun?: boolean },
): Promise<{ id: string } | undefined> {
  const { projectId, from, to, label, isNotBegun } = days
  const which = [
    { project_id: projectId, deleted: false, ...(label ? { label } : {}) },
    isNotBegun ? sql`status in ('planning', 'draft')` : sql`status <> 'finished'`,
    sql`execution_date >= ${from}`,
    ...(to ? [sql`execution_date <= ${to}`] : []),
  ]
  const rest = sql`order by execution_date, created_at, id limit 1`
  return (await listColumns(scope, planTable, ['id'], which, rest))[0]
}

export type PlanOfDay = Pick<PlanRow, 'id' | 'execution_date' | 'status' | 'revision' | 'total_routes'>

/** The plans of a project on some days, the ends included; of a day those that are no drafts first, then the oldest. */
export async function listPlansOfDays(scope: Scope, projectId: string, from: Date, to: Date): Promise<PlanOfDay[]> {
  const which = [{ project_id: projectId, deleted: false }, sql`execution_date >= ${from} and execution_date <= ${to}`]
  const columns = ['id', 'execution_date', 'status', 'revision', 'total_routes'] as const
  return listColumns(scope, planTable, columns, which, sql`order by status = 'draft', created_at, id`)
}

/** Plans whose name, id or day (2026-01-31) fits the text, newest first; a part of the name is enough. */
export async function findPlansByText(
  scope: Scope,
  projectIds: readonly string[],
  text: string,
  most: number,
): Promise<PlanRow[]> {
  const [isNamed] = containsText(planTable, text)
  const isMeant = sql`(${isNamed} or id = ${text} or (execution_date at time zone 'UTC')::date::text = ${text})`
  const order = sql`order by execution_date desc, id limit ${most}`
  return listRecords(scope, planTable, [{ project_id: projectIds, deleted: false }, isMeant], order)
}

// --- what changes plans ------------------------------------------------------------------------------------------------

export async function insertPlanRow(scope: Scope, row: NewRow<typeof planTable>): Promise<PlanRow> {
  return insertRecord(scope, planTable, row)
}

/** A copy of the plan's row with what differs in it. */
export async function copyPlanRow(scope: Scope, copy: Copied): Promise<void> {
  await copyRows(scope, planTable, [copy])
}

/** Changes a plan, but never its status, and moves its updated_at. */
export async function updatePlanRow(
  scope: Scope,
  id: string,
  changes: Partial<Omit<PlanRow, 'status'>>,
): Promise<PlanRow> {
  return updateRecord(scope, planTable, id, changes)
}

export async function deletePlanRow(scope: Scope, id: string): Promise<PlanRow> {
  return (await deleteRecords(scope, planTable, { id }))[0]!
}

/** Takes `count` numbers of the locked plan's stops and answers the first; they are never given again. */
export async function takeFixedIds(scope: Scope, id: string, count: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    update plans set next_fixed_id = next_fixed_id + ${count}
    where id = ${id} and organization_id = ${scope.organizationId} returning next_fixed_id as next`.execute(scope.tx)
  return rows[0]!.next - count
}

/**
 * Counts pending stops that join the locked plan, moves its revision on, and answers the first of their numbers, which are
 * never given again. Nothing for a plan that is not there.
 */
export async function countNewStops(scope: Scope, id: string, count: number): Promise<number | undefined> {
  const { rows } = await sql<{ next: number }>`
    update plans set next_fixed_id = next_fixed_id + ${count}, pending_stops = pending_stops + ${count},
      total_stops = total_stops + ${count}, revision = ${nextRevision}
    where id = ${id} and organization_id = ${scope.organizationId} returning next_fixed_id as next`.execute(scope.tx)
  return rows[0] && rows[0].next - count
}

type StopCounter = 'pending_stops' | 'incomplete_stops' | 'completed_stops' | 'canceled_stops'
export type StopCounters = Record<StopCounter, number>

const nextRevision = sql`revision + 1`

/** Writes how many stops and routes the plan has, and moves its revision on. */
export async function writePlanCounters(scope: Scope, id: string, counters: StopCounters): Promise<void> {
  await setColumns(
    scope,
    planTable,
    { id },
    {
      ...counters,
      total_stops: Object.values(counters).reduce((sum, count) => sum + count, 0),
      total_routes: sql`(select count(*) from routes where plan_id = ${id} and not deleted)`,
      revision: nextRevision,
    },
  )
}

/** Counts one stop of the plan from one status to another, and moves the plan's revision on. */
export async function countStopOver(scope: Scope, id: string, from: StopCounter, to: StopCounter): Promise<void> {
  const counters = from === to ? {} : { [from]: sql`${sql.ref(from)} - 1`, [to]: sql`${sql.ref(to)} + 1` }
  await setColumns(scope, planTable, { id }, { ...counters, revision: nextRevision })
}
