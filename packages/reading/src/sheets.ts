// Bytes to sheets: a workbook or a text file, whichever the bytes are. Loads what reads workbooks only for one of them.
import { decodeText, type Encoding } from './encodings.ts'
import type { Line } from './table.ts'
import { readTextRows, type TextFault } from './text-file.ts'

export type { Encoding } from './encodings.ts'
export { WorkbookProblem } from './workbook-problem.ts'

export interface Sheet {
  /** Empty for a text file. */
  name: string
  isHidden: boolean
  lines: readonly Line[]
}

export interface FileSheets {
  sheets: Sheet[]
  /** Lines of a text file whose quotes do not fit. */
  faults: readonly TextFault[]
  /** Of a text file; `isSure` false where it was guessed. */
  encoding?: Encoding
  isSure: boolean
  separator?: string
}

/** Workbooks are archives; these are their first bytes. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

export type SheetsProblem = 'old_excel' | 'unreadable' | 'empty'

export interface HowToRead {
  encoding?: Encoding
  /** Of the project: `de`. */
  language?: string
}

/** Throws what the library throws for a broken workbook. */
export async function readSheetsOf(
  bytes: Uint8Array<ArrayBuffer>,
  { encoding, language }: HowToRead = {},
): Promise<FileSheets | { problem: SheetsProblem }> {
  // Older workbooks, and those with a password.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return { problem: 'old_excel' }
  if (isWorkbook(bytes)) {
    const { readWorkbook } = await import('./workbook.ts')
    const sheets = (await readWorkbook(bytes)).filter(hasText)
    return sheets.length > 0 ? { sheets, faults: [], isSure: true } : { problem: 'empty' }
  }
  const decoded = decodeText(bytes, encoding, language)
  const read = sheetOfText(decoded.text)
  return read ? { ...read, encoding: decoded.encoding, isSure: decoded.isSure } : { problem: 'empty' }
}

/** Cells that were pasted, or a text that was decoded; undefined for one that says nothing. */
export function sheetOfText(text: string): FileSheets | undefined {
  const { lines, faults, separator } = readTextRows(text)
  const sheet = { name: '', isHidden: false, lines }
  return hasText(sheet) ? { sheets: [sheet], faults, separator, isSure: true } : undefined
}

function hasText({ lines }: Pick<Sheet, 'lines'>): boolean {
  return lines.some(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}
