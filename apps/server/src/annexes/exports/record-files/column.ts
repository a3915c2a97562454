// What a column of a table of records is, whatever the records are, and what its cells cannot mean.
import type { DrivingLogValue, DrivingRulesValue, LocationValue } from '../../../data/values.ts'
import type { Cell, TableColumn } from '../../../frame/platform/table-file.ts'
import type { SayTable, TableWord } from './table-words.ts'

/** What a cell cannot mean, as a word of the tables. */
export class Unreadable extends Error {
  readonly word: TableWord
  readonly values: Readonly<Record<string, string | number>>

  constructor(word: TableWord, values: Readonly<Record<string, string | number>> = {}) {
    super(word)
    this.word = word
    this.values = values
  }
}

/** What every table is read and written with. */
export interface Around {
  say: SayTable
  language: string
}

/** What the cells of a row say so far. A place has three cells, a law and a log several, which are read one by one. */
export interface Draft {
  input: object
  /** By the field of the record. */
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
  /** What an empty cell does. */
  clear(draft: Said): void
}
