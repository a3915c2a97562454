// The rules of the fleet as a table: written so that it comes back unchanged, and read so that a mistake names its cell and nothing is done.
import { isDeepStrictEqual } from 'node:util'
import type { VehicleInput } from '@routewright/contract'
import { listDepotsOfProjects } from '../data/depots.sql.ts'
import type { VehicleRow } from '../data/vehicle-table.ts'
import { listVehiclesOfProject } from '../data/vehicles.sql.ts'
import { noteExport } from '../exports/exports.ts'
import { ApiError, invalidPayload } from '../platform/api-error.ts'
import { chooseLanguage } from '../platform/languages.ts'
import type { Scope } from '../platform/scope.ts'
import type { Cell, Table } from '../platform/table-file.ts'
import { getProject } from '../projects/projects.ts'
import { createVehicles, updateVehicle } from '../vehicles/vehicles.ts'
import { batteryInput } from './battery-columns.ts'
import { drivingInput } from './driving-columns.ts'
import { type Draft, type Fleet, type FleetColumn, Unreadable } from './fleet-column.ts'
import { fleetColumns, idColumn } from './fleet-columns.ts'
import { type FleetWord, fleetWords, readTitle } from './fleet-words.ts'

/** Every vehicle of the project that is not deleted, oldest first. Throws 404 or 403. */
export async function fleetTable(scope: Scope, projectId: string, language: string | undefined): Promise<Table> {
  const { vehicles, ...fleet } = await readFleet(scope, projectId, language)
  const rows = vehicles.map((vehicle) => fleetColumns.map((column) => column.write(vehicle, fleet)))
  await noteExport(scope, 'vehicles', { project_id: projectId })
  return {
    name: fleet.say('file'),
    columns: fleetColumns.map(({ word, kind }) => ({ title: fleet.say(word), kind })),
    batches: [rows],
  }
}

async function readFleet(scope: Scope, projectId: string, wanted: string | undefined) {
  const project = await getProject(scope, projectId)
  const language = chooseLanguage(wanted, project.settings.language)
  const depots = await listDepotsOfProjects(scope, [project.id])
  const vehicles = await listVehiclesOfProject(scope, project.id)
  return { vehicles, depots, language, say: fleetWords(language) }
}

/** What the table says of one vehicle. */
interface Wish {
  line: number
  vehicle: VehicleRow | undefined
  input: VehicleInput
}

type CheckInput = (input: VehicleInput) => VehicleInput

/** All rows or none. Throws invalid_payload, which names line and column of each mistake. */
export async function importFleet(
  scope: Scope,
  projectId: string,
  { rows, language }: { rows: readonly (readonly string[])[]; language: string | undefined },
  check: CheckInput,
): Promise<{ created: number; changed: number; unchanged: number }> {
  const { vehicles, ...fleet } = await readFleet(scope, projectId, language)
  const wishes = readRows(rows, vehicles, fleet, check)
  const changes = wishes.filter(({ input }) => Object.keys(input).length > 0)
  const fresh = wishes.filter(({ vehicle }) => !vehicle)
  for (const { vehicle, input } of changes) if (vehicle) await updateVehicle(scope, vehicle.id, input)
  if (fresh.length > 0) {
    const inputs = fresh.map(({ input }) => input)
    await createVehicles(scope, projectId, inputs)
  }
  const changed = changes.length - changes.filter(({ vehicle }) => !vehicle).length
  return { created: fresh.length, changed, unchanged: wishes.length - fresh.length - changed }
}

const mostProblems = 10

function readRows(
  [titles = [], ...rows]: readonly (readonly string[])[],
  vehicles: readonly VehicleRow[],
  fleet: Fleet,
  check: CheckInput,
): Wish[] {
  const columns = readTitles(titles, fleet)
  const problems: string[] = []
  const wishes: Wish[] = []
  const lines = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue
    const reading = new RowReading(columns, row, index + 2, fleet)
    const vehicle = reading.find(vehicles)
    const input = reading.read(vehicle, check)
    problems.push(...reading.problems)
    const first = vehicle && lines.get(vehicle.id)
    if (first !== undefined)
      problems.push(`${fleet.say('line', { line: index + 2 })}: ${fleet.say('same_vehicle', { line: first })}`)
    if (vehicle) lines.set(vehicle.id, index + 2)
    wishes.push({ line: index + 2, vehicle, input })
  }
  if (problems.length === 0) return wishes
  const more = problems.length > mostProblems ? [fleet.say('and_more', { count: problems.length - mostProblems })] : []
  throw invalidPayload('rows', [...problems.slice(0, mostProblems), ...more].join('; '))
}

interface NamedColumn {
  column: FleetColumn
  title: string
  at: number
}

function readTitles(titles: readonly string[], { say }: Fleet): NamedColumn[] {
  const columns = titles.flatMap((title, at) => {
    const word = readTitle(title)
    const column = fleetColumns.find((one) => one.word === word)
    return column ? [{ column, title: title.trim(), at }] : []
  })
  const twice = columns.find(({ column }, at) => columns.findIndex((other) => other.column === column) !== at)
  if (twice) throw invalidPayload('rows', `${say('line', { line: 1 })}: ${say('column_twice', { title: twice.title })}`)
  if (columns.length > 0) return columns
  throw invalidPayload('rows', `${say('line', { line: 1 })}: ${say('no_title')}`)
}

/** One line of the table. */
class RowReading {
  readonly problems: string[] = []
  readonly #columns: readonly NamedColumn[]
  readonly #row: readonly string[]
  readonly #line: number
  readonly #fleet: Fleet

  constructor(columns: readonly NamedColumn[], row: readonly string[], line: number, fleet: Fleet) {
    this.#columns = columns
    this.#row = row
    this.#line = line
    this.#fleet = fleet
  }

  /** By its id, else by its external id, else by its plate. */
  find(vehicles: readonly VehicleRow[]): VehicleRow | undefined {
    for (const word of ['id', 'external_id', 'plate'] as const) {
      const named = this.#columns.find(({ column }) => column.word === word)
      const text = named && this.#cell(named)
      if (!text) continue
      const found = vehicles.filter((vehicle) => vehicle[word]?.trim() === text)
      if (found.length === 1) return found[0]
      if (found.length > 1) this.#note(named, 'vehicle_twice', { text, count: found.length })
      else if (word === 'id') this.#note(named, 'no_vehicle', { text })
      if (word === 'id' || found.length > 1) return undefined
    }
    return undefined
  }

  /** Only what is new: a cell that says what the vehicle is changes nothing. */
  read(vehicle: VehicleRow | undefined, check: CheckInput): VehicleInput {
    const draft: Draft = { input: {}, places: {}, driving: {}, battery: {} }
    for (const named of this.#columns.filter(({ column }) => column !== idColumn)) {
      const text = this.#cell(named)
      const present = vehicle && named.column.write(vehicle, this.#fleet)
      if (isSame(text, present)) continue
      try {
        if (text === '') named.column.clear(draft)
        else named.column.read(text, draft, this.#fleet)
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        this.#note(named, error.word, error.values)
      }
    }
    Object.assign(draft.input, drivingInput(draft.driving, vehicle), batteryInput(draft, vehicle))
    return this.#checked(withPlaces(newIn(draft, vehicle), vehicle), check)
  }

  #checked(input: VehicleInput, check: CheckInput): VehicleInput {
    if (this.problems.length > 0) return {}
    try {
      return check(input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { place, reason } = error.details as { place?: string; reason?: string }
      const [field] = place?.split(/[.[]/) ?? []
      const named = this.#columns.find(({ column: { field: own } }) => own === place || own === field)
      const text = named ? this.#cell(named) : ''
      this.#note(named, 'bad_value', { text, reason: reason ?? error.message })
      return {}
    }
  }

  /** Without the sign that keeps spreadsheets from taking a text for a formula. */
  #cell({ at }: NamedColumn): string {
    return (this.#row[at] ?? '').trim().replace(/^'(?=[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, '')
  }

  #note(named: NamedColumn | undefined, word: FleetWord, values: Readonly<Record<string, string | number>>): void {
    const { say } = this.#fleet
    const place = [say('line', { line: this.#line }), named?.title].filter(Boolean).join(', ')
    this.problems.push(`${place}: ${say(word, values)}`)
  }
}

function isSame(text: string, present: Cell): boolean {
  const written = present === null || present === undefined ? '' : String(present).trim()
  // Excel and people of half of Europe write numbers with a comma.
  return text === written || (typeof present === 'number' && text.replace(',', '.') === written)
}

/** Without what only is written in another way: in another language, with other spaces. */
function newIn({ input, places, driving, battery }: Draft, vehicle: VehicleRow | undefined): Draft {
  const present = (vehicle ?? {}) as Record<string, unknown>
  const isNew = ([field, value]: [string, unknown]) => !isDeepStrictEqual(value ?? null, present[field] ?? null)
  return { places, driving, battery, input: vehicle ? Object.fromEntries(Object.entries(input).filter(isNew)) : input }
}

/** A place is sent as a whole: what the table says of it, and else what it is. */
function withPlaces({ input, places }: Draft, vehicle: VehicleRow | undefined): VehicleInput {
  const entries = Object.entries(places).map(([field, part]) => {
    const { label, lat, lng } = vehicle?.[field as keyof Draft['places']] ?? {}
    const whole = { ...{ label, lat, lng }, ...part }
    const said = Object.entries(whole).filter(([, value]) => value !== undefined)
    return [field, said.length === 0 ? null : Object.fromEntries(said)]
  })
  return { ...input, ...Object.fromEntries(entries) }
}
