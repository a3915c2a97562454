// Every statement on learned service times.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import { type LearnedTimeRow, learnedTimeTable } from './learned-time-table.ts'
import { containsText, findRecord, listPage, listRecords, removeRows, setColumns } from './record-statements.ts'

const isOfCustomer = sql`kind in ('client', 'place')`
const isPace = sql`kind in ('driver', 'vehicle')`
/** What was forgotten says nothing, unless somebody fixed it. */
const saysSomething = sql`(visits > 0 or fixed_seconds is not null or is_off)`

/** All rows of the project. */
export async function listLearnedTimes(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  return listRecords(scope, learnedTimeTable, { project_id: projectId }, sql`order by kind, subject`)
}

/** What concerns everybody. */
export async function listGeneralTimes(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  const which = { project_id: projectId, kind: ['project', 'type', 'load', 'first'] as const }
  return listRecords(scope, learnedTimeTable, which, sql`order by kind, subject`)
}

/** What concerns everybody, and these clients and places. */
export async function listTimesOf(
  scope: Scope,
  projectId: string,
  subjects: readonly string[],
): Promise<LearnedTimeRow[]> {
  const concerns = sql`(not ${isOfCustomer} and not ${isPace} or subject = any(${subjects}::text[]))`
  return listRecords(scope, learnedTimeTable, [{ project_id: projectId }, concerns], sql`order by kind, subject`)
}

/** Clients and places, those with the most visits first. */
export async function listLearnedPage(
  scope: Scope,
  { projectId, text, limit, offset }: { projectId: string; text?: string; limit: number; offset: number },
) {
  const which = [{ project_id: projectId }, isOfCustomer, saysSomething, ...containsText(learnedTimeTable, text)]
  return listPage(scope, learnedTimeTable, which, sql`visits desc, id`, { limit, offset })
}

/** Clients and places behind an id, some at a time. */
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

/** Drivers and vehicles that something is known or said of. */
export async function listPaceRows(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  const said = sql`(${saysSomething} or fixed_factor is not null or fixed_driving is not null)`
  return listRecords(scope, learnedTimeTable, [{ project_id: projectId }, isPace, said], sql`order by visits desc, id`)
}

export async function findPaceRow(scope: Scope, id: string): Promise<LearnedTimeRow | undefined> {
  return findRecord(scope, learnedTimeTable, [{ id }, isPace], sql`for no key update`)
}

/** Of one driver or vehicle, or of all where none is named. */
export async function removePaceRows(scope: Scope, projectId: string, subject?: string): Promise<number> {
  return removeRows(scope, learnedTimeTable, [{ project_id: projectId, ...(subject && { subject }) }, isPace])
}

/** The rows take the place of all that the project has. */
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

/** Of clients by their ids and of places by their coordinates, whatever project they are in. */
export async function removeLearnedOf(scope: Scope, subjects: readonly string[]): Promise<number> {
  return removeRows(scope, learnedTimeTable, [{ subject: subjects }, isOfCustomer])
}
