// Where the van stood while a report was made: between the last stretch that was driven before it and the first one after it.
import { straightMeters } from '../travel/straight-lines.ts'

/** A recorded position; `at` is milliseconds since 1970, `accuracy` metres. */
export interface TrackPoint {
  lat: number
  lng: number
  at: number
  accuracy: number | null
}

/** What a track tells of one moment. */
export interface MomentOfTrack {
  /** The van was under way. */
  isDriving: boolean
  /** Where it stood, unless nobody can tell. */
  halt: { lat: number; lng: number } | undefined
  /** How far the phone may have been off, metres; undefined where it told nothing around then. */
  accuracy: number | undefined
}

// A phone walks to the door, and its position wanders by 10 m while it stands: only what goes this far, this fast, over this long is driven.
// Who walks is slower, and noise of 14 m between two positions reaches 60 m once in ten thousand times (Rayleigh's distribution).
const DRIVEN_METERS = 60
const DRIVEN_METERS_PER_SECOND = 3
const DRIVEN_MILLISECONDS = 20_000
/** From arriving to reporting; whoever reports later was elsewhere in between. */
const LONGEST_MILLISECONDS = 3_600_000
const SHORTEST_MILLISECONDS = 20_000
/** Without a position so near to the report nobody knows what was then. */
const NEAR_MILLISECONDS = 180_000
const ACCURACY_MILLISECONDS = 60_000
/** Where the van came to stand and where it left are one place if they are no farther apart: a length of kerb, and the noise of both. */
const SAME_METERS = 60

/** A track in order of time, asked for moments. Made in O(positions); a question is O(log positions). */
export class Halts {
  private readonly track: readonly TrackPoint[]
  /** By position: the driven stretch that begins there ends at this position; -1 where none does. */
  private readonly endOf: Int32Array
  /** By position: the last driven stretch that has ended by then ended here; -1 for none. */
  private readonly lastEnd: Int32Array
  /** By position: the next position from there on at which a driven stretch begins; -1 for none. */
  private readonly nextBegin: Int32Array

  constructor(track: readonly TrackPoint[]) {
    this.track = track
    this.endOf = new Int32Array(track.length).fill(-1)
    this.lastEnd = new Int32Array(track.length).fill(-1)
    this.nextBegin = new Int32Array(track.length).fill(-1)
    this.findDriven()
  }

  private findDriven(): void {
    const { track } = this
    let end = 0
    for (const [begin, from] of track.entries()) {
      while (end < track.length && track[end]!.at - from.at < DRIVEN_MILLISECONDS) end++
      const to = track[end]
      if (!to) break
      const meters = straightMeters(from, to)
      if (meters < DRIVEN_METERS || meters < (DRIVEN_METERS_PER_SECOND * (to.at - from.at)) / 1_000) continue
      this.endOf[begin] = end
      this.lastEnd[end] = end
    }
    for (let at = 1; at < track.length; at++) if (this.lastEnd[at] === -1) this.lastEnd[at] = this.lastEnd[at - 1]!
    for (let at = track.length - 1, next = -1; at >= 0; at--) {
      if (this.endOf[at] !== -1) next = at
      this.nextBegin[at] = next
    }
  }

  at(moment: number): MomentOfTrack {
    const { track } = this
    const after = this.firstAfter(moment)
    const near = [track[after - 1], track[after]].filter((one) => one !== undefined)
    const nearest = near.toSorted((a, b) => Math.abs(a.at - moment) - Math.abs(b.at - moment))[0]
    const away = nearest ? Math.abs(nearest.at - moment) : Number.POSITIVE_INFINITY
    const accuracy = away <= ACCURACY_MILLISECONDS ? (nearest!.accuracy ?? undefined) : undefined
    if (away > NEAR_MILLISECONDS) return { isDriving: false, halt: undefined, accuracy }
    const arrived = after === 0 ? -1 : this.lastEnd[after - 1]!
    // A stretch that began before the report and ends after it: the van was leaving, or on its way.
    const left = this.nextBegin[Math.max(0, arrived)] ?? -1
    const [came, went] = [track[arrived], track[left]]
    const isDriving = went !== undefined && went.at <= moment && (!came || went.at - came.at < SHORTEST_MILLISECONDS)
    return { isDriving, accuracy, halt: isDriving ? undefined : haltBetween(came, went, moment) }
  }

  private firstAfter(moment: number): number {
    let [low, high] = [0, this.track.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.track[middle]!.at > moment) high = middle
      else low = middle + 1
    }
    return low
  }
}

function haltBetween(came: TrackPoint | undefined, went: TrackPoint | undefined, moment: number) {
  if (!came || moment - came.at > LONGEST_MILLISECONDS) return undefined
  // The last stop of a day: nobody drives on.
  if (!went) return { lat: came.lat, lng: came.lng }
  if (went.at - came.at < SHORTEST_MILLISECONDS || straightMeters(came, went) > SAME_METERS) return undefined
  return { lat: (came.lat + went.lat) / 2, lng: (came.lng + went.lng) / 2 }
}
