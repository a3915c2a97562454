// Every statement on the logos of projects.
import type { Scope } from '../platform/scope.ts'
import { type LogoRow, projectLogoTable } from './project-tables.ts'
import { addRows, findRecord, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function findLogo(scope: Scope, projectId: string): Promise<LogoRow | undefined> {
  return findRecord(scope, projectLogoTable, { project_id: projectId })
}

/** Takes the place of the logo before. The project is locked. */
export async function putLogo(scope: Scope, logo: NewRow<typeof projectLogoTable>): Promise<void> {
  await deleteLogo(scope, logo.project_id)
  await addRows(scope, projectLogoTable, [logo])
}

export async function deleteLogo(scope: Scope, projectId: string): Promise<void> {
  await removeRows(scope, projectLogoTable, { project_id: projectId })
}
