// Every statement on learned places.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import { type LearnedPlaceRow, learnedPlaceTable } from './learned-place-table.ts'
import { containsText, findRecord, listPage, listRecords, removeRows, setColumns } from './record-statements.ts'

/** What was forgotten says nothing, unless somebody said something of it. */
const saysSomething = sql`(visits > 0 or fixed is not null or is_off)`

/** All rows of the project. */
export async function listLearnedPlaces(scope: Scope, projectId: string): Promise<LearnedPlaceRow[]> {
  return listRecords(scope, learnedPlaceTable, { project_id: projectId }, sql`order by subject`)
}

/** Those of these clients and places. */
export async function listPlacesOf(
  scope: Scope,
  projectId: string,
  subjects: readonly string[],
): Promise<LearnedPlaceRow[]> {
  return listRecords(scope, learnedPlaceTable, { project_id: projectId, subject: subjects })
}

/** Those with the most visits first. */
export async function listLearnedPlacePage(
  scope: Scope,
  { projectId, text, limit, offset }: { projectId: string; text?: string; limit: number; offset: number },
) {
  const which = [{ project_id: projectId }, saysSomething, ...containsText(learnedPlaceTable, text)]
  return listPage(scope, learnedPlaceTable, which, sql`visits desc, id`, { limit, offset })
}

/** Those behind an id, some at a time. */
export async function listLearnedPlacesAfter(
  scope: Scope,
  projectId: string,
  after: string,
  most: number,
): Promise<LearnedPlaceRow[]> {
  const which = [{ project_id: projectId }, saysSomething, sql`id > ${after}`]
  return listRecords(scope, learnedPlaceTable, which, sql`order by id limit ${most}`)
}

export async function findLearnedPlace(scope: Scope, id: string): Promise<LearnedPlaceRow | undefined> {
  return findRecord(scope, learnedPlaceTable, { id }, sql`for no key update`)
}

export async function setLearnedPlace(scope: Scope, id: string, values: Partial<LearnedPlaceRow>): Promise<void> {
  await setColumns(scope, learnedPlaceTable, { id }, values)
}

/** The rows take the place of all that the project has. */
export async function replaceLearnedPlaces(
  scope: Scope,
  projectId: string,
  rows: readonly LearnedPlaceRow[],
): Promise<void> {
  await removeLearnedPlaces(scope, projectId)
  await insertRows(scope.tx, learnedPlaceTable, rows)
}

export async function removeLearnedPlaces(scope: Scope, projectId: string): Promise<number> {
  return removeRows(scope, learnedPlaceTable, { project_id: projectId })
}

/** Of clients by their ids and of places by their coordinates, whatever project they are in. */
export async function removeLearnedPlacesOf(scope: Scope, subjects: readonly string[]): Promise<number> {
  return removeRows(scope, learnedPlaceTable, { subject: subjects })
}
