// World map for low zooms, outside of all extracts: coasts, borders and names of countries, zooms 0 to 5. Data: Natural Earth (public
// domain), from the package world-atlas.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { BuildOptions } from './build-tiles.ts'
import { cutLayers } from './cut-tiles.ts'
import { ArchiveWriter } from './pmtiles-writer.ts'

const MAX_ZOOM = 5
const BOUNDS = { minLat: -85, minLng: -180, maxLat: 85, maxLng: 180 }

/** Latitude at which a map in Mercator's projection ends. */
const MAP_EDGE = 85.06

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>

/** File with the shapes: the archive's key is its content. */
export const WORLD_FILE = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))

/** Writes the archive to a file. Blocks the thread for a second or two. */
export function buildWorldArchive({ path, workspace }: BuildOptions): void {
  const atlas = JSON.parse(readFileSync(WORLD_FILE, 'utf8')) as Atlas
  const { countries } = atlas.objects
  const shapes = feature(atlas, countries).features.map(unrolled)
  const borders = mesh(atlas, countries, (left, right) => left !== right)
  const layers = {
    land: shapes.map((shape): GeoJSON.Feature => ({ ...shape, properties: {} })),
    borders: [{ type: 'Feature' as const, geometry: borders, properties: {} }],
    countries: shapes.flatMap(getName),
  }
  const archive = new ArchiveWriter(workspace.open('tiles'))
  cutLayers(layers, { bounds: BOUNDS, maxZoom: MAX_ZOOM }, (tile) => archive.add(tile))
  const vectorLayers = Object.keys(layers).map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: MAX_ZOOM }))
  archive.writeTo(path, { bounds: BOUNDS, metadata: { name: 'World', vector_layers: vectorLayers } })
}

type Country = GeoJSON.Feature<GeoJSON.Geometry, { name: string }>

/**
 * The atlas is for a globe: its rings pass the antimeridian by jumping from 180 to -180, which on a flat map is a wedge across all of it.
 * Here they continue beyond 180, and the cutter draws that part on the other side.
 */
function unrolled(shape: Country): Country {
  const { geometry } = shape
  if (geometry.type === 'Polygon') {
    return { ...shape, geometry: { ...geometry, coordinates: geometry.coordinates.map(unrollRing) } }
  }
  if (geometry.type !== 'MultiPolygon') return shape
  const coordinates = geometry.coordinates.map((polygon) => polygon.map(unrollRing))
  return { ...shape, geometry: { ...geometry, coordinates } }
}

function unrollRing(ring: readonly GeoJSON.Position[]): GeoJSON.Position[] {
  // Parts of a ring along a pole are left out on a flat map.
  const [first, ...others] = ring.slice(1).filter(([, y]) => Math.abs(y!) <= MAP_EDGE)
  if (!first) return []
  let turn = 0
  let before = first[0]!
  const points = [first]
  for (const [x = 0, y = 0] of [...others, first]) {
    if (x - before > 180) turn -= 360
    else if (before - x > 180) turn += 360
    before = x
    points.push([x + turn, y])
  }
  if (turn === 0) return points
  // A ring around a pole does not close on a flat map: it is continued along the map's edge.
  const edge = Math.sign(first[1]!) * MAP_EDGE
  return [...points, [first[0]! + turn, edge], [first[0]!, edge], first]
}

/** The name in the middle of a country's largest part; larger countries are named from lower zooms on. */
function getName(shape: Country): GeoJSON.Feature[] {
  const { geometry } = shape
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  let largest: Centroid | undefined
  for (const [outer] of polygons) {
    const part = computeCentroid(outer ?? [])
    if (!largest || part.squareDegrees > largest.squareDegrees) largest = part
  }
  if (!largest || largest.squareDegrees === 0) return []
  const { x, y, squareDegrees } = largest
  const minZoom = squareDegrees > 200 ? 1 : squareDegrees > 40 ? 3 : squareDegrees > 5 ? 4 : 5
  const properties = { name: shape.properties.name, rank: Math.round(-squareDegrees), minZoom }
  return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [x, y] }, properties }]
}

interface Centroid {
  x: number
  y: number
  squareDegrees: number
}

function computeCentroid(ring: readonly GeoJSON.Position[]): Centroid {
  let doubled = 0
  let sumX = 0
  let sumY = 0
  for (let index = 1; index < ring.length; index++) {
    const [x = 0, y = 0] = ring[index]!
    const [beforeX = 0, beforeY = 0] = ring[index - 1]!
    const cross = beforeX * y - x * beforeY
    doubled += cross
    sumX += (beforeX + x) * cross
    sumY += (beforeY + y) * cross
  }
  if (doubled === 0) return { x: 0, y: 0, squareDegrees: 0 }
  return { x: sumX / (3 * doubled), y: sumY / (3 * doubled), squareDegrees: Math.abs(doubled) / 2 }
}
