// Takes a workbook apart in a thread of its own, with a heap of its own: whatever the file holds, the service goes on.
import { parentPort, workerData } from 'node:worker_threads'
import { readSheetsFor, type Sheet, WorkbookProblem } from '@routewright/reading/sheets'

export type WorkbookAnswer = { sheets: Sheet[] } | { problem: string }

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<WorkbookAnswer> {
  const found = await readSheetsFor(bytes)
  return 'problem' in found ? { problem: 'needs a line of titles and a line for each order' } : { sheets: found.sheets }
}

parentPort!.postMessage(
  await read(workerData as Uint8Array<ArrayBuffer>).catch((error) => ({
    problem: error instanceof WorkbookProblem ? error.message : 'is no workbook that can be read',
  })),
)
