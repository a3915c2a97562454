// Reads a dropped file or pasted cells in a thread of its own: thousands of rows must not stop the page.
import { limits } from '@routewright/contract'
import {
  type Encoding,
  type FileSheets,
  readSheetsFor,
  type SheetsProblem,
  sheetOfText,
} from '@routewright/reading/sheets'

export interface ParseOrder {
  file?: File
  text?: string
  /** Chosen for a file whose letters came out wrong. */
  encoding?: Encoding
  /** Language of the project. */
  language?: string
  /** Rows below the header that are taken, most by default. */
  mostRows?: number
}

export type ParseAnswer = FileSheets | { problem: SheetsProblem | 'too_many' }

async function parse({
  file,
  text,
  encoding,
  language,
  mostRows = limits.listLength.bulk,
}: ParseOrder): Promise<ParseAnswer> {
  const found =
    text === undefined
      ? await readSheetsFor(new Uint8Array(await file!.arrayBuffer()), { encoding, language })
      : (sheetOfText(text) ?? { problem: 'empty' as const })
  if ('problem' in found) return found
  // The header counts beside them.
  const fits = ({ lines }: FileSheets['sheets'][number]) => lines.filter(isFilled).length <= mostRows + 1
  const sheets = found.sheets.filter(fits)
  return sheets.length > 0 ? { ...found, sheets } : { problem: 'too_many' }
}

function isFilled({ cells }: FileSheets['sheets'][number]['lines'][number]): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

self.onmessage = async ({ data }: MessageEvent<ParseOrder>) => {
  let answer: ParseAnswer
  try {
    answer = await parse(data)
  } catch {
    answer = { problem: 'unreadable' }
  }
  self.postMessage(answer)
}
