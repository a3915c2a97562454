// An extract for tests of travel on roads: a town of streets 100 m apart, a river with one bridge in its middle, one-way streets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePbf } from '@routewright/roads/test/pbf-writer'

const originLat = 47
const originLng = 9.5
const latPerMeter = 1 / 111_195.08
const lngPerMeter = latPerMeter / Math.cos((originLat * Math.PI) / 180)

/** Streets in each direction. */
export const townSize = 20
/** The river runs from west to east between these two streets; only the street `bridgeColumn` crosses it. */
export const riverRow = 10
export const bridgeColumn = 0

/** A place in metres east and north of the town's corner, to 0.1 m. */
export function townPlace(eastMeters: number, northMeters: number): { lat: number; lng: number } {
  const { lat, lng } = exactPlace(eastMeters, northMeters)
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}

function exactPlace(eastMeters: number, northMeters: number): { lat: number; lng: number } {
  return { lat: originLat + northMeters * latPerMeter, lng: originLng + eastMeters * lngPerMeter }
}

/** Writes the extract into the folder and returns its path. `eastMeters` moves the town to the east. */
export function writeTown(folder: string, eastMeters = 0): string {
  const file = join(folder, `town-${eastMeters}.osm.pbf`)
  writeFileSync(file, writePbf(drawTown(eastMeters, 0)))
  return file
}

/**
 * Writes an extract of two towns that no road joins, the second one so far east of the first one's corner. A lane of 1 km that is
 * closed to motor vehicles leads north from the first one's north-western corner.
 */
export function writeIslands(folder: string, eastMeters: number): string {
  const [west, east] = [drawTown(0, 0), drawTown(eastMeters, 10_000)]
  const northWest = 1 + (townSize - 1) * townSize
  const end = { id: 9_000, ...exactPlace(0, (townSize - 1) * 100 + 1_000) }
  const lane = { id: 9_001, refs: [northWest, end.id], tags: { highway: 'residential', motor_vehicle: 'no' } }
  const file = join(folder, 'islands.osm.pbf')
  const nodes = [...west.nodes, end, ...east.nodes]
  writeFileSync(file, writePbf({ nodes, ways: [...west.ways, lane, ...east.ways] }))
  return file
}

/** Writes an extract of a town with more bridges: `bridges` are the tags of the one at each of these columns. Returns its path. */
export function writeBridges(
  folder: string,
  eastMeters: number,
  bridges: Record<number, Record<string, string>>,
): string {
  const town = drawTown(eastMeters, 50_000)
  const ways = Object.entries(bridges).map(([column, tags]) => {
    const south = 50_000 + 1 + (riverRow - 1) * townSize + Number(column)
    return {
      id: 60_000 + Number(column),
      refs: [south, south + townSize],
      tags: { highway: 'residential', maxspeed: '50', ...tags },
    }
  })
  const file = join(folder, `bridges-${eastMeters}.osm.pbf`)
  const [corner, opposite] = [townPlace(eastMeters, 0), townPlace(eastMeters + 2_000, 2_000)]
  const bounds = { minLat: corner.lat, minLng: corner.lng, maxLat: opposite.lat, maxLng: opposite.lng }
  writeFileSync(file, writePbf({ nodes: town.nodes, ways: [...town.ways, ...ways] }, { bounds }))
  return file
}

/**
 * Writes an extract of a block between two streets that run east for 1 km, the Hauptstrasse from the corner and the Gartenweg 40
 * m north of it, joined at both ends. `front` are more tags of the Hauptstrasse. Returns its path.
 */
export function writeBlock(folder: string, front: Record<string, string> = {}): string {
  const file = join(folder, 'block.osm.pbf')
  const corners: readonly [number, number][] = [
    [0, 0],
    [1_000, 0],
    [0, 40],
    [1_000, 40],
  ]
  const nodes = corners.map(([east, north], index) => ({ id: index + 1, ...exactPlace(east, north) }))
  const way = (id: number, refs: number[], tags: Record<string, string>) => ({
    id,
    refs,
    tags: { highway: 'residential', maxspeed: '50', ...tags },
  })
  const ways = [
    way(1, [1, 2], { name: 'Hauptstrasse', ...front }),
    way(2, [3, 4], { name: 'Gartenweg' }),
    way(3, [1, 3], {}),
    way(4, [2, 4], {}),
  ]
  writeFileSync(file, writePbf({ nodes, ways }))
  return file
}

/** An extract of a town so far east of the corner. It tells the box that it lies in, so that it is a map of its own. */
export function townExtract(eastMeters = 0): Buffer {
  const [corner, opposite] = [townPlace(eastMeters, 0), townPlace(eastMeters + 2_000, 2_000)]
  const bounds = { minLat: corner.lat, minLng: corner.lng, maxLat: opposite.lat, maxLng: opposite.lng }
  return writePbf(drawTown(eastMeters, eastMeters), { bounds })
}

/** A town so far east of the corner. Its ids begin above `lastId`. */
export function drawTown(eastMeters: number, lastId: number) {
  const line = Array.from({ length: townSize }, (_, index) => index)
  const id = (column: number, row: number) => lastId + 1 + row * townSize + column
  const nodes = line.flatMap((row) =>
    line.map((column) => ({ id: id(column, row), ...exactPlace(eastMeters + column * 100, row * 100) })),
  )
  const tags = { highway: 'residential', maxspeed: '50' }
  const ways = line.flatMap((street) => {
    const across = { id: lastId + 1_000 + street, refs: line.map((place) => id(place, street)), tags }
    const column = line.map((place) => id(street, place))
    if (street === bridgeColumn) return [across, { id: lastId + 2_000 + street, refs: column, tags }]
    return [
      across,
      { id: lastId + 2_000 + street, refs: column.slice(0, riverRow), tags },
      { id: lastId + 3_000 + street, refs: column.slice(riverRow), tags },
    ]
  })
  return { nodes, ways }
}

export interface TestAddress {
  lat: number
  lng: number
  street: string
  number: string
}

/** Writes an extract with houses of Vaduz that the address search finds, and no streets. Returns its path. */
export function writeAddresses(folder: string, addresses: readonly TestAddress[]): string {
  const file = join(folder, 'addresses.osm.pbf')
  const town = { 'addr:city': 'Vaduz', 'addr:postcode': '9490', 'addr:country': 'LI' }
  const nodes = addresses.map(({ lat, lng, street, number }, index) => ({
    id: index + 1,
    lat,
    lng,
    tags: { ...town, 'addr:street': street, 'addr:housenumber': number },
  }))
  writeFileSync(file, writePbf({ nodes, ways: [] }))
  return file
}
