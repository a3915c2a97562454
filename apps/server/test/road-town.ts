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

/** Writes the extract into the folder and answers its path. Another town lies so far east of the corner. */
export function writeTown(folder: string, eastMeters = 0): string {
  const line = Array.from({ length: townSize }, (_, index) => index)
  const id = (column: number, row: number) => 1 + row * townSize + column
  const nodes = line.flatMap((row) =>
    line.map((column) => ({ id: id(column, row), ...exactPlace(eastMeters + column * 100, row * 100) })),
  )
  const tags = { highway: 'residential', maxspeed: '50' }
  const ways = line.flatMap((street) => {
    const across = { id: 1_000 + street, refs: line.map((place) => id(place, street)), tags }
    const column = line.map((place) => id(street, place))
    if (street === bridgeColumn) return [across, { id: 2_000 + street, refs: column, tags }]
    return [
      across,
      { id: 2_000 + street, refs: column.slice(0, riverRow), tags },
      { id: 3_000 + street, refs: column.slice(riverRow), tags },
    ]
  })
  const path = join(folder, `town-${eastMeters}.osm.pbf`)
  writeFileSync(path, writePbf({ nodes, ways }))
  return path
}
