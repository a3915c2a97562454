// Reads a dropped file or pasted cells in a thread of its own: thousands of rows must not stop the page.
import { limits } from '@routewright/contract'
import Papa from 'papaparse'
import readSheet from 'read-excel-file/web-worker'

export interface ParseOrder {
  file?: File
  text?: string
  /** Rows below the header that are taken, most by default. */
  mostRows?: number
}

export type ParseAnswer = { rows: string[][] } | { fault: 'unreadable' | 'empty' | 'old_excel' | 'too_many' }

async function parse({ file, text, mostRows = limits.listLength.bulk }: ParseOrder): Promise<ParseAnswer> {
  let rows: string[][]
  if (text !== undefined) rows = parseText(text)
  else {
    const bytes = new Uint8Array(await file!.arrayBuffer())
    // Zip archives are Excel workbooks of today; the older format begins differently and cannot be read here.
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) rows = await readWorkbook(file!)
    else if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return { fault: 'old_excel' }
    else rows = parseText(decode(bytes))
  }
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return { fault: 'empty' }
  // The header counts beside them.
  if (filled.length > mostRows + 1) return { fault: 'too_many' }
  const width = Math.max(...filled.map((row) => row.length))
  return { rows: filled.map((row) => [...row, ...Array<string>(width - row.length).fill('')]) }
}

async function readWorkbook(file: File): Promise<string[][]> {
  const sheets = (await readSheet(file)) as unknown as { data: unknown[][] }[] | unknown[][]
  const first = sheets[0] as { data: unknown[][] } | unknown[]
  const data = first && !Array.isArray(first) ? first.data : (sheets as unknown[][])
  return data.map((row) => row.map(cellText))
}

/** Times of a spreadsheet are moments of its first day; a day that has one keeps it. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  const [date, time] = [cell.toISOString().slice(0, 10), cell.toISOString().slice(11, 16)]
  if (cell.getUTCFullYear() < 1910) return time
  return time === '00:00' ? date : `${date} ${time}`
}

/** UTF-8 and UTF-16 by their marks, UTF-8 where it is valid, else what Windows writes in western Europe. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parseText(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel's own hint in the first line.
  const hint = /^sep=(.)\r?\n/i.exec(plain)
  const { data } = Papa.parse<string[]>(hint ? plain.slice(hint[0].length) : plain, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: ['\t', ';', ',', '|'],
    ...(hint ? { delimiter: hint[1]! } : {}),
  })
  return data
}

self.onmessage = async ({ data }: MessageEvent<ParseOrder>) => {
  let answer: ParseAnswer
  try {
    answer = await parse(data)
  } catch {
    answer = { fault: 'unreadable' }
  }
  self.postMessage(answer)
}
