// Takes a workbook apart in a thread of its own, with a heap of its own: whatever the file holds, the service goes on.
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'

/** What the parts of the archive may be together once they are unpacked; the library never writes more than they say. */
const mostBytes = 48 * 1_048_576
const mostParts = 2_000

export type WorkbookAnswer = { rows: string[][] } | { problem: string }

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<WorkbookAnswer> {
  let unpacked = 0
  let parts = 0
  unzipSync(bytes, {
    filter({ originalSize }) {
      unpacked += originalSize
      parts += 1
      return false
    },
  })
  if (unpacked > mostBytes) return { problem: `unpacks to more than ${mostBytes / 1_048_576} MiB` }
  if (parts > mostParts) return { problem: `has more than ${mostParts} parts` }
  // Of several sheets the first one counts.
  const rows = (await readSheet(bytes.buffer)) as unknown[][]
  return { rows: rows.map((row) => row.map(cellText)) }
}

/**
 * Spreadsheets know neither zones nor moments: a day is written 2026-01-31, a time of day (of their first day) 09:30, both together
 * with a space between.
 */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell)
  const [day = '', time = ''] = cell.toISOString().split('T')
  const clock = time.slice(0, 8)
  if (cell.getUTCFullYear() < 1910) return clock.slice(0, 5)
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

parentPort!.postMessage(
  await read(workerData as Uint8Array<ArrayBuffer>).catch(() => ({ problem: 'is no workbook that can be read' })),
)
