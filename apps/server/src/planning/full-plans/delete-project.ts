// Deletes a project with everything in it: a rule above plans and stops, because it goes through all of them.

import { getProject, removeProject, requireManager } from '../../accounts/projects/projects.ts'
import { listPlanIds } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { listPlanlessStopIds } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockPlans } from '../lifecycle/lifecycle.ts'
import { deleteStops } from '../stops/stops.ts'
import { removePlan } from './full-plans.ts'

/** Soft, not reversible, with the events of every plan and stop. Throws 403 unless the user manages the organization. */
export async function deleteProject(scope: Scope, projectId: string): Promise<ProjectRow> {
  await getProject(scope, projectId)
  requireManager(scope)
  const plans = await lockPlans(scope, await listPlanIds(scope, projectId))
  for (const plan of plans) await removePlan(scope, plan.id)
  const stopIds = await listPlanlessStopIds(scope, projectId)
  if (stopIds.length > 0) await deleteStops(scope, stopIds)
  return removeProject(scope, projectId)
}
