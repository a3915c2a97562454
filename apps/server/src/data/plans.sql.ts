// Every statement on plans alone, except their status (statuses.sql.ts).
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
import { listIds, mapById, type NewRow } from './records.ts'

export async function findPlanRow(scope: Scope, id: string): Promise<PlanRow | undefined> {
  return findRecord(scope, planTable, { id, deleted: false })
}

/** Returns the plan, even if deleted. */
export async function findPlanEvenDeleted(scope: Scope, id: string): Promise<PlanRow | undefined> {
  return findRecord(scope, planTable, { id })
}

/** Locks plans in the order of their ids; later changes of the transaction carry the actor's name. */
export async function lockPlanRows(scope: Scope, ids: readonly string[]): Promise<PlanRow[]> {
  if (ids.length === 0) return []
  return lockAsActor(scope, sql`id = any(${ids}::text[]) and not deleted order by id for update`)
}

/**
 * Locks the plan so that shared locks do not wait, only other locks and updates of its counters; later changes of the transaction
 * carry the actor's name.
 */
export async function lockPlanRowBesideSharers(scope: Scope, id: string): Promise<PlanRow | undefined> {
  return (await lockAsActor(scope, sql`id = ${id} and not deleted for no key update`))[0]
}

/** Locks the plans of stops and further ones, as `lockPlanRows` does; returns their ids. */
export async function lockPlansOfStops(
  scope: Scope,
  stopIds: readonly string[],
  alsoIds: readonly string[],
): Promise<Set<string>> {
  const ofStops = sql`array(select plan_id from stops where id = any(${stopIds}::text[]) and not deleted)`
  return new Set(
    listIds(await lockAsActor(scope, sql`id = any(${ofStops} || ${alsoIds}::text[]) order by id for update`)),
  )
}

/** Takes a shared lock on the plan of a stop, which keeps out exclusive locks. */
export async function sharePlanRowOfStop(scope: Scope, stopId: string): Promise<PlanRow | undefined> {
  return (await lockAsActor(scope, sql`id = (select plan_id from stops where id = ${stopId}) for key share`))[0]
}

async function lockAsActor(scope: Scope, which: RawBuilder<unknown>): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow & { noted_actor: string }>`
    select *, ${noteActor(scope.actor)} from plans
    where organization_id = ${scope.organizationId} and ${which}`.execute(scope.tx)
  return rows.map(({ noted_actor: _, ...plan }) => plan)
}

/** Locks the plan so that shared locks do not wait. */
export async function lockSharedPlanRow(scope: Scope, id: string): Promise<PlanRow> {
  return (await findRecord(scope, planTable, { id }, sql`for no key update`))!
}

/** Returns the ids of a project's plans. */
export async function listPlanIds(scope: Scope, projectId: string): Promise<string[]> {
  const which = { project_id: projectId, deleted: false }
  const rows = await listColumns(scope, planTable, ['id'], which, sql`order by id`)
  return listIds(rows)
}

export type PlanHead = Pick<PlanRow, 'id' | 'label' | 'execution_date'>

/** Returns the fields of plans that records of stops and routes need, by plan id; deleted plans too. */
export async function findPlanHeads(scope: Scope, planIds: Iterable<string>): Promise<Map<string, PlanHead>> {
  const which = { id: [...new Set(planIds)] }
  const plans = await listColumns(scope, planTable, ['id', 'label', 'execution_date'], which)
  return mapById(plans)
}

export interface PlanFilter {
  /** Projects whose plans the caller may see. */
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

/** Returns the first plan between two days, both included, that stops can still join; with `label`, only one of this name. */
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

/** Returns the plans of a project between two days, both included; for a day first those that are no drafts, then the oldest. */
export async function listPlansOfDays(scope: Scope, projectId: string, from: Date, to: Date): Promise<PlanOfDay[]> {
  const which = [{ project_id: projectId, deleted: false }, sql`execution_date >= ${from} and execution_date <= ${to}`]
  const columns = ['id', 'execution_date', 'status', 'revision', 'total_routes'] as const
  return listColumns(scope, planTable, columns, which, sql`order by status = 'draft', created_at, id`)
}

/** Returns plans whose name, id or day (2026-01-31) matches the text, newest first; a part of the name is enough. */
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

/** Copies the plan's row with changed values. */
export async function copyPlanRow(scope: Scope, copy: Copied): Promise<void> {
  await copyRows(scope, planTable, [copy])
}

/** Changes a plan, but never its status, and sets its updated_at. */
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

/** Reserves `count` stop numbers of the locked plan and returns the first; numbers are never reused. */
export async function takeFixedIds(scope: Scope, id: string, count: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    update plans set next_fixed_id = next_fixed_id + ${count}
    where id = ${id} and organization_id = ${scope.organizationId} returning next_fixed_id as next`.execute(scope.tx)
  return rows[0]!.next - count
}

/**
 * Counts new pending stops of the locked plan, increases its revision, and returns the first of their numbers, which are never
 * reused. Returns undefined for a missing plan.
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

/** Writes the plan's numbers of stops and routes, and increases its revision. */
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

/** Moves one stop of the plan from one status counter to another, and increases the plan's revision. */
export async function countStopOver(scope: Scope, id: string, from: StopCounter, to: StopCounter): Promise<void> {
  const counters = from === to ? {} : { [from]: sql`${sql.ref(from)} - 1`, [to]: sql`${sql.ref(to)} + 1` }
  await setColumns(scope, planTable, { id }, { ...counters, revision: nextRevision })
}
