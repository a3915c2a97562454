// What a column of the fleet's table is, and what the cells of a row say so far.
import type { VehicleInput } from '@routewright/contract'
import type { DepotRow } from '../data/depot-table.ts'
import type { BatteryValue, DrivingLogValue, DrivingRulesValue, LocationValue } from '../data/values.ts'
import type { VehicleRow } from '../data/vehicle-table.ts'
import type { Cell, TableColumn } from '../platform/table-file.ts'
import type { FleetWord, SayFleet } from './fleet-words.ts'

export type PlaceField = 'default_start_location' | 'default_end_location'

/** What a cell cannot mean, as a word of the fleet's table. */
export class Unreadable extends Error {
  readonly word: FleetWord
  readonly values: Readonly<Record<string, string | number>>

  constructor(word: FleetWord, values: Readonly<Record<string, string | number>>) {
    super(word)
    this.word = word
    this.values = values
  }
}

/** What the cells of a row say so far. A place has three cells, a law and a log several, which are read one by one. */
export interface Draft {
  input: VehicleInput
  places: Partial<Record<PlaceField, LocationValue>>
  driving: { rules?: Partial<DrivingRulesValue>; log?: Partial<DrivingLogValue> }
  battery: { [Part in keyof BatteryValue]?: number | undefined }
}

export interface Fleet {
  say: SayFleet
  language: string
  depots: readonly Pick<DepotRow, 'id' | 'label' | 'external_id'>[]
}

export interface FleetColumn {
  word: FleetWord
  kind: TableColumn['kind']
  /** Fields of the vehicle that a refusal of this column may name. */
  field: string
  write(vehicle: VehicleRow, fleet: Fleet): Cell
  /** Throws Unreadable. The text is never empty. */
  read(text: string, draft: Draft, fleet: Fleet): void
  /** What an empty cell does. */
  clear(draft: Draft): void
}
