/** Reads Solomon's text format (Solomon 1987, Gehring & Homberger 1999): one depot, one capacity, one window per stop. */

import { readFleet, readTableRow, type TableHeads, tableInstance } from './depot-table.ts'
import { FormatError } from './format-error.ts'
import type { Instance, InstanceStop } from './instance.ts'
import { listLines, type TextLine } from './text-lines.ts'

const heads: TableHeads = ['CUST NO.', 'XCOORD.', 'YCOORD.', 'DEMAND', 'READY TIME', 'DUE DATE', 'SERVICE TIME']

/** Parses the file; throws FormatError naming line and field. */
export function readSolomon(text: string): Instance {
  const lines = listLines(text)
  const vehicleHead = lines.findIndex((line) => /^NUMBER\s+CAPACITY/i.test(line.text))
  if (vehicleHead < 0) throw new FormatError('no line "NUMBER CAPACITY"', 'VEHICLE')
  const fleet = lines[vehicleHead + 1]
  if (fleet === undefined) throw new FormatError('the file ends before the fleet', 'NUMBER')
  const vehicles = readFleet(fleet, 'NUMBER', 'CAPACITY')

  const tableHead = lines.findIndex(
    (line, index) => index > vehicleHead && /^CUST/i.test(line.text) && line.fields.length > 1,
  )
  if (tableHead < 0) throw new FormatError('no line "CUST NO. XCOORD. …"', 'CUSTOMER')
  const rows = lines.slice(tableHead + 1)
  const depotRow = rows[0]
  if (depotRow === undefined) throw new FormatError('no rows: the first must be the depot', 'CUSTOMER')
  const depot = readTableRow(depotRow, heads)
  const stops = rows.slice(1).map((row) => readTableRow(row, heads))
  refuseRepeatedNumbers(rows, [depot, ...stops])

  const name = vehicleHead > 0 && !/^VEHICLE$/i.test(lines[0]!.text) ? lines[0]!.text : 'unnamed'
  return tableInstance({ name, format: 'solomon', stops, vehicles, defaultConvention: 'dimacs' }, depot)
}

function refuseRepeatedNumbers(rows: readonly TextLine[], stops: readonly InstanceStop[]): void {
  const seen = new Set<number>()
  stops.forEach((stop, index) => {
    if (seen.has(stop.number)) throw new FormatError(`${stop.number} stands twice`, 'CUST NO.', rows[index]!.number)
    seen.add(stop.number)
  })
}
