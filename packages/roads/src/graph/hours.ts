// Whether hours in tags hold while a vehicle is under way, and which such texts occur on the roads.

import { type Cover, coverOfHours, type TravelDay } from './opening-hours.ts'

/** A working Tuesday in October: roads are built for it, and other days list only their differences. */
export const USUAL_DAY: TravelDay = { date: '2026-10-13', fromSeconds: 8 * 3600, toSeconds: 18 * 3600 }

/** Evaluates the hours of the roads for one kind of day. */
export class Hours {
  /** Every text that was requested and could be read. */
  readonly met = new Set<string>()
  private readonly different: Readonly<Record<string, Cover>>
  private readonly usual = new Map<string, Cover | undefined>()

  constructor(different: Readonly<Record<string, Cover>> = {}) {
    this.different = different
  }

  /** Undefined when the text cannot be read. */
  coverOf(text: string): Cover | undefined {
    if (!this.usual.has(text)) {
      const cover = coverOfHours(text, USUAL_DAY)
      this.usual.set(text, cover)
      if (cover) this.met.add(text)
    }
    return this.different[text] ?? this.usual.get(text)
  }

  /** The differences of this kind of day from others, for the image's key. */
  toJSON(): unknown {
    return Object.entries(this.different).sort(([a], [b]) => (a < b ? -1 : 1))
  }
}

/** Texts whose result on a day differs from the usual day, with that result. */
export function differentHours(texts: readonly string[], day: TravelDay): Record<string, Cover> {
  const different: Record<string, Cover> = {}
  for (const text of texts) {
    const cover = coverOfHours(text, day)
    if (cover && cover !== coverOfHours(text, USUAL_DAY)) different[text] = cover
  }
  return different
}
