// The columns of the drivers' table. Absences have none: whoever opens a file need not read who was ill.
import { isDeepStrictEqual } from 'node:util'
import { type DriverRecordInput, type DriverShift, weekdays } from '@routewright/contract'
import type { DriverRow } from '../../../data/driver-table.ts'
import type { VehicleRow } from '../../../data/vehicle-table.ts'
import { type Around, beginDraft, type Column, type Draft, Unreadable } from './column.ts'
import { idColumn, list, number, place, placesInput, text, yesNo } from './common-columns.ts'
import { type DrivingFields, drivingColumns, drivingInput } from './driving-columns.ts'
import { findName, findNamed, type Naming } from './named-records.ts'
import { newIn, type Sheet } from './record-table.ts'
import { readSpan, readWeekdayList, writeSpan } from './spans.ts'
import { readWord, writeWeekdays } from './table-words.ts'

export interface Team extends Around {
  vehicles: readonly Pick<VehicleRow, 'id' | 'plate' | 'label' | 'external_id'>[]
}

type DriverColumn = Column<DriverRow, Draft, Team>

const vehicleNaming: Naming<'plate' | 'label' | 'external_id'> = {
  parts: ['plate', 'label', 'external_id'],
  words: { none: 'no_such_vehicle', noneAtAll: 'no_vehicles', several: 'vehicle_ambiguous' },
}

const usualVehicle: DriverColumn = {
  word: 'usual_vehicle',
  field: 'usual_vehicle_id',
  kind: 'text',
  write: ({ usual_vehicle_id }, { vehicles }) => findName(vehicles, vehicleNaming, usual_vehicle_id),
  read: (written, { input }, team) =>
    Object.assign(input, { usual_vehicle_id: findNamed(team.vehicles, vehicleNaming, written, team) }),
  clear: ({ input }) => Object.assign(input, { usual_vehicle_id: null }),
}

const channelWords = { email: 'by_email', sms: 'by_sms' } as const

const reachedBy: DriverColumn = {
  word: 'reached_by',
  field: 'reached_by',
  kind: 'text',
  write: ({ reached_by }, { say }) => reached_by && say(channelWords[reached_by]),
  read(written, { input }) {
    const channel = (['email', 'sms'] as const).find((text) => readWord(channelWords[text], written))
    if (!channel) throw new Unreadable('bad_channel', { text: written })
    Object.assign(input, { reached_by: channel })
  },
  clear: ({ input }) => Object.assign(input, { reached_by: null }),
}

/** Days of the same hours together: Mon, Tue 07:00-15:00; Sat 08:00-12:00. */
const shifts: DriverColumn = {
  word: 'hours',
  field: 'shifts',
  kind: 'text',
  write({ shifts: all }, { language }) {
    const bySpan = Map.groupBy(all, ({ time_window }) => writeSpan(time_window))
    return [...bySpan].map(([span, days]) => `${writeWeekdays(listWeekdays(days), language)} ${span}`).join('; ')
  },
  read(written, { input }) {
    const parts = written.split(/[;\n]/).filter((part) => part.trim() !== '')
    const read = parts.flatMap(readShifts)
    const twice = read.find(({ weekday }, at) => read.findIndex((other) => other.weekday === weekday) !== at)
    if (twice) throw new Unreadable('day_twice', { text: written })
    Object.assign(input, { shifts: read })
  },
  clear: ({ input }) => Object.assign(input, { shifts: [] }),
}

/** The order in which days stand means nothing. */
function isSameWeek(one: readonly DriverShift[], other: readonly DriverShift[]): boolean {
  const inOrder = (shifts: readonly DriverShift[]) =>
    shifts.toSorted((a, b) => weekdays.indexOf(a.weekday) - weekdays.indexOf(b.weekday))
  return isDeepStrictEqual(inOrder(one), inOrder(other))
}

const listWeekdays = (of: readonly DriverShift[]) => of.map(({ weekday }) => weekday)

function readShifts(part: string): DriverShift[] {
  const found = /^(.*?)[\s:]*(\d{1,2}[:.h]\d\d\s*[-–—]\s*\d{1,2}[:.h]\d\d)$/s.exec(part.trim())
  if (!found || found[1] === '') throw new Unreadable('bad_shifts', { text: part.trim() })
  const time_window = readSpan(found[2]!)
  return readWeekdayList(found[1]!).map((weekday) => ({ weekday, time_window }))
}

const driving: DrivingFields<DriverRow> = {
  rules: 'driving_rules',
  log: 'driving_log',
  of: ({ driving_rules: rules, driving_log: log }) => ({ rules, log }),
}

const columns: readonly DriverColumn[] = [
  idColumn,
  text('external_id', 'external_id'),
  text('label', 'label'),
  text('phone', 'phone'),
  text('email', 'email'),
  reachedBy,
  list('languages', 'languages'),
  usualVehicle,
  shifts,
  list('skills', 'provides'),
  list('licence_classes', 'licence_classes'),
  number('cost_per_hour', 'cost_per_hour'),
  number('cost_per_day', 'cost_per_day'),
  ...place('home', ['home_address', 'home_lat', 'home_lng']),
  ...drivingColumns(driving),
  text('comments', 'comments'),
  yesNo('archived', 'archived'),
]

export const driverSheet: Sheet<DriverRow, DriverRecordInput, Draft, Team> = {
  file: 'file_drivers',
  columns,
  keys: ['external_id', 'email'],
  words: { none: 'no_driver', several: 'driver_twice', same: 'same_driver' },
  begin: beginDraft,
  inputOf(draft, driver) {
    const said = { ...draft.input, ...drivingInput(draft, driving, driver) } as Partial<DriverRecordInput>
    if (driver && said.shifts && isSameWeek(said.shifts, driver.shifts)) delete said.shifts
    const changes = { ...newIn(said, driver), ...placesInput(draft, driver) }
    if (driver ? changes.label === null : !changes.label) throw new Unreadable('no_name')
    return changes as DriverRecordInput
  },
}
