// Every statement on subscribers of the mail each Monday.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { addRows, removeRows, setColumns } from './record-statements.ts'
import { type WeeklyReaderRow, weeklyReaderTable } from './weekly-reader-table.ts'

export async function addWeeklyReaders(scope: Scope, rows: readonly WeeklyReaderRow[]): Promise<void> {
  await addRows(scope, weeklyReaderTable, rows, sql`on conflict (project_id, user_id) do nothing`)
}

export async function removeWeeklyReaders(
  scope: Scope,
  projectId: string,
  userIds: readonly string[],
): Promise<number> {
  return removeRows(scope, weeklyReaderTable, { project_id: projectId, user_id: userIds })
}

/**
 * Settles the week for one subscriber. Returns false where another process did: of two concurrent attempts, one waits and finds
 * it done.
 */
export async function claimWeek(
  scope: Scope,
  { project_id, user_id }: Pick<WeeklyReaderRow, 'project_id' | 'user_id'>,
  week: string,
): Promise<boolean> {
  const which = [{ project_id, user_id }, sql`sent_week < ${week}`]
  return (await setColumns(scope, weeklyReaderTable, which, { sent_week: week })) > 0
}
