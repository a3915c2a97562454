// Columns of a stop in the list and in the table: how each reads, what it is sorted by, and how it is typed. Pure.
import type { CustomFieldDefinition, Stop, StopUpdate } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import type { FieldKind } from '../forms/field-kinds.ts'
import {
  lastReport,
  type PlanData,
  routeName,
  serviceStart,
  stopAddress,
  stopName,
  timeOfStop,
} from '../plan/plan-data.ts'

/** Further facts that the columns read. */
export interface StopFacts {
  data: PlanData
  /** Index of each route in the plan. */
  routeIndexes: ReadonlyMap<string, number>
  /** Names of the zones that the stop lies in. */
  zonesOf(stop: Stop): readonly string[]
  /** When the plan's day begins, milliseconds since 1970. */
  midnight: number
  formats: Formats
  t: TFunction
}

/** Compared as a number, or as words. */
export type SortValue = number | string | undefined

export interface StopColumn {
  key: string
  /** Key of its title among the words of the editor. */
  word: string
  /** Its title, where no key stands for it. */
  title?: string
  /** Pixels in the table. */
  width: number
  isNumber?: boolean
  /** The table shows it to whoever has chosen nothing. */
  isUsual?: boolean
  /** Only the table has it: the row of the list shows it anyway. */
  isInRow?: boolean
  text(stop: Stop, facts: StopFacts): string
  /** Undefined stands at the end, whichever way it is sorted. */
  value(stop: Stop, facts: StopFacts): SortValue
  /** Which field a cell changes, and how it is typed. Read-only without. */
  field?: { name: keyof StopUpdate & keyof Stop; kind: FieldKind }
}

type TextName = 'phone' | 'email' | 'reference_person' | 'location_details' | 'comments' | 'external_id'

function textColumn(name: TextName, word: string, width: number, look: Partial<StopColumn> = {}): StopColumn {
  const text = (stop: Stop) => stop[name] ?? ''
  return {
    key: name,
    word,
    width,
    text,
    value: (stop) => stop[name] || undefined,
    field: { name, kind: 'text' },
    ...look,
  }
}

function numberColumn(
  name: 'weight' | 'volume' | 'duration' | 'reward',
  word: string,
  kind: FieldKind,
  written: (value: number, formats: Formats) => string,
): StopColumn {
  return {
    key: name,
    word,
    width: 104,
    isNumber: true,
    field: { name, kind },
    text: (stop, { formats }) => (stop[name] === undefined ? '' : written(stop[name], formats)),
    value: (stop) => stop[name],
  }
}

const nameColumn: StopColumn = {
  key: 'name',
  word: 'name',
  width: 210,
  isUsual: true,
  isInRow: true,
  field: { name: 'label', kind: 'text' },
  text: stopName,
  value: stopName,
}

const places: readonly StopColumn[] = [
  {
    key: 'address',
    word: 'address',
    width: 240,
    isUsual: true,
    text: stopAddress,
    value: (stop) => stopAddress(stop) || undefined,
  },
  {
    key: 'city',
    word: 'list.city',
    width: 130,
    text: ({ location }) => location?.city ?? '',
    value: ({ location }) => location?.city || undefined,
  },
  {
    key: 'zone',
    word: 'list.zone',
    width: 130,
    text: (stop, { zonesOf, formats }) => formats.list([...zonesOf(stop)]),
    value: (stop, { zonesOf }) => zonesOf(stop)[0],
  },
]

const onTheWay: readonly StopColumn[] = [
  {
    key: 'route',
    word: 'route',
    width: 130,
    isUsual: true,
    isInRow: true,
    text: ({ route_id }, { data, routeIndexes, t }) =>
      route_id && routeIndexes.has(route_id) ? routeName(data.routes[routeIndexes.get(route_id)!]!) : t('unassigned'),
    // The plan's order of routes and, on each, of stops.
    value: ({ route_id, order }, { routeIndexes }) =>
      route_id && routeIndexes.has(route_id) ? routeIndexes.get(route_id)! * 100_000 + (order ?? 0) : undefined,
  },
  {
    key: 'windows',
    word: 'windows',
    width: 150,
    isUsual: true,
    field: { name: 'time_windows', kind: 'windows' },
    text: ({ time_windows }, { formats }) => (time_windows.length > 0 ? formats.timeWindows(time_windows) : ''),
    // Sorted by closing time, which tells how urgent it is.
    value: ({ time_windows: [first] }) => (first ? first[1] + first[0] / 1_000_000 : undefined),
  },
  {
    key: 'arrival',
    word: 'list.arrival',
    width: 92,
    isNumber: true,
    isUsual: true,
    isInRow: true,
    text: (stop, { formats }) => timeOfStop(stop, stop.route_id !== undefined, formats),
    value: findArrival,
  },
  {
    key: 'status',
    word: 'list.status',
    width: 110,
    isUsual: true,
    text: ({ status }, { t }) => t(`shell:status.stop.${status}`),
    value: ({ status }, { t }) => t(`shell:status.stop.${status}`),
  },
]

const quantities: readonly StopColumn[] = [
  {
    ...numberColumn('duration', 'minutes', 'minutes', (value, formats) => formats.number(value / 60, 1)),
    width: 128,
    isUsual: true,
  },
  { ...numberColumn('weight', 'weight_kg', 'number', (value, formats) => formats.number(value, 2)), isUsual: true },
  { ...numberColumn('volume', 'volume_m3', 'number', (value, formats) => formats.number(value, 2)), isUsual: true },
  numberColumn('reward', 'list.priority', 'number', (value, formats) => formats.number(value, 2)),
  {
    key: 'parcels',
    word: 'parcels',
    width: 86,
    isNumber: true,
    text: ({ packages }, { formats }) => (packages.length > 0 ? formats.number(packages.length) : ''),
    value: ({ packages }) => packages.length || undefined,
  },
  {
    key: 'skills',
    word: 'skills',
    width: 130,
    text: ({ requires }) => requires.join(', '),
    value: ({ requires }) => requires.join(', ') || undefined,
  },
]

const people: readonly StopColumn[] = [
  textColumn('reference_person', 'person', 150),
  textColumn('phone', 'phone', 140),
  textColumn('email', 'email', 180),
  textColumn('location_details', 'door', 150),
  textColumn('comments', 'comments', 220, { isUsual: true }),
  textColumn('external_id', 'external_id', 130, { isUsual: true }),
]

const columns: readonly StopColumn[] = [nameColumn, ...onTheWay, ...places, ...quantities, ...people]

/** The columns of every project, then the project's own fields. */
export function stopColumns(own: readonly CustomFieldDefinition[]): readonly StopColumn[] {
  if (own.length === 0) return columns
  return [...columns, ...own.map(customColumn)]
}

function customColumn({ name, label }: CustomFieldDefinition): StopColumn {
  const stored = ({ custom_fields }: Stop) => (custom_fields as Record<string, unknown> | undefined)?.[name]
  const text = (stop: Stop) => {
    const value = stored(stop)
    if (typeof value === 'boolean') return value ? '✓' : ''
    return value === undefined || value === null ? '' : String(value)
  }
  return {
    key: `own.${name}`,
    word: '',
    title: label || name,
    width: 130,
    text,
    value: (stop) => {
      const value = stored(stop)
      return typeof value === 'number' ? value : text(stop) || undefined
    },
  }
}

export const columnTitle = ({ title, word }: StopColumn, t: TFunction): string => title ?? t(word)

/** The moment that the row tells, seconds of the plan's day. */
function findArrival(stop: Stop, { midnight }: StopFacts): number | undefined {
  const moment = lastReport(stop)?.created_at ?? stop.estimated_arrival_time
  if (moment) return (Date.parse(moment) - midnight) / 1_000
  return stop.route_id ? serviceStart(stop) : undefined
}
