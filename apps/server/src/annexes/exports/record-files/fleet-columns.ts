// The columns of the fleet's table: what stands in each, and what it says when it is read again.
import type { VehicleInput } from '@routewright/contract'
import type { DepotRow } from '../../../data/depot-table.ts'
import type { VehicleRow } from '../../../data/vehicle-table.ts'
import { type BatteryDraft, batteryColumns, batteryInput } from './battery-columns.ts'
import { type Around, beginDraft, type Column } from './column.ts'
import { idColumn, list, number, place, placesInput, text, yesNo } from './common-columns.ts'
import { type DrivingFields, drivingColumns, drivingInput } from './driving-columns.ts'
import { findName, findNamed, type Naming } from './named-records.ts'
import { newIn, type Sheet } from './record-table.ts'
import { readSpan, readWeekdayList, writeSpan } from './spans.ts'
import { type TableWord, writeWeekdays } from './table-words.ts'

export interface Fleet extends Around {
  depots: readonly Pick<DepotRow, 'id' | 'label' | 'external_id'>[]
}

type FleetColumn = Column<VehicleRow, BatteryDraft, Fleet>

const depotNaming: Naming<'label' | 'external_id'> = {
  parts: ['label', 'external_id'],
  words: { none: 'no_depot', noneAtAll: 'no_depots', several: 'depot_twice' },
}

function depot(word: TableWord, field: 'default_start_depot_id' | 'default_end_depot_id'): FleetColumn {
  return {
    word,
    field,
    kind: 'text',
    write: (vehicle, { depots }) => findName(depots, depotNaming, vehicle[field]),
    read: (written, { input }, fleet) =>
      Object.assign(input, { [field]: findNamed(fleet.depots, depotNaming, written, fleet) }),
    clear: ({ input }) => Object.assign(input, { [field]: null }),
  }
}

const hours: FleetColumn = {
  word: 'hours',
  field: 'default_time_window',
  kind: 'text',
  write: ({ default_time_window: window }) => window && writeSpan(window),
  read: (written, { input }) => Object.assign(input, { default_time_window: readSpan(written) }),
  clear: ({ input }) => Object.assign(input, { default_time_window: null }),
}

const days: FleetColumn = {
  word: 'days',
  field: 'default_working_days',
  kind: 'text',
  write: ({ default_working_days: weekdays }, { language }) => writeWeekdays(weekdays ?? [], language),
  read: (written, { input }) => Object.assign(input, { default_working_days: readWeekdayList(written) }),
  clear: ({ input }) => Object.assign(input, { default_working_days: null }),
}

const driving: DrivingFields<VehicleRow> = {
  rules: 'default_driving_rules',
  log: 'default_driving_log',
  of: ({ default_driving_rules: rules, default_driving_log: log }) => ({ rules, log }),
}

const columns: readonly FleetColumn[] = [
  idColumn,
  text('external_id', 'external_id'),
  text('label', 'label'),
  text('plate', 'plate'),
  yesNo('enabled', 'enabled'),
  hours,
  days,
  depot('start_depot', 'default_start_depot_id'),
  depot('end_depot', 'default_end_depot_id'),
  ...place('default_start_location', ['start_address', 'start_lat', 'start_lng']),
  ...place('default_end_location', ['end_address', 'end_lat', 'end_lng']),
  number('max_weight', 'default_max_weight'),
  number('max_volume', 'default_max_volume'),
  number('max_stops', 'default_max_services', { isWhole: true }),
  number('max_minutes', 'default_max_time', { unit: 60, isWhole: true }),
  number('max_kilometres', 'default_max_distance', { unit: 1_000 }),
  list('skills', 'default_provides'),
  ...drivingColumns(driving),
  ...batteryColumns,
  text('phone', 'phone'),
  text('email', 'email'),
  text('model', 'vehicle_model'),
  text('brand', 'brand'),
  text('color', 'color'),
  text('comments', 'comments'),
]

export const fleetSheet: Sheet<VehicleRow, VehicleInput, BatteryDraft, Fleet> = {
  file: 'file',
  columns,
  keys: ['external_id', 'plate'],
  words: { none: 'no_vehicle', several: 'vehicle_twice', same: 'same_vehicle' },
  begin: () => ({ ...beginDraft(), battery: {} }),
  inputOf(draft, vehicle) {
    const input = { ...draft.input, ...drivingInput(draft, driving, vehicle), ...batteryInput(draft, vehicle) }
    return { ...newIn<VehicleInput>(input, vehicle), ...placesInput(draft, vehicle) }
  },
}
