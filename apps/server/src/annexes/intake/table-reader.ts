// Reads tables of orders, whatever they are written as: text in any encoding, or a workbook.
import { Worker } from 'node:worker_threads'
import type { OrderMapping } from '@routewright/contract'
import type { Setting } from '@routewright/reading'
import { type FileSheets, isWorkbook, readSheetsFor, type Sheet } from '@routewright/reading/sheets'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { createLimit } from '../../frame/platform/limit.ts'
import { encodingHeader, ordersOfSheets, type TableOrder } from './table-orders.ts'
import type { WorkbookAnswer } from './workbook.worker.ts'

export type TableKind = 'csv' | 'xlsx'

/** For which source a table is read, and where its project works. */
export interface TableOwner {
  mapping: OrderMapping
  setting: Setting
}

/** An order for each row. Throws invalid_payload with what is wrong. */
export type ReadTables = (kind: TableKind, bytes: Buffer, owner: TableOwner) => Promise<TableOrder[]>

/** Each workbook takes a thread and its memory while it is read. */
const workbooksAtOnce = 2
const timeoutMilliseconds = 30_000
/** Enough for 5,000 rows of orders many times over; a sheet that names a cell far away needs more, and is refused. */
const heapMegabytes = 256

export function createTableReader(): ReadTables {
  const limit = createLimit(workbooksAtOnce)
  return async (kind, bytes, owner) => {
    const isPacked = kind === 'xlsx' || isWorkbook(bytes)
    if (isPacked) return ordersOfSheets(await limit(() => readWorkbook(bytes)), owner)
    const { sheets, encoding } = await readText(bytes, owner)
    const told = encoding && { [encodingHeader]: encoding }
    return ordersOfSheets(sheets, owner).map(({ body, headers }) => ({ body, headers: { ...headers, ...told } }))
  }
}

async function readText(bytes: Buffer, { mapping, setting }: TableOwner): Promise<FileSheets> {
  const { encoding } = mapping
  const found = await readSheetsFor(new Uint8Array(bytes), { encoding, language: setting.language })
  if (!('problem' in found)) return found
  throw invalidPayload('body', found.problem === 'old_excel' ? olderWorkbook : noRows)
}

const olderWorkbook = 'is no Excel workbook (.xlsx); save older ones (.xls) anew'
const noRows = 'needs a line of titles and a line for each order'

/** Throws invalid_payload with what is wrong with the workbook. */
export async function readWorkbook(bytes: Buffer): Promise<readonly Sheet[]> {
  if (!isWorkbook(bytes)) throw invalidPayload('body', olderWorkbook)
  const answer = await askThread(bytes)
  if ('problem' in answer) throw invalidPayload('body', answer.problem)
  return answer.sheets
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
