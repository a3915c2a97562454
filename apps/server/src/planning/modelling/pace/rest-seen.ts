// A break that nobody told, seen in the reports of a route: between two of them more time went by than was planned, and it stayed so.

/** Seconds of one clock. */
export interface FinishedStop {
  plannedDeparture: number
  /** Planned work at this stop and all before it. */
  plannedWork: number
  finishedAt: number
}

type Moments = Pick<FinishedStop, 'plannedDeparture' | 'finishedAt'>

/** Where the plan has a break, and between which times it may be. */
export interface PlannedBreak {
  from: number
  to: number
  start: number
  end: number
}

/** Who lost so much of a break's time at once was probably having it. */
const REST_PART = 2 / 3

/**
 * Seconds of the break that seem to be behind the driver at the last of `stops`, which are in the order in which they were finished: all of them where a
 * halt as long as two thirds of it lies between two reports, else none. The lateness has to stay: three reports typed in one go make no halt. O(stops).
 */
export function restSeen(stops: readonly Moments[], pause: PlannedBreak): number {
  const whole = pause.to - pause.from
  let stayed = Number.POSITIVE_INFINITY
  for (let at = stops.length - 1; at > 0; at--) {
    stayed = Math.min(stayed, latenessOf(stops[at]!, pause))
    const halt = haltBetween(stops[at - 1]!, stops[at]!.finishedAt, stayed, pause)
    if (halt >= REST_PART * whole) return whole
  }
  return 0
}

/** Seconds that the driver has been at the next stop, or on the way to it, for longer than planned: as much of the break may be over. */
export function restOpen(last: Moments, next: Moments, pause: PlannedBreak): number {
  return Math.min(pause.to - pause.from, haltBetween(last, next.finishedAt, latenessOf(next, pause), pause))
}

/** As much of the lateness that was added between a stop and a moment as fits into the times of the break. */
function haltBetween(before: Moments, until: number, lateness: number, pause: PlannedBreak): number {
  const within = Math.min(pause.end, until) - Math.max(pause.start, before.finishedAt)
  return Math.max(0, Math.min(lateness - latenessOf(before, pause), within))
}

/** Against the plan without the break. */
function latenessOf({ plannedDeparture, finishedAt }: Moments, { from, to }: PlannedBreak): number {
  const rest = Math.max(0, Math.min(to, plannedDeparture) - from)
  return finishedAt - (plannedDeparture - rest)
}
