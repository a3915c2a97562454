// Every statement on learned service times.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import { type LearnedTimeRow, learnedTimeTable } from './learned-time-table.ts'
import { containsText, findRecord, listPage, listRecords, removeRows, setColumns } from './record-statements.ts'

const isOfCustomer = sql`kind in ('client', 'place')`
const isPace = sql`kind in ('driver', 'vehicle')`
/** Condition that a row has content: a forgotten one has none, unless somebody fixed it. */
const saysSomething = sql`(visits > 0 or fixed_seconds is not null or is_off)`

/** Returns all rows of the project. */
export async function listLearnedTimes(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  return listRecords(scope, learnedTimeTable, { project_id: projectId }, sql`order by kind, subject`)
}

/** Returns the rows that apply to everybody. */
export async function listGeneralTimes(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  const which = { project_id: projectId, kind: ['project', 'type', 'load', 'first'] as const }
  return listRecords(scope, learnedTimeTable, which, sql`order by kind, subject`)
}

/** Returns the rows that apply to everybody, and those of these clients and places. */
export async function listTimesFor(
  scope: Scope,
  projectId: string,
  subjects: readonly string[],
): Promise<LearnedTimeRow[]> {
  const concerns = sql`(not ${isOfCustomer} and not ${isPace} or subject = any(${subjects}::text[]))`
  return listRecords(scope, learnedTimeTable, [{ project_id: projectId }, concerns], sql`order by kind, subject`)
}

/** Returns a page of clients and places, those with the most visits first. */
export async function listLearnedPage(
  scope: Scope,
  { projectId, text, limit, offset }: { projectId: string; text?: string; limit: number; offset: number },
) {
  const which = [{ project_id: projectId }, isOfCustomer, saysSomething, ...containsText(learnedTimeTable, text)]
  return listPage(scope, learnedTimeTable, which, sql`visits desc, id`, { limit, offset })
}

/** Returns the next page of clients and places after an id. */
export async function listLearnedAfter(
  scope: Scope,
  projectId: string,
  after: string,
  most: number,
): Promise<LearnedTimeRow[]> {
  const which = [{ project_id: projectId }, isOfCustomer, saysSomething, sql`id > ${after}`]
  return listRecords(scope, learnedTimeTable, which, sql`order by id limit ${most}`)
}

export async function findLearnedTime(scope: Scope, id: string): Promise<LearnedTimeRow | undefined> {
  return findRecord(scope, learnedTimeTable, [{ id }, isOfCustomer], sql`for no key update`)
}

export async function setLearnedTime(scope: Scope, id: string, values: Partial<LearnedTimeRow>): Promise<void> {
  await setColumns(scope, learnedTimeTable, { id }, values)
}

/** Returns drivers and vehicles whose pace was learned or set. */
export async function listPaceRows(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  const said = sql`(${saysSomething} or fixed_factor is not null or fixed_driving is not null)`
  return listRecords(scope, learnedTimeTable, [{ project_id: projectId }, isPace, said], sql`order by visits desc, id`)
}

export async function findPaceRow(scope: Scope, id: string): Promise<LearnedTimeRow | undefined> {
  return findRecord(scope, learnedTimeTable, [{ id }, isPace], sql`for no key update`)
}

/** Deletes the pace of one driver or vehicle, or of all where none is named. */
export async function removePaceRows(scope: Scope, projectId: string, subject?: string): Promise<number> {
  return removeRows(scope, learnedTimeTable, [{ project_id: projectId, ...(subject && { subject }) }, isPace])
}

/** Replaces all rows of the project. */
export async function replaceLearnedTimes(
  scope: Scope,
  projectId: string,
  rows: readonly LearnedTimeRow[],
): Promise<void> {
  await removeRows(scope, learnedTimeTable, { project_id: projectId })
  await insertRows(scope.tx, learnedTimeTable, rows)
}

export async function removeLearnedTimes(scope: Scope, projectId: string): Promise<number> {
  return removeRows(scope, learnedTimeTable, { project_id: projectId })
}

/** Deletes rows of clients by id and of places by coordinates, in any project. */
export async function removeLearnedFor(scope: Scope, subjects: readonly string[]): Promise<number> {
  return removeRows(scope, learnedTimeTable, [{ subject: subjects }, isOfCustomer])
}
