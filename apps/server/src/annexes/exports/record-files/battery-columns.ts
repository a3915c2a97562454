// The columns of the fleet's table about the battery of an electric vehicle, in kWh and per cent.
import type { BatteryValue } from '../../../data/values.ts'
import type { VehicleRow } from '../../../data/vehicle-table.ts'
import { readNumber } from '../../../frame/written-values/written-values.ts'
import { type Around, type Column, type Draft, Unreadable } from './column.ts'
import type { TableWord } from './table-words.ts'

/** Values of the battery's cells, part by part. */
export interface BatteryDraft extends Draft {
  battery: { [Part in keyof BatteryValue]?: number | undefined }
}

type BatteryColumn = Column<VehicleRow, BatteryDraft, Around>

/** `unit` of the field are one of the column. */
function column(word: TableWord, part: keyof BatteryValue, unit: number): BatteryColumn {
  const put = ({ battery }: BatteryDraft, value: number | undefined) => {
    battery[part] = value
  }
  return {
    word,
    field: `default_battery.${part}`,
    kind: 'number',
    write: ({ default_battery: battery }) =>
      battery?.[part] === undefined ? null : Number((battery[part] / unit).toFixed(6)),
    read(text, draft) {
      const value = readNumber(text)
      if (!Number.isFinite(value)) throw new Unreadable('bad_number', { text })
      put(draft, Number((value * unit).toFixed(6)))
    },
    clear: (draft) => put(draft, undefined),
  }
}

export const batteryColumns: readonly BatteryColumn[] = [
  column('battery_kwh', 'capacity', 1_000),
  column('battery_charge', 'charge', 0.01),
  column('battery_reserve', 'reserve', 0.01),
  column('battery_use', 'consumption', 10),
  column('battery_use_100_kg', 'consumption_per_100_kg', 10),
  column('battery_temperature', 'temperature', 1),
]

/** Returns the whole value to be sent: the row's parts over those of the vehicle; empty where the table has none of its columns. */
export function batteryInput({ battery }: BatteryDraft, vehicle: VehicleRow | undefined) {
  if (Object.keys(battery).length === 0) return {}
  const parts = Object.entries({ ...vehicle?.default_battery, ...battery }).filter(([, value]) => value !== undefined)
  return { default_battery: parts.length === 0 ? null : (Object.fromEntries(parts) as BatteryValue) }
}
