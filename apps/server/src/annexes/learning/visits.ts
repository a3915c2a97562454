// Which finished visits say how long the work at a stop takes: those that were not reported together, from elsewhere or across a pause.
import { straightMeters } from '../../geography/travel/straight-lines.ts'

/** One completed stop, as its report, its route and its client's entry tell it. Moments are milliseconds since 1970. */
export interface Visit {
  /** The client's id, or `lat,lng` of the place where there is none; null for neither. */
  clientId: string | null
  routeId: string
  /** The driver where known, else the vehicle; null for neither. */
  driverId: string | null
  /** The planned day, YYYY-MM-DD. */
  day: string
  /** Kind of stop: delivery, pickup, visit. */
  type: string
  /** Weight of what was handed over, or its volume where weights are not used; 0 for none. */
  quantity: number
  /** The first time at this client, of whom nothing was known before. */
  isFirst: boolean
  place: { lat: number; lng: number } | undefined
  reportedAt: number
  secondsInStop: number
  /** Sent by a program that measured the time by itself: when it was sent says nothing. */
  isMeasured: boolean
  /** Between the report and the stop; null where the report tells no place. */
  metersAway: number | null
  /** The pause of the route, where it took one. */
  pause: { from: number; to: number } | undefined
  /** Planned duration without learning: the client's default, else the project's. */
  givenSeconds: number
}

/** Why visits say nothing. */
export const reasonsToLeaveOut = ['typed_together', 'done_together', 'too_far', 'during_pause', 'no_time'] as const
export type ReasonToLeaveOut = (typeof reasonsToLeaveOut)[number]

/** This many reports of one route within `BURST_SECONDS` were typed at once. */
const BURST_REPORTS = 3
const BURST_SECONDS = 120
/** Two visits that overlap in time at places nearer than this were one piece of work. */
const SAME_PLACE_METERS = 60
/** A report from farther away was made later, or at another door. */
const FARTHEST_METERS = 250
const SHORTEST_SECONDS = 10
const LONGEST_SECONDS = 4 * 3_600

/** The visits that count, in the order given, and how many were left out for which reason. O(n log n). */
export function sortOutVisits(visits: readonly Visit[]): {
  visits: Visit[]
  leftOut: Record<ReasonToLeaveOut, number>
} {
  const leftOut = { typed_together: 0, done_together: 0, too_far: 0, during_pause: 0, no_time: 0 }
  const reasons = new Map<Visit, ReasonToLeaveOut>()
  for (const route of Map.groupBy(visits, ({ routeId }) => routeId).values()) {
    const inOrder = route.toSorted((a, b) => a.reportedAt - b.reportedAt)
    for (const [at, visit] of inOrder.entries()) {
      const reason = findReason(visit, at, inOrder)
      if (reason) reasons.set(visit, reason)
    }
  }
  for (const reason of reasons.values()) leftOut[reason]++
  return { visits: visits.filter((visit) => !reasons.has(visit)), leftOut }
}

function findReason(visit: Visit, at: number, inOrder: readonly Visit[]): ReasonToLeaveOut | undefined {
  const { secondsInStop, metersAway, pause, reportedAt } = visit
  if (!visit.isMeasured && isOfBurst(at, inOrder)) return 'typed_together'
  if (metersAway !== null && metersAway > FARTHEST_METERS) return 'too_far'
  if (secondsInStop < SHORTEST_SECONDS || secondsInStop > LONGEST_SECONDS) return 'no_time'
  if (pause && pause.from < reportedAt && pause.to > findBeginning(visit)) return 'during_pause'
  if (visit.isMeasured) return undefined
  const neighbours = [inOrder[at - 1], inOrder[at + 1]]
  return neighbours.some((other) => other && areTogether(visit, other)) ? 'done_together' : undefined
}

/** Returns whether the report is part of a burst. */
function isOfBurst(at: number, inOrder: readonly Visit[]): boolean {
  for (let first = Math.max(0, at - BURST_REPORTS + 1); first <= at; first++) {
    const last = inOrder[first + BURST_REPORTS - 1]
    if (last && last.reportedAt - inOrder[first]!.reportedAt <= BURST_SECONDS * 1_000) return true
  }
  return false
}

function areTogether(one: Visit, other: Visit): boolean {
  const overlaps = findBeginning(one) < other.reportedAt && findBeginning(other) < one.reportedAt
  if (!overlaps) return false
  return !one.place || !other.place || straightMeters(one.place, other.place) < SAME_PLACE_METERS
}

function findBeginning({ reportedAt, secondsInStop }: Visit): number {
  return reportedAt - secondsInStop * 1_000
}
