// Mounts the fleet as a table.
import { VehicleInput } from '@routewright/contract'
import { type App, mount, mountChange } from '../http/mount.ts'
import { sendTable } from '../http/send-file.ts'
import { compileBody } from '../http/validate.ts'
import { chooseLanguage, csvStyleOf } from '../platform/languages.ts'
import { fleetTable, importFleet } from './fleet-files.ts'

export function mountFleetFiles(app: App): void {
  const check = compileBody(VehicleInput) as (input: VehicleInput) => VehicleInput
  mount(app, 'exportVehicles', async ({ query }, { transaction, reply }) => {
    const table = await transaction((scope) => fleetTable(scope, query.project_id, query.language))
    return sendTable(reply, table, query.format, csvStyleOf(chooseLanguage(query.language), query.separator))
  })
  mountChange(app, 'importVehicles', (scope, { query, body }) =>
    importFleet(scope, query.project_id, { ...body, language: query.language }, check),
  )
}
