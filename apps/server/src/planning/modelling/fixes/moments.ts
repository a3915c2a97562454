// Finds where the van stood while a report was made: where it halted and left again, however far the phone was carried in between.
import { type Fix, metersBetween, type Place } from './fix.ts'
import type { Halt } from './halts.ts'
import { readTrack } from './track.ts'

/** Facts of a track at one moment. */
export interface MomentOfTrack {
  /** The van was under way. */
  isDriving: boolean
  /** Where the van stood; undefined where that is unknown. */
  halt: Place | undefined
  /** Possible error of the phone's position, metres; undefined where none was reported around then. */
  accuracy: number | undefined
}

/** Longest time from arriving to reporting: after more, the driver was elsewhere in between. */
const LONGEST_MILLISECONDS = 3_600_000
/** A report without a position this near in time says nothing about the place. */
const NEAR_MILLISECONDS = 180_000
const ACCURACY_MILLISECONDS = 60_000
/** Arrival and departure of a halt are one place if they are at most this far apart: a length of kerb plus the noise of both. */
const SAME_METERS = 60
/** Nobody walks this far within this time. */
const STEP_METERS = 25
const STEP_MILLISECONDS = 15_000
/** Fixes with a larger error say nothing about the kerb. */
const WORST_ERROR_METERS = 50

/** Looks up moments in a track that is in order of time. */
export class MomentsOfTrack {
  private readonly fixes: readonly Fix[]
  private readonly halts: readonly Halt[]

  constructor(track: readonly Fix[]) {
    const exact = track.filter(({ accuracy }) => accuracy === null || accuracy <= WORST_ERROR_METERS)
    const { fixes, halts } = readTrack(exact)
    this.fixes = fixes
    this.halts = halts
  }

  /** Returns the facts at a moment. O(log fixes + halts). */
  at(moment: number): MomentOfTrack {
    const after = this.firstAfter(moment)
    const near = [this.fixes[after - 1], this.fixes[after]].filter((fix) => fix !== undefined)
    const nearest = near.toSorted((a, b) => Math.abs(a.at - moment) - Math.abs(b.at - moment))[0]
    const away = nearest ? Math.abs(nearest.at - moment) : Number.POSITIVE_INFINITY
    const accuracy = away <= ACCURACY_MILLISECONDS ? (nearest!.accuracy ?? undefined) : undefined
    if (away > NEAR_MILLISECONDS) return { isDriving: false, halt: undefined, accuracy }
    // A halt lasts from its first fix to its last, including the gaps to the neighbouring fixes.
    const halt = this.halts.find(({ first, last }) => first <= after && last >= after - 1)
    return { isDriving: halt === undefined, accuracy, halt: halt && this.parkedAt(halt, moment) }
  }

  private parkedAt({ first, last }: Halt, moment: number): Place | undefined {
    const [came, left] = [this.endOfDrive(first, first + 1), this.endOfDrive(last, last - 1)]
    if (moment - came.at > LONGEST_MILLISECONDS) return undefined
    // The last halt of a day: the van does not drive on.
    if (last === this.fixes.length - 1) return { lat: came.lat, lng: came.lng }
    if (metersBetween(came, left) > SAME_METERS) return undefined
    return { lat: (came.lat + left.lat) / 2, lng: (came.lng + left.lng) / 2 }
  }

  /** Returns the outermost fix of a halt, or the next one where the outermost was still on the way. */
  private endOfDrive(outer: number, inner: number): Fix {
    const [fix, next] = [this.fixes[outer]!, this.fixes[inner]!]
    const isOnTheWay = metersBetween(fix, next) > STEP_METERS && Math.abs(next.at - fix.at) <= STEP_MILLISECONDS
    return isOnTheWay ? next : fix
  }

  private firstAfter(moment: number): number {
    let [low, high] = [0, this.fixes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.fixes[middle]!.at > moment) high = middle
      else low = middle + 1
    }
    return low
  }
}
