// Mounts the operations on plans, but for their optimization.

import { projectResource } from '../../accounts/projects/projects.ts'
import { type App, mountChange, mountRead, mountWholeRead } from '../../frame/http/mount.ts'
import { listPlans } from '../plans/plans.ts'
import { dayRoutes, dayStops, planRoutes, planStops } from './day.ts'
import { deleteProject } from './delete-project.ts'
import { createPlan, deletePlan, fullPlan, updatePlan } from './full-plans.ts'

export function mountFullPlans(app: App): void {
  mountRead(app, 'listPlans', (scope, { query }) => listPlans(scope, query))
  mountChange(app, 'createPlan', (scope, { query, body }) => createPlan(scope, query.project_id, body ?? {}))
  mountWholeRead(app, 'getPlan', (scope, { params }) => fullPlan(scope, params.id))
  mountChange(app, 'updatePlan', (scope, { params, body }) => updatePlan(scope, params.id, body))
  mountChange(app, 'deleteProject', async (scope, { params }) =>
    projectResource(await deleteProject(scope, params.project_id)),
  )
  mountChange(app, 'deletePlan', (scope, { params }) => deletePlan(scope, params.id))
  mountWholeRead(app, 'listPlanRoutes', (scope, { params, query }) => planRoutes(scope, params.id, query))
  mountWholeRead(app, 'listPlanStops', (scope, { params, query }) => planStops(scope, params.id, query))
  mountWholeRead(app, 'listDayRoutes', (scope, { query }) => dayRoutes(scope, query))
  mountWholeRead(app, 'listDayStops', (scope, { query }) => dayStops(scope, query))
}
