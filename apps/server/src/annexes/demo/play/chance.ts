// Random events at a door: decided by the stop alone, so that an interrupted day continues as it would have.

export type Outcome = 'completed' | 'attempted' | 'canceled'

/** A number in [0, 1) that belongs to a stop and a question. */
export function chance(stopId: string, question: string): number {
  let hash = 2_166_136_261
  for (const char of `${stopId} ${question}`) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619)
  // The last letters alone must change all bits.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_917)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

/** Nobody is at home at one door in twenty, and one parcel in forty is refused; the second visit succeeds. */
export function outcomeAt(stopId: string, attempts: number): Outcome {
  const drawn = chance(stopId, 'outcome')
  if (drawn < 0.025) return 'canceled'
  return drawn < 0.075 && attempts === 0 ? 'attempted' : 'completed'
}
