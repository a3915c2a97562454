/** Reads Solomon's text format (Solomon 1987, Gehring & Homberger 1999): one depot, one capacity, one window per stop. */

import { FormatError } from './format-error.ts'
import type { Instance, InstanceStop, InstanceVehicle } from './instance.ts'
import { getInteger, getNumber, listLines, type TextLine } from './text-lines.ts'

/** Parses the file; throws FormatError naming line and field. */
export function readSolomon(text: string): Instance {
  const lines = listLines(text)
  const vehicleHead = lines.findIndex((line) => /^NUMBER\s+CAPACITY/i.test(line.text))
  if (vehicleHead < 0) throw new FormatError('no line "NUMBER CAPACITY"', 'VEHICLE')
  const fleet = lines[vehicleHead + 1]
  if (fleet === undefined) throw new FormatError('the file ends before the fleet', 'NUMBER')
  const vehicleCount = getInteger(fleet, 0, 'NUMBER', 1, 1_000_000)
  const capacity = getNumber(fleet, 1, 'CAPACITY')

  const tableHead = lines.findIndex(
    (line, index) => index > vehicleHead && /^CUST/i.test(line.text) && line.fields.length > 1,
  )
  if (tableHead < 0) throw new FormatError('no line "CUST NO. XCOORD. …"', 'CUSTOMER')
  const rows = lines.slice(tableHead + 1)
  const depotRow = rows[0]
  if (depotRow === undefined) throw new FormatError('no rows: the first must be the depot', 'CUSTOMER')
  const depot = readRow(depotRow)
  const stops = rows.slice(1).map(readRow)
  refuseRepeatedNumbers(rows, [depot, ...stops])

  const vehicle: InstanceVehicle = {
    depotIndex: 0,
    capacity,
    fixedCost: 0,
    unitDistanceCost: 1,
    maxDuration: undefined,
    reloadDepotIndex: undefined,
    allowedStops: undefined,
  }
  return {
    name: vehicleHead > 0 && !/^VEHICLE$/i.test(lines[0]!.text) ? lines[0]!.text : 'unnamed',
    format: 'solomon',
    depots: [depot],
    stops,
    vehicles: new Array<InstanceVehicle>(vehicleCount).fill(vehicle),
    hasNumberedVehicles: false,
    costDivisor: 1,
    hasTimes: true,
    explicitDistances: undefined,
    defaultConvention: 'dimacs',
  }
}

function readRow(line: TextLine): InstanceStop {
  const opens = getNumber(line, 4, 'READY TIME')
  const closes = getNumber(line, 5, 'DUE DATE')
  if (closes < opens) throw new FormatError(`${closes} is before the ready time ${opens}`, 'DUE DATE', line.number)
  return {
    number: getInteger(line, 0, 'CUST NO.', 0),
    x: getNumber(line, 1, 'XCOORD.'),
    y: getNumber(line, 2, 'YCOORD.'),
    demand: getNumber(line, 3, 'DEMAND'),
    opens,
    closes,
    service: getNumber(line, 6, 'SERVICE TIME'),
    release: 0,
    prize: undefined,
    pickupIndex: undefined,
  }
}

function refuseRepeatedNumbers(rows: readonly TextLine[], stops: readonly InstanceStop[]): void {
  const seen = new Set<number>()
  stops.forEach((stop, index) => {
    if (seen.has(stop.number)) throw new FormatError(`${stop.number} stands twice`, 'CUST NO.', rows[index]!.number)
    seen.add(stop.number)
  })
}
