// Every statement on learned places.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import { type LearnedPlaceRow, learnedPlaceTable } from './learned-place-table.ts'
import { containsText, findRecord, listPage, listRecords, removeRows, setColumns } from './record-statements.ts'

/** Condition that a row has content: a forgotten one has none, unless somebody set it. */
const saysSomething = sql`(visits > 0 or fixed is not null or is_off)`

/** Returns all rows of the project. */
export async function listLearnedPlaces(scope: Scope, projectId: string): Promise<LearnedPlaceRow[]> {
  return listRecords(scope, learnedPlaceTable, { project_id: projectId }, sql`order by subject`)
}

/** Returns the rows of these clients and places. */
export async function listPlacesFor(
  scope: Scope,
  projectId: string,
  subjects: readonly string[],
): Promise<LearnedPlaceRow[]> {
  return listRecords(scope, learnedPlaceTable, { project_id: projectId, subject: subjects })
}

/** Returns a page of rows, those with the most visits first. */
export async function listLearnedPlacePage(
  scope: Scope,
  { projectId, text, limit, offset }: { projectId: string; text?: string; limit: number; offset: number },
) {
  const which = [{ project_id: projectId }, saysSomething, ...containsText(learnedPlaceTable, text)]
  return listPage(scope, learnedPlaceTable, which, sql`visits desc, id`, { limit, offset })
}

/** Returns the next page after `after`, ordered by id. */
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

/** Replaces all rows of the project. */
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

/** Deletes rows of clients by id and of places by coordinates, in any project. */
export async function removeLearnedPlacesFor(scope: Scope, subjects: readonly string[]): Promise<number> {
  return removeRows(scope, learnedPlaceTable, { subject: subjects })
}
