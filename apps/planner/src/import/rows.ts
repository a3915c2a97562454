// Rows of an import as stops: each cell read as people write it, and what is wrong with it.

import type { CustomFieldDefinition, StopInput } from '@routewright/contract'
import { readWrittenPoint } from '@routewright/contract/written-point'
import { parseEnd, parseWindows } from '../forms/window-text.ts'
import {
  type CellFault,
  cleaned,
  customValue,
  Faulty,
  listOf,
  parseNumber,
  readDuration,
  readEmail,
  readNumber,
  readPhone,
  readQuantity,
  readType,
  saysNothing,
  tasksOf,
} from './cells.ts'
import { type ColumnTarget, definitionOf, type ImportField, type RowField } from './import-fields.ts'
import { type PastCells, readPast } from './past-cells.ts'

export interface Place {
  lat: number
  lng: number
  label?: string
  scoring?: number
  partial_match?: boolean
  /** When somebody put this address right. */
  corrected_at?: string
}

/** Nothing was found, or there is nothing to drive to. */
export type NoPlace = 'missing' | 'box'

/** How a row came to its place: given, put right by somebody earlier, found surely or doubtfully, not found, or nothing to look for. */
export type PlaceState = 'given' | 'corrected' | 'sure' | 'doubtful' | NoPlace | 'unknown' | 'none'

export interface ReadRow {
  stop: StopInput
  /** To be looked up; empty when coordinates are given. */
  address: string
  /** By column; the stop has nothing from these cells. */
  faults: Map<number, CellFault>
  /** Whether the row makes sense without the cells that are wrong. */
  isEnough: boolean
  hasCoordinates: boolean
  /** Of a day that was driven. */
  past: PastCells
}

/** `names` are the headers and `definitions` the project's, for custom fields; `isMonthFirst` says how days are written. */
export function readRow(
  cells: readonly string[],
  targets: readonly ColumnTarget[],
  names: readonly string[],
  definitions: readonly CustomFieldDefinition[] = [],
  isMonthFirst = false,
): ReadRow {
  const faults = new Map<number, CellFault>()
  const cellOf = (field: RowField) => {
    const column = targets.indexOf(field)
    return { column, text: column < 0 ? '' : cleaned(cells[column] ?? '') }
  }
  const read: Read = (field, parse) => {
    const { column, text } = cellOf(field)
    if (text === '' || (!freeText.has(field) && saysNothing(text))) return undefined
    const value = parse(text)
    if (!(value instanceof Faulty)) return value
    faults.set(column, value.fault)
    return undefined
  }
  const address = addressOf((field) => cellOf(field).text)
  const point = pointOf(read, cellOf, faults)
  const location = { ...addressParts((field) => cellOf(field).text), ...(address && { label: address }), ...point }
  const stop = {
    ...textsOf(read),
    ...amountsOf(read),
    time_windows: windowsOf(read, cellOf, faults),
    packages: packagesOf(read, cellOf, faults),
    custom_fields: customFieldsOf({ cells, targets, names, definitions, faults }),
    location: Object.keys(location).length > 0 ? location : undefined,
  }
  const known = Object.entries(stop).filter(([, value]) => value !== undefined)
  return {
    stop: Object.fromEntries(known) as StopInput,
    ...{ address, faults, hasCoordinates: point !== undefined, past: readPast(read, isMonthFirst) },
    isEnough: ![...faults].some(([column, fault]) => isNeeded(targets[column]!, fault, address)),
  }
}

/** Columns in which a word for "nothing" may be a name. */
const freeText: ReadonlySet<RowField> = new Set<RowField>([
  ...(['external_id', 'label', 'location_details', 'reference_person', 'comments', 'client_external_id'] as const),
  ...(['cluster', 'tasks', 'packages', 'requires', 'vehicle'] as const),
])

/** A cell without which nobody would know where to drive, or which stop this is the next time. */
function isNeeded(target: ColumnTarget, fault: CellFault, address: string): boolean {
  if (target === 'external_id') return true
  const isPlace = ['latitude', 'longitude', 'coordinates', 'both_coordinates'].includes(fault)
  return isPlace && address === ''
}

function textsOf(read: Read) {
  const text = (field: ImportField, limit = 10_000) =>
    read(field, (value) => (value.length > limit ? new Faulty('too_long') : value))
  return {
    external_id: text('external_id', 500),
    label: text('label', 500),
    location_details: text('location_details'),
    reference_person: text('reference_person'),
    comments: text('comments'),
    client_external_id: text('client_external_id', 500),
    cluster: text('cluster'),
    phone: read('phone', readPhone),
    email: read('email', readEmail),
  }
}

function amountsOf(read: Read) {
  return {
    type: read('type', readType),
    weight: read('weight', readQuantity('weight')),
    volume: read('volume', readQuantity('volume')),
    price: read('price', readNumber),
    duration: read('duration', readDuration),
    requires: read('requires', listOf),
    tasks: read('tasks', tasksOf),
  }
}

/** Rows whose external id stands in an earlier row too, with that row. */
export function duplicatesOf(rows: readonly ReadRow[]): Map<number, number> {
  const first = new Map<string, number>()
  const duplicates = new Map<number, number>()
  for (const [index, row] of rows.entries()) {
    const id = row.stop.external_id
    if (!id) continue
    const before = first.get(id)
    if (before === undefined) first.set(id, index)
    else duplicates.set(index, before)
  }
  return duplicates
}

type Read = <T>(field: RowField, parse: (text: string) => T | Faulty | undefined) => T | undefined
type CellOf = (field: ImportField) => { column: number; text: string }
type Faults = Map<number, CellFault>

function windowsOf(read: Read, cellOf: CellOf, faults: Faults): [number, number][] | undefined {
  const windows = read('time_windows', (text) => parseWindows(text) ?? new Faulty('windows'))
  // Any time of the day is no window.
  if (windows) return windows.length > 0 ? windows : undefined
  const time = (end: 'from' | 'to') => (text: string) => dayShare(text) ?? parseEnd(text, end) ?? new Faulty('time')
  const from = read('window_from', time('from'))
  const to = read('window_to', time('to'))
  if (from === undefined && to === undefined) return undefined
  const window: [number, number] = [from ?? 0, to ?? 86_400]
  if (window[0] < window[1]) return [window]
  const { column } = cellOf('window_to')
  if (window[0] === window[1]) {
    faults.set(column, 'time')
    return undefined
  }
  return [[window[0], window[1] + 86_400]]
}

/** Spreadsheets keep times as shares of a day: 0.354166. */
function dayShare(text: string): number | undefined {
  return /^0[.,]\d+$/.test(text) ? Math.round((parseNumber(text)! * 86_400) / 60) * 60 : undefined
}

function packagesOf(read: Read, cellOf: CellOf, faults: Faults): { identifier: string }[] | undefined {
  const identifiers = read('packages', (text) =>
    text
      .split(/[,;|\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  )
  if (!identifiers) return undefined
  const { column } = cellOf('packages')
  if (readType(cellOf('type').text) === 'pickup') {
    faults.set(column, 'pickup_parcels')
    return undefined
  }
  const unique = new Set(identifiers)
  if (unique.size < identifiers.length) faults.set(column, 'duplicate_parcel')
  return [...unique].map((identifier) => ({ identifier }))
}

interface CustomCells {
  cells: readonly string[]
  targets: readonly ColumnTarget[]
  names: readonly string[]
  definitions: readonly CustomFieldDefinition[]
  faults: Faults
}

function customFieldsOf({ cells, targets, names, definitions, faults }: CustomCells) {
  const entries = targets.flatMap((target, column) => {
    const text = cleaned(cells[column] ?? '')
    if (text === '') return []
    if (target === 'custom') return [[names[column] || `column_${column + 1}`, text] as const]
    const definition = definitionOf(target, definitions)
    if (!definition) return []
    const value = customValue(text, definition.type)
    if (!(value instanceof Faulty)) return [[definition.name, value] as const]
    faults.set(column, value.fault)
    return []
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function addressOf(text: (field: ImportField) => string): string {
  const whole = text('address')
  const street = [text('street'), text('house_number')].filter(Boolean).join(' ')
  const town = [text('postal_code'), text('city')].filter(Boolean).join(' ')
  const parts = [whole || street]
  // A town that the address names already is not named twice.
  if (town !== '' && !whole.toLowerCase().includes(text('city').toLowerCase() || '\u0000')) parts.push(town)
  if (parts.some(Boolean) && text('country') !== '') parts.push(text('country'))
  return parts.filter(Boolean).join(', ').slice(0, 500)
}

function addressParts(text: (field: ImportField) => string): Record<string, string> {
  const street = [text('street'), text('house_number')].filter(Boolean).join(' ')
  const parts = { street, ...townParts(text('postal_code'), text('city')), country: text('country') }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

/** As tables write both in one column: 9490 Vaduz, D-80331 München, 1000-001 Lisboa, 1012 AB Amsterdam. */
const codeAndTown = /^((?:[A-Z]{1,3}-)?\d{4,5}(?:-\d{3}| [A-Z]{2}(?= ))?)\s+(?=\p{L})(.+)$/u

function townParts(postalCode: string, town: string): { postal_code: string; city: string } {
  const [, code = '', name = ''] = codeAndTown.exec(town) ?? []
  const isTwice = postalCode === '' || postalCode === code
  return name !== '' && isTwice ? { postal_code: code, city: name } : { postal_code: postalCode, city: town }
}

function pointOf(read: Read, cellOf: CellOf, faults: Faults): { lat: number; lng: number } | undefined {
  const pair = read('coordinates', (text) => readWrittenPoint(text) ?? new Faulty('coordinates'))
  if (pair) return pair
  const lat = read('lat', (text) => (isLatitude(parseNumber(text)) ? parseNumber(text) : new Faulty('latitude')))
  const lng = read('lng', (text) => (isLongitude(parseNumber(text)) ? parseNumber(text) : new Faulty('longitude')))
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  const hasLat = cellOf('lat').text !== ''
  const hasLng = cellOf('lng').text !== ''
  if (hasLat !== hasLng) {
    const column = hasLat ? cellOf('lng').column : cellOf('lat').column
    faults.set(column >= 0 ? column : cellOf(hasLat ? 'lat' : 'lng').column, 'both_coordinates')
  }
  return undefined
}

function isLatitude(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) <= 90
}

function isLongitude(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) <= 180
}
