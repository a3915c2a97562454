// Sheets of an Excel workbook (.xlsx, ECMA-376): read-excel-file reads the cells; the archive's parts tell which sheets are hidden, which
// cells are merged and which numbers are shown with leading zeros.
import { strFromU8, unzipSync } from 'fflate'
import readSheets from 'read-excel-file/universal'
import type { Line } from './table.ts'
import { WorkbookProblem } from './workbook-problem.ts'

export interface WorkbookSheet {
  name: string
  isHidden: boolean
  lines: Line[]
}

/** Limits of an unpacked workbook. */
export const workbookLimits = { bytes: 48 * 1_048_576, parts: 2_000 } as const

/** Throws WorkbookProblem for one that is too large, and the library's errors for an invalid one. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<WorkbookSheet[]> {
  requireSmall(bytes)
  const parts = unzipSync(bytes, {
    filter: ({ name }) =>
      /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|worksheets\/[^/]+\.xml)$/.test(name),
  })
  const infos = sheetInfos(partText(parts, 'xl/workbook.xml'), partText(parts, 'xl/_rels/workbook.xml.rels'))
  const zeros = zeroStyles(partText(parts, 'xl/styles.xml'))
  const sheets = (await readSheets(bytes.buffer as ArrayBuffer)) as { sheet: string; data: unknown[][] }[]
  return sheets.map(({ sheet, data }) => {
    const info = infos.find(({ name }) => name === sheet)
    const rows = data.map((row) => row.map(cellText))
    const xml = info ? partText(parts, info.path) : ''
    if (zeros.size > 0) showZeros(rows, xml, zeros)
    fillJoined(rows, xml)
    return { name: sheet, isHidden: info?.isHidden ?? false, lines: rows.map((cells, at) => ({ line: at + 1, cells })) }
  })
}

/** Throws when the parts are too large; the library never unpacks more than the parts state. */
function requireSmall(bytes: Uint8Array): void {
  let [unpacked, parts] = [0, 0]
  unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize
      parts += 1
      return false
    },
  })
  if (unpacked > workbookLimits.bytes)
    throw new WorkbookProblem(`unpacks to more than ${workbookLimits.bytes / 1_048_576} MiB`)
  if (parts > workbookLimits.parts) throw new WorkbookProblem(`has more than ${workbookLimits.parts} parts`)
}

function partText(parts: Record<string, Uint8Array>, name: string): string {
  const part = parts[name]
  return part ? strFromU8(part) : ''
}

/**
 * Elements with a name, in any namespace prefix, with their attributes. These parts are written by programs and contain no text outside
 * elements.
 */
function* getElements(xml: string, name: string): Generator<Record<string, string>> {
  for (const [, attributes] of xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)?/?>`, 'g'))) {
    yield Object.fromEntries(
      [...(attributes ?? '').matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g)].map(([, key, value]) => [key!, unescaped(value!)]),
    )
  }
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text
    .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex, decimal) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, sign) => signs[sign]!)
}

interface SheetInfo {
  name: string
  isHidden: boolean
  path: string
}

function sheetInfos(workbook: string, relations: string): SheetInfo[] {
  const targets = new Map([...getElements(relations, 'Relationship')].map(({ Id, Target }) => [Id!, Target ?? '']))
  return [...getElements(workbook, 'sheet')].map((attributes) => {
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    const target = targets.get(id) ?? ''
    return {
      name: attributes.name ?? '',
      isHidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    }
  })
}

/** Number formats for codes, by cell style: only zeros, and separators between them. */
function zeroStyles(styles: string): Map<string, string> {
  const formats = new Map(
    [...getElements(styles, 'numFmt')].map(({ numFmtId, formatCode }) => [numFmtId!, formatCode ?? '']),
  )
  const cellFormats = /<(?:\w+:)?cellXfs[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  return new Map(
    [...getElements(cellFormats, 'xf')].flatMap(({ numFmtId }, style) => {
      const format = (formats.get(numFmtId ?? '') ?? '').replace(/;.*$/, '').replace(/\\(.)|"([^"]*)"/g, '$1$2')
      return /^[A-Z]*0{2,}[-\s/.]?0*(?:[-\s/]0+)*$/.test(format) ? [[String(style), format] as const] : []
    }),
  )
}

function showZeros(rows: string[][], xml: string, zeros: ReadonlyMap<string, string>): void {
  for (const { r, s } of getElements(xml, 'c')) {
    const format = s === undefined ? undefined : zeros.get(s)
    if (format === undefined || r === undefined) continue
    const { row, column } = getPlace(r)
    const written = rows[row]?.[column]
    if (written !== undefined && /^\d+$/.test(written)) rows[row]![column] = shownAs(written, format)
  }
}

/** 1067 in format 00000 is shown as 01067; 10001234 in format 00000-000 as 10001-234. */
function shownAs(digits: string, format: string): string {
  const padded = digits.padStart(format.replace(/[^0]/g, '').length, '0')
  let left = padded.length - format.replace(/[^0]/g, '').length
  let at = 0
  const shown = [...format].map((sign) => {
    if (sign !== '0') return sign
    const part = padded.slice(at, at + 1 + left)
    at += 1 + left
    left = 0
    return part
  })
  return shown.join('')
}

/** Fills the value of a cell merged over several rows into each of them. */
function fillJoined(rows: string[][], xml: string): void {
  const joined = /<(?:\w+:)?mergeCells[\s\S]*?<\/(?:\w+:)?mergeCells>/.exec(xml)?.[0] ?? ''
  for (const { ref = '' } of getElements(joined, 'mergeCell')) {
    const [from, to = from] = ref.split(':').map(getPlace)
    const text = from && rows[from.row]?.[from.column]
    if (!from || !to || !text) continue
    for (let row = from.row + 1; row <= Math.min(to.row, rows.length - 1); row += 1) {
      const cells = rows[row]!
      while (cells.length <= from.column) cells.push('')
      if (cells[from.column] === '') cells[from.column] = text
    }
  }
}

/** B3 is row 2, column 1. */
function getPlace(reference: string): { row: number; column: number } {
  const [, letters = 'A', digits = '1'] = /^\$?([A-Z]+)\$?(\d+)$/.exec(reference) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, column }
}

const FIRST_DAY = Date.UTC(1899, 11, 30)
const DAY_SECONDS = 86_400
/** Spreadsheets keep fifteen digits of a number. */
const EXACT_BELOW = 1e15

/**
 * Spreadsheets have neither zones nor instants: a day is written 2026-01-31, a time of day 09:30, a duration by its hours, both together
 * with a blank in between. A number whose last digits are lost is written so that this is visible.
 */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number')
    return Math.abs(cell) >= EXACT_BELOW ? cell.toExponential().replace('e', 'E') : String(cell)
  if (!(cell instanceof Date)) return String(cell)
  const seconds = Math.round((cell.getTime() - FIRST_DAY) / 1_000)
  const clock = clockText(seconds % DAY_SECONDS)
  // Durations of some days, and times of day; no order is from 1900.
  if (seconds < 60 * DAY_SECONDS) return clockText(seconds)
  const day = new Date(FIRST_DAY + seconds * 1_000).toISOString().slice(0, 10)
  return clock === '00:00' ? day : `${day} ${clock}`
}

function clockText(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  const text = `${part(Math.floor(seconds / 3_600))}:${part(Math.floor(seconds / 60) % 60)}`
  return seconds % 60 === 0 ? text : `${text}:${part(seconds % 60)}`
}
