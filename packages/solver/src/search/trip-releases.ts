/** Release time of each trip: a vehicle leaves its depot, or reloads, only when all goods of the trip are there. */
import type { Model } from '../model/model.ts'
import type { Plan } from './plan.ts'

/** A trip goes from the route's start or a reload to the next reload or the end; times in seconds. */
export class TripReleases {
  /** Release of the trip that begins at a link. */
  readonly release: Float64Array
  /** Set by `change`: the link whose release would change, or -1. */
  changedHead = -1
  /** Set by `change`: releases of the trip at its beginning, after the first and after the second new reload. */
  readonly changed = new Float64Array(3)
  private readonly model: Model
  private readonly plan: Plan
  /** Link at which a link's trip begins. */
  private readonly head: Int32Array
  /** Latest release among the stops of a link's trip up to the link, and from the link on. */
  private readonly headRelease: Float64Array
  private readonly tailRelease: Float64Array

  constructor(plan: Plan, model: Model) {
    const links = plan.next.length
    this.model = model
    this.plan = plan
    this.head = new Int32Array(links)
    this.release = new Float64Array(links)
    this.headRelease = new Float64Array(links)
    this.tailRelease = new Float64Array(links)
  }

  /** Recomputes the route of the sentinel. O(stops). */
  refresh(sentinel: number): void {
    const { stopCount, releaseSeconds, pickupOf } = this.model
    const { next, prev } = this.plan
    const { head: tripHead, release: tripRelease, headRelease, tailRelease } = this
    let head = sentinel
    let release = 0
    tripHead[sentinel] = sentinel
    headRelease[sentinel] = 0
    tripRelease[sentinel] = 0
    for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) {
      if (link >= stopCount) {
        head = link
        release = 0
      } else if (pickupOf[link]! < 0 && releaseSeconds[link]! > release) release = releaseSeconds[link]!
      tripHead[link] = head
      headRelease[link] = release
      tripRelease[head] = release
    }
    release = 0
    for (let link = prev[sentinel]!; link !== sentinel; link = prev[link]!) {
      if (link >= stopCount) release = 0
      else if (pickupOf[link]! < 0 && releaseSeconds[link]! > release) release = releaseSeconds[link]!
      tailRelease[link] = release
    }
    tailRelease[sentinel] = 0
  }

  /**
   * Computes how inserting `stop` after `before` changes the releases of its trip, into `changedHead` and `changed`; `variant` as for
   * `RouteTimes.probe`. Returns the link from which times change: a later release delays the whole trip.
   */
  change(sentinel: number, stop: number, before: number, variant: number): number {
    const { pickupOf, releaseSeconds } = this.model
    const { next, prev } = this.plan
    const { changed: releases } = this
    const head = this.head[before]!
    const old = this.release[head]!
    const own = pickupOf[stop]! < 0 ? releaseSeconds[stop]! : 0
    if (variant === 0) releases[0] = Math.max(old, own)
    else {
      const ahead = this.headRelease[before]!
      const behind = next[before] === sentinel ? 0 : this.tailRelease[next[before]!]!
      releases[0] = variant === 2 ? Math.max(ahead, own) : ahead
      releases[1] = variant === 1 ? Math.max(own, behind) : variant === 2 ? behind : own
      releases[2] = behind
    }
    this.changedHead = releases[0] === old ? -1 : head
    if (this.changedHead < 0) return before
    return head === sentinel ? sentinel : prev[head]!
  }
}
