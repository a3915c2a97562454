/** Reads CVRPLIB files and the VRPLIB dialect of PyVRP's instance sets (fleets, depots, prizes, reloads, releases). */

import { findHeadNumber, findPairs, listNumbers, readSections, type VrplibText } from './cvrplib-sections.ts'
import { FormatError } from './format-error.ts'
import type { Convention, Instance, InstanceStop, InstanceVehicle } from './instance.ts'
import { getInteger, getNumber } from './text-lines.ts'

/** Parses the file; throws FormatError naming line and field. */
export function readCvrplib(text: string): Instance {
  const file = readSections(text)
  const dimension = findHeadNumber(file, 'DIMENSION')
  if (dimension === undefined || dimension < 1) throw new FormatError('no DIMENSION of at least 1', 'DIMENSION')
  const explicitDistances = readDistances(file, dimension)
  const points = findPairs(file, 'NODE_COORD_SECTION', dimension)
  if (points === undefined && explicitDistances === undefined) {
    throw new FormatError('neither coordinates nor explicit distances', 'NODE_COORD_SECTION')
  }
  const depotCount = readDepotCount(file, dimension)
  const windows = findPairs(file, 'TIME_WINDOW_SECTION', dimension)
  const nodes = readNodes(file, dimension, points, windows)
  if (file.sections.has('BACKHAUL_SECTION')) requireOneAmount(file, nodes, depotCount)
  const depots = nodes.slice(0, depotCount)
  const stops = nodes.slice(depotCount)
  const hasVehicleSections = [...file.sections.keys()].some(
    (key) => key.startsWith('VEHICLES_') || key === 'CAPACITY_SECTION',
  )
  const vehicles = readVehicles(file, depotCount, stops)
  const hasTimes = windows !== undefined || vehicles.some((vehicle) => vehicle.maxDuration !== undefined)
  return {
    name: file.heads.get('NAME')?.value.replace(/^"|"$/g, '') ?? 'unnamed',
    format: 'cvrplib',
    depots,
    stops,
    vehicles,
    hasNumberedVehicles: hasVehicleSections,
    costDivisor: file.heads.get('TYPE')?.value === 'HFVRP' ? 100 : 1,
    hasTimes,
    explicitDistances,
    defaultConvention: findDefaultConvention(file),
    ...(file.sections.has('BACKHAUL_SECTION') && { hasBackhauls: true }),
  }
}

type Pairs = ReturnType<typeof findPairs>

/** Depots and stops alike, in the file's order. */
function readNodes(file: VrplibText, dimension: number, points: Pairs, windows: Pairs): InstanceStop[] {
  const demands = listNumbers(file, 'DEMAND', dimension, 0)
  const services = listNumbers(file, 'SERVICE_TIME', dimension, 0)
  const releases = listNumbers(file, 'RELEASE_TIME', dimension, 0)
  const backhauls = listNumbers(file, 'BACKHAUL', dimension, 0)
  const groups = readGroups(file, dimension)
  const hasPrizes = file.sections.has('PRIZE_SECTION')
  const prizes = listNumbers(file, 'PRIZE', dimension, 0)
  const nodes: InstanceStop[] = []
  for (let node = 0; node < dimension; node++) {
    const [opens, closes] = windows?.[node] ?? [0, Number.POSITIVE_INFINITY]
    if (closes < opens) throw new FormatError(`node ${node + 1} closes before it opens`, 'TIME_WINDOW_SECTION')
    nodes.push({
      number: node,
      x: points?.[node]?.[0] ?? 0,
      y: points?.[node]?.[1] ?? 0,
      demand: demands[node]!,
      collected: backhauls[node]!,
      group: groups?.get(node + 1),
      opens,
      closes,
      service: services[node]!,
      release: releases[node]!,
      prize: hasPrizes ? prizes[node]! : undefined,
      pickupIndex: undefined,
    })
  }
  return nodes
}

/** Number of the group by node, from rows "group node node …"; undefined without the section. Every stop is in exactly one group. */
function readGroups(file: VrplibText, dimension: number): Map<number, number> | undefined {
  const section = 'MUTUALLY_EXCLUSIVE_GROUP_SECTION'
  const rows = file.sections.get(section)
  if (rows === undefined) return undefined
  const first = readDepotCount(file, dimension) + 1
  const groups = new Map<number, number>()
  const lineOfGroup = new Map<number, number>()
  for (const row of rows) {
    const group = getInteger(row, 0, section, 1)
    if (lineOfGroup.has(group))
      throw new FormatError(`group ${group} is on line ${lineOfGroup.get(group)} already`, section, row.number)
    if (row.fields.length < 2) throw new FormatError(`group ${group} has no node`, section, row.number)
    lineOfGroup.set(group, row.number)
    for (let column = 1; column < row.fields.length; column++) {
      const node = getInteger(row, column, section, first, dimension)
      if (groups.has(node))
        throw new FormatError(`node ${node} is in group ${groups.get(node)} already`, section, row.number)
      groups.set(node, group)
    }
  }
  for (let node = first; node <= dimension; node++) {
    if (!groups.has(node)) throw new FormatError(`node ${node} is in no group`, section, rows.at(-1)?.number)
  }
  return groups
}

/** Throws a FormatError for a stop of a file with backhauls that both delivers and collects, or neither, and for a negative amount. */
function requireOneAmount(file: VrplibText, nodes: readonly InstanceStop[], depotCount: number): void {
  const rows = file.sections.get('BACKHAUL_SECTION') ?? []
  for (const { number, demand, collected = 0 } of nodes.slice(depotCount)) {
    if (Math.min(demand, collected) === 0 && Math.max(demand, collected) > 0) continue
    const line = rows.find((row) => row.fields[0] === String(number + 1))?.number
    throw new FormatError(
      `node ${number + 1} delivers ${demand} and collects ${collected}: one of the two must be 0, the other above 0`,
      'BACKHAUL_SECTION',
      line,
    )
  }
}

/** Convention under which each dialect is published: dimacs for prize and multi-trip sets, round for the classic sets, otherwise exact. */
function findDefaultConvention(file: VrplibText): Convention {
  if (file.sections.has('PRIZE_SECTION') || file.sections.has('RELEASE_TIME_SECTION')) return 'dimacs'
  const isDialect = file.sections.has('TIME_WINDOW_SECTION') || file.sections.has('CAPACITY_SECTION')
  return isDialect || file.heads.has('VEHICLES_MAX_DURATION') ? 'exact' : 'round'
}

function readDepotCount(file: VrplibText, dimension: number): number {
  const rows = file.sections.get('DEPOT_SECTION')
  if (rows === undefined) return 1
  let count = 0
  for (const row of rows) {
    const node = getInteger(row, 0, 'DEPOT_SECTION', -1, dimension)
    if (node === -1) break
    count++
    if (node !== count)
      throw new FormatError(`depot ${node}: depots must be the first nodes`, 'DEPOT_SECTION', row.number)
  }
  if (count === 0) throw new FormatError('no depot', 'DEPOT_SECTION')
  return count
}

function readVehicles(file: VrplibText, depotCount: number, stops: readonly InstanceStop[]): InstanceVehicle[] {
  const stated = findHeadNumber(file, 'VEHICLES')
  const capacityHead = findHeadNumber(file, 'CAPACITY')
  const count = stated ?? boundFleet(stops, capacityHead)
  if (!Number.isInteger(count) || count < 1) throw new FormatError(`${count} is not a fleet`, 'VEHICLES')
  const capacities = listNumbers(file, 'CAPACITY', count, Number.POSITIVE_INFINITY)
  const fixedCosts = listNumbers(file, 'VEHICLES_FIXED_COST', count, 0)
  const unitCosts = listNumbers(file, 'VEHICLES_UNIT_DISTANCE_COST', count, 1)
  const durations = listNumbers(
    file,
    'VEHICLES_MAX_DURATION',
    count,
    findHeadNumber(file, 'DISTANCE') ?? Number.POSITIVE_INFINITY,
  )
  const depots = listNumbers(file, 'VEHICLES_DEPOT', count, 1)
  const hasReload = file.sections.has('VEHICLES_RELOAD_DEPOT_SECTION')
  const reloads = listNumbers(file, 'VEHICLES_RELOAD_DEPOT', count, 1)
  const allowed = readAllowedStops(file, count)
  return capacities.map((capacity, index) => {
    const depotIndex = depots[index]! - 1
    if (depotIndex < 0 || depotIndex >= depotCount) {
      throw new FormatError(
        `vehicle ${index + 1} starts at ${depots[index]}, which is no depot`,
        'VEHICLES_DEPOT_SECTION',
      )
    }
    const maxDuration = durations[index]!
    return {
      depotIndex,
      capacity,
      fixedCost: fixedCosts[index]!,
      unitDistanceCost: unitCosts[index]!,
      maxDuration: Number.isFinite(maxDuration) ? maxDuration : undefined,
      reloadDepotIndex: hasReload ? reloads[index]! - 1 : undefined,
      allowedStops: allowed?.[index],
    }
  })
}

/**
 * Number of vehicles to offer when the file sets no limit: a quarter more than the load needs, and at least as many as first-fit decreasing
 * packs, so that a feasible fleet always exists.
 */
function boundFleet(stops: readonly InstanceStop[], capacity: number | undefined): number {
  if (capacity === undefined) return Math.max(1, stops.length)
  const delivering = packFleet(stops, capacity, ({ demand }) => demand)
  const collecting = packFleet(stops, capacity, ({ collected = 0 }) => collected)
  return Math.max(1, Math.min(stops.length, Math.max(delivering, collecting)))
}

/** Number of vehicles to offer for the amounts of one kind. */
function packFleet(stops: readonly InstanceStop[], capacity: number, amountAt: (stop: InstanceStop) => number): number {
  const demands = stops.map(amountAt).sort((a, b) => b - a)
  const rooms: number[] = []
  let total = 0
  for (const demand of demands) {
    total += demand
    const fit = rooms.findIndex((room) => room >= demand)
    if (fit < 0) rooms.push(capacity - demand)
    else rooms[fit]! -= demand
  }
  return Math.max(Math.ceil((total / capacity) * 1.25), rooms.length) + 10
}

function readAllowedStops(file: VrplibText, count: number): Set<number>[] | undefined {
  const rows = file.sections.get('VEHICLES_ALLOWED_CLIENTS_SECTION')
  if (rows === undefined) return undefined
  const allowed: Set<number>[] = Array.from({ length: count }, () => new Set<number>())
  for (const row of rows) {
    const vehicle = getInteger(row, 0, 'VEHICLES_ALLOWED_CLIENTS_SECTION', 1, count)
    for (let column = 1; column < row.fields.length; column++) {
      allowed[vehicle - 1]!.add(getInteger(row, column, 'VEHICLES_ALLOWED_CLIENTS_SECTION', 1) - 1)
    }
  }
  return allowed
}

/** Distances of an EXPLICIT file as a full matrix, row by row; undefined for planar files. */
function readDistances(file: VrplibText, dimension: number): Float64Array | undefined {
  const type = file.heads.get('EDGE_WEIGHT_TYPE')
  const kind = type?.value ?? 'EUC_2D'
  if (kind === 'EUC_2D') return undefined
  if (kind !== 'EXPLICIT')
    throw new FormatError(`${kind} is not supported (EUC_2D, EXPLICIT)`, 'EDGE_WEIGHT_TYPE', type?.line)
  const rows = file.sections.get('EDGE_WEIGHT_SECTION')
  if (rows === undefined) throw new FormatError('EXPLICIT needs this section', 'EDGE_WEIGHT_SECTION')
  const weights: number[] = []
  for (const row of rows) {
    for (let column = 0; column < row.fields.length; column++)
      weights.push(getNumber(row, column, 'EDGE_WEIGHT_SECTION'))
  }
  const format = file.heads.get('EDGE_WEIGHT_FORMAT')
  return fillMatrix(weights, format?.value ?? 'FULL_MATRIX', dimension, format?.line)
}

function fillMatrix(
  weights: readonly number[],
  format: string,
  dimension: number,
  line: number | undefined,
): Float64Array {
  const matrix = new Float64Array(dimension * dimension)
  let next = 0
  for (let row = 0; row < dimension; row++) {
    const [from, to] = spanOfRow(format, row, dimension, line)
    for (let column = from; column < to; column++) {
      const weight = weights[next++]
      if (weight === undefined) {
        throw new FormatError(
          `ends at ${weights.length} numbers, ${format} of ${dimension} needs more`,
          'EDGE_WEIGHT_SECTION',
        )
      }
      matrix[row * dimension + column] = weight
      if (format !== 'FULL_MATRIX') matrix[column * dimension + row] = weight
    }
  }
  return matrix
}

function spanOfRow(format: string, row: number, dimension: number, line: number | undefined): [number, number] {
  switch (format) {
    case 'FULL_MATRIX':
      return [0, dimension]
    case 'LOWER_ROW':
      return [0, row]
    case 'LOWER_DIAG_ROW':
      return [0, row + 1]
    case 'UPPER_ROW':
      return [row + 1, dimension]
    case 'UPPER_DIAG_ROW':
      return [row, dimension]
    default:
      throw new FormatError(`${format} is not supported`, 'EDGE_WEIGHT_FORMAT', line)
  }
}
