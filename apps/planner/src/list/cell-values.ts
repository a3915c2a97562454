// Cells of the table: how a stored value is written there, and what is sent of a typed text. Pure.
import type { Stop } from '@routewright/contract'
import { Fault, fieldKinds } from '../forms/field-kinds.ts'
import type { Fields } from '../forms/save-seen.ts'
import type { StopColumn } from './stop-columns.ts'

/** Metres of a kilometre: no cell holds a distance. */
const UNIT = 1_000

/** Text of the cell as it is typed; empty where the stop has no value. */
export function cellText({ field }: StopColumn, stop: Stop): string {
  const stored = field && stop[field.name]
  if (!field || stored === undefined || stored === null) return ''
  return String(fieldKinds[field.kind].shown(stored, UNIT))
}

/** The field as the service takes it, null for nothing; undefined where nothing was changed. */
export function readCell(column: StopColumn, stop: Stop, text: string): Fields | Fault | undefined {
  const { field } = column
  if (!field || text.trim() === cellText(column, stop).trim()) return undefined
  const isNumber = field.kind === 'number' || field.kind === 'minutes'
  const typed = isNumber ? text.trim().replace(',', '.') : text
  if (isNumber && !(Number(typed) >= 0 && Number.isFinite(Number(typed)))) return new Fault('editor:list.fault_number')
  const value = fieldKinds[field.kind].read(typed, UNIT)
  if (value instanceof Fault) return value
  // The same in other words: 2,50 for 2.5.
  const isSame = JSON.stringify(value) === JSON.stringify(stop[field.name])
  return isSame ? undefined : { [field.name]: value }
}
