// Rows of an import as stops: each cell read as people write it, and what is wrong with it.

import type { CustomFieldDefinition, StopInput } from '@routewright/contract'
import { readWrittenPoint } from '@routewright/contract/written-point'
import { parseTime, parseWindows } from '../forms/time-text.ts'
import { type ColumnTarget, definitionOf, type ImportField } from './import-fields.ts'

export type CellFault =
  | 'number'
  | 'latitude'
  | 'longitude'
  | 'coordinates'
  | 'both_coordinates'
  | 'time'
  | 'windows'
  | 'duration'
  | 'type'
  | 'email'
  | 'phone'
  | 'duplicate_id'
  | 'duplicate_parcel'
  | 'pickup_parcels'
  | 'too_long'
  | 'yes_no'
  | 'date'

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
  /** By column. */
  faults: Map<number, CellFault>
  hasCoordinates: boolean
}

/** `names` are the headers and `definitions` the project's, for custom fields. */
export function readRow(
  cells: readonly string[],
  targets: readonly ColumnTarget[],
  names: readonly string[],
  definitions: readonly CustomFieldDefinition[] = [],
): ReadRow {
  const faults = new Map<number, CellFault>()
  const cellOf = (field: ImportField) => {
    const column = targets.indexOf(field)
    return { column, text: column < 0 ? '' : cleaned(cells[column] ?? '') }
  }
  const read = <T>(field: ImportField, parse: (text: string) => T | CellFault | undefined): T | undefined => {
    const { column, text } = cellOf(field)
    if (text === '') return undefined
    const value = parse(text)
    if (typeof value === 'string' && isFault(value)) {
      faults.set(column, value.slice(mark.length) as CellFault)
      return undefined
    }
    return value as T | undefined
  }
  const text = (field: ImportField, limit = 10_000) =>
    read(field, (value) => (value.length > limit ? fault('too_long') : value))

  const stop: Record<string, unknown> = {
    external_id: text('external_id', 500),
    label: text('label', 500),
    location_details: text('location_details'),
    reference_person: text('reference_person'),
    comments: text('comments'),
    client_external_id: text('client_external_id', 500),
    cluster: text('cluster'),
    phone: read('phone', (value) => (/\d.*\d.*\d/.test(value) && value.length < 60 ? value : fault('phone'))),
    email: read('email', (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? value : fault('email'))),
    type: read('type', (value) => typeWords.get(value.toLowerCase()) ?? fault('type')),
    weight: read('weight', readQuantity),
    volume: read('volume', readQuantity),
    price: read('price', readNumber),
    duration: read('duration', readDuration),
    requires: read('requires', listOf),
    time_windows: windowsOf(read, cellOf, faults),
    packages: packagesOf(read, cellOf, faults),
    tasks: read('tasks', tasksOf),
    custom_fields: customFieldsOf({ cells, targets, names, definitions, faults }),
  }
  if (stop.type === 'pickup' && stop.packages) faults.set(cellOf('packages').column, 'pickup_parcels')
  const address = addressOf((field) => cellOf(field).text)
  const point = pointOf(read, cellOf, faults)
  const location = { ...addressParts((field) => cellOf(field).text), ...(address && { label: address }), ...point }
  if (Object.keys(location).length > 0) stop.location = location
  const known = Object.entries(stop).filter(([, value]) => value !== undefined)
  return { stop: Object.fromEntries(known) as StopInput, address, faults, hasCoordinates: point !== undefined }
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

type Read = <T>(field: ImportField, parse: (text: string) => T | CellFault | undefined) => T | undefined
type CellOf = (field: ImportField) => { column: number; text: string }
type Faults = Map<number, CellFault>

/** Faults travel as words that no cell can hold. */
const mark = '\u0000'
const fault = (kind: CellFault) => (mark + kind) as CellFault

function isFault(value: string): value is CellFault {
  return value.startsWith(mark)
}

/** Without the apostrophe that exports put before what a spreadsheet would run. */
function cleaned(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')
}

/** 1,5 and 1.5, 1.234,5 and 1,234.5: the last sign of the two is the decimal one. */
export function parseNumber(text: string): number | undefined {
  const plain = text.replace(/[\s'’\u00a0]/g, '').replace(/[^\d.,+-]+$/, '')
  if (!/^[+-]?[\d.,]+$/.test(plain)) return undefined
  const comma = plain.lastIndexOf(',')
  const point = plain.lastIndexOf('.')
  const decimal = comma > point ? ',' : '.'
  const thousands = decimal === ',' ? /\./g : /,/g
  const value = Number(plain.replace(thousands, '').replace(',', '.'))
  return Number.isFinite(value) ? value : undefined
}

function readNumber(text: string): number | CellFault {
  return parseNumber(text) ?? fault('number')
}

function readQuantity(text: string): number | CellFault {
  const value = parseNumber(text)
  return value === undefined || value < 0 ? fault('number') : value
}

/** Minutes; 10, 10 min, 1:30 hours, 90 s. Answers seconds. */
function readDuration(text: string): number | CellFault {
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (clock) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
  const match = /^([\d.,]+)\s*(h|hrs?|hours?|horas?|heures?|std\.?|stunden?|s|sec|seg|sek)?\.?/i.exec(text)
  const value = match && parseNumber(match[1]!)
  if (value === undefined || value === null || value < 0 || /[^\d.,\s\p{L}.]/u.test(text)) return fault('duration')
  const unit = match?.[2]?.toLowerCase() ?? ''
  const seconds = /^s(ec|eg|ek)?$/.test(unit) ? value : unit !== '' ? value * 3_600 : value * 60
  return seconds > 86_400 ? fault('duration') : Math.round(seconds)
}

const typeWords = new Map<string, string>([
  ...['delivery', 'entrega', 'livraison', 'lieferung', 'zustellung', 'd', 'drop'].map(
    (word) => [word, 'delivery'] as const,
  ),
  ...[
    'pickup',
    'pick-up',
    'recogida',
    'enlèvement',
    'enlevement',
    'collecte',
    'abholung',
    'coleta',
    'recolha',
    'p',
  ].map((word) => [word, 'pickup'] as const),
  ...['visit', 'visita', 'visite', 'besuch', 'service', 'servicio', 'v'].map((word) => [word, 'visit'] as const),
])

function listOf(text: string): string[] {
  return [...new Set(text.split(/[,;|\n]/).map((part) => part.trim()))].filter((part) => part !== '')
}

function windowsOf(read: Read, cellOf: CellOf, faults: Faults): [number, number][] | undefined {
  const windows = read('time_windows', (text) => parseWindows(text) ?? fault('windows'))
  if (windows) return windows
  const time = (text: string) => dayShare(text) ?? parseTime(text) ?? fault('time')
  const from = read('window_from', time)
  const to = read('window_to', time)
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
  if (new Set(identifiers).size < identifiers.length) faults.set(cellOf('packages').column, 'duplicate_parcel')
  return identifiers.map((identifier) => ({ identifier }))
}

/** One task a line, or parted by semicolons: commas belong to what is to be done. */
function tasksOf(text: string): { label: string }[] {
  const labels = text.split(/[;|\n]/).map((part) => part.trim())
  return labels.filter(Boolean).map((label) => ({ label: label.slice(0, 500) }))
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
    if (typeof value === 'string' && isFault(value)) faults.set(column, value.slice(mark.length) as CellFault)
    return [[definition.name, value] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const yesWords = new Set([
  'yes',
  'y',
  'true',
  '1',
  'x',
  'sí',
  'si',
  's',
  'oui',
  'o',
  'ja',
  'j',
  'sim',
  'wahr',
  'vrai',
  'verdadero',
])
const noWords = new Set(['no', 'n', 'false', '0', '-', 'non', 'nein', 'não', 'nao', 'falsch', 'faux', 'falso'])

function customValue(text: string, type: CustomFieldDefinition['type']): string | number | boolean {
  switch (type) {
    case 'number':
      return readNumber(text)
    case 'boolean': {
      const word = text.toLowerCase()
      return yesWords.has(word) || (noWords.has(word) ? false : fault('yes_no'))
    }
    case 'date':
      return readDate(text) ?? fault('date')
    case 'string':
      return text
  }
}

/** 2026-11-24, and 24.11.2026 or 24/11/2026 as most of the world writes it. */
function readDate(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text)
  const local = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : local ? local.slice(1).toReversed() : []
  if (!year || !month || !day) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
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
  const parts = { street, postal_code: text('postal_code'), city: text('city'), country: text('country') }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
}

function pointOf(read: Read, cellOf: CellOf, faults: Faults): { lat: number; lng: number } | undefined {
  const pair = read('coordinates', (text) => readWrittenPoint(text) ?? fault('coordinates'))
  if (pair) return pair
  const lat = read('lat', (text) => (isLatitude(parseNumber(text)) ? parseNumber(text) : fault('latitude')))
  const lng = read('lng', (text) => (isLongitude(parseNumber(text)) ? parseNumber(text) : fault('longitude')))
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
