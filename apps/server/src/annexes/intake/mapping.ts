// Reads an order out of a message, by the mapping of its source. Pure: the message goes in, what it says comes out.
import {
  type CashOnDelivery,
  fromMinorUnits,
  limits,
  type OrderCondition,
  type OrderMapping,
  type OrderRule,
  type StopInput,
  toMinorUnits,
} from '@routewright/contract'
import {
  Doubtful,
  Faulty,
  isDamaged,
  judgeColumn,
  type Moment,
  nameParcels,
  parseEnd,
  readCount,
  readLatitude,
  readLongitude,
  readMoment,
  readMoney,
  readNumberText,
  readQuantity,
  readWindows,
  type Setting,
} from '@routewright/reading'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { readInstant } from '../../frame/written-values/written-values.ts'
import { valuesAt } from './json-paths.ts'
import { findPlace, readText } from './read-values.ts'
import { readTableMessage, type TableMessage } from './table-message.ts'

/** A message as it came. Names of headers are in small letters. */
export interface Incoming {
  body: unknown
  headers: Readonly<Record<string, string>>
}

export interface Problem {
  field: string
  reason: string
}

export interface MappedOrder {
  action: 'keep' | 'cancel' | 'ignore'
  orderId?: string
  changedAt?: Date
  /** 2026-01-31 */
  day?: string
  /** To be looked for; none where the message has coordinates. */
  address?: string
  /** Every field that the mapping reads; null where the message has nothing. */
  stop: StopInput
  problems: Problem[]
  /** Why the order must wait for somebody: made without this, its stop would be wrong. */
  heldBack?: Problem
}

const textFields = ['label', 'phone', 'email', 'reference_person', 'comments', 'location_details', 'url'] as const
const numberFields = ['weight', 'volume', 'price', 'duration'] as const
/** Fields that hold the order back when they cannot be read. */
const holdingFields: ReadonlySet<string> = new Set(['delivery_date', 'time_from', 'time_to', 'time_windows'])

/** Reads the message. Throws nothing: unreadable values are among the problems. */
export function mapOrder(mapping: OrderMapping, incoming: Incoming, setting: Setting): MappedOrder {
  const table = readTableMessage(mapping, incoming, setting)
  const reader = createReader(table?.rules ?? mapping.fields, incoming, setting)
  const orderId = (reader.text('order_id') ?? table?.row.stop.external_id ?? undefined)?.slice(
    0,
    limits.textLength.label,
  )
  const order: MappedOrder = {
    action: getAction(mapping, incoming),
    stop: { ...getStop(reader, orderId), ...(table && stopOfTable(table)) },
    problems: reader.problems,
  }
  placeOrder(order, reader, table)
  if (orderId && !isDamaged(orderId)) {
    order.orderId = orderId
    order.stop.external_id = orderId
  } else if (!order.problems.concat(table?.problems ?? []).some(({ field }) => field === 'order_id')) {
    const reason = orderId ? `was damaged by a spreadsheet: ${orderId}` : 'is missing in the message'
    order.problems.push({ field: 'order_id', reason })
  }
  const changedAt = reader.parsed('updated_at', readInstant, 'is no moment')
  if (changedAt) order.changedAt = changedAt
  const day = reader.moment('delivery_date')?.date ?? table?.row.past.date
  if (day) order.day = day
  order.problems.push(...(table?.problems ?? []))
  const isWithoutPlace = !order.stop.location && !order.address
  const heldBack = order.problems.find(
    ({ field, reason }) =>
      !table?.told.has(reason) &&
      ((holdingFields.has(field) && (field !== 'delivery_date' || mapping.plan.day === 'delivery_date')) ||
        (isWithoutPlace && ['lat', 'lng', 'coordinates'].includes(field))),
  )
  return heldBack ? { ...order, heldBack } : order
}

/** The fields of a stop that rows of tables and mappings have in common. */
function stopOfTable({ row, cleared }: TableMessage): StopInput {
  const { location: _location, external_id: _id, ...stop } = row.stop
  return { ...cleared, ...stop }
}

/** Coordinates where the message has them, else the address that is looked for. */
function placeOrder(order: MappedOrder, reader: Reader, table: TableMessage | undefined): void {
  const { lat, lng } = { lat: reader.degrees('lat'), lng: reader.degrees('lng') }
  const address = findPlace(reader.text('address') ?? table?.row.address)
  const own = table?.row.hasCoordinates ? table.row.stop.location : undefined
  const point = lat !== undefined && lng !== undefined ? { lat, lng } : own && { lat: own.lat!, lng: own.lng! }
  if (point) order.stop.location = { ...point, ...(address ? { label: address.slice(0, 500) } : {}) }
  else if (address) order.address = address
}

function getAction({ cancel, accept }: OrderMapping, incoming: Incoming): MappedOrder['action'] {
  if (cancel.some((condition) => holds(condition, incoming))) return 'cancel'
  return accept.length === 0 || accept.some((condition) => holds(condition, incoming)) ? 'keep' : 'ignore'
}

function holds({ path, header, is }: OrderCondition, { body, headers }: Incoming): boolean {
  const values = header ? [headers[header.toLowerCase()] ?? ''] : path ? valuesAt(path, body).map(String) : []
  if (!is || is.length === 0) return values.some((value) => value !== '' && value !== 'false')
  const wanted = new Set(is.map((value) => value.toLowerCase()))
  return values.some((value) => wanted.has(value.trim().toLowerCase()))
}

function getStop(reader: Reader, orderId: string | undefined): StopInput {
  const stop: Record<string, unknown> = {}
  for (const field of textFields) {
    if (reader.has(field)) stop[field] = reader.text(field)?.slice(0, maxLength(field)) ?? null
  }
  if (typeof stop.phone === 'string' && isDamaged(stop.phone)) {
    reader.problems.push({ field: 'phone', reason: `was damaged by a spreadsheet: ${stop.phone}` })
    stop.phone = null
  }
  for (const field of numberFields) {
    if (!reader.has(field)) continue
    const value = reader.number(field)
    stop[field] = value === undefined ? null : field === 'duration' ? Math.round(value) : value
  }
  if (reader.has('cash_on_delivery')) stop.cash_on_delivery = reader.cashOnDelivery() ?? null
  if (reader.has('packages')) stop.packages = listPackages(reader, orderId)
  if (reader.has('requires')) stop.requires = reader.list('requires')
  const windows = findWindows(reader)
  if (windows) stop.time_windows = windows
  const custom = reader.customFields()
  if (custom) stop.custom_fields = custom
  return stop as StopInput
}

/** Returns the codes, or placeholders for a small number of parcels. */
function listPackages(reader: Reader, orderId: string | undefined): { identifier: string }[] {
  const codes = reader.list('packages')
  const damaged = codes.find(isDamaged)
  if (damaged !== undefined) {
    reader.problems.push({ field: 'packages', reason: `was damaged by a spreadsheet: ${damaged}` })
    return []
  }
  const count = codes.length === 1 ? readCount(codes[0]!) : undefined
  return (count === undefined ? codes : nameParcels(count, orderId)).map((identifier) => ({ identifier }))
}

function maxLength(field: (typeof textFields)[number]): number {
  return field === 'label' ? limits.textLength.label : limits.textLength.text
}

const wholeDay = 86_400

/** Undefined where the mapping reads no times; none where the message has none. */
function findWindows(reader: Reader): [number, number][] | undefined {
  if (!reader.has('time_from') && !reader.has('time_to')) return undefined
  const [fromText, toText] = [reader.text('time_from'), reader.text('time_to')]
  const whole =
    fromText !== undefined && (toText === undefined || toText === fromText) ? readWindows(fromText) : undefined
  if (whole) {
    if (whole.rest !== undefined) reader.problems.push({ field: 'time_from', reason: `is read but for: ${whole.rest}` })
    return whole.windows
  }
  const from = reader.clock('time_from', 'from')
  const to = reader.clock('time_to', 'to')
  if (from === undefined && to === undefined) return []
  const [start, end] = [from ?? 0, to ?? wholeDay]
  if (start < end) return [[start, end]]
  // Over midnight.
  if (start > end && from !== undefined && to !== undefined) return [[start, end + wholeDay]]
  reader.problems.push({ field: 'time_to', reason: 'must be later than time_from' })
  return []
}

type Reader = ReturnType<typeof createReader>

/** Odoo writes false where a field is empty, whatever its kind. */
function saysSomething(value: string | number | boolean): boolean {
  return value !== false && `${value}`.trim() !== ''
}

/** Finds the values of fields by their rules; what is written wrong is noted once and counts as missing. */
function createFinder(rules: readonly OrderRule[], incoming: Incoming) {
  const byField = new Map(rules.map((rule) => [rule.field, rule]))
  const problems: Problem[] = []
  const said = (paths: readonly string[]) =>
    paths.flatMap((path) => valuesAt(path, incoming.body)).filter(saysSomething)
  const valuesOf = (rule: OrderRule) => {
    if (rule.when && !holds(rule.when, incoming)) return []
    const values = said(rule.paths)
    if (values.length > 0) return values
    const others = said(rule.otherwise ?? [])
    return others.length === 0 && rule.constant ? [rule.constant] : others
  }
  const text = (field: string) => {
    const rule = byField.get(field)
    return rule && readText(rule, valuesOf(rule))
  }
  const parsed = <T>(field: string, parse: (text: string) => T | undefined, otherwise: string): T | undefined => {
    const written = text(field)
    if (written === undefined) return undefined
    const value = parse(written)
    if (value === undefined) problems.push({ field, reason: `${otherwise}: ${written.slice(0, 60)}` })
    return value
  }
  return { byField, problems, valuesOf, text, parsed }
}

/** Reads fields as what they mean. */
function createReader(rules: readonly OrderRule[], incoming: Incoming, setting: Setting) {
  const { byField, problems, valuesOf, text, parsed } = createFinder(rules, incoming)
  const findMoment = (written: string, field: string): Moment | undefined => {
    const isUtc = byField.get(field)?.utc === true && /\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(written)
    return readMoment(isUtc ? `${written}Z` : written, judgeColumn([written], setting).days)
  }
  return {
    problems,
    has: (field: string) => byField.has(field),
    text,
    parsed,
    /** The sum of its values. */
    number(field: (typeof numberFields)[number]): number | undefined {
      const rule = byField.get(field)
      const values = rule ? valuesOf(rule) : []
      return rule && values.length > 0 ? readSum(field, values, rule.factor ?? 1, problems) : undefined
    },
    /** Reads a latitude or longitude. */
    degrees(field: 'lat' | 'lng'): number | undefined {
      const read = field === 'lat' ? readLatitude : readLongitude
      const most = field === 'lat' ? 90 : 180
      return parsed(field, (written) => read(written, setting.language), `must be degrees from -${most} to ${most}`)
    },
    moment(field: string): Moment | undefined {
      const moment = parsed(field, (written) => findDay(findMoment(written, field)), 'is no day')
      if (moment?.isDoubtful)
        problems.push({ field, reason: `may be meant month first or day first: ${text(field)?.slice(0, 60)}` })
      return moment
    },
    /** Seconds since midnight of one end of a window. */
    clock: (field: string, end: 'from' | 'to') =>
      parsed(
        field,
        (written) =>
          (/\d[T ]\d/.test(written) ? findMoment(written, field)?.seconds : undefined) ?? parseEnd(written, end),
        'is no time of day',
      ),
    cashOnDelivery: () => readCash({ byField, valuesOf, text, problems }, setting),
    list(field: string): string[] {
      const rule = byField.get(field)!
      const parts = valuesOf(rule).flatMap((value) =>
        rule.split ? String(value).split(rule.split.by) : [String(value)],
      )
      const words = parts.map((part) => part.trim().slice(0, limits.textLength.label)).filter(Boolean)
      return [...new Set(words)].slice(0, 50)
    },
    customFields: () => findCustomFields(rules, valuesOf),
  }
}

function findDay(moment: Moment | undefined): Moment | undefined {
  return moment?.date === undefined ? undefined : moment
}

/** Returns the sum of the values by the factor; notes a sum that cannot be. */
function readSum(
  field: (typeof numberFields)[number],
  values: readonly (string | number | boolean)[],
  factor: number,
  problems: Problem[],
): number | undefined {
  const sum = values.reduce<number>((total, value) => total + getAmount(field, value), 0) * factor
  if (Number.isFinite(sum) && sum >= 0 && sum <= findMost(field)) return sum
  const written = values.join(', ').slice(0, 60)
  problems.push({ field, reason: `must be a number from 0 to ${findMost(field)}: ${written}` })
  return undefined
}

type Finder = Pick<ReturnType<typeof createFinder>, 'byField' | 'valuesOf' | 'text' | 'problems'>

/** Reads what is to be collected, in the currency that the message names, else in the project's. */
function readCash({ byField, valuesOf, text, problems }: Finder, { currency }: Setting): CashOnDelivery | undefined {
  const rule = byField.get('cash_on_delivery')
  return rule && sumMoney('cash_on_delivery', valuesOf(rule), text('currency') ?? currency, problems)
}

/** Returns the sum of what is to be collected; undefined for 0. Notes what is no amount, or in no currency. */
function sumMoney(
  field: string,
  values: readonly (string | number | boolean)[],
  currency: string | undefined,
  problems: Problem[],
): CashOnDelivery | undefined {
  let sum: { units: number; currency: string } | undefined
  for (const value of values) {
    const read = readMoney(String(value), currency)
    const money = read instanceof Doubtful ? read.value : read
    if (money === undefined) continue
    const units = money instanceof Faulty ? undefined : toMinorUnits(money)
    if (money instanceof Faulty || units === undefined || (sum && sum.currency !== money.currency)) {
      const reason =
        currency === undefined ? 'names no currency, and the project has none' : 'is no amount of its currency'
      problems.push({ field, reason: `${reason}: ${values.join(', ').slice(0, 60)}` })
      return undefined
    }
    sum = { units: (sum?.units ?? 0) + units, currency: money.currency }
  }
  return sum && { amount: fromMinorUnits(sum.units, sum.currency), currency: sum.currency }
}

/** Reads an amount: programs write plain numbers; a weight or a volume may have a unit. NaN for anything else. */
function getAmount(field: (typeof numberFields)[number], value: string | number | boolean): number {
  if (typeof value === 'number') return value
  if (field === 'weight' || field === 'volume') return readQuantity(field, String(value))?.value ?? Number.NaN
  const read = readNumberText(String(value))
  return read && read.rest === '' ? read.value : Number.NaN
}

/** Undefined where the mapping reads none. */
function findCustomFields(
  rules: readonly OrderRule[],
  valuesOf: (rule: OrderRule) => (string | number | boolean)[],
): Record<string, string> | undefined {
  const own = rules.filter(({ field }) => field.startsWith('custom_fields.'))
  if (own.length === 0) return undefined
  const entries = own.flatMap((rule) => {
    const value = readText(rule, valuesOf(rule))?.slice(0, 1_000)
    return value === undefined ? [] : [[rule.field.slice('custom_fields.'.length), value]]
  })
  return Object.fromEntries(entries)
}

function findMost(field: string): number {
  return field === 'duration' ? limits.MAX_DURATION_SECONDS : limits.MAX_QUANTITY
}

/** The day from which a plan is the next one. */
export function earliestDay(now: Date, timeZone: string, daysAhead: number): string {
  return dateInZone(new Date(now.getTime() + daysAhead * wholeDay * 1_000), timeZone)
}
