// Whether hours written in a tag hold while a vehicle is under way, and which such texts the roads have.

import { type Cover, coverOfHours, type TravelDay } from './opening-hours.ts'

/** A working Tuesday in October: roads are built for it, and other days only name what is different then. */
export const USUAL_DAY: TravelDay = { date: '2026-10-13', fromSeconds: 8 * 3600, toSeconds: 18 * 3600 }

/** The hours of the roads on one kind of day. */
export class Hours {
  /** Every text that was asked for and could be read. */
  readonly met = new Set<string>()
  private readonly different: Readonly<Record<string, Cover>>
  private readonly usual = new Map<string, Cover | undefined>()

  constructor(different: Readonly<Record<string, Cover>> = {}) {
    this.different = different
  }

  /** Undefined where the text cannot be read. */
  coverOf(text: string): Cover | undefined {
    if (!this.usual.has(text)) {
      const cover = coverOfHours(text, USUAL_DAY)
      this.usual.set(text, cover)
      if (cover) this.met.add(text)
    }
    return this.different[text] ?? this.usual.get(text)
  }

  /** What tells this kind of day from others. */
  toJSON(): unknown {
    return Object.entries(this.different).sort(([a], [b]) => (a < b ? -1 : 1))
  }
}

/** Of these texts, those that do not hold on a day as they do on the usual one. */
export function differentHours(texts: readonly string[], day: TravelDay): Record<string, Cover> {
  const different: Record<string, Cover> = {}
  for (const text of texts) {
    const cover = coverOfHours(text, day)
    if (cover && cover !== coverOfHours(text, USUAL_DAY)) different[text] = cover
  }
  return different
}
