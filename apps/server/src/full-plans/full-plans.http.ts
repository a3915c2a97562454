// Mounts the operations on plans, but for their optimization.
import { type App, mount } from '../http/mount.ts'
import { listPlans } from '../plans/plans.ts'
import { projectResource } from '../projects/projects.ts'
import { dayRoutes, dayStops, planRoutes, planStops } from './day.ts'
import { deleteProject } from './delete-project.ts'
import { createPlan, deletePlan, fullPlan, updatePlan } from './full-plans.ts'

export function mountFullPlans(app: App): void {
  mount(app, 'listPlans', ({ query }, { read }) => read((scope) => listPlans(scope, query)))
  mount(app, 'createPlan', ({ query, body }, { transaction }) =>
    transaction((scope) => createPlan(scope, query.project_id, body ?? {})),
  )
  mount(app, 'getPlan', ({ params }, { read }) => read((scope) => fullPlan(scope, params.id)))
  mount(app, 'updatePlan', ({ params, body }, { transaction }) =>
    transaction((scope) => updatePlan(scope, params.id, body)),
  )
  mount(app, 'deleteProject', async ({ params }, { transaction }) =>
    projectResource(await transaction((scope) => deleteProject(scope, params.project_id))),
  )

  mount(app, 'deletePlan', ({ params }, { transaction }) => transaction((scope) => deletePlan(scope, params.id)))
  mount(app, 'listPlanRoutes', ({ params, query }, { read }) => read((scope) => planRoutes(scope, params.id, query)))
  mount(app, 'listPlanStops', ({ params, query }, { read }) => read((scope) => planStops(scope, params.id, query)))
  mount(app, 'listDayRoutes', ({ query }, { read }) => read((scope) => dayRoutes(scope, query)))
  mount(app, 'listDayStops', ({ query }, { read }) => read((scope) => dayStops(scope, query)))
}
