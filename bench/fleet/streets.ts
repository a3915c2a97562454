// The streets that the simulated fleet drives on: made-up ones, which need no data, or those of an extract of OpenStreetMap.

import { buildImage } from '../../packages/roads/src/engine/build-image.ts'
import { RoadGraph } from '../../packages/roads/src/engine/road-graph.ts'
import { getProfile } from '../../packages/roads/src/graph/profiles.ts'
import { getMix } from '../../packages/roads/src/traffic/road-mix.ts'
import type { Random } from '../../packages/roads/test/random.ts'
import { listShapes } from '../../packages/roads/test/shape-points.ts'

export interface Place {
  lat: number
  lng: number
}

/** A way on the map: seconds without traffic, and its mix of roads (MIX_SHARES). */
export interface PlainWay {
  seconds: number
  mix: number
}

export interface Streets {
  name: string
  place(random: Random): Place
  /** The way through these places, one part between each two. */
  ways(places: readonly Place[]): PlainWay[]
  /** The ways between all of them, row by row: seconds (negative where there is none) and mixes. */
  matrix(places: readonly Place[]): { seconds: Int32Array | Uint16Array; mixes: Uint8Array }
}

const metersPerDegree = 111_195
const kilometers = 14

/**
 * A town of 14 by 14 km: main roads a kilometre apart, a motorway straight across it, and side streets, along which everybody drives at right angles.
 */
export const madeUpStreets: Streets = {
  name: 'a made-up town',
  place: (random) => {
    const inside = () => (random.next() * kilometers * 1_000) / metersPerDegree
    return { lat: 0.1 + inside(), lng: 0.1 + inside() }
  },
  ways: (places) => places.slice(1).map((to, at) => madeUpWay(places[at]!, to)),
  matrix: (places) => {
    const ways = places.flatMap((from) => places.map((to) => madeUpWay(from, to)))
    const isSame = (pair: number) => pair % (places.length + 1) === 0
    return {
      seconds: Int32Array.from(ways, ({ seconds }, pair) => (isSame(pair) ? 0 : Math.round(seconds))),
      mixes: Uint8Array.from(ways, ({ mix }) => mix),
    }
  },
}

function madeUpWay(from: Place, to: Place): PlainWay {
  const [north, east] = [(to.lat - from.lat) * metersPerDegree, (to.lng - from.lng) * metersPerDegree].map(Math.abs)
  const meters = north! + east!
  // Up to half a kilometre to the next main road at either end; what is long enough goes by the motorway in its middle.
  const side = Math.min(meters, 900)
  const motorway = Math.max(0, meters - 5_000) * 0.6
  const main = meters - side - motorway
  const times = { other: 20 + side / 6.5, main: main / 11, motorway: motorway / 24 }
  const seconds = times.other + times.main + times.motorway
  return { seconds, mix: getMix(seconds, times.motorway, times.main) }
}

/** Streets of an extract (.osm.pbf). Reads the whole of it. */
export function openStreets(name: string, extract: string): Streets {
  return getStreets(name, new RoadGraph(buildImage([extract], getProfile('car'))))
}

export function getStreets(name: string, graph: RoadGraph): Streets {
  const shapePoints = listShapes(graph.image.arrays).flat()
  return {
    name,
    place: (random) => {
      const { latE7, lngE7 } = random.pick(shapePoints)
      return { lat: latE7 / 1e7, lng: lngE7 / 1e7 }
    },
    ways: (places) => graph.path(places).legs.map(({ seconds, mix }) => ({ seconds: Math.max(0, seconds), mix })),
    matrix: (places) => {
      const { seconds, mixes } = graph.matrix(places, places, true)
      return { seconds, mixes: mixes! }
    },
  }
}
