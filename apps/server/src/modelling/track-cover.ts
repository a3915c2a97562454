// How much of a planned line a recorded one follows.
import { straightMeters } from '../travel/straight-lines.ts'
import type { TravelPoint } from '../travel/travel.ts'

/** The planned line is looked at in pieces of this length. */
const pieceMeters = 20

/** The line up to a share of its length, 0..1. */
export function cutLine(line: readonly TravelPoint[], share: number): TravelPoint[] {
  const steps = line.slice(1).map((point, index) => straightMeters(line[index]!, point))
  let left = steps.reduce((sum, step) => sum + step, 0) * Math.min(1, share)
  const cut = line.slice(0, 1)
  for (const [index, step] of steps.entries()) {
    const [from, to] = [line[index]!, line[index + 1]!]
    if (step > left) return left > 0 ? [...cut, between(from, to, left / step)] : cut
    cut.push(to)
    left -= step
  }
  return cut
}

/**
 * Share of the planned line, 0..1 by length, that lies within so many metres of the recorded line. Undefined for a planned
 * line without length. Both lines are taken as flat, which holds for a day's drive. O(length of both).
 */
export function coveredShare(
  planned: readonly TravelPoint[],
  recorded: readonly TravelPoint[],
  withinMeters: number,
): number | undefined {
  const [origin] = planned
  if (!origin) return undefined
  const toFlat = flatten(origin)
  const near = indexSegments(recorded.map(toFlat), withinMeters)
  let [covered, total] = [0, 0]
  for (const [index, end] of planned.slice(1).entries()) {
    const [from, to] = [toFlat(planned[index]!), toFlat(end)]
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const pieces = Math.max(1, Math.ceil(length / pieceMeters))
    for (let piece = 0; piece < pieces; piece++) {
      const share = (piece + 0.5) / pieces
      if (near({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) })) covered += length / pieces
    }
    total += length
  }
  return total === 0 ? undefined : Math.min(1, covered / total)
}

interface Flat {
  x: number
  y: number
}

const metersPerDegree = 111_195.08

function flatten(origin: TravelPoint): (point: TravelPoint) => Flat {
  const cosine = Math.cos((origin.lat * Math.PI) / 180)
  return ({ lat, lng }) => ({
    x: (lng - origin.lng) * metersPerDegree * cosine,
    y: (lat - origin.lat) * metersPerDegree,
  })
}

function between(from: TravelPoint, to: TravelPoint, share: number): TravelPoint {
  return { lat: from.lat + share * (to.lat - from.lat), lng: from.lng + share * (to.lng - from.lng) }
}

/** A test whether a place is near the line, by a grid of cells as wide as the reach: only nine of them can matter. */
function indexSegments(line: readonly Flat[], reach: number): (place: Flat) => boolean {
  const cells = new Map<string, [Flat, Flat][]>()
  const cellOf = (value: number) => Math.floor(value / reach)
  const add = (from: Flat, to: Flat) => {
    for (const key of new Set([from, to].map(({ x, y }) => `${cellOf(x)},${cellOf(y)}`))) {
      const segments = cells.get(key)
      if (segments) segments.push([from, to])
      else cells.set(key, [[from, to]])
    }
  }
  const [first] = line
  if (first && line.length === 1) add(first, first)
  for (const [index, end] of line.slice(1).entries()) {
    const start = line[index]!
    // Pieces shorter than a cell lie in the cells of their ends and beside them.
    const pieces = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / reach))
    const at = (piece: number): Flat => ({
      x: start.x + (piece / pieces) * (end.x - start.x),
      y: start.y + (piece / pieces) * (end.y - start.y),
    })
    for (let piece = 0; piece < pieces; piece++) add(at(piece), at(piece + 1))
  }
  return (place) => {
    const [column, row] = [cellOf(place.x), cellOf(place.y)]
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        for (const [from, to] of cells.get(`${x},${y}`) ?? []) {
          if (distanceTo(place, from, to) <= reach) return true
        }
      }
    }
    return false
  }
}

function distanceTo(place: Flat, from: Flat, to: Flat): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((place.x - from.x) * dx + (place.y - from.y) * dy) / squared
  const share = Math.max(0, Math.min(1, along))
  return Math.hypot(place.x - from.x - share * dx, place.y - from.y - share * dy)
}
