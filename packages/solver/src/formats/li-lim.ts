/** Reads Li & Lim's text format (2001): pairs of a pickup and a delivery on one route, with windows. */

import { FormatError } from './format-error.ts'
import type { Instance, InstanceDepot, InstanceStop, InstanceVehicle } from './instance.ts'
import { getInteger, getNumber, listLines, type TextLine } from './text-lines.ts'

interface LiLimRow {
  readonly line: TextLine
  readonly pickupNumber: number
  readonly deliveryNumber: number
  readonly stop: InstanceStop
}

/** Parses the file; its own name is not stated in it, so the caller gives one. Throws FormatError naming line and field. */
export function readLiLim(text: string, name: string): Instance {
  const lines = listLines(text)
  const head = lines[0]
  if (head === undefined) throw new FormatError('the file is empty', 'vehicles')
  const vehicleCount = getInteger(head, 0, 'vehicles', 1, 1_000_000)
  const capacity = getNumber(head, 1, 'capacity')

  const rows = lines.slice(1).map(readRow)
  const depotRow = rows.shift()
  if (depotRow === undefined) throw new FormatError('no rows: the first must be the depot', 'number')
  const vehicle: InstanceVehicle = {
    depotIndex: 0,
    capacity,
    fixedCost: 0,
    unitDistanceCost: 1,
    maxDuration: undefined,
    reloadDepotIndex: undefined,
    allowedStops: undefined,
  }
  const depot: InstanceDepot = depotRow.stop
  return {
    name,
    format: 'lilim',
    depots: [depot],
    stops: linkPairs(rows),
    vehicles: new Array<InstanceVehicle>(vehicleCount).fill(vehicle),
    hasNumberedVehicles: false,
    costDivisor: 1,
    hasTimes: true,
    explicitDistances: undefined,
    defaultConvention: 'exact',
  }
}

function readRow(line: TextLine): LiLimRow {
  const opens = getNumber(line, 4, 'ready')
  const closes = getNumber(line, 5, 'due')
  if (closes < opens) throw new FormatError(`${closes} is before the ready time ${opens}`, 'due', line.number)
  return {
    line,
    pickupNumber: getInteger(line, 7, 'pickup', 0),
    deliveryNumber: getInteger(line, 8, 'delivery', 0),
    stop: {
      number: getInteger(line, 0, 'number', 0),
      x: getNumber(line, 1, 'x'),
      y: getNumber(line, 2, 'y'),
      demand: getNumber(line, 3, 'demand'),
      opens,
      closes,
      service: getNumber(line, 6, 'service'),
      release: 0,
      prize: undefined,
      pickupIndex: undefined,
    },
  }
}

/** Resolves the partner columns to indices and checks that each pair names one another and carries one amount. */
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
