// Makes a large road network from a small one: copies side by side from west to east, joined by a few straight roads.

import { distanceMetersE7 } from '../src/foundation/geo.ts'
import { NO_BARRIERS } from '../src/graph/barriers.ts'
import type { RoadNetwork } from '../src/graph/network.ts'

/** Roads that join each copy to the next. */
const LINKS = 8
const LINK_KMH = 80

/** `count` copies of a network; one copy is the network itself. */
export function copySideBySide(network: RoadNetwork, count: number): RoadNetwork {
  if (count === 1) return network
  const { bounds, edgeCount, junctionCount } = network
  const widthE7 = Math.round((bounds.maxLng - bounds.minLng) * 1e7) + 20_000
  const pointCount = network.geometryLatE7.length
  const points = junctionPoints(network)
  const borders = borderJunctions(network, points)
  const linkCount = LINKS * (count - 1)
  const grown: RoadNetwork = {
    ...network,
    bounds: { ...bounds, maxLng: bounds.maxLng + ((count - 1) * widthE7) / 1e7 },
    junctionCount: junctionCount * count,
    junctionFlags: new Uint8Array(junctionCount * count),
    edgeCount: edgeCount * count + linkCount,
    edgeFrom: new Int32Array(edgeCount * count + linkCount),
    edgeTo: new Int32Array(edgeCount * count + linkCount),
    lengthDm: new Int32Array(edgeCount * count + linkCount),
    durationCs: new Int32Array(2 * (edgeCount * count + linkCount)),
    edgeFlags: new Uint8Array(edgeCount * count + linkCount),
    edgeName: new Int32Array(edgeCount * count + linkCount),
    leavingDegrees: new Int16Array(2 * (edgeCount * count + linkCount)),
    geometryFirst: new Int32Array(edgeCount * count + linkCount + 1),
    geometryLatE7: new Int32Array(pointCount * count + 2 * linkCount),
    geometryLngE7: new Int32Array(pointCount * count + 2 * linkCount),
    closedSegments: { latE7: new Int32Array(), lngE7: new Int32Array() },
    barriers: NO_BARRIERS,
    avoided: { edges: new Int32Array(), kinds: new Uint8Array() },
    restrictions: [],
  }
  for (let copy = 0; copy < count; copy++) {
    const firstEdge = copy * edgeCount
    const firstJunction = copy * junctionCount
    grown.junctionFlags.set(network.junctionFlags, firstJunction)
    for (const name of ['lengthDm', 'edgeFlags', 'edgeName'] as const) grown[name].set(network[name], firstEdge)
    grown.durationCs.set(network.durationCs, 2 * firstEdge)
    grown.leavingDegrees.set(network.leavingDegrees, 2 * firstEdge)
    grown.geometryLatE7.set(network.geometryLatE7, copy * pointCount)
    for (let edge = 0; edge < edgeCount; edge++) {
      grown.edgeFrom[firstEdge + edge] = network.edgeFrom[edge]! + firstJunction
      grown.edgeTo[firstEdge + edge] = network.edgeTo[edge]! + firstJunction
      grown.geometryFirst[firstEdge + edge] = network.geometryFirst[edge]! + copy * pointCount
    }
    for (let point = 0; point < pointCount; point++) {
      grown.geometryLngE7[copy * pointCount + point] = network.geometryLngE7[point]! + copy * widthE7
    }
    for (const { edges, isOnly } of network.restrictions) {
      grown.restrictions.push({ isOnly, edges: edges.map((directed) => directed + 2 * firstEdge) })
    }
  }
  for (let link = 0; link < linkCount; link++) addLink(link)
  grown.geometryFirst[grown.edgeCount] = grown.geometryLatE7.length
  return grown

  function addLink(link: number): void {
    const copy = Math.floor(link / LINKS)
    const [east, west] = [borders.east[link % LINKS]!, borders.west[link % LINKS]!]
    const edge = edgeCount * count + link
    const point = pointCount * count + 2 * link
    grown.edgeFrom[edge] = east + copy * junctionCount
    grown.edgeTo[edge] = west + (copy + 1) * junctionCount
    grown.geometryFirst[edge] = point
    for (const [step, junction, shift] of [
      [0, east, copy],
      [1, west, copy + 1],
    ] as const) {
      grown.geometryLatE7[point + step] = points.lat[junction]!
      grown.geometryLngE7[point + step] = points.lng[junction]! + shift * widthE7
    }
    const { geometryLatE7: lat, geometryLngE7: lng } = grown
    const meters = distanceMetersE7(lat[point]!, lng[point]!, lat[point + 1]!, lng[point + 1]!)
    grown.lengthDm[edge] = Math.max(1, Math.round(meters * 10))
    grown.durationCs.fill(Math.max(1, Math.round((meters * 360) / LINK_KMH)), 2 * edge, 2 * edge + 2)
    grown.leavingDegrees[2 * edge] = 90
    grown.leavingDegrees[2 * edge + 1] = 270
  }
}

function junctionPoints(network: RoadNetwork): { lat: Int32Array; lng: Int32Array } {
  const lat = new Int32Array(network.junctionCount)
  const lng = new Int32Array(network.junctionCount)
  for (let edge = 0; edge < network.edgeCount; edge++) {
    const first = network.geometryFirst[edge]!
    const last = network.geometryFirst[edge + 1]! - 1
    lat[network.edgeFrom[edge]!] = network.geometryLatE7[first]!
    lng[network.edgeFrom[edge]!] = network.geometryLngE7[first]!
    lat[network.edgeTo[edge]!] = network.geometryLatE7[last]!
    lng[network.edgeTo[edge]!] = network.geometryLngE7[last]!
  }
  return { lat, lng }
}

/** In each of LINKS bands from south to north, the junction farthest east and the one farthest west. */
function borderJunctions(network: RoadNetwork, points: { lat: Int32Array; lng: Int32Array }) {
  const { minLat, maxLat } = network.bounds
  const east = new Array<number>(LINKS).fill(0)
  const west = new Array<number>(LINKS).fill(0)
  const isSeen = new Array<boolean>(LINKS).fill(false)
  for (let junction = 0; junction < network.junctionCount; junction++) {
    const share = (points.lat[junction]! / 1e7 - minLat) / (maxLat - minLat)
    const band = Math.max(0, Math.min(LINKS - 1, Math.floor(share * LINKS)))
    if (!isSeen[band] || points.lng[junction]! > points.lng[east[band]!]!) east[band] = junction
    if (!isSeen[band] || points.lng[junction]! < points.lng[west[band]!]!) west[band] = junction
    isSeen[band] = true
  }
  return { east, west }
}
