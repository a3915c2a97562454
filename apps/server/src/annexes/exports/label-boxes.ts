// Where things stand on a label, for paper and label printers alike; millimetres from the upper left corner.
import type { LabelForm } from '@routewright/contract'

/** x, y, width and height, millimetres. */
export type LabelBox = readonly [x: number, y: number, width: number, height: number]

export const labelParts = ['place', 'route', 'count', 'person', 'windows', 'qr', 'bars', 'code', 'project'] as const
export type LabelPart = (typeof labelParts)[number]

export interface LabelLayout {
  width: number
  height: number
  boxes: Record<LabelPart, LabelBox>
  /** Points: letters of the texts, larger on larger labels. */
  sizes: { place: number; count: number; person: number; text: number; small: number }
}

/** An eighth of A4. */
const eighth: LabelLayout = {
  width: 105,
  height: 74.25,
  boxes: {
    place: [6, 5, 22, 14],
    route: [29, 6, 50, 13],
    count: [80, 5, 20, 14],
    person: [6, 20, 93, 22],
    windows: [6, 43, 93, 6],
    qr: [6, 50, 19, 19],
    bars: [30, 50, 69, 11],
    code: [30, 61.5, 69, 4.5],
    project: [30, 66, 69, 4],
  },
  sizes: { place: 30, count: 20, person: 14, text: 11, small: 8 },
}

/** A label of a roll, 100 × 150 mm. */
const roll: LabelLayout = {
  width: 100,
  height: 150,
  boxes: {
    place: [5, 5, 30, 20],
    route: [37, 6, 36, 19],
    count: [75, 5, 20, 20],
    person: [5, 30, 90, 48],
    windows: [5, 80, 90, 9],
    qr: [5, 92, 30, 30],
    code: [39, 93, 56, 12],
    project: [39, 110, 56, 10],
    bars: [8, 126, 84, 18],
  },
  sizes: { place: 44, count: 24, person: 20, text: 15, small: 10 },
}

export const labelLayouts: Record<LabelForm, LabelLayout> = { a4_8: eighth, roll, zpl_203: roll, zpl_300: roll }
