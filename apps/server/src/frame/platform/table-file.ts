// Tables as files that people open in a spreadsheet, CSV and Excel (ECMA-376, SpreadsheetML): written while their rows come. Nothing of
// a workbook is in memory as a whole, and it is compressed in the threads of zlib, away from requests.
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** Dates are calendar dates (2026-01-31); null and undefined are empty cells. */
export type Cell = string | number | boolean | null | undefined

export interface TableColumn {
  title: string
  kind: 'text' | 'number' | 'date'
}

export interface Table {
  /** File name without its ending. */
  name: string
  columns: readonly TableColumn[]
  /** Batches of rows, so that a large table is never in memory as a whole. */
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

export interface CsvStyle {
  separator: ',' | ';' | '\t'
  /** The decimal sign; with a comma as separator always a point. */
  decimal: '.' | ','
}

/** Spreadsheets skip white space before a formula, and some take the full-width signs of East Asian keyboards for signs. */
const startsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/** A text that no spreadsheet takes for a formula: what could begin one gets an apostrophe before it. */
export function neutralized(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}

/** The table as CSV with a byte order mark, CRLF line ends, and every text neutralized. */
export async function* writeCsv(table: Table, style: CsvStyle): AsyncGenerator<string> {
  const line = (cells: readonly Cell[]) => `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`
  yield `\uFEFF${line(table.columns.map((column) => column.title))}`
  for await (const rows of table.batches) yield rows.map(line).join('')
}

function csvCell(cell: Cell, { separator, decimal }: CsvStyle): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  if (typeof cell === 'number') return decimal === '.' ? String(cell) : String(cell).replace('.', ',')
  const text = neutralized(cell)
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Excel refuses longer texts in a cell. */
const maxTextLength = 32_767
/** Excel refuses more, the header among them; what follows goes on in a further sheet. */
const maxRowsPerSheet = 1_048_576
/** Neither may stand in the name of a sheet, which has 31 characters at most. */
const forbiddenInName = /[\\/?*[\]:]/g
/** Characters that XML cannot contain, not even escaped: control characters and lone surrogates. */
const notInXml = /[[\p{Cc}--[\t\n\r]]\p{Cs}\uFFFE\uFFFF]/gv
/** Styles of `stylesXml`, by their place. */
const styles = { plain: 0, header: 1, date: 2 }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The bytes of the workbook: one sheet, or several where there are more rows than fit. Texts are texts, never formulas. */
export async function* writeSheet(table: Table): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const rows = new RowReader(table)
  let sheets = 0
  while (sheets === 0 || !rows.isAtEnd) {
    sheets += 1
    for await (const _ of addPart(zip, `xl/worksheets/sheet${sheets}.xml`, sheetXml(table.columns, rows))) {
      yield* ready.splice(0)
    }
  }
  for (const [path, text] of Object.entries(bookParts(table.name, sheets))) {
    for await (const _ of addPart(zip, path, [text])) yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** The rows of a table in batches, which may be taken in parts. */
class RowReader {
  readonly #batches: AsyncIterator<readonly (readonly Cell[])[]>
  #rest: readonly (readonly Cell[])[] = []
  isAtEnd = false

  constructor({ batches }: Table) {
    this.#batches = (async function* () {
      yield* batches
    })()
  }

  /** The next batch, of `most` rows at most; empty at the end. */
  async next(most: number): Promise<readonly (readonly Cell[])[]> {
    while (this.#rest.length === 0 && !this.isAtEnd) {
      const { done, value } = await this.#batches.next()
      if (done) this.isAtEnd = true
      else this.#rest = value
    }
    const taken = this.#rest.slice(0, most)
    this.#rest = this.#rest.slice(most)
    return taken
  }
}

/** Adds a file to the archive, compressed as its text comes; yields whenever some of it is ready. */
async function* addPart(zip: Zip, path: string, texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<void> {
  const part: ZipInputFile = { filename: path, size: 0, crc: 0, compression: 8 }
  zip.add(part)
  const deflate = createDeflateRaw({ level: 3 })
  const finish = (bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => part.ondata!(null, bytes, isLast)
  deflate.on('data', (bytes: Buffer) => finish(new Uint8Array(bytes), false))
  const ended = once(deflate, 'end')
  ended.catch(() => {})
  try {
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      part.size += bytes.length
      part.crc = crc32(bytes, part.crc)
      if (!deflate.write(bytes)) await once(deflate, 'drain')
      yield
    }
    deflate.end()
    await ended
  } finally {
    deflate.destroy()
  }
  finish(new Uint8Array(), true)
  yield
}

async function* sheetXml(columns: readonly TableColumn[], rows: RowReader): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index))
  let batch = await rows.next(maxRowsPerSheet - 1)
  const widths = columns.map((column, index) => measureWidth(column, index, batch))
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ title }, index) => textCell(`${names[index]}1`, title, styles.header))
    .join('')}</row>`
  let row = 1
  while (batch.length > 0) {
    let text = ''
    for (const cells of batch) {
      row += 1
      text += `<row r="${row}">`
      for (const [index, cell] of cells.entries()) text += cellXml(`${names[index]}${row}`, cell, columns[index]!.kind)
      text += '</row>'
    }
    yield text
    batch = await rows.next(maxRowsPerSheet - row)
  }
  yield '</sheetData></worksheet>'
}

function cellXml(place: string, cell: Cell, kind: TableColumn['kind']): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : ''
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(cell)) {
    return `<c r="${place}" s="${styles.date}"><v>${dayNumber(cell)}</v></c>`
  }
  return textCell(place, cell, styles.plain)
}

function textCell(place: string, text: string, style: number): string {
  const escaped = escapeXml(text.length > maxTextLength ? text.slice(0, maxTextLength) : text)
  return `<c r="${place}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

const special = /[&<>"_\p{Cc}\p{Cs}\uFFFE\uFFFF]/u

/** Excel reads _x000D_ as a character by its number, so that what looks like one is written by the number of its beginning. */
function escapeXml(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(notInXml, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '_x000D_')
}

/** Days since 30 December 1899, as spreadsheets count them. */
function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569
}

/** A, B, … Z, AA, AB … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Wide enough for what stands in it, within reason. */
function measureWidth(column: TableColumn, index: number, rows: readonly (readonly Cell[])[]): number {
  let longest = column.title.length
  for (const row of rows.slice(0, 200)) longest = Math.max(longest, String(row[index] ?? '').length)
  return Math.min(Math.max(longest + 2, 8), 48)
}

/** Returns the parts of the workbook other than the sheets: the archive's content types and relationships. */
function bookParts(name: string, sheetCount: number): Record<string, string> {
  const numbers = Array.from({ length: sheetCount }, (_, index) => index + 1)
  const sheetName = (number: number) => {
    const suffix = number === 1 ? '' : ` ${number}`
    return escapeXml(`${name.replace(forbiddenInName, ' ').slice(0, 31 - suffix.length)}${suffix}`)
  }
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${sheetType}.${type}+xml"/>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  return {
    'xl/styles.xml': stylesXml,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers
      .map((number) => `<sheet name="${sheetName(number)}" sheetId="${number}" r:id="sheet${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${numbers
      .map((number) => relation(`sheet${number}`, 'worksheet', `worksheets/sheet${number}.xml`))
      .join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${relation('book', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${numbers.map((number) => override(`xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
  }
}

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`
