// The rules of the drivers of a project as a table.
import type { DriverRecordInput } from '@routewright/contract'
import { getProject } from '../../../accounts/projects/projects.ts'
import { listDriversOfProjects } from '../../../data/drivers.sql.ts'
import { listVehiclesOfProject } from '../../../data/vehicles.sql.ts'
import { chooseLanguage } from '../../../frame/platform/languages.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { Table } from '../../../frame/platform/table-file.ts'
import { createDrivers, updateDriver } from '../../../planning/drivers/drivers.ts'
import { noteExport } from '../exports.ts'
import { driverSheet } from './driver-columns.ts'
import { type CheckInput, fulfil, readTable, type TableImported, writeTable } from './record-table.ts'
import { tableWords } from './table-words.ts'

/** Every driver of the project that is not deleted, archived ones too, oldest first. Throws 404 or 403. */
export async function driverTable(scope: Scope, projectId: string, language: string | undefined): Promise<Table> {
  const { drivers, known } = await readTeam(scope, projectId, language)
  await noteExport(scope, 'drivers', { project_id: projectId })
  return writeTable(driverSheet, drivers, known)
}

async function readTeam(scope: Scope, projectId: string, wanted: string | undefined) {
  const project = await getProject(scope, projectId)
  const language = chooseLanguage(wanted, project.settings.language)
  const vehicles = await listVehiclesOfProject(scope, project.id)
  const drivers = await listDriversOfProjects(scope, [project.id])
  return { drivers, known: { vehicles, language, say: tableWords(language) } }
}

/** All rows or none. Throws invalid_payload, which names line and column of each mistake. */
export async function importDrivers(
  scope: Scope,
  projectId: string,
  { rows, language }: { rows: readonly (readonly string[])[]; language: string | undefined },
  check: CheckInput<DriverRecordInput>,
): Promise<TableImported> {
  const { drivers, known } = await readTeam(scope, projectId, language)
  return fulfil(readTable(driverSheet, rows, { records: drivers, known, check }), {
    create: (inputs) => createDrivers(scope, projectId, inputs, { isList: true }),
    update: (id, input) => updateDriver(scope, id, input),
  })
}
