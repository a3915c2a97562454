// Every statement on the files of projects: a logo and a font, one of each.
import type { Scope } from '../frame/platform/scope.ts'
import { projectFontTable, projectLogoTable } from './project-tables.ts'
import { addRows, type Fits, findRecord, listColumns, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'

function projectFiles<T extends typeof projectLogoTable | typeof projectFontTable>(table: T) {
  const isOf = (project_id: string) => ({ project_id }) as unknown as Fits<T>
  const remove = async (scope: Scope, projectId: string): Promise<void> => {
    await removeRows(scope, table, isOf(projectId))
  }
  return {
    find: (scope: Scope, projectId: string) => findRecord(scope, table, isOf(projectId)),
    /** Returns the digest of the file, without the file itself. */
    findDigest: async (scope: Scope, projectId: string): Promise<string | undefined> => {
      const [row] = await listColumns(scope, table, ['digest'], isOf(projectId))
      return row?.digest as string | undefined
    },
    /** Replaces the file. The project must be locked. */
    put: async (scope: Scope, projectId: string, file: NewRow<T>): Promise<void> => {
      await remove(scope, projectId)
      await addRows(scope, table, [file])
    },
    remove,
  }
}

export const projectLogos = projectFiles(projectLogoTable)
export const projectFonts = projectFiles(projectFontTable)
