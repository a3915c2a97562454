// Mounts the operations of optimization, of whole plans and of single routes.
import { type App, mount } from '../http/mount.ts'
import { fullPlan } from '../plans/full-plan.ts'
import { routeRecord } from '../routes/routes.ts'
import {
  cancelRun,
  getRunningOptimization,
  listUnassigned,
  requestPlanRun,
  requestRouteRun,
  runRecord,
  waitForCancel,
  waitForRun,
} from './optimization.ts'

export function mountOptimization(app: App): void {
  mount(app, 'optimizePlan', async ({ params, query }, { transaction, read, services }) => {
    const request = { keepCurrentAssignment: query.keep_current_assignment, isAwaited: true }
    const run = await transaction((scope) => requestPlanRun(scope, services, params.id, request))
    await waitForRun(services, run)
    return read((scope) => fullPlan(scope, params.id))
  })

  mount(app, 'optimizePlanAsync', async ({ params, query }, { transaction, services }) => {
    const request = { keepCurrentAssignment: query.keep_current_assignment, isAwaited: false }
    await transaction((scope) => requestPlanRun(scope, services, params.id, request))
    return { finished: false, status: 'in progress' }
  })

  mount(app, 'getRunningOptimization', ({ params }, { read }) =>
    read((scope) => getRunningOptimization(scope, params.id)),
  )

  mount(app, 'cancelRunningOptimization', async ({ params, query }, { transaction, services }) => {
    const run = await transaction((scope) => cancelRun(scope, params.id, { apply: query.apply }))
    return runRecord(await waitForCancel(services, run))
  })

  mount(app, 'optimizeRoute', async ({ params }, { transaction, read, services }) => {
    const { run, stopIds } = await transaction((scope) => requestRouteRun(scope, services, params.id))
    await waitForRun(services, run)
    return read(async (scope) => ({
      route: await routeRecord(scope, params.id),
      unassigned_stops: await listUnassigned(scope, stopIds),
    }))
  })
}
