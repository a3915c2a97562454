// A square town of streets 100 m apart, for tests that need some size but no particular shape.

import type { RoadPoint } from '../src/places/road-point.ts'
import type { TestExtract } from './pbf-writer.ts'
import { at } from './town.ts'

/** `size` × `size` crossings; every third street is one-way, some are faster than others. */
export function gridExtract(size: number): TestExtract {
  const id = (column: number, row: number) => 1 + row * size + column
  const nodes = Array.from({ length: size * size }, (_, index) => {
    const { lat, lng } = at((index % size) * 100, Math.floor(index / size) * 100)
    return { id: index + 1, lat, lng }
  })
  const line = Array.from({ length: size }, (_, place) => place)
  const ways = line.flatMap((street) => {
    const tags = { highway: 'residential', maxspeed: String(30 + 10 * (street % 3)), name: `Street ${street}` }
    const oneway = street % 3 === 1 ? { oneway: street % 2 === 0 ? 'yes' : '-1' } : {}
    return [
      { id: 100_000 + street, refs: line.map((place) => id(place, street)), tags: { ...tags, ...oneway } },
      { id: 200_000 + street, refs: line.map((place) => id(street, place)), tags },
    ]
  })
  return { nodes, ways }
}

/** Points spread over the town, always the same. */
export function gridPoints(size: number, count: number): RoadPoint[] {
  const span = (size - 1) * 100
  return Array.from({ length: count }, (_, index) => at((index * 377) % span, (index * 7919) % span))
}
