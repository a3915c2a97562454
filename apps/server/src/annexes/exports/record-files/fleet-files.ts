// The rules of the fleet as a table.
import type { VehicleInput } from '@routewright/contract'
import { getProject } from '../../../accounts/projects/projects.ts'
import { listDepotsOfProjects } from '../../../data/depots.sql.ts'
import { listVehiclesOfProject } from '../../../data/vehicles.sql.ts'
import { chooseLanguage } from '../../../frame/platform/languages.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { Table } from '../../../frame/platform/table-file.ts'
import { createVehicles, updateVehicle } from '../../../planning/vehicles/vehicles.ts'
import { noteExport } from '../exports.ts'
import { fleetSheet } from './fleet-columns.ts'
import { type CheckInput, fulfil, readTable, type TableImported, writeTable } from './record-table.ts'
import { tableWords } from './table-words.ts'

/** Every vehicle of the project that is not deleted, oldest first. Throws 404 or 403. */
export async function fleetTable(scope: Scope, projectId: string, language: string | undefined): Promise<Table> {
  const { vehicles, known } = await readFleet(scope, projectId, language)
  await noteExport(scope, 'vehicles', { project_id: projectId })
  return writeTable(fleetSheet, vehicles, known)
}

async function readFleet(scope: Scope, projectId: string, wanted: string | undefined) {
  const project = await getProject(scope, projectId)
  const language = chooseLanguage(wanted, project.settings.language)
  const depots = await listDepotsOfProjects(scope, [project.id])
  const vehicles = await listVehiclesOfProject(scope, project.id)
  return { vehicles, known: { depots, language, say: tableWords(language) } }
}

/** All rows or none. Throws invalid_payload, which names line and column of each mistake. */
export async function importFleet(
  scope: Scope,
  projectId: string,
  { rows, language }: { rows: readonly (readonly string[])[]; language: string | undefined },
  check: CheckInput<VehicleInput>,
): Promise<TableImported> {
  const { vehicles, known } = await readFleet(scope, projectId, language)
  return fulfil(readTable(fleetSheet, rows, { records: vehicles, known, check }), {
    create: (inputs) => createVehicles(scope, projectId, inputs),
    update: (id, input) => updateVehicle(scope, id, input),
  })
}
