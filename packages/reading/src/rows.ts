// Reads rows of a table as stops: each cell as people write it, its error, and its doubts.
import type { CashOnDelivery, CustomFieldDefinition, StopInput } from '@routewright/contract'
import { type ReadAmount, readDuration, readQuantity } from './amounts.ts'
import {
  type CellDoubt,
  type CellFault,
  type CellReading,
  cleaned,
  customValue,
  Doubtful,
  Faulty,
  listOf,
  listTasks,
  readEmail,
  readPhone,
  readPlainNumber,
  readType,
  saysNothing,
} from './cells.ts'
import type { ColumnForm } from './column-forms.ts'
import { readLatitude, readLongitude, readPoint } from './coordinates.ts'
import { isDamaged } from './damage.ts'
import { type Moment, readFirstMoment, type Setting } from './days.ts'
import { type ColumnTarget, findDefinition, type ImportField, type RowField } from './fields.ts'
import { findCurrency, readMoney } from './money.ts'
import { nameParcels, type ReadParcels, readCounted, readParcels } from './parcels.ts'
import { type PastCells, readPast } from './past-cells.ts'
import { addressLine, addressParts } from './places-of-rows.ts'
import { parseEnd, readWindows } from './windows.ts'

export interface ReadRow {
  stop: StopInput
  /** Address for geocoding; empty when coordinates are given. */
  address: string
  /** Faults by column; the stop has no values from these cells. */
  faults: Map<number, CellFault>
  /** Doubts by column; the stop has the values read from these cells. */
  doubts: Map<number, CellDoubt>
  /** Whether the row makes sense without its faulty cells. */
  isEnough: boolean
  hasCoordinates: boolean
  /** Fields of a driven day. */
  past: PastCells
}

/** Meaning and origin of the columns of a table. */
export interface Columns {
  targets: readonly ColumnTarget[]
  /** The headings, for custom fields. */
  names: readonly string[]
  forms?: readonly ColumnForm[]
  /** Custom fields of the project. */
  definitions?: readonly CustomFieldDefinition[]
  setting?: Setting
}

/** Reads the cell of a field, if it has a value; records faults and doubts by column. */
export type Read = <T>(field: RowField, parse: (text: string, form: ColumnForm) => CellReading<T>) => T | undefined
type CellOf = (field: RowField) => { column: number; text: string }

interface Reading {
  read: Read
  cellOf: CellOf
  faults: Map<number, CellFault>
  doubts: Map<number, CellDoubt>
  language: string | undefined
  currency: string | undefined
}

export function readRow(cells: readonly string[], columns: Columns): ReadRow {
  return createRowReader(columns)(cells)
}

/** Returns a reader for the rows of a table; what holds for all rows is prepared once. */
export function createRowReader(columns: Columns): (cells: readonly string[]) => ReadRow {
  const { targets, forms = [], setting } = columns
  // The first column with a meaning is used for it.
  const places = new Map<ColumnTarget, number>(targets.map((target, at) => [target, at] as const).reverse())
  return (cells) => {
    const faults = new Map<number, CellFault>()
    const doubts = new Map<number, CellDoubt>()
    const texts: string[] = []
    const cellOf: CellOf = (field) => {
      const column = places.get(field) ?? -1
      if (column < 0) return NO_CELL
      texts[column] ??= cleaned(cells[column] ?? '')
      return { column, text: texts[column] }
    }
    const read: Read = (field, parse) => {
      if (!places.has(field)) return undefined
      const { column, text } = cellOf(field)
      if (text === '' || (!FREE_TEXT.has(field) && saysNothing(text))) return undefined
      const value = parse(text, forms[column] ?? NO_FORM)
      if (value instanceof Faulty) {
        faults.set(column, value.fault)
        return undefined
      }
      if (!(value instanceof Doubtful)) return value
      doubts.set(column, value.doubt)
      return value.value
    }
    return getStop(cells, columns, {
      read,
      cellOf,
      faults,
      doubts,
      language: setting?.language,
      currency: setting?.currency,
    })
  }
}

const NO_FORM: ColumnForm = {}
const NO_CELL = { column: -1, text: '' }

function getStop(cells: readonly string[], columns: Columns, reading: Reading): ReadRow {
  const { read, cellOf, faults, doubts } = reading
  const text = (field: RowField) => cellOf(field).text
  const address = addressLine(text)
  const point = findPoint(reading)
  const location = { ...addressParts(text), ...(address && { label: address }), ...point }
  const stop = {
    ...getTexts(read),
    ...getAmounts(read),
    time_windows: findWindows(reading),
    cash_on_delivery: findCash(reading),
    packages: findPackages(reading),
    custom_fields: findCustomFields(cells, columns, reading),
    location: Object.keys(location).length > 0 ? location : undefined,
  }
  const known = Object.entries(stop).filter(([, value]) => value !== undefined)
  return {
    stop: Object.fromEntries(known) as StopInput,
    address,
    faults,
    doubts,
    hasCoordinates: point !== undefined,
    past: readPast(read),
    isEnough: ![...faults].some(([column, fault]) => isNeeded(columns.targets[column]!, fault, address)),
  }
}

/** Columns in which a word for "nothing" may be a name. */
const FREE_TEXT: ReadonlySet<RowField> = new Set<RowField>([
  ...([
    'external_id',
    'label',
    'first_name',
    'location_details',
    'reference_person',
    'comments',
    'client_external_id',
  ] as const),
  ...(['cluster', 'kind', 'apart_from', 'tasks', 'packages', 'requires', 'vehicle'] as const),
])

/** Whether the stop is unusable without the cell: nobody would know where to drive, or which stop it is the next time. */
function isNeeded(target: ColumnTarget, fault: CellFault, address: string): boolean {
  if (target === 'external_id') return true
  const isPlace = ['latitude', 'longitude', 'coordinates', 'both_coordinates'].includes(fault)
  return isPlace && address === ''
}

function getTexts(read: Read) {
  const text = (field: ImportField, limit = 10_000) =>
    read(field, (value) => (value.length > limit ? new Faulty('too_long') : value))
  const code = (field: ImportField) =>
    read(field, (value) =>
      isDamaged(value) ? new Faulty('damaged') : value.length > 500 ? new Faulty('too_long') : value,
    )
  return {
    external_id: code('external_id'),
    label: findName(text('first_name', 200), text('label', 500)),
    location_details: text('location_details'),
    reference_person: text('reference_person'),
    comments: text('comments'),
    client_external_id: code('client_external_id'),
    cluster: text('cluster'),
    kind: text('kind'),
    phone: read('phone', readPhone),
    email: read('email', readEmail),
  }
}

/** First and family name, without repetition. */
function findName(first: string | undefined, name: string | undefined): string | undefined {
  if (first === undefined || name?.includes(first)) return name
  return [first, name].filter(Boolean).join(' ').slice(0, 500)
}

/** An amount with its doubts. */
export function amountReading(amount: ReadAmount | undefined, fault: CellFault): CellReading<number> {
  if (!amount) return new Faulty(fault)
  if (amount.rest !== undefined) return new Doubtful(amount.value, { kind: 'left_over', rest: amount.rest })
  return amount.isDoubtful ? new Doubtful(amount.value, { kind: 'thousands' }) : amount.value
}

function getAmounts(read: Read) {
  return {
    type: read('type', readType),
    weight: read('weight', (text, form) => amountReading(readQuantity('weight', text, form), 'number')),
    volume: read('volume', (text, form) => amountReading(readQuantity('volume', text, form), 'number')),
    price: read('price', (text, form) => readPlainNumber(text, form.numbers)),
    duration: read('duration', (text, form) => amountReading(readDuration(text, form), 'duration')),
    requires: read('requires', listOf),
    apart_from: read('apart_from', listOf),
    tasks: read('tasks', listTasks),
  }
}

/** Rows whose external id is also in an earlier row, with that row. */
export function collectDuplicates(rows: readonly ReadRow[]): Map<number, number> {
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

/** Windows in one cell with their doubts. */
export function windowReading(text: string): CellReading<[number, number][]> {
  const found = readWindows(text)
  if (!found) return new Faulty('windows')
  if (found.rest !== undefined) return new Doubtful(found.windows, { kind: 'left_over', rest: found.rest })
  return found.isAssumed ? new Doubtful(found.windows, { kind: 'half_day' }) : found.windows
}

/** Whether a window of two moments is longer than a day, so that only its times are kept. */
function isLonger(opens: Moment | undefined, closes: Moment | undefined): boolean {
  if (opens?.date === undefined || closes?.date === undefined) return false
  const toMidnight = Date.parse(closes.date) - Date.parse(opens.date)
  return toMidnight / 1_000 + (closes.seconds ?? 0) - (opens.seconds ?? 0) > 86_400
}

function findWindows({ read, cellOf, faults, doubts }: Reading): [number, number][] | undefined {
  const windows = read('time_windows', windowReading)
  // Any time of the day is no window.
  if (windows) return windows.length > 0 ? windows : undefined
  // Both ends may be in the cell for the first.
  const [from, to] = [cellOf('window_from').text, cellOf('window_to').text]
  if (from !== '' && (to === '' || to === from) && parseEnd(from, 'from') === undefined && readWindows(from)) {
    const whole = read('window_from', windowReading)
    return whole && whole.length > 0 ? whole : undefined
  }
  const time = (end: 'from' | 'to') => (text: string, form: ColumnForm) => {
    const moment = readFirstMoment(text, form.days)
    if (moment) return moment
    const seconds = parseEnd(text, end)
    return seconds === undefined ? new Faulty('time') : { seconds }
  }
  const opens = read<Moment>('window_from', time('from'))
  const closes = read<Moment>('window_to', time('to'))
  if (opens === undefined && closes === undefined) return undefined
  const window: [number, number] = [opens?.seconds ?? 0, closes?.seconds ?? 86_400]
  if (isLonger(opens, closes)) doubts.set(cellOf('window_to').column, { kind: 'left_over', rest: closes?.date ?? '' })
  if (window[0] < window[1]) return [window]
  if (window[0] > window[1]) return [[window[0], window[1] + 86_400]]
  faults.set(cellOf('window_to').column, 'time')
  return undefined
}

function findCash({ read, cellOf, currency }: Reading): CashOnDelivery | undefined {
  const written = cellOf('currency').text
  const ofColumn = written === '' ? undefined : (findCurrency(written) ?? written)
  return read('cash_on_delivery', (text, form) => readMoney(text, form.currency ?? ofColumn ?? currency, form.numbers))
}

function findPackages({ read, cellOf, faults, doubts }: Reading): { identifier: string }[] | undefined {
  const undamaged = (found: ReadParcels) => (found.codes.some(isDamaged) ? new Faulty('damaged') : found)
  const parcels = read('packages', (text, { areCodes }) =>
    isDamaged(text) ? new Faulty('damaged') : undamaged(readParcels(text, areCodes)),
  )
  const counted = read('parcel_count', (text) => {
    if (isDamaged(text)) return new Faulty('damaged')
    const found = readCounted(text)
    return found ? undamaged(found) : new Faulty('number')
  })
  const found = parcels ?? counted
  if (!found) return undefined
  const column = cellOf(parcels ? 'packages' : 'parcel_count').column
  if (readType(cellOf('type').text) === 'pickup') {
    // The number of parcels to pick up cannot be given by codes.
    if (found.codes.length > 0) faults.set(column, 'pickup_parcels')
    return undefined
  }
  const unique = [...new Set(found.codes)]
  if (unique.length < found.codes.length) faults.set(column, 'duplicate_parcel')
  const wanted = counted?.codes.length === 0 ? counted.count : undefined
  if (parcels && unique.length > 0 && wanted !== undefined && wanted !== unique.length)
    doubts.set(column, { kind: 'fewer_codes' })
  const all = unique.length > 0 ? unique : nameParcels(wanted ?? found.count, cellOf('external_id').text)
  return all.length > 0 ? all.map((identifier) => ({ identifier })) : undefined
}

function findCustomFields(cells: readonly string[], columns: Columns, { faults, doubts }: Reading) {
  const { targets, names, forms = [], definitions = [] } = columns
  const entries = targets.flatMap((target, column) => {
    const text = cleaned(cells[column] ?? '')
    if (text === '') return []
    if (target === 'custom') return [[names[column] || `column_${column + 1}`, text] as const]
    const definition = findDefinition(target, definitions)
    if (!definition) return []
    const value = customValue(text, definition.type, forms[column])
    if (value === undefined) return []
    if (value instanceof Doubtful) doubts.set(column, value.doubt)
    if (!(value instanceof Faulty)) return [[definition.name, value instanceof Doubtful ? value.value : value] as const]
    faults.set(column, value.fault)
    return []
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function findPoint({ read, cellOf, faults, language }: Reading): { lat: number; lng: number } | undefined {
  const pair = read('coordinates', (text) => {
    const point = readPoint(text, language)
    if (!point) return new Faulty('coordinates')
    const { lat, lng } = point
    return point.isDoubtful ? new Doubtful({ lat, lng }, { kind: 'pair_order' }) : { lat, lng }
  })
  if (pair) return pair
  const lat = read('lat', (text) => readLatitude(text, language) ?? new Faulty('latitude'))
  const lng = read('lng', (text) => readLongitude(text, language) ?? new Faulty('longitude'))
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  const hasLat = cellOf('lat').text !== ''
  const hasLng = cellOf('lng').text !== ''
  if (hasLat !== hasLng) {
    const column = hasLat ? cellOf('lng').column : cellOf('lat').column
    faults.set(column >= 0 ? column : cellOf(hasLat ? 'lat' : 'lng').column, 'both_coordinates')
  }
  return undefined
}
