/** Reads Li & Lim's text format (2001): pairs of a pickup and a delivery on one route, with windows. */

import { readFleet, readTableRow, type TableHeads, tableInstance } from './depot-table.ts'
import { FormatError } from './format-error.ts'
import type { Instance, InstanceStop } from './instance.ts'
import { getInteger, listLines, type TextLine } from './text-lines.ts'

const heads: TableHeads = ['number', 'x', 'y', 'demand', 'ready', 'due', 'service']

interface LiLimRow {
  readonly line: TextLine
  readonly pickupNumber: number
  readonly deliveryNumber: number
  readonly stop: InstanceStop
}

/** Parses the file; the file does not contain its name, so the caller gives one. Throws FormatError naming line and field. */
export function readLiLim(text: string, name: string): Instance {
  const lines = listLines(text)
  const head = lines[0]
  if (head === undefined) throw new FormatError('the file is empty', 'vehicles')
  const vehicles = readFleet(head, 'vehicles', 'capacity')
  const rows = lines.slice(1).map(readRow)
  const depotRow = rows.shift()
  if (depotRow === undefined) throw new FormatError('no rows: the first must be the depot', 'number')
  const stops = linkPairs(rows)
  return tableInstance({ name, format: 'lilim', stops, vehicles, defaultConvention: 'exact' }, depotRow.stop)
}

function readRow(line: TextLine): LiLimRow {
  return {
    line,
    pickupNumber: getInteger(line, 7, 'pickup', 0),
    deliveryNumber: getInteger(line, 8, 'delivery', 0),
    stop: readTableRow(line, heads),
  }
}

/** Resolves the partner columns to indices, and checks that the two stops of a pair name each other and carry the same amount. */
function linkPairs(rows: readonly LiLimRow[]): InstanceStop[] {
  const indexByNumber = new Map<number, number>()
  rows.forEach((row, index) => {
    if (indexByNumber.has(row.stop.number)) {
      throw new FormatError(`${row.stop.number} stands twice`, 'number', row.line.number)
    }
    indexByNumber.set(row.stop.number, index)
  })
  return rows.map((row) => {
    if (row.pickupNumber === 0) {
      const delivery = row.deliveryNumber === 0 ? undefined : indexByNumber.get(row.deliveryNumber)
      if (delivery === undefined || rows[delivery]!.pickupNumber !== row.stop.number) {
        throw new FormatError(`no delivery ${row.deliveryNumber} that names this pickup`, 'delivery', row.line.number)
      }
      return row.stop
    }
    const pickupIndex = indexByNumber.get(row.pickupNumber)
    const pickup = pickupIndex === undefined ? undefined : rows[pickupIndex]
    if (pickup === undefined || pickup.deliveryNumber !== row.stop.number) {
      throw new FormatError(`no pickup ${row.pickupNumber} that names this delivery`, 'pickup', row.line.number)
    }
    if (pickup.stop.demand !== -row.stop.demand) {
      throw new FormatError(
        `${row.stop.demand} does not undo the pickup's ${pickup.stop.demand}`,
        'demand',
        row.line.number,
      )
    }
    return { ...row.stop, pickupIndex }
  })
}
