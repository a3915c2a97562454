// Mounts the operations of optimization, of whole plans and of single routes.

import { type App, mount, mountChange, mountRead, mountSame } from '../../frame/http/mount.ts'
import { fullPlan } from '../../planning/full-plans/full-plans.ts'
import { routeRecord } from '../../planning/routes/routes.ts'
import { applyOptimization, discardOptimization, getOptimization, startOptimization, stopSearch } from './held.ts'
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

  mountRead(app, 'getRunningOptimization', (scope, { params }) => getRunningOptimization(scope, params.id))

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

  mountSame(app, 'optimizeDriver', 'optimizeRoute')

  mountChange(app, 'startOptimization', (scope, { params, body }, { services }) =>
    startOptimization(scope, services, params.plan_id, body ?? {}),
  )
  mountRead(app, 'getOptimization', (scope, { params }) => getOptimization(scope, params.plan_id, params.run_id))
  mount(app, 'stopOptimization', async ({ params }, { transaction, read, services }) => {
    const run = await transaction((scope) => stopSearch(scope, params.plan_id, params.run_id))
    await waitForCancel(services, run)
    return read((scope) => getOptimization(scope, params.plan_id, params.run_id))
  })
  mountChange(app, 'applyOptimization', (scope, { params, body }) =>
    applyOptimization(scope, params.plan_id, params.run_id, body ?? {}),
  )
  mountChange(app, 'discardOptimization', (scope, { params }) =>
    discardOptimization(scope, params.plan_id, params.run_id),
  )
}
