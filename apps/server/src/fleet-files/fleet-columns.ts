// The columns of the fleet as a table: what stands in each, and what it says when it is read again.
import { readNumber } from '../written-values/written-values.ts'
import { batteryColumns } from './battery-columns.ts'
import { drivingColumns } from './driving-columns.ts'
import { type Draft, type Fleet, type FleetColumn, type PlaceField, Unreadable } from './fleet-column.ts'
import { type FleetWord, readWeekdays, readYesNo, writeWeekdays } from './fleet-words.ts'

type TextField =
  | 'external_id'
  | 'label'
  | 'plate'
  | 'vehicle_model'
  | 'brand'
  | 'color'
  | 'phone'
  | 'email'
  | 'comments'
type NumberField =
  | 'default_max_weight'
  | 'default_max_volume'
  | 'default_max_services'
  | 'default_max_time'
  | 'default_max_distance'
type DepotField = 'default_start_depot_id' | 'default_end_depot_id'

function text(word: FleetWord, field: TextField): FleetColumn {
  return {
    ...{ word, field, kind: 'text' },
    write: (vehicle) => vehicle[field],
    read: (written, { input }) => Object.assign(input, { [field]: written }),
    clear: ({ input }) => Object.assign(input, { [field]: null }),
  }
}

/** `unit` of the field are one of the column. */
function number(word: FleetWord, field: NumberField, unit = 1): FleetColumn {
  return {
    ...{ word, field, kind: 'number' },
    write: (vehicle) => (vehicle[field] === null ? null : Number((vehicle[field] / unit).toFixed(6))),
    read(written, { input }) {
      const value = readNumber(written.replaceAll(/[\s\u00a0'’]/g, '')) * unit
      if (!Number.isFinite(value) || value < 0) throw new Unreadable('bad_number', { text: written })
      const isWhole = field === 'default_max_services' || field === 'default_max_time'
      Object.assign(input, { [field]: isWhole ? Math.round(value) : value })
    },
    clear: ({ input }) => Object.assign(input, { [field]: null }),
  }
}

function depot(word: FleetWord, field: DepotField): FleetColumn {
  return {
    ...{ word, field, kind: 'text' },
    write: (vehicle, { depots }) => nameOfDepot(depots, vehicle[field]),
    read: (written, { input }, fleet) => Object.assign(input, { [field]: findDepot(fleet, written) }),
    clear: ({ input }) => Object.assign(input, { [field]: null }),
  }
}

type Depots = Fleet['depots']
const folded = (name: string | null) => (name ?? '').trim().toLocaleLowerCase()

/** Its name; where that would not be found again, its external id or its id. */
function nameOfDepot(depots: Depots, id: string | null): string | null {
  const named = depots.find((one) => one.id === id)
  if (!named) return null
  const names = [named.label, named.external_id].filter((name) => name !== null && name.trim() !== '') as string[]
  return names.find((name) => depotsOf(depots, name).length === 1) ?? named.id
}

/** All that the text could mean: ids first, then names, then external ids. */
function depotsOf(depots: Depots, written: string): Depots {
  const name = folded(written)
  for (const part of ['id', 'label', 'external_id'] as const) {
    const found = depots.filter((one) => folded(one[part]) === name)
    if (found.length > 0) return found
  }
  return []
}

const mostNamed = 20

function findDepot({ depots, say }: Fleet, written: string): string {
  const [found, ...others] = depotsOf(depots, written)
  if (found && others.length === 0) return found.id
  if (found) throw new Unreadable('depot_twice', { text: written, count: others.length + 1 })
  if (depots.length === 0) throw new Unreadable('no_depots', { text: written })
  const known = depots.map((one) => nameOfDepot(depots, one.id)!).slice(0, mostNamed)
  const more = depots.length > mostNamed ? [say('and_more', { count: depots.length - mostNamed })] : []
  throw new Unreadable('no_depot', { text: written, known: [...known, ...more].join(', ') })
}

function place(field: PlaceField, words: readonly [FleetWord, FleetWord, FleetWord]): FleetColumn[] {
  const part = (draft: Draft, change: object) => {
    draft.places[field] = { ...draft.places[field], ...change }
  }
  const degrees = (word: FleetWord, key: 'lat' | 'lng', most: number): FleetColumn => ({
    ...{ word, field, kind: 'number' },
    write: (vehicle) => vehicle[field]?.[key],
    read(written, draft) {
      const value = readNumber(written)
      if (!(Math.abs(value) <= most)) throw new Unreadable('bad_degrees', { text: written, most })
      part(draft, { [key]: value })
    },
    clear: (draft) => part(draft, { [key]: undefined }),
  })
  const label: FleetColumn = {
    ...{ word: words[0], field, kind: 'text' },
    write: (vehicle) => vehicle[field]?.label,
    read: (written, draft) => part(draft, { label: written }),
    clear: (draft) => part(draft, { label: undefined }),
  }
  return [label, degrees(words[1], 'lat', 90), degrees(words[2], 'lng', 180)]
}

const clock = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

const hours: FleetColumn = {
  ...{ word: 'hours', field: 'default_time_window', kind: 'text' },
  write: ({ default_time_window: window }) => window && `${clock(window[0])}-${clock(window[1])}`,
  read(written, { input }) {
    const found = /^(\d{1,2})[:.h](\d\d)\s*[-–—]\s*(\d{1,2})[:.h](\d\d)$/.exec(written)
    if (!found) throw new Unreadable('bad_hours', { text: written })
    const [fromHours, fromMinutes, toHours, toMinutes] = found.slice(1).map(Number) as [number, number, number, number]
    input.default_time_window = [(fromHours * 60 + fromMinutes) * 60, (toHours * 60 + toMinutes) * 60]
  },
  clear: ({ input }) => Object.assign(input, { default_time_window: null }),
}

const days: FleetColumn = {
  ...{ word: 'days', field: 'default_working_days', kind: 'text' },
  write: ({ default_working_days: weekdays }, { language }) => writeWeekdays(weekdays ?? [], language),
  read(written, { input }) {
    const read = readWeekdays(written)
    if (typeof read === 'string') throw new Unreadable('bad_day', { text: read })
    Object.assign(input, { default_working_days: read })
  },
  clear: ({ input }) => Object.assign(input, { default_working_days: null }),
}

const skills: FleetColumn = {
  ...{ word: 'skills', field: 'default_provides', kind: 'text' },
  write: ({ default_provides }) => default_provides.join(', '),
  read(written, { input }) {
    input.default_provides = [...new Set(written.split(/[,;]/).map((skill) => skill.trim()))].filter(Boolean)
  },
  clear: ({ input }) => Object.assign(input, { default_provides: [] }),
}

const enabled: FleetColumn = {
  ...{ word: 'enabled', field: 'enabled', kind: 'text' },
  write: (vehicle, { say }) => say(vehicle.enabled ? 'yes' : 'no'),
  read(written, { input }) {
    const value = readYesNo(written)
    if (value === undefined) throw new Unreadable('bad_yes_no', { text: written })
    input.enabled = value
  },
  clear: () => {},
}

/** Who a row is about; it is looked at first, and changes nothing. */
export const idColumn: FleetColumn = {
  ...{ word: 'id', field: 'id', kind: 'text' },
  write: (vehicle) => vehicle.id,
  read: () => {},
  clear: () => {},
}

export const fleetColumns: readonly FleetColumn[] = [
  idColumn,
  text('external_id', 'external_id'),
  text('label', 'label'),
  text('plate', 'plate'),
  enabled,
  hours,
  days,
  depot('start_depot', 'default_start_depot_id'),
  depot('end_depot', 'default_end_depot_id'),
  ...place('default_start_location', ['start_address', 'start_lat', 'start_lng']),
  ...place('default_end_location', ['end_address', 'end_lat', 'end_lng']),
  number('max_weight', 'default_max_weight'),
  number('max_volume', 'default_max_volume'),
  number('max_stops', 'default_max_services'),
  number('max_minutes', 'default_max_time', 60),
  number('max_kilometres', 'default_max_distance', 1_000),
  skills,
  ...drivingColumns,
  ...batteryColumns,
  text('phone', 'phone'),
  text('email', 'email'),
  text('model', 'vehicle_model'),
  text('brand', 'brand'),
  text('color', 'color'),
  text('comments', 'comments'),
]
