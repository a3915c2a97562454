// Where the features of vector tiles lie in a still picture, and how their outlines are written.
import type { TileFeature, TileLayers } from '@routewright/roads'
import type { Theme } from './map-style.ts'

/** Tiles, and where they lie in the picture. */
export interface PlacedTile {
  layers: TileLayers
  /** North-west corner, in pixels. */
  left: number
  top: number
  /** Pixels of one of its units. */
  scale: number
}

export interface PictureOptions {
  theme: Theme
  zoom: number
  /** Pixels. */
  width: number
  height: number
}

/** Coordinates are written in quarters of a pixel: whole numbers are short. */
export const unitsPerPixel = 4
/** Corners that are nearer to the last one than this change nothing that can be seen. Units. */
const leastStep = { lines: 3, areas: 6 }

type Layer = keyof TileLayers
type Test = (feature: TileFeature) => boolean

/** A part of a feature that reaches into the picture; x and y in turn, in units of the picture. */
interface Seen {
  feature: TileFeature
  points: number[]
}

export class Ground {
  /** In units of the picture. */
  readonly width: number
  readonly height: number
  private readonly tiles: readonly PlacedTile[]
  private readonly seen = new Map<Layer, Seen[]>()

  constructor(tiles: readonly PlacedTile[], { width, height }: Pick<PictureOptions, 'width' | 'height'>) {
    this.tiles = tiles
    this.width = width * unitsPerPixel
    this.height = height * unitsPerPixel
  }

  /** The outlines of a layer's areas, to be filled; '' without any. */
  areas(layer: Layer, test?: Test): string {
    return this.path(layer, 'areas', test)
  }

  /** A layer's lines; '' without any. */
  lines(layer: Layer, test?: Test): string {
    return this.path(layer, 'lines', test)
  }

  /** The parts of a layer's features that reach into the picture. */
  list(layer: Layer): readonly Seen[] {
    let seen = this.seen.get(layer)
    if (!seen) {
      seen = this.tiles.flatMap((tile) => (tile.layers[layer] ?? []).flatMap((feature) => this.place(tile, feature)))
      this.seen.set(layer, seen)
    }
    return seen
  }

  private path(layer: Layer, kind: TileFeature['kind'], test: Test = () => true): string {
    let path = ''
    for (const { feature, points } of this.list(layer)) {
      if (feature.kind === kind && test(feature)) path += getPath(points, kind === 'areas')
    }
    return path
  }

  private place({ left, top, scale }: PlacedTile, feature: TileFeature): Seen[] {
    const place = (value: number, index: number) =>
      Math.round(((index % 2 === 0 ? left : top) + value * scale) * unitsPerPixel)
    return feature.parts
      .map((part) => ({ feature, points: part.map(place) }))
      .filter(({ points }) => this.isWithin(points))
  }

  private isWithin(points: readonly number[]): boolean {
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = 0; at < points.length; at += 2) {
      west = Math.min(west, points[at]!)
      east = Math.max(east, points[at]!)
      north = Math.min(north, points[at + 1]!)
      south = Math.max(south, points[at + 1]!)
    }
    return east >= 0 && south >= 0 && west <= this.width && north <= this.height
  }
}

/** Steps from corner to corner, those too small to be seen put together. */
function getPath(points: readonly number[], isArea: boolean): string {
  const least = isArea ? leastStep.areas : leastStep.lines
  let [x, y] = [points[0]!, points[1]!]
  let steps = ''
  for (let at = 2; at < points.length; at += 2) {
    const [dx, dy] = [points[at]! - x, points[at + 1]! - y]
    const isLast = at === points.length - 2
    if (Math.abs(dx) + Math.abs(dy) < least && (isArea || !isLast)) continue
    steps += `${dx < 0 || steps === '' ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`
    x += dx
    y += dy
  }
  return steps === '' ? '' : `M${points[0]} ${points[1]}l${steps}${isArea ? 'z' : ''}`
}
