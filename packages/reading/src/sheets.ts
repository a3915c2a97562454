// Turns bytes into sheets: a workbook or a text file. Loads the workbook reader only when needed.
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
  /** Lines of a text file with unbalanced quotes. */
  faults: readonly TextFault[]
  /** For a text file; `isSure` is false when it was guessed. */
  encoding?: Encoding
  isSure: boolean
  separator?: string
}

/** Whether the bytes begin like an archive, which workbooks are. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

export type SheetsProblem = 'old_excel' | 'unreadable' | 'empty'

export interface HowToRead {
  encoding?: Encoding
  /** Language of the project: `de`. */
  language?: string
}

/** Reads the sheets. Throws the library's errors for a broken workbook. */
export async function readSheetsFor(
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

/** Sheet from pasted cells or decoded text; undefined for an empty one. */
export function sheetOfText(text: string): FileSheets | undefined {
  const { lines, faults, separator } = readTextRows(text)
  const sheet = { name: '', isHidden: false, lines }
  return hasText(sheet) ? { sheets: [sheet], faults, separator, isSure: true } : undefined
}

function hasText({ lines }: Pick<Sheet, 'lines'>): boolean {
  return lines.some(({ cells }) => cells.some((cell) => cell.trim() !== ''))
}
