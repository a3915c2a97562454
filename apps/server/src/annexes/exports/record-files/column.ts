// Definition of a column in a table of records, whatever their kind, and errors of cells.
import type { DrivingLogValue, DrivingRulesValue, LocationValue } from '../../../data/values.ts'
import type { Cell, TableColumn } from '../../../frame/platform/table-file.ts'
import type { SayTable, TableWord } from './table-words.ts'

/** A cell's value is invalid; the reason is a word of the tables. */
export class Unreadable extends Error {
  readonly word: TableWord
  readonly values: Readonly<Record<string, string | number>>

  constructor(word: TableWord, values: Readonly<Record<string, string | number>> = {}) {
    super(word)
    this.word = word
    this.values = values
  }
}

/** Context for reading and writing every table. */
export interface Around {
  say: SayTable
  language: string
}

/** Values of a row read so far. A place has three cells, a law and a log several, which are read one by one. */
export interface Draft {
  input: object
  /** Places by field of the record. */
  places: Partial<Record<string, LocationValue>>
  driving: { rules?: Partial<DrivingRulesValue>; log?: Partial<DrivingLogValue> }
}

export const beginDraft = () => ({ input: {}, places: {}, driving: {} })

export interface Column<Row, Said extends Draft, Known extends Around> {
  word: TableWord
  kind: TableColumn['kind']
  /** A latitude or longitude, in which no sign parts thousands. */
  isDegrees?: true
  /** Fields of the record that a refusal of this column may name. */
  field: string
  write(row: Row, known: Known): Cell
  /** Throws Unreadable. The text is never empty. */
  read(text: string, draft: Said, known: Known): void
  /** Applies an empty cell. */
  clear(draft: Said): void
}
