// Reads the order of a row of a table: its columns are what the mapping says, else what their headings are known for.
import type { OrderMapping, OrderRule, StopInput } from '@routewright/contract'
import {
  type CellDoubt,
  type CellFault,
  type ColumnTarget,
  type ReadRow,
  readRow,
  type Setting,
  withHeading,
} from '@routewright/reading'
import { findTitle } from './json-paths.ts'
import type { Incoming, Problem } from './mapping.ts'
import { columnsHeader, type TableColumns } from './table-orders.ts'

export interface TableMessage {
  row: ReadRow
  /** Values to clear: fields that the mapping reads and the row lacks. */
  cleared: StopInput
  problems: Problem[]
  /** Reasons that tell only how a cell was understood: nothing waits for them. */
  told: ReadonlySet<string>
  /** Rules that take parts of texts, join them or count in other units: they are read like those of any message. */
  rules: OrderRule[]
}

/** Fields of orders whose columns have another name in tables. */
const targets: Readonly<Record<string, ColumnTarget>> = {
  order_id: 'external_id',
  delivery_date: 'date',
  time_from: 'window_from',
  time_to: 'window_to',
  label: 'label',
  address: 'address',
  lat: 'lat',
  lng: 'lng',
  phone: 'phone',
  email: 'email',
  reference_person: 'reference_person',
  comments: 'comments',
  location_details: 'location_details',
  weight: 'weight',
  volume: 'volume',
  price: 'price',
  duration: 'duration',
  packages: 'packages',
  requires: 'requires',
  cash_on_delivery: 'cash_on_delivery',
  currency: 'currency',
}
const fieldOfTarget = new Map(Object.entries(targets).map(([field, target]) => [target, field]))

/** Undefined for a message that is no row of a table. */
export function readTableMessage(
  { fields }: OrderMapping,
  { body, headers }: Incoming,
  setting: Setting,
): TableMessage | undefined {
  const written = headers[columnsHeader]
  if (written === undefined || typeof body !== 'object' || body === null) return undefined
  const columns = JSON.parse(written) as TableColumns
  const titles = Object.keys(columns)
  const { meanings, rules, plain, mapped } = chooseMeanings(fields, columns)
  const cells = titles.map((title) => String((body as Record<string, unknown>)[title] ?? ''))
  const chosen = titles.map((title) => meanings.get(title) ?? 'ignore')
  const forms = titles.map((title, at) => {
    const form = withHeading(columns[title]!.form, chosen[at]!, title)
    // A mapping counts seconds; a column that nobody mapped counts minutes, as people do.
    return chosen[at] === 'duration' && mapped.has(title) ? { factor: 1, ...form } : form
  })
  const row = readRow(cells, { targets: chosen, names: titles, forms, setting })
  const problem = (column: number, reason: string): Problem => ({
    field: fieldOfTarget.get(chosen[column]!) ?? chosen[column]!,
    reason: `${reason}: ${cells[column]!.slice(0, 60)}`,
  })
  const doubts = [...row.doubts].map(([column, doubt]) => problem(column, doubtReasons(doubt)))
  return {
    row,
    rules,
    cleared: clearedBy(plain),
    problems: [...[...row.faults].map(([column, fault]) => problem(column, faultReasons[fault])), ...doubts],
    told: new Set(doubts.map(({ reason }) => reason)),
  }
}

/** Chooses the meaning of each column, and the rules that read columns unchanged. */
function chooseMeanings(fields: readonly OrderRule[], columns: TableColumns) {
  const meanings = new Map<string, ColumnTarget>()
  const plain: OrderRule[] = []
  const rules: OrderRule[] = []
  const read = new Set(fields.flatMap((rule) => listTitles(rule).filter((title) => title in columns)))
  const taken = new Set<ColumnTarget>()
  for (const rule of fields) {
    const own = listTitles(rule).filter((title) => title in columns)
    const target = targets[rule.field]
    const isPlain = !rule.split && !rule.when && rule.factor === undefined && target !== undefined
    const isLeft = own.length === 0 && (rule.constant !== undefined || rule.paths.length === 0)
    if (!isPlain || own.length > 1 || isLeft || (own[0] !== undefined && meanings.has(own[0]))) {
      rules.push(rule)
      if (target) taken.add(target)
      continue
    }
    plain.push(rule)
    if (own[0] === undefined) continue
    meanings.set(own[0], target)
    taken.add(target)
  }
  for (const [title, { guess }] of Object.entries(columns)) {
    if (read.has(title) || guess === 'ignore' || taken.has(guess)) continue
    meanings.set(title, guess)
    taken.add(guess)
  }
  return { meanings, rules, plain, mapped: read }
}

function listTitles({ paths, otherwise = [] }: OrderRule): string[] {
  return [...new Set([...paths, ...otherwise].flatMap((path) => findTitle(path) ?? []))]
}

function clearedBy(rules: readonly OrderRule[]): StopInput {
  const lists: Record<string, string> = {
    time_from: 'time_windows',
    time_to: 'time_windows',
    packages: 'packages',
    requires: 'requires',
  }
  const others = new Set(['order_id', 'delivery_date', 'address', 'lat', 'lng', 'currency'])
  const entries = rules.flatMap(({ field }): [string, null | []][] => {
    if (others.has(field)) return []
    const list = lists[field]
    return [list ? [list, []] : [field, null]]
  })
  return Object.fromEntries(entries) as StopInput
}

const faultReasons: Readonly<Record<CellFault, string>> = {
  number: 'is no number',
  latitude: 'must be degrees from -90 to 90',
  longitude: 'must be degrees from -180 to 180',
  coordinates: 'are no coordinates',
  both_coordinates: 'needs latitude and longitude',
  time: 'is no time of day',
  windows: 'is no time window',
  duration: 'is no duration of at most a day',
  type: 'is no kind of stop',
  email: 'is no e-mail address',
  phone: 'is no telephone number',
  damaged: 'was damaged by a spreadsheet',
  duplicate_id: 'is there twice',
  duplicate_parcel: 'has a code twice',
  pickup_parcels: 'cannot be named at a pickup',
  too_long: 'is too long',
  yes_no: 'is neither yes nor no',
  money: 'is no amount of its currency',
  currency: 'names no currency, and the project has none',
  date: 'is no day',
}

function doubtReasons(doubt: CellDoubt): string {
  switch (doubt.kind) {
    case 'day_order':
      return 'may be meant month first or day first'
    case 'thousands':
      return 'may have a sign for thousands or for decimals'
    case 'half_day':
      return 'is read as from the morning to the afternoon'
    case 'pair_order':
      return 'may be meant the other way round'
    case 'fewer_codes':
      return 'names another number of parcels than is counted'
    case 'left_over':
      return `is read but for "${doubt.rest}"`
  }
}
