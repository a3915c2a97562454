// Every statement on the fonts of projects.
import type { Scope } from '../platform/scope.ts'
import { type FontRow, projectFontTable } from './project-tables.ts'
import { addRows, findRecord, listColumns, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function findFont(scope: Scope, projectId: string): Promise<FontRow | undefined> {
  return findRecord(scope, projectFontTable, { project_id: projectId })
}

/** What tells one font from another, without the font itself. */
export async function findFontDigest(scope: Scope, projectId: string): Promise<string | undefined> {
  return (await listColumns(scope, projectFontTable, ['digest'], { project_id: projectId }))[0]?.digest
}

/** Takes the place of the font before. The project is locked. */
export async function putFont(scope: Scope, font: NewRow<typeof projectFontTable>): Promise<void> {
  await deleteFont(scope, font.project_id)
  await addRows(scope, projectFontTable, [font])
}

export async function deleteFont(scope: Scope, projectId: string): Promise<void> {
  await removeRows(scope, projectFontTable, { project_id: projectId })
}
