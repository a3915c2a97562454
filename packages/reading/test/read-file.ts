// Reads a file like the import wizard: its sheet, its table, the meaning of its columns, and its rows.

import {
  type CellDoubt,
  type CellFault,
  type ColumnTarget,
  chooseSheet,
  guessColumns,
  judgeColumns,
  type Purpose,
  type ReadRow,
  readRow,
  readTable,
  type Setting,
  type Table,
} from '../src/index.ts'
import { type FileSheets, type HowToRead, readSheetsFor } from '../src/sheets.ts'

export interface ReadFile {
  file: FileSheets
  table: Table
  targets: ColumnTarget[]
  rows: (ReadRow & { line: number })[]
}

export const liechtenstein: Setting = { language: 'de', timeZone: 'Europe/Vaduz' }

/** Throws for an invalid file. */
export async function readFile(
  bytes: Uint8Array | string,
  {
    setting = liechtenstein,
    purpose = 'plan' as Purpose,
    ...how
  }: HowToRead & { setting?: Setting; purpose?: Purpose } = {},
): Promise<ReadFile> {
  const given = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes
  const file = await readSheetsFor(new Uint8Array(given), { language: setting.language, ...how })
  if ('problem' in file) throw new Error(file.problem)
  const table = readTable(file.sheets[chooseSheet(file.sheets, purpose)]!.lines, purpose)
  const cells = table.rows.map((row) => row.cells)
  const targets = guessColumns({ names: table.names, groups: table.groups, samples: cells, purpose })
  const forms = judgeColumns(cells, targets, table.names, setting)
  const rows = table.rows.map((row) => ({
    ...readRow(row.cells, { targets, names: table.names, forms, setting }),
    line: row.line,
  }))
  return { file, table, targets, rows }
}

/** Faults of a row, by the meaning of its cells. */
export function collectFaults({ targets }: ReadFile, { faults }: ReadRow): Record<string, CellFault> {
  return Object.fromEntries([...faults].map(([column, fault]) => [targets[column]!, fault]))
}

/** Doubts of a row, by the meaning of its cells. */
export function collectDoubts({ targets }: ReadFile, { doubts }: ReadRow): Record<string, CellDoubt> {
  return Object.fromEntries([...doubts].map(([column, doubt]) => [targets[column]!, doubt]))
}
