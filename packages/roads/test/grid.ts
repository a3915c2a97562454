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

/** The same grid, with one street closed to vans on its way, another one through which only they may pass, and a turn forbidden to them. */
export function gridForVans(size: number): TestExtract {
  const { nodes, ways } = gridExtract(size)
  const middle = size >> 1
  const [closed, crossing] = [ways[4]!, ways[2 * middle + 1]!]
  const parts = [closed.refs.slice(0, middle), closed.refs.slice(middle - 1, middle + 2), closed.refs.slice(middle + 1)]
  const cut = parts.map((refs, part) => ({
    id: 300_000 + part,
    refs,
    tags: { ...closed.tags, ...(part === 1 && { goods: 'no' }) },
  }))
  const corner = { ...nodes[0]!, id: 400_000, lat: nodes[0]!.lat - 0.001 }
  const own = { motor_vehicle: 'no', goods: 'yes', highway: 'residential', name: 'Goods Yard' }
  const turn = {
    id: 500_000,
    members: [
      { type: 'way' as const, ref: ways[0]!.id, role: 'from' },
      { type: 'node' as const, ref: ways[0]!.refs[middle]!, role: 'via' },
      { type: 'way' as const, ref: crossing.id, role: 'to' },
    ],
    tags: { type: 'restriction', 'restriction:goods': 'no_left_turn' },
  }
  const yard = { id: 400_001, refs: [1, corner.id, 3], tags: own }
  return {
    nodes: [...nodes, corner],
    ways: [...ways.filter((way) => way !== closed), ...cut, yard],
    relations: [turn],
  }
}

/** Points spread over the town, always the same. */
export function gridPoints(size: number, count: number): RoadPoint[] {
  const span = (size - 1) * 100
  return Array.from({ length: count }, (_, index) => at((index * 377) % span, (index * 7919) % span))
}
