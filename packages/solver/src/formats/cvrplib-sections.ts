/** Splits a CVRPLIB / VRPLIB file into its "KEY: value" headers and its "…_SECTION" blocks. */

import { FormatError } from './format-error.ts'
import { getInteger, getNumber, listLines, parseNumber, type TextLine } from './text-lines.ts'

export interface HeadValue {
  readonly line: number
  readonly value: string
}

export interface VrplibText {
  readonly heads: ReadonlyMap<string, HeadValue>
  readonly sections: ReadonlyMap<string, readonly TextLine[]>
}

const knownSections = new Set([
  'NODE_COORD_SECTION',
  'DEMAND_SECTION',
  'BACKHAUL_SECTION',
  'MUTUALLY_EXCLUSIVE_GROUP_SECTION',
  'DEPOT_SECTION',
  'EDGE_WEIGHT_SECTION',
  'SERVICE_TIME_SECTION',
  'TIME_WINDOW_SECTION',
  'RELEASE_TIME_SECTION',
  'PRIZE_SECTION',
  'CAPACITY_SECTION',
  'VEHICLES_DEPOT_SECTION',
  'VEHICLES_RELOAD_DEPOT_SECTION',
  'VEHICLES_FIXED_COST_SECTION',
  'VEHICLES_UNIT_DISTANCE_COST_SECTION',
  'VEHICLES_MAX_DURATION_SECTION',
  'VEHICLES_ALLOWED_CLIENTS_SECTION',
  'DISPLAY_DATA_SECTION',
])

const knownVehicleHeads = new Set([
  'VEHICLES',
  'VEHICLES_MAX_DURATION',
  'VEHICLES_FIXED_COST',
  'VEHICLES_UNIT_DISTANCE_COST',
])

/** Reads headers and blocks. Refuses unknown sections and fleet rules, because ignoring them would change the solution. */
export function readSections(text: string): VrplibText {
  const heads = new Map<string, HeadValue>()
  const sections = new Map<string, TextLine[]>()
  let current: TextLine[] | undefined
  for (const line of listLines(text)) {
    const first = line.fields[0]!
    if (first === 'EOF') break
    if (/^[A-Z_]+_SECTION$/.test(first)) {
      if (!knownSections.has(first)) throw new FormatError('this section is not supported', first, line.number)
      current = []
      sections.set(first, current)
      continue
    }
    const head = /^([A-Za-z_]+)\s*:\s*(.*)$/.exec(line.text)
    if (head !== null) {
      const key = head[1]!.toUpperCase()
      if (key.startsWith('VEHICLES') && !knownVehicleHeads.has(key)) {
        throw new FormatError('this rule is not supported', key, line.number)
      }
      heads.set(key, { line: line.number, value: head[2]!.trim() })
      current = undefined
      continue
    }
    if (current === undefined)
      throw new FormatError(`"${line.text.slice(0, 40)}" belongs to no section`, first, line.number)
    current.push(line)
  }
  return { heads, sections }
}

/** The number in a header; undefined when the header is absent. */
export function findHeadNumber(file: VrplibText, key: string): number | undefined {
  const head = file.heads.get(key)
  return head === undefined ? undefined : parseNumber(head.value, key, head.line)
}

/**
 * One number per row of a section whose rows are "index value", with indices from 1 to count. Falls back to the header of the same name
 * without _SECTION, then to `fallback` for all.
 */
export function listNumbers(file: VrplibText, key: string, count: number, fallback: number): number[] {
  const rows = file.sections.get(`${key}_SECTION`)
  if (rows === undefined) return new Array<number>(count).fill(findHeadNumber(file, key) ?? fallback)
  const values = new Array<number>(count).fill(Number.NaN)
  for (const row of rows)
    values[getInteger(row, 0, `${key}_SECTION`, 1, count) - 1] = getNumber(row, 1, `${key}_SECTION`)
  refuseHoles(values, `${key}_SECTION`, rows)
  return values
}

/** Two numbers per row, as in `listNumbers`; undefined when the section is absent. */
export function findPairs(file: VrplibText, section: string, count: number): [number, number][] | undefined {
  const rows = file.sections.get(section)
  if (rows === undefined) return undefined
  const firsts = new Array<number>(count).fill(Number.NaN)
  const seconds = new Array<number>(count).fill(Number.NaN)
  for (const row of rows) {
    const index = getInteger(row, 0, section, 1, count) - 1
    firsts[index] = getNumber(row, 1, section)
    seconds[index] = getNumber(row, 2, section)
  }
  refuseHoles(firsts, section, rows)
  return firsts.map((first, index) => [first, seconds[index]!])
}

function refuseHoles(values: readonly number[], field: string, rows: readonly TextLine[]): void {
  const hole = values.findIndex((value) => Number.isNaN(value))
  if (hole >= 0) throw new FormatError(`no row for ${hole + 1} of ${values.length}`, field, rows.at(-1)?.number)
}
