// Reads tables of orders, whatever they are written as.
import { createLimit } from '../platform/limit.ts'
import { readTable } from './read-table.ts'
import { readWorkbook } from './read-workbook.ts'

export type TableKind = 'csv' | 'xlsx'

/** The rows as records of texts. Throws invalid_payload with what is wrong. */
export type ReadTables = (kind: TableKind, bytes: Buffer) => Promise<Record<string, string>[]>

/** Each workbook takes a thread and its memory while it is read. */
const workbooksAtOnce = 2

export function createTableReader(): ReadTables {
  const limit = createLimit(workbooksAtOnce)
  return async (kind, bytes) => (kind === 'xlsx' ? limit(() => readWorkbook(bytes)) : readTable(bytes))
}
