// Infers a break that nobody reported: between two reports more time passed than planned, and the delay stayed.

/** A finished stop; seconds of one clock. */
export interface FinishedStop {
  plannedDeparture: number
  /** Planned work at this stop and all before it. */
  plannedWork: number
  finishedAt: number
}

type Moments = Pick<FinishedStop, 'plannedDeparture' | 'finishedAt'>

/** Planned start and end of a break, and the hours within which it may lie. */
export interface PlannedBreak {
  from: number
  to: number
  start: number
  end: number
}

/** A sudden delay of at least this share of a break was probably the break. */
const REST_PART = 2 / 3

/**
 * Returns the whole duration of the break if it was probably taken by the last of `stops`, else 0: taken means a halt of at least
 * two thirds of it between two reports. The delay must persist, so three reports entered at once are no halt. `stops` are in the
 * order in which they were finished. O(stops).
 */
export function restSeen(stops: readonly Moments[], pause: PlannedBreak): number {
  const whole = pause.to - pause.from
  let stayed = Number.POSITIVE_INFINITY
  for (let at = stops.length - 1; at > 0; at--) {
    stayed = Math.min(stayed, computeLateness(stops[at]!, pause))
    const halt = haltBetween(stops[at - 1]!, stops[at]!.finishedAt, stayed, pause)
    if (halt >= REST_PART * whole) return whole
  }
  return 0
}

/** Seconds by which the driver exceeds the plan at the next stop or on the way to it: this much of the break may be over. */
export function restOpen(last: Moments, next: Moments, pause: PlannedBreak): number {
  return Math.min(pause.to - pause.from, haltBetween(last, next.finishedAt, computeLateness(next, pause), pause))
}

/** Delay added between a stop and a moment, as far as it fits into the hours of the break. */
function haltBetween(before: Moments, until: number, lateness: number, pause: PlannedBreak): number {
  const within = Math.min(pause.end, until) - Math.max(pause.start, before.finishedAt)
  return Math.max(0, Math.min(lateness - computeLateness(before, pause), within))
}

/** Lateness against the plan without the break. */
function computeLateness({ plannedDeparture, finishedAt }: Moments, { from, to }: PlannedBreak): number {
  const rest = Math.max(0, Math.min(to, plannedDeparture) - from)
  return finishedAt - (plannedDeparture - rest)
}
