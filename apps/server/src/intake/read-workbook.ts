// Reads a table out of an Excel workbook (.xlsx, ECMA-376): the first sheet, its first row with the titles.
import { Worker } from 'node:worker_threads'
import { invalidPayload } from '../platform/api-error.ts'
import { recordsOf } from './read-table.ts'
import type { WorkbookAnswer } from './workbook.worker.ts'

const timeoutMilliseconds = 30_000
/** Enough for 5,000 rows of orders many times over; a sheet that names a cell far away needs more, and is refused. */
const heapMegabytes = 256

/** Workbooks are archives; these are their first bytes. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
}

/** The rows as records of texts, as `readTable` answers them. Throws invalid_payload with what is wrong with the workbook. */
export async function readWorkbook(bytes: Buffer): Promise<Record<string, string>[]> {
  if (!isWorkbook(bytes)) throw invalidPayload('body', 'is no Excel workbook (.xlsx); save older ones (.xls) anew')
  const answer = await askThread(bytes)
  if ('problem' in answer) throw invalidPayload('body', answer.problem)
  const lines = answer.rows.map((row, at) => ({ cells: withoutEmptyEnd(row), line: at + 1 }))
  return recordsOf(lines.filter(({ cells }) => cells.length > 0))
}

function askThread(bytes: Buffer): Promise<WorkbookAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), {
      workerData: new Uint8Array(bytes),
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const late = setTimeout(() => {
      resolve({ problem: `takes longer than ${timeoutMilliseconds / 1_000} seconds to read` })
      void worker.terminate()
    }, timeoutMilliseconds)
    worker.on('message', resolve)
    worker.on('error', () => resolve({ problem: 'is too large to be read' }))
    worker.on('exit', () => {
      clearTimeout(late)
      resolve({ problem: 'cannot be read' })
    })
  })
}

function withoutEmptyEnd(row: readonly string[]): string[] {
  const last = row.findLastIndex((cell) => cell.trim() !== '')
  return row.slice(0, last + 1)
}
