// Where the van stood while a report was made: where it came to its halt and left it again, however far the phone was carried in between.
import { type Fix, metersBetween, type Place } from './fix.ts'
import type { Halt } from './halts.ts'
import { readTrack } from './track.ts'

/** What a track tells of one moment. */
export interface MomentOfTrack {
  /** The van was under way. */
  isDriving: boolean
  /** Where it stood, unless nobody can tell. */
  halt: Place | undefined
  /** How far the phone may have been off, metres; undefined where it told nothing around then. */
  accuracy: number | undefined
}

/** From arriving to reporting; whoever reports later was elsewhere in between. */
const LONGEST_MILLISECONDS = 3_600_000
/** Without a position so near to the report nobody knows what was then. */
const NEAR_MILLISECONDS = 180_000
const ACCURACY_MILLISECONDS = 60_000
/** Where the van came to stand and where it left are one place if they are no farther apart: a length of kerb, and the noise of both. */
const SAME_METERS = 60
/** Nobody walks so far within so long. */
const STEP_METERS = 25
const STEP_MILLISECONDS = 15_000
/** Fixes worse than this say nothing of the kerb. */
const WORST_ERROR_METERS = 50

/** A track in order of time, asked for moments. */
export class MomentsOfTrack {
  private readonly fixes: readonly Fix[]
  private readonly halts: readonly Halt[]

  constructor(track: readonly Fix[]) {
    const exact = track.filter(({ accuracy }) => accuracy === null || accuracy <= WORST_ERROR_METERS)
    const { fixes, halts } = readTrack(exact)
    this.fixes = fixes
    this.halts = halts
  }

  /** O(log fixes + halts). */
  at(moment: number): MomentOfTrack {
    const after = this.firstAfter(moment)
    const near = [this.fixes[after - 1], this.fixes[after]].filter((fix) => fix !== undefined)
    const nearest = near.toSorted((a, b) => Math.abs(a.at - moment) - Math.abs(b.at - moment))[0]
    const away = nearest ? Math.abs(nearest.at - moment) : Number.POSITIVE_INFINITY
    const accuracy = away <= ACCURACY_MILLISECONDS ? (nearest!.accuracy ?? undefined) : undefined
    if (away > NEAR_MILLISECONDS) return { isDriving: false, halt: undefined, accuracy }
    // The van stands from the first fix of a halt to its last, and what lies between two fixes belongs to the halt that one of them is of.
    const halt = this.halts.find(({ first, last }) => first <= after && last >= after - 1)
    return { isDriving: halt === undefined, accuracy, halt: halt && this.parkedAt(halt, moment) }
  }

  private parkedAt({ first, last }: Halt, moment: number): Place | undefined {
    const [came, left] = [this.endOfDrive(first, first + 1), this.endOfDrive(last, last - 1)]
    if (moment - came.at > LONGEST_MILLISECONDS) return undefined
    // The last halt of a day: nobody drives on.
    if (last === this.fixes.length - 1) return { lat: came.lat, lng: came.lng }
    if (metersBetween(came, left) > SAME_METERS) return undefined
    return { lat: (came.lat + left.lat) / 2, lng: (came.lng + left.lng) / 2 }
  }

  /** The outermost fix of a halt, or the next one where that was still on the way. */
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
