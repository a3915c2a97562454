// Mounts the operations on drivers as people.

import { driverResource } from '../../data/resources/records.ts'
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { assignDrivers } from './assign-drivers.ts'
import { eraseDriver, getDriverData } from './driver-data.ts'
import { getDriverDays } from './driver-days.ts'
import { getDriverWork } from './driver-work.ts'
import { createDrivers, deleteDriver, getDriver, listDrivers, updateDriver } from './drivers.ts'

export function mountDrivers(app: App): void {
  mountRead(app, 'listDriverRecords', (scope, { query }) => listDrivers(scope, query))
  mountChange(
    app,
    'createDriverRecord',
    async (scope, { query, body }) => (await createDrivers(scope, query.project_id, [body], { isList: false }))[0],
  )
  mountChange(app, 'createDriverRecords', (scope, { query, body }) =>
    createDrivers(scope, query.project_id, body, { isList: true }),
  )
  mountRead(app, 'getDriverRecord', async (scope, { params }) =>
    driverResource(await getDriver(scope, params.driver_id)),
  )
  mountChange(app, 'updateDriverRecord', (scope, { params, body }) => updateDriver(scope, params.driver_id, body))
  mountChange(app, 'deleteDriverRecord', (scope, { params }) => deleteDriver(scope, params.driver_id))
  mountRead(app, 'getDriverWork', (scope, { params, query }) => getDriverWork(scope, params.driver_id, query))
  mountChange(app, 'getDriverData', (scope, { params }) => getDriverData(scope, params.driver_id))
  mountChange(app, 'eraseDriver', (scope, { params }) => eraseDriver(scope, params.driver_id))
  mountRead(app, 'getDriverDays', (scope, { query }) => getDriverDays(scope, query))
  mountChange(app, 'assignDrivers', (scope, { query, body }) => assignDrivers(scope, query.project_id, body))
}
