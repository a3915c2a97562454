// When something happened on a phone whose clock may be wrong: derived from a page's monotonic time and the service's responses.

/** A moment as the phone saw it. */
export interface Mark {
  /** The page, or the worker, that was running: steady times of two of them cannot be compared. */
  session: string
  /** Milliseconds since that began. Never runs back; stands still while some phones sleep. */
  steady: number
  /** Milliseconds since 1970 by the phone's clock, which anybody may set. */
  wall: number
}

/** A mark at which the service's time was known. */
export interface Anchor extends Mark {
  /** Milliseconds since 1970. */
  server: number
  /** The service's time may be off by so much: half of the time that its answer took. */
  within: number
}

/** Milliseconds since 1970, and by how much that may be wrong. */
export interface Moment {
  at: number
  within: number
}

/** Bounds of the moment, in addition to anchors. */
export interface Bounds {
  /** Moment of an earlier event, as sent. */
  previous?: Moment | undefined
  /** Moment of a later event that was certainly sent. */
  next?: Moment | undefined
  /** The service's time now. */
  latest: number
}

/** Clocks of phones run this wrong at most, as a share of the time. */
const DRIFT = 0.0002
/** The service's time is asked for again after so long. */
const FRESH_MILLISECONDS = 1_800_000
/** Two clocks that differ by no more over a stretch of time have run the same. */
export const SAME_MILLISECONDS = 2_000

/** The moment of a mark, by all that is known: not before what was done before it, and not after `latest`. */
export function tellMoment(mark: Mark, anchors: readonly Anchor[], bounds: Bounds): Moment {
  const likely = tellSureMoment(mark, anchors) ?? tellByClock(mark, anchors, bounds)
  const { previous, next, latest } = bounds
  const least = previous?.at ?? Number.NEGATIVE_INFINITY
  const most = Math.min(latest, Math.max(least, next?.at ?? latest))
  const at = Math.min(Math.max(likely.at, least), most)
  return { at, within: likely.within + Math.abs(at - likely.at) }
}

/** The earliest of the moments that are sure among later marks: what was done before them is not later. */
export function tellNext(later: readonly Mark[], anchors: readonly Anchor[]): Moment | undefined {
  const sure = later.flatMap((mark) => tellSureMoment(mark, anchors) ?? [])
  return sure.toSorted((moment, other) => moment.at - other.at)[0]
}

/** Where the page slept or nobody answered it, the phone's clock is the best guess, as far as it can be true. */
function tellByClock(mark: Mark, anchors: readonly Anchor[], { previous, next, latest }: Bounds): Moment {
  const { before, after } = findAround(mark, anchors)
  const lowest = Math.max(previous ? previous.at - previous.within : 0, before ? laterThan(before, mark) : 0)
  const upper = [latest, after && earlierThan(after, mark), next && next.at + next.within]
  const highest = Math.max(lowest, Math.min(...upper.filter((bound) => bound !== undefined)))
  const nearest = before ?? after ?? anchors.at(-1)
  const guess = nearest ? mark.wall + nearest.server - nearest.wall : mark.wall
  const at = Math.min(Math.max(guess, lowest), highest)
  return { at, within: Math.max(at - lowest, highest - at) }
}

/** The service's time at a mark of a session whose clocks have run alike since its last anchor; undefined where it has to be asked for. */
export function tellServerTime(now: Mark, anchors: readonly Anchor[]): number | undefined {
  const last = anchors.findLast(({ session }) => session === now.session)
  if (!last || now.steady - last.steady > FRESH_MILLISECONDS) return undefined
  // The least that it can be, so that nothing is told to happen in the future.
  return isSame(now.wall - last.wall, now.steady - last.steady) ? laterThan(last, now) : undefined
}

/** Steady time counts where it ran through: as the phone's clock did, or as the service's between two anchors. */
function tellSureMoment(mark: Mark, anchors: readonly Anchor[]): Moment | undefined {
  const { before, after } = findAround(mark, anchors)
  const ranThrough = before && after && isSame(after.server - before.server, after.steady - before.steady)
  const nearest = [before, after].filter((anchor) => anchor !== undefined)
  const trusted = nearest.filter((anchor) => {
    return ranThrough || isSame(mark.wall - anchor.wall, mark.steady - anchor.steady)
  })
  const moments = trusted.map((anchor) => {
    const passed = mark.steady - anchor.steady
    return { at: anchor.server + passed, within: anchor.within + SAME_MILLISECONDS + DRIFT * Math.abs(passed) }
  })
  return moments.toSorted((moment, other) => moment.within - other.within)[0]
}

/** Returns the last response of the mark's own session before it, and the first one after it. */
function findAround(mark: Mark, anchors: readonly Anchor[]) {
  const own = anchors.filter(({ session }) => session === mark.session)
  return {
    before: own.findLast(({ steady }) => steady <= mark.steady),
    after: own.find(({ steady }) => steady > mark.steady),
  }
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_MILLISECONDS + DRIFT * Math.abs(other)
}

/** At least so much time has passed since the anchor. */
function laterThan(anchor: Anchor, mark: Mark): number {
  return anchor.server - anchor.within + (mark.steady - anchor.steady) * (1 - DRIFT)
}

function earlierThan(anchor: Anchor, mark: Mark): number {
  return anchor.server + anchor.within - (anchor.steady - mark.steady) * (1 - DRIFT)
}

/** Anchors kept: of each session the first, and its latest ones. */
const KEPT_PER_SESSION = 6
const KEPT_SESSIONS = 8

/** Adds an anchor, and forgets those that say the least. */
export function addAnchor(anchors: readonly Anchor[], anchor: Anchor): Anchor[] {
  const own = anchors.filter(({ session }) => session === anchor.session)
  const others = anchors.filter(({ session }) => session !== anchor.session)
  const sessions = [...new Set(others.map(({ session }) => session))].slice(-(KEPT_SESSIONS - 1))
  const [first, ...rest] = [...own, anchor]
  const kept = rest.length < KEPT_PER_SESSION ? [first!, ...rest] : [first!, ...rest.slice(1 - KEPT_PER_SESSION)]
  return [...others.filter(({ session }) => sessions.includes(session)), ...kept]
}
