// Photos by drivers of the demo: parcels at somebody's door, and a signature; drawn, each slightly different.
import { getPng } from './png.ts'

type Color = readonly [red: number, green: number, blue: number]

const walls: readonly Color[] = [
  [226, 214, 196],
  [201, 208, 212],
  [214, 196, 182],
  [190, 203, 188],
]
const doors: readonly Color[] = [
  [52, 92, 84],
  [120, 52, 44],
  [46, 66, 104],
  [92, 70, 50],
]
const cardboards: readonly Color[] = [
  [191, 146, 94],
  [176, 132, 84],
  [203, 160, 110],
]

/** A canvas of whole pixels; later things cover earlier ones. */
class Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer

  constructor(width: number, height: number, ground: Color) {
    this.width = width
    this.height = height
    this.pixels = Buffer.alloc(width * height * 3)
    this.box(0, 0, width, height, ground)
  }

  /** `fall` darkens from top to bottom by so much, 0..1. */
  box(left: number, top: number, width: number, height: number, color: Color, fall = 0): void {
    const { width: across, height: down, pixels } = this
    const [red, green, blue] = color
    const first = Math.max(0, Math.round(left))
    const end = Math.ceil(Math.min(across, left + width))
    for (let y = Math.max(0, Math.round(top)); y < Math.min(down, top + height); y++) {
      const light = 1 - (fall * (y - top)) / height
      for (let at = (y * across + first) * 3; at < (y * across + end) * 3; at += 3) {
        pixels[at] = red * light
        pixels[at + 1] = green * light
        pixels[at + 2] = blue * light
      }
    }
  }

  /** A round pen from place to place. */
  stroke(points: readonly (readonly [x: number, y: number])[], size: number, color: Color): void {
    for (const [index, [x, y]] of points.entries()) {
      const [fromX, fromY] = points[Math.max(0, index - 1)]!
      const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY)))
      for (let step = 0; step <= steps; step++) {
        const [atX, atY] = [fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps]
        this.box(atX - size / 2, atY - size / 2, size, size, color)
      }
    }
  }
}

/** A picture as reports take it. */
export function getDataUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A PNG of some kilobytes; the same number gives the same picture. */
export function doorPicture(number: number, parcels = 1): Buffer {
  const next = randomNumbers(number)
  const choose = (colors: readonly Color[]) => colors[Math.floor(next() * colors.length)]!
  const [width, height] = [480, 360]
  const canvas = new Canvas(width, height, choose(walls))
  const floor = 286
  canvas.box(0, floor, width, height - floor, [140, 138, 132], 0.25)
  for (let slab = -40; slab < width; slab += 96) canvas.box(slab, floor, 2, height - floor, [120, 118, 112])
  const left = 130 + next() * 70
  canvas.box(left - 12, 14, 204, floor - 14, [238, 234, 226])
  const door = choose(doors)
  canvas.box(left, 26, 180, floor - 26, door, 0.15)
  const darker = door.map((value) => value * 0.8) as unknown as Color
  for (const [x, y, w, h] of [
    [18, 22, 64, 84],
    [98, 22, 64, 84],
    [18, 128, 144, 110],
  ] as const) {
    canvas.box(left + x, 26 + y, w, h, darker)
  }
  canvas.box(left + 160, 150, 9, 26, [206, 188, 130])
  // The bell, and the mat.
  canvas.box(left + 214, 120, 16, 26, [230, 230, 230])
  canvas.box(left + 219, 128, 6, 6, [150, 40, 40])
  canvas.box(left + 14, floor + 10, 152, 30, [84, 72, 62])
  let at = left + 10 + next() * 30
  for (let parcel = 0; parcel < Math.min(3, Math.max(1, parcels)); parcel++) {
    const [wide, tall] = [66 + next() * 44, 46 + next() * 40]
    const top = floor + 24 - tall
    canvas.box(at + 3, floor + 22, wide, 5, [70, 66, 60])
    canvas.box(at, top, wide, tall, choose(cardboards), 0.22)
    canvas.box(at + wide / 2 - 5, top, 10, tall, [222, 200, 158])
    canvas.box(at + 8, top + tall - 26, 26, 17, [246, 246, 242])
    for (let bar = 0; bar < 16; bar += 2 + Math.floor(next() * 3)) {
      canvas.box(at + 11 + bar, top + tall - 23, 1, 8, [30, 30, 30])
    }
    at += wide + 8
  }
  return getPng(width, height, canvas.pixels)
}

/** A line of loops, as people sign on glass; the same number gives the same one. */
export function signaturePicture(number: number): Buffer {
  const next = randomNumbers(number + 1_000)
  const canvas = new Canvas(300, 100, [255, 255, 255])
  const [loops, slant, tall] = [5 + next() * 4, 4 + next() * 10, 16 + next() * 14]
  const line = Array.from({ length: 160 }, (_, step) => {
    const turn = (step / 160) * loops * 2 * Math.PI
    const fade = 1 - step / 260
    return [22 + step * 1.55 + slant * Math.sin(turn), 54 - tall * fade * Math.cos(turn * 1.03)] as const
  })
  canvas.stroke(line, 2.5, [24, 30, 60])
  return getPng(300, 100, canvas.pixels)
}

/** Numbers from 0 to 1, the same for the same seed (Lehmer, 1951). */
function randomNumbers(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  // Neighbouring seeds begin alike.
  for (let skipped = 0; skipped < 5; skipped++) next()
  return next
}
