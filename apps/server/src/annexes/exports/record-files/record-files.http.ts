// Mounts the fleet and the drivers as tables.
import { DriverRecordInput, DriverRecordUpdate, VehicleInput } from '@routewright/contract'
import { type App, mount, mountChange } from '../../../frame/http/mount.ts'
import { sendTable } from '../../../frame/http/send-file.ts'
import { compileBody } from '../../../frame/http/validate.ts'
import { chooseLanguage, getCsvStyle } from '../../../frame/platform/languages.ts'
import { driverTable, importDrivers } from './driver-files.ts'
import { fleetTable, importFleet } from './fleet-files.ts'
import type { CheckInput } from './record-table.ts'

export function mountRecordFiles(app: App): void {
  const vehicle = compileBody(VehicleInput) as CheckInput<VehicleInput>
  const newDriver = compileBody(DriverRecordInput) as CheckInput<DriverRecordInput>
  const changedDriver = compileBody(DriverRecordUpdate) as CheckInput<DriverRecordInput>
  for (const [operation, tableOf] of [
    ['exportVehicles', fleetTable],
    ['exportDrivers', driverTable],
  ] as const) {
    mount(app, operation, async ({ query }, { transaction, reply }) => {
      const table = await transaction((scope) => tableOf(scope, query.project_id, query.language))
      return sendTable(reply, table, query.format, getCsvStyle(chooseLanguage(query.language), query.separator))
    })
  }
  mountChange(app, 'importVehicles', (scope, { query, body }) =>
    importFleet(scope, query.project_id, { ...body, language: query.language }, vehicle),
  )
  mountChange(app, 'importDrivers', (scope, { query, body }) =>
    importDrivers(scope, query.project_id, { ...body, language: query.language }, (input, isNew) =>
      isNew ? newDriver(input, isNew) : changedDriver(input, isNew),
    ),
  )
}
