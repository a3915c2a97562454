/** Locations in a VROOM file: coordinates, or indices into its matrices. */

import { FormatError } from './format-error.ts'
import type { InstancePoint } from './instance.ts'
import { findInteger, findNumber, getArray, type JsonRecord } from './json-fields.ts'
import type { VroomPlaces } from './vroom-travel.ts'

/** The location of a job, of one end of a shipment, or of a charging place. */
export function getPlace(entry: JsonRecord, path: string, places: VroomPlaces): number {
  const location = findPlace(entry.location, entry.location_index, `${path}.location`, places)
  if (location === null) throw new FormatError('neither location nor location_index', `${path}.location`)
  return location
}

/** Index of a place: the file's own matrix index, or a new one per pair of coordinates; null when neither is given. */
export function findPlace(location: unknown, index: unknown, path: string, places: VroomPlaces): number | null {
  const matrixIndex = findInteger(index, `${path}_index`)
  if (matrixIndex !== undefined) {
    if (places.size !== undefined && !(matrixIndex >= 0 && matrixIndex < places.size)) {
      throw new FormatError(`${matrixIndex} is outside the matrix of ${places.size}`, `${path}_index`)
    }
    if (location !== undefined && location !== null) places.points[matrixIndex] = toPoint(location, path)
    return claim(places, 'matrix', matrixIndex, path)
  }
  if (location === undefined || location === null) return null
  const point = toPoint(location, path)
  const key = `${point.x} ${point.y}`
  let place = places.indexByKey.get(key)
  if (place === undefined) {
    place = places.points.length
    places.indexByKey.set(key, place)
    places.points.push(point)
  }
  return claim(places, 'coordinates', place, path)
}

function toPoint(value: unknown, path: string): InstancePoint {
  const pair = getArray(value, path)
  const x = findNumber(pair[0], `${path}[0]`)
  const y = findNumber(pair[1], `${path}[1]`)
  if (x === undefined || y === undefined || pair.length > 2) throw new FormatError('is not [x, y]', path)
  return { x, y }
}

function claim(places: VroomPlaces, kind: 'matrix' | 'coordinates', place: number, path: string): number {
  if (places.indices !== 'unknown' && places.indices !== kind) {
    throw new FormatError('some places have a matrix index and some have none', path)
  }
  places.indices = kind
  return place
}
