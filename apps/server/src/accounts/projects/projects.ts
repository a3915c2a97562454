// The rules of projects: who can access which, and the settings that plans inherit.

import { defaultCancelReasons, firstReasonLabel, type ProjectInput, type ProjectUpdate } from '@routewright/contract'
import { chargingPlaceRecords } from '../../data/charging-places.sql.ts'
import { clientRecords } from '../../data/clients.sql.ts'
import { depotRecords } from '../../data/depots.sql.ts'
import { driverRecords } from '../../data/drivers.sql.ts'
import { putMemberships } from '../../data/project-members.sql.ts'
import { type ProjectRow, projectTable } from '../../data/project-tables.ts'
import {
  deleteProjectRow,
  findProjectRow,
  insertProject,
  listProjectPage,
  type ProjectQuery,
  updateProjectRow,
} from '../../data/projects.sql.ts'
import { recordMaker, sentValues } from '../../data/records.ts'
import { vehicleRecords } from '../../data/vehicles.sql.ts'
import { zoneRecords } from '../../data/zones.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { auditRecord } from '../audit/audit.ts'

export const projectResource = recordMaker(projectTable)

/**
 * Returns the project, if the caller's organization has it and the caller can access it. Throws 404
 * highway.domain.error.not_found, or 403 highway.project.error.forbidden for a project of the same organization that the caller
 * is no member of.
 */
export async function getProject(scope: Scope, projectId: string, lock?: 'lock'): Promise<ProjectRow> {
  const project = await findProjectRow(scope, projectId, lock)
  if (!project) throw notFound('project', projectId)
  requireReach(scope, projectId)
  return project
}

/**
 * Throws 403 unless the caller can access the project of a record found in the organization: highway.project.error.forbidden, or
 * highway.user.error.forbidden for supervisors of the project.
 */
export function requireReach(scope: Scope, projectId: string): void {
  if (scope.projects === 'all' || scope.projects.has(projectId)) return
  if (scope.supervised?.has(projectId)) {
    throw apiError('highway.user.error.forbidden', {
      action: 'more than reading the stops that name him as supervisor',
    })
  }
  throw apiError('highway.project.error.forbidden', { id: projectId })
}

/** Throws 403 unless the caller works in a project of the organization, and not only as a supervisor. */
export function requireAnyProject(scope: Scope, action: string): void {
  if (scope.projects === 'all' || scope.projects.size > 0) return
  throw apiError('highway.user.error.forbidden', { action })
}

/** Returns what a caller sees of a project's stops: all, or those that name them as supervisor. Throws 403 as `requireReach`. */
export function chooseSight(scope: Scope, projectId: string): 'all' | 'own' {
  if (scope.supervised?.has(projectId)) return 'own'
  requireReach(scope, projectId)
  return 'all'
}

/** Returns the project, for reading the part of it that the caller sees (see `chooseSight`). Throws as `getProject`. */
export async function getVisibleProject(scope: Scope, projectId: string): Promise<ProjectRow> {
  const project = await findProjectRow(scope, projectId)
  if (!project) throw notFound('project', projectId)
  chooseSight(scope, projectId)
  return project
}

/** Returns a page of the projects that the caller can access. */
export async function listProjects(scope: Scope, query: ProjectQuery): Promise<{ rows: ProjectRow[]; total: number }> {
  const reach = scope.projects === 'all' ? 'all' : new Set([...scope.projects, ...(scope.supervised ?? [])])
  return listProjectPage(scope, reach, query)
}

/** Creates a project; its creator becomes its manager. Throws 403 unless the user manages the organization. */
export async function createProject(scope: Scope, input: ProjectInput): Promise<ProjectRow> {
  requireManager(scope)
  requireTimezone(input.timezone)
  const row = await insertProject(scope, {
    cancel_reasons: firstCancelReasons(),
    ...sentValues(projectTable, input),
    id: createId(scope.now),
    created_by: scope.userId ?? null,
    created_at: scope.now,
    updated_at: scope.now,
  })
  if (scope.userId) await putMemberships(scope, scope.userId, [{ project_id: row.id, role: 'project_manager' }])
  await auditRecord(scope, 'created', 'project', { id: row.id, project_id: row.id }, input)
  return row
}

/** Fields that are not sent stay; `settings` and the configurations are replaced as a whole. */
export async function updateProject(scope: Scope, projectId: string, input: ProjectUpdate): Promise<ProjectRow> {
  const project = await getProject(scope, projectId, 'lock')
  requireProjectManager(scope, projectId, 'change the settings of a project')
  await requireProjectAsSeen(scope, project)
  requireTimezone(input.timezone)
  await auditRecord(scope, 'updated', 'project', { id: projectId, project_id: projectId }, input)
  return updateProjectRow(scope, projectId, sentValues(projectTable, input))
}

/** Throws highway.plan.error.changed_meanwhile when the project is not as the caller saw it. */
export async function requireProjectAsSeen(scope: Scope, project: ProjectRow): Promise<void> {
  await requireRecordAsSeen(scope, project, `Project ${project.label}`)
}

/** Default reasons for which a driver may give up a stop, until the project changes them. */
export function firstCancelReasons() {
  return defaultCancelReasons.map((id) => ({ id, label: firstReasonLabel(id), requires_photo: false, enabled: true }))
}

/**
 * Deletes a project whose plans are deleted (full-plans/delete-project.ts), with its fleet, drivers, depots, charging places,
 * address book and zones.
 */
export async function removeProject(scope: Scope, projectId: string): Promise<ProjectRow> {
  requireManager(scope)
  await auditRecord(scope, 'deleted', 'project', { id: projectId, project_id: projectId })
  await vehicleRecords.deleteOfProject(scope, projectId)
  await driverRecords.deleteOfProject(scope, projectId)
  await depotRecords.deleteOfProject(scope, projectId)
  await chargingPlaceRecords.deleteOfProject(scope, projectId)
  await clientRecords.deleteOfProject(scope, projectId)
  await zoneRecords.deleteOfProject(scope, projectId)
  return deleteProjectRow(scope, projectId)
}

/** Throws 403 unless the caller manages the organization. */
export function requireManager(scope: Scope, action = 'manage projects'): void {
  if (scope.role === 'organization_administrator' || scope.role === 'organization_manager') return
  throw apiError('highway.user.error.forbidden', { action })
}

/** Throws 403 unless the caller manages the project. */
export function requireProjectManager(scope: Scope, projectId: string, action: string): void {
  if (!isProjectManager(scope, projectId)) throw apiError('highway.user.error.forbidden', { action })
}

/** Returns whether the caller manages the project: as its project_manager, or as a manager of the organization. */
export function isProjectManager({ role, managed }: Scope, projectId: string): boolean {
  if (role === 'organization_administrator' || role === 'organization_manager') return true
  return managed?.has(projectId) === true
}

/** Throws invalid_payload unless the text is an IANA time zone. */
export function requireTimezone(timezone: string | undefined): void {
  if (timezone === undefined || isTimezone(timezone)) return
  throw invalidPayload('timezone', 'must be an IANA time zone such as Europe/Madrid')
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
