// Which still picture of the map shows two places, and where in it they lie.
import { mapPicture } from '@routewright/contract/map-picture'
import type { Place } from './place.ts'

/** A picture: its zoom, and its middle in cells from the north-west corner of the world. */
export interface Frame {
  zoom: number
  x: number
  y: number
}

/** Pixels. */
export interface Size {
  width: number
  height: number
}

const { cellPixels, minZoom, maxZoom } = mapPicture
/** Around the places when a picture is chosen: half a sign, half a cell, and some air. */
const marginPixels = 42
/** A picture is kept until a sign comes as near to its edge. */
const edgePixels = 20

/**
 * The picture for a window of this size. The one before is kept while both places are well within it and hardly smaller than they
 * could be: a map that jumps with every position is hard to read.
 */
export function frameFor(places: readonly Place[], size: Size, before?: Frame): Frame {
  const best = closest(places, size)
  const isKept =
    before !== undefined &&
    best.zoom <= before.zoom + 1 &&
    places.every((place) => {
      const { x, y } = offsetIn(before, place)
      return Math.abs(x) <= size.width / 2 - edgePixels && Math.abs(y) <= size.height / 2 - edgePixels
    })
  return isKept ? before : best
}

/** Pixels from the middle of the picture to the place, to the right and down. */
export function offsetIn({ zoom, x, y }: Frame, place: Place): { x: number; y: number } {
  const at = getPixels(place, zoom)
  return { x: Math.round(at.x - x * cellPixels), y: Math.round(at.y - y * cellPixels) }
}

function closest(places: readonly Place[], { width, height }: Size): Frame {
  for (let zoom = maxZoom; ; zoom--) {
    const points = places.map((place) => getPixels(place, zoom))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const isWithin = east - west <= width - 2 * marginPixels && south - north <= height - 2 * marginPixels
    if (!isWithin && zoom > minZoom) continue
    const cell = (from: number, to: number) => Math.round((from + to) / 2 / cellPixels)
    return { zoom, x: cell(west, east), y: cell(north, south) }
  }
}

/** From the north-west corner of the world, by the projection of all web maps (spherical Mercator). */
function getPixels({ lat, lng }: Place, zoom: number): { x: number; y: number } {
  const world = mapPicture.worldPixels * 2 ** zoom
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
  return { x: ((lng + 180) / 360) * world, y: ((1 - north) / 2) * world }
}
