// A table of records: written so that it comes back unchanged, and read so that a mistake names its cell.
import { isDeepStrictEqual } from 'node:util'
import { isTotal, judgeNumbers, type NumberForm, type ReadNumber, readNumberText } from '@routewright/reading'
import { ApiError, invalidPayload } from '../../../frame/platform/api-error.ts'
import type { Cell, Table } from '../../../frame/platform/table-file.ts'
import { type Around, type Column, type Draft, Unreadable } from './column.ts'
import { isTitleFor, type SayTable, type TableWord } from './table-words.ts'

interface Identified {
  id: string
}

/** How records of a kind stand in a table. */
export interface Sheet<Row extends Identified, Input extends object, Said extends Draft, Known extends Around> {
  /** Name of the file, and of the workbook's only sheet. */
  file: TableWord
  /** The first is the id. */
  columns: readonly Column<Row, Said, Known>[]
  /** Fields that identify a row without an id, named like their columns. */
  keys: readonly (keyof Row & TableWord)[]
  words: { none: TableWord; several: TableWord; same: TableWord }
  begin(): Said
  /** Returns the row's changes of the record, or the input of a new one. Throws Unreadable. */
  inputOf(draft: Said, row: Row | undefined): Input
}

/** One record as the table wants it; a new one where there is no row. */
export interface Wish<Row, Input> {
  row: Row | undefined
  input: Input
}

/** The records as the table wants them, and a sentence for each cell whose meaning is doubtful. */
export interface TableRead<Row, Input> {
  wishes: Wish<Row, Input>[]
  doubts: string[]
}

/** How many records a table made, changed and left alone. */
export interface TableImported {
  created: number
  changed: number
  unchanged: number
  doubts?: string[]
}

/** Looks at what would be sent; `isNew` where a record is to be made. */
export type CheckInput<Input> = (input: Input, isNew: boolean) => Input

export function writeTable<Row extends Identified, Input extends object, Said extends Draft, Known extends Around>(
  { file, columns }: Sheet<Row, Input, Said, Known>,
  records: readonly Row[],
  known: Known,
): Table {
  return {
    name: known.say(file),
    columns: columns.map(({ word, kind }) => ({ title: known.say(word), kind })),
    batches: [records.map((record) => columns.map((column) => column.write(record, known)))],
  }
}

const mostProblems = 10

/**
 * Reads each row, and finds doubtful new numbers; rows above the titles and sums are skipped. Throws invalid_payload, which names
 * line and column of each mistake.
 */
export function readTable<Row extends Identified, Input extends object, Said extends Draft, Known extends Around>(
  sheet: Sheet<Row, Input, Said, Known>,
  written: readonly (readonly string[])[],
  { records, known, check }: { records: readonly Row[]; known: Known; check: CheckInput<Input> },
): TableRead<Row, Input> {
  const { say } = known
  const at = titleRow(sheet, written)
  const rows = written.slice(at + 1)
  const columns = readTitles(sheet, written[at] ?? [], { known, line: at + 1, rows })
  const problems: string[] = []
  const doubts: string[] = []
  const wishes: Wish<Row, Input>[] = []
  const lines = new Map<string, number>()
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '') || isTotal({ cells })) continue
    const line = at + index + 2
    const reading = new RowReading(sheet, columns, { cells, line }, known)
    const row = reading.find(records)
    const input = reading.read(row, check)
    problems.push(...reading.problems)
    doubts.push(...reading.doubts)
    const first = row && lines.get(row.id)
    if (first !== undefined) problems.push(`${say('line', { line })}: ${say(sheet.words.same, { line: first })}`)
    if (row) lines.set(row.id, line)
    wishes.push({ row, input })
  }
  if (problems.length === 0) return { wishes, doubts: shortened(doubts, say) }
  throw invalidPayload('rows', shortened(problems, say).join('; '))
}

function shortened(sentences: readonly string[], say: SayTable): string[] {
  const more = sentences.length > mostProblems ? [say('and_more', { count: sentences.length - mostProblems })] : []
  return [...sentences.slice(0, mostProblems), ...more]
}

/** Makes and changes what the wishes say. */
export async function fulfil<Row extends Identified, Input extends object>(
  { wishes, doubts }: TableRead<Row, Input>,
  { create, update }: { create(inputs: Input[]): Promise<unknown>; update(id: string, input: Input): Promise<unknown> },
): Promise<TableImported> {
  const fresh = wishes.filter(({ row }) => !row)
  const changes = wishes.filter(({ row, input }) => row && Object.keys(input).length > 0)
  for (const { row, input } of changes) await update(row!.id, input)
  if (fresh.length > 0) await create(fresh.map(({ input }) => input))
  const [created, changed] = [fresh.length, changes.length]
  const unchanged = wishes.length - created - changed
  return { created, changed, unchanged, ...(doubts.length > 0 && { doubts }) }
}

/** Without what only is written in another way: in another language, with other spaces. */
export function newIn<Input extends object>(input: Input, row: object | undefined): Input {
  const present = (row ?? {}) as Record<string, unknown>
  const isNew = ([field, value]: [string, unknown]) => !isDeepStrictEqual(value ?? null, present[field] ?? null)
  return row ? (Object.fromEntries(Object.entries(input).filter(isNew)) as Input) : input
}

interface NamedColumn<Row, Said extends Draft, Known extends Around> {
  column: Column<Row, Said, Known>
  title: string
  at: number
  /** How its numbers are written. */
  form: NumberForm
}

/** Rows that are searched for titles. */
const searchedRows = 25

/** The place of the row with most known titles. */
function titleRow<Row extends Identified, Input extends object, Said extends Draft, Known extends Around>(
  sheet: Sheet<Row, Input, Said, Known>,
  rows: readonly (readonly string[])[],
): number {
  const counts = rows
    .slice(0, searchedRows)
    .map((cells) => cells.filter((title) => sheet.columns.some(({ word }) => isTitleFor(word, title))).length)
  return Math.max(0, counts.indexOf(Math.max(...counts, 0)))
}

function readTitles<Row extends Identified, Input extends object, Said extends Draft, Known extends Around>(
  sheet: Sheet<Row, Input, Said, Known>,
  titles: readonly string[],
  { known, line, rows }: { known: Known; line: number; rows: readonly (readonly string[])[] },
): NamedColumn<Row, Said, Known>[] {
  const { say } = known
  const columns = titles.flatMap((title, at) => {
    const column = sheet.columns.find(({ word }) => isTitleFor(word, title))
    const cells = rows.map((row) => row[at] ?? '')
    return column ? [{ column, title: title.trim(), at, form: judgeNumbers(cells, known.language) }] : []
  })
  const twice = columns.find(({ column }, at) => columns.findIndex((other) => other.column === column) !== at)
  if (twice) throw invalidPayload('rows', `${say('line', { line })}: ${say('column_twice', { title: twice.title })}`)
  if (columns.length > 0) return columns
  throw invalidPayload('rows', `${say('line', { line })}: ${say('no_title')}`)
}

/** One line of the table. */
class RowReading<Row extends Identified, Input extends object, Said extends Draft, Known extends Around> {
  readonly problems: string[] = []
  readonly doubts: string[] = []
  readonly #sheet: Sheet<Row, Input, Said, Known>
  readonly #columns: readonly NamedColumn<Row, Said, Known>[]
  readonly #line: { cells: readonly string[]; line: number }
  readonly #known: Known

  constructor(
    sheet: Sheet<Row, Input, Said, Known>,
    columns: readonly NamedColumn<Row, Said, Known>[],
    line: { cells: readonly string[]; line: number },
    known: Known,
  ) {
    this.#sheet = sheet
    this.#columns = columns
    this.#line = line
    this.#known = known
  }

  /** Finds the record by its id, else by the first key that the row has. */
  find(records: readonly Row[]): Row | undefined {
    const { keys, words } = this.#sheet
    for (const word of ['id', ...keys] as const) {
      const named = this.#columns.find(({ column }) => column.word === word)
      const text = named && this.#cell(named)
      if (!text) continue
      const found = records.filter((record) => (record[word as keyof Row] as string | null)?.trim() === text)
      if (found.length === 1) return found[0]
      if (found.length > 1) this.#note(named, words.several, { text, count: found.length })
      else if (word === 'id') this.#note(named, words.none, { text })
      if (word === 'id' || found.length > 1) return undefined
    }
    return undefined
  }

  /** Only what is new: a cell that says what the record is changes nothing. */
  read(row: Row | undefined, check: CheckInput<Input>): Input {
    const draft = this.#sheet.begin()
    for (const named of this.#columns) {
      const text = this.#cell(named)
      if (isSame(text, row && named.column.write(row, this.#known))) continue
      if (this.#readNumber(named)?.isDoubtful) {
        this.doubts.push(this.#sentence(named, 'thousands', { text: this.#text(named), value: text }))
      }
      this.#trying(named, () => (text === '' ? named.column.clear(draft) : named.column.read(text, draft, this.#known)))
    }
    let input = {} as Input
    this.#trying(undefined, () => {
      input = this.#sheet.inputOf(draft, row)
    })
    return this.problems.length > 0 ? ({} as Input) : this.#checked(input, row === undefined, check)
  }

  #trying(named: NamedColumn<Row, Said, Known> | undefined, work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.#note(named, error.word, error.values)
    }
  }

  #checked(input: Input, isNew: boolean, check: CheckInput<Input>): Input {
    try {
      return check(input, isNew)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { place, reason } = error.details as { place?: string; reason?: string }
      const [field] = place?.split(/[.[]/) ?? []
      const named = this.#columns.find(({ column: { field: own } }) => own === place || own === field)
      const text = named ? this.#cell(named) : ''
      this.#note(named, 'bad_value', { text, reason: reason ?? error.message })
      return {} as Input
    }
  }

  /** Without the sign that keeps spreadsheets from taking a text for a formula; numbers as programs write them. */
  #cell(named: NamedColumn<Row, Said, Known>): string {
    const number = this.#readNumber(named)
    return number ? String(number.value) : this.#text(named)
  }

  #text({ at }: NamedColumn<Row, Said, Known>): string {
    return (this.#line.cells[at] ?? '').trim().replace(/^'(?=[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, '')
  }

  /** Undefined for a cell that is no number alone. */
  #readNumber(named: NamedColumn<Row, Said, Known>): ReadNumber | undefined {
    const { column, form } = named
    if (column.kind !== 'number' || column.isDegrees) return undefined
    const number = readNumberText(this.#text(named), form)
    return number?.rest === '' ? number : undefined
  }

  #note(
    named: NamedColumn<Row, Said, Known> | undefined,
    word: TableWord,
    values: Readonly<Record<string, string | number>>,
  ): void {
    this.problems.push(this.#sentence(named, word, values))
  }

  #sentence(
    named: NamedColumn<Row, Said, Known> | undefined,
    word: TableWord,
    values: Readonly<Record<string, string | number>>,
  ): string {
    const { say } = this.#known
    const place = [say('line', { line: this.#line.line }), named?.title].filter(Boolean).join(', ')
    return `${place}: ${say(word, values)}`
  }
}

function isSame(text: string, present: Cell): boolean {
  const written = present === null || present === undefined ? '' : String(present).trim()
  // Excel and people of half of Europe write numbers with a comma.
  return text === written || (typeof present === 'number' && text.replace(',', '.') === written)
}
