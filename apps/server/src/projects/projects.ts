// The rules of projects: who reaches which, and the settings that plans inherit.
import type { Selectable } from 'kysely'
import { apiError, notFound } from '../platform/api-error.ts'
import type { ProjectsTable } from '../platform/schema.ts'
import type { Scope } from '../platform/scope.ts'
import { findProject, selectProjects } from './projects.sql.ts'

export type ProjectRow = Selectable<ProjectsTable>

/**
 * The project, if the caller's organization has it and the caller reaches it.
 * Throws 404 highway.domain.error.not_found, or 403 highway.project.error.forbidden for a project of the same
 * organization that the caller is no member of.
 */
export async function getProject(scope: Scope, projectId: string): Promise<ProjectRow> {
  const project = await findProject(scope.tx, scope.organizationId, projectId)
  if (!project) throw notFound('project', projectId)
  requireReach(scope, projectId)
  return project
}

/** Throws 403 highway.project.error.forbidden unless the caller reaches the project of a record found in the organization. */
export function requireReach(scope: Scope, projectId: string): void {
  if (scope.projects !== 'all' && !scope.projects.has(projectId)) {
    throw apiError('highway.project.error.forbidden', { id: projectId })
  }
}

/** The projects that the caller reaches, oldest first. */
export async function listProjects(scope: Scope): Promise<ProjectRow[]> {
  return selectProjects(scope.tx, scope.organizationId, scope.projects)
}
