// Every statement on the logos of projects.
import type { Insertable } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { LogoRow } from './project-tables.ts'
import type { Database } from './tables.ts'

export async function findLogo(tx: Tx, projectId: string): Promise<LogoRow | undefined> {
  return tx.selectFrom('project_logos').selectAll().where('project_id', '=', projectId).executeTakeFirst()
}

export async function putLogo(tx: Tx, logo: Insertable<Database['project_logos']>): Promise<void> {
  const { project_id, ...change } = logo
  await tx
    .insertInto('project_logos')
    .values(logo)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(change))
    .execute()
}

export async function deleteLogo(tx: Tx, projectId: string): Promise<void> {
  await tx.deleteFrom('project_logos').where('project_id', '=', projectId).execute()
}
