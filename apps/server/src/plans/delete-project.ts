// Deletes a project with everything in it: a rule above plans and stops, because it goes through all of them.
import { lockPlans } from '../lifecycle/lifecycle.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject, type ProjectRow, removeProject, requireManager } from '../projects/projects.ts'
import { deleteStops } from '../stops/stops.ts'
import { removePlan } from './full-plan.ts'
import { selectPlanIds, selectPlanlessStopIds } from './plans.sql.ts'

/** Soft, not reversible, with the events of every plan and stop. Throws 403 unless the user manages the organization. */
export async function deleteProject(scope: Scope, projectId: string): Promise<ProjectRow> {
  await getProject(scope, projectId)
  requireManager(scope)
  const plans = await lockPlans(scope, await selectPlanIds(scope.tx, projectId))
  for (const plan of plans) await removePlan(scope, plan.id)
  const stopIds = await selectPlanlessStopIds(scope.tx, projectId)
  if (stopIds.length > 0) await deleteStops(scope, stopIds)
  return removeProject(scope, projectId)
}
