// The queries of projects.
import type { ProjectReach, Tx } from '../platform/scope.ts'
import type { ProjectRow } from './projects.ts'

export async function findProject(tx: Tx, organizationId: string, projectId: string): Promise<ProjectRow | undefined> {
  return tx
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

export async function selectProjects(tx: Tx, organizationId: string, reach: ProjectReach): Promise<ProjectRow[]> {
  let query = tx
    .selectFrom('projects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
  if (reach !== 'all') {
    if (reach.size === 0) return []
    query = query.where('id', 'in', [...reach])
  }
  return query.orderBy('created_at').orderBy('id').execute()
}
