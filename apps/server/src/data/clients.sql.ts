// Every statement on the address book alone.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type ClientRow, clientTable } from './client-table.ts'
import { listColumns, listRecords, projectRecords, setColumns } from './record-statements.ts'
import { beginWords, halvesOfWords } from './search-words.ts'

export const clientRecords = projectRecords(clientTable)

/** Returns the places of a project's entries, newest first. */
export async function listPlacesOfClients(
  scope: Scope,
  projectId: string,
): Promise<Pick<ClientRow, 'id' | 'default_location'>[]> {
  const which = { project_id: projectId, deleted: false }
  return listColumns(scope, clientTable, ['id', 'default_location'], which, sql`order by created_at desc, id desc`)
}

export interface ClientSearch {
  /** An id, the service's or the caller's. */
  text: string
  /** Last digits of a phone number, reversed. */
  phoneEnd?: string
  /** Folded words; a word of the name must begin with each. */
  words: readonly string[]
}

const nameWords = sql`search_words(label, reference_person)`

/** Returns entries that match by id, by the end of the phone number or by beginnings of the name's words. */
export async function findClientsByText(
  scope: Scope,
  projectIds: readonly string[],
  { text, phoneEnd, words }: ClientSearch,
  most: number,
): Promise<ClientRow[]> {
  const fits = [sql`id = ${text}`, sql`external_id = ${text}`]
  if (phoneEnd) fits.push(sql`(phone is not null and phone_from_end(phone) like ${`${phoneEnd}%`})`)
  if (words.length > 0) fits.push(sql`${nameWords} @@ ${beginWords(words)}::tsquery`)
  const which = [{ project_id: projectIds, deleted: false }, sql`(${sql.join(fits, sql` or `)})`]
  return listRecords(scope, clientTable, which, sql`limit ${most}`)
}

/** Returns entries whose names match these folded words with at most one typing error in each; the newest first. */
export async function listClientsNear(
  scope: Scope,
  projectIds: readonly string[],
  words: readonly string[],
  most: number,
): Promise<ClientRow[]> {
  const which = [{ project_id: projectIds, deleted: false }, sql`${nameWords} @@ ${halvesOfWords(words)}::tsquery`]
  return listRecords(scope, clientTable, which, sql`order by created_at desc, id desc limit ${most}`)
}

const blank = {
  external_id: null,
  label: null,
  phone: null,
  email: null,
  url: null,
  reference_person: null,
  comments: null,
  custom_fields: null,
  default_location: null,
  default_location_details: null,
  default_custom_fields: null,
}

/** Deletes entries together with their personal data. */
export async function blankClients(scope: Scope, ids: readonly string[]): Promise<number> {
  const deleted = { deleted: true, deleted_at: sql<Date>`coalesce(deleted_at, ${scope.now})` }
  return setColumns(scope, clientTable, { id: ids }, { ...blank, ...deleted })
}
