// Writes one Excel workbook in a thread of its own: thousands of rows would hold up requests.
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile, { type Row } from 'write-excel-file/node'
import type { Cell, TableColumn } from './table-file.ts'

export interface SheetOrder {
  name: string
  columns: readonly TableColumn[]
  rows: readonly (readonly Cell[])[]
}

/** Excel refuses longer texts in a cell. */
const maxTextLength = 32_767
/** Neither may stand in the name of a sheet, which has 31 characters at most. */
const forbiddenInName = /[\\/?*[\]:]/g

function cellOf(cell: Cell, kind: TableColumn['kind']): Row[number] {
  if (cell === null || cell === undefined || cell === '') return null
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (typeof cell === 'boolean') return { value: cell, type: Boolean }
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(cell)) {
    return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  }
  return { value: cell.slice(0, maxTextLength), type: String }
}

/** Wide enough for what stands in it, within reason. */
function widthOf(column: TableColumn, index: number, rows: SheetOrder['rows']): number {
  let longest = column.title.length
  for (const row of rows.slice(0, 200)) longest = Math.max(longest, String(row[index] ?? '').length)
  return Math.min(Math.max(longest + 2, 8), 48)
}

async function write({ name, columns, rows }: SheetOrder): Promise<Uint8Array> {
  const header: Row = columns.map(({ title }) => ({ value: title, type: String, fontWeight: 'bold' }))
  const body = rows.map((row) => row.map((cell, index) => cellOf(cell, columns[index]!.kind)))
  return await writeExcelFile([header, ...body], {
    sheet: name.replace(forbiddenInName, ' ').slice(0, 31),
    columns: columns.map((column, index) => ({ width: widthOf(column, index, rows) })),
    stickyRowsCount: 1,
  }).toBuffer()
}

parentPort!.postMessage(await write(workerData as SheetOrder))
