// The one query of exports of their own: where pictures lie.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export async function findPictureKey(scope: Scope, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from report_images where id = ${id} and organization_id = ${scope.organizationId}`.execute(
    scope.tx,
  )
  return rows[0]?.storage_key
}
