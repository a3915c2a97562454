/** Shared parts of Solomon's and Li & Lim's files: a depot and its stops as rows of one table, served by identical vehicles. */

import { FormatError } from './format-error.ts'
import type { Instance, InstanceStop, InstanceVehicle } from './instance.ts'
import { getInteger, getNumber, type TextLine } from './text-lines.ts'

/** Names of the columns in errors, from the first to the seventh. */
export type TableHeads = readonly [
  number: string,
  x: string,
  y: string,
  demand: string,
  ready: string,
  due: string,
  service: string,
]

/** Reads the depot or a stop from its row; throws FormatError naming line and column. */
export function readTableRow(line: TextLine, [number, x, y, demand, ready, due, service]: TableHeads): InstanceStop {
  const opens = getNumber(line, 4, ready)
  const closes = getNumber(line, 5, due)
  if (closes < opens) throw new FormatError(`${closes} is before the ready time ${opens}`, due, line.number)
  return {
    number: getInteger(line, 0, number, 0),
    x: getNumber(line, 1, x),
    y: getNumber(line, 2, y),
    demand: getNumber(line, 3, demand),
    opens,
    closes,
    service: getNumber(line, 6, service),
    release: 0,
    prize: undefined,
    pickupIndex: undefined,
  }
}

/** Reads the fleet from its row: number of vehicles, and the capacity of each. */
export function readFleet(line: TextLine, countHead: string, capacityHead: string): InstanceVehicle[] {
  const count = getInteger(line, 0, countHead, 1, 1_000_000)
  const vehicle: InstanceVehicle = {
    depotIndex: 0,
    capacity: getNumber(line, 1, capacityHead),
    fixedCost: 0,
    unitDistanceCost: 1,
    maxDuration: undefined,
    reloadDepotIndex: undefined,
    allowedStops: undefined,
  }
  return new Array<InstanceVehicle>(count).fill(vehicle)
}

/** Builds the instance from such a table. */
export function tableInstance(
  parts: Pick<Instance, 'name' | 'format' | 'stops' | 'vehicles' | 'defaultConvention'>,
  depot: InstanceStop,
): Instance {
  return {
    ...parts,
    depots: [depot],
    hasNumberedVehicles: false,
    costDivisor: 1,
    hasTimes: true,
    explicitDistances: undefined,
  }
}
