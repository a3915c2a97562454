// The names on a still picture of the map: places, then streets along straight pieces of theirs, each where it hits no other.
import { escapeHtml } from '../../frame/platform/html.ts'
import { type Palette, palettes } from './map-palettes.ts'
import { growing, placeSizes, roadWidths } from './map-style.ts'
import { type Ground, type PictureOptions, unitsPerPixel } from './picture-ground.ts'

/** A name where it may stand, in units of the picture. */
interface Name {
  text: string
  pixels: number
  color: string
  /** Its middle. */
  x: number
  y: number
  /** Degrees, clockwise. */
  angle: number
}

/** Width of a letter, as a share of the font's size: names are placed before the reader's font is known. */
const letterWidth = 0.58
const mostStreets = 30
/** A piece of a street is straight when its length is hardly more than the way from end to end. */
const mostBend = 1.015

/** Text elements; none where there is nothing to name. Pure. */
export function drawNames(ground: Ground, { theme, zoom }: Pick<PictureOptions, 'theme' | 'zoom'>): string {
  const palette = palettes[theme]
  const taken = new TakenPlaces(ground.width, ground.height)
  const placed = [...listPlaces(ground, zoom, palette), ...listStreets(ground, zoom, palette)].filter((name) =>
    taken.take(name),
  )
  if (placed.length === 0) return ''
  const halo = `stroke="${palette.halo}" stroke-width="${3 * unitsPerPixel}" stroke-linejoin="round" paint-order="stroke"`
  const look = `font-family="system-ui, sans-serif" font-weight="500" text-anchor="middle" ${halo}`
  return `<g ${look}>${placed.map(drawName).join('')}</g>`
}

function drawName({ text, pixels, color, x, y, angle }: Name): string {
  const size = Math.round(pixels * unitsPerPixel)
  const turn = angle === 0 ? '' : ` rotate(${Math.round(angle)})`
  // Letters stand on a line that lies a third of their size below their middle.
  const down = Math.round(size / 3)
  return `<text transform="translate(${Math.round(x)} ${Math.round(y)})${turn}" y="${down}" font-size="${size}" fill="${color}">${escapeHtml(text)}</text>`
}

function listPlaces(ground: Ground, zoom: number, palette: Palette): Name[] {
  const found: { name: Name; rank: number }[] = []
  for (const { feature, points } of ground.list('places')) {
    const { kind, name, rank } = feature.properties
    const [x, y] = points
    const row = placeSizes.find(({ kinds }) => kinds.includes(String(kind)))
    if (!row || zoom < row.from || zoom >= row.to || typeof name !== 'string') continue
    const pixels = growing(zoom, ...row.pixels)
    found.push({ name: { text: name, pixels, color: palette.placeText, x: x!, y: y!, angle: 0 }, rank: Number(rank) })
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ name }) => name)
}

/** Each name once, on its longest straight piece; broad streets first. */
function listStreets(ground: Ground, zoom: number, palette: Palette): Name[] {
  const breadth = new Map(roadWidths.map(([kind], index) => [kind, index]))
  const least = breadth.get(zoom >= 14 ? 'minor' : 'tertiary')!
  const pixels = growing(zoom, [13, 10], [18, 14])
  const best = new Map<string, { name: Name; breadth: number; length: number }>()
  for (const { feature, points } of ground.list('roads')) {
    const { kind, properties } = feature
    const { name: text } = properties
    const own = breadth.get(String(properties.kind)) ?? -1
    if (kind !== 'lines' || typeof text !== 'string' || own < least || properties.tunnel === true) continue
    const known = best.get(text)
    const wanted = Math.max((text.length + 2) * letterWidth * pixels * unitsPerPixel, known?.length ?? 0)
    const piece = longestStraight(points, wanted, ground)
    if (piece)
      best.set(text, { name: { text, pixels, color: palette.roadText, ...piece }, breadth: own, length: piece.length })
  }
  return [...best.values()]
    .toSorted((a, b) => b.breadth - a.breadth || b.length - a.length)
    .slice(0, mostStreets)
    .map(({ name }) => name)
}

interface Piece {
  x: number
  y: number
  angle: number
  length: number
}

/** The longest straight piece of a line within the picture, if it is longer than wanted. */
function longestStraight(points: readonly number[], wanted: number, { width, height }: Ground): Piece | undefined {
  let best: Piece | undefined
  let longest = wanted
  for (let from = 0; from < points.length - 2; from += 2) {
    let way = 0
    for (let to = from + 2; to < points.length; to += 2) {
      way += Math.hypot(points[to]! - points[to - 2]!, points[to + 1]! - points[to - 1]!)
      const [dx, dy] = [points[to]! - points[from]!, points[to + 1]! - points[from + 1]!]
      const across = Math.hypot(dx, dy)
      if (way > across * mostBend) break
      const seen = across > longest && seenShare(points[from]!, points[from + 1]!, dx, dy, width, height)
      if (!seen || across * (seen[1] - seen[0]) <= longest) continue
      longest = across * (seen[1] - seen[0])
      const middle = (seen[0] + seen[1]) / 2
      const angle = (Math.atan2(dy, dx) * 180) / Math.PI
      // Nobody reads upside down.
      const upright = angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle
      best = { x: points[from]! + dx * middle, y: points[from + 1]! + dy * middle, angle: upright, length: longest }
    }
  }
  return best
}

/** From where to where, as shares of it, a piece lies within the picture (Liang and Barsky, 1984). */
function seenShare(
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
  height: number,
): [from: number, to: number] | undefined {
  let [from, to] = [0, 1]
  for (const [step, room] of [
    [-dx, x],
    [dx, width - x],
    [-dy, y],
    [dy, height - y],
  ] as const) {
    if (step === 0 && room < 0) return undefined
    if (step < 0) from = Math.max(from, room / step)
    if (step > 0) to = Math.min(to, room / step)
  }
  return from < to ? [from, to] : undefined
}

/** Where names stand already, as circles along them. */
class TakenPlaces {
  private readonly circles: { x: number; y: number; radius: number }[] = []
  private readonly width: number
  private readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  /** Reserves room for the name and returns true if it fits into the picture. */
  take({ text, pixels, x, y, angle }: Name): boolean {
    const size = pixels * unitsPerPixel
    const half = (text.length * letterWidth * size) / 2
    const radius = size * 0.75
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const own: { x: number; y: number; radius: number }[] = []
    for (let along = -half; along <= half; along += size) own.push({ x: x + along * cos, y: y + along * sin, radius })
    own.push({ x: x + half * cos, y: y + half * sin, radius })
    const edge = size / 2
    const isInside = own.every(
      (entry) => entry.x > edge && entry.y > edge && entry.x < this.width - edge && entry.y < this.height - edge,
    )
    const isFree = this.circles.every((there) =>
      own.every((entry) => Math.hypot(entry.x - there.x, entry.y - there.y) > entry.radius + there.radius),
    )
    if (!isInside || !isFree) return false
    this.circles.push(...own)
    return true
  }
}
