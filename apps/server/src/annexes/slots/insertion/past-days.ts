// The usual cost of a stop at a place: its share of the driving of past days, and how much of such a day is still to be ordered.
import { straightMeters } from '../../../geography/travel/straight-lines.ts'
import type { TravelPoint } from '../../../geography/travel/travel.ts'
import type { Day } from './day-routes.ts'
import type { Insertion } from './insertion.ts'

/** Stops of past days that lay near each other, with the metres of their routes that fall to them. */
export interface PastStops {
  lat: number
  lng: number
  stops: number
  /** Metres of all of them: half of the legs to both neighbours, and a share of the legs from and to the depot. */
  meters: number
}

/** Days of one weekday as they were planned in the end. */
export interface PastDays {
  days: number
  routes: number
  stops: number
  places: readonly PastStops[]
  /** Number of stops ordered this many hours before their day began, and less than an hour earlier. */
  leads: readonly { hours: number; stops: number }[]
}

/** Expectation for a stop on a day like the past ones. */
export interface Expectation {
  /** Metres of the day that fall to a stop there once the day is as full as usual. */
  meters: number
  /** Stops and routes of such a day. */
  stops: number
  routes: number
  /** Stops of it that are usually ordered later than now. */
  later: number
  /** Days that it was learned from. */
  days: number
}

/** Fewer say nothing of a usual day. */
const fewestDays = 2
/** Number of past stops around a place that its usual cost is derived from. */
const neighbours = 8

/** Returns the usual cost of a stop at a place, this many hours before its day; undefined without enough past stops nearby. */
export function expectationAt(
  past: PastDays | undefined,
  place: TravelPoint,
  leadHours: number,
): Expectation | undefined {
  if (!past || past.days < fewestDays || past.stops < neighbours) return undefined
  const near = past.places
    .map((entry) => ({ ...entry, away: straightMeters(place, entry) }))
    .sort((first, other) => first.away - other.away)
  let [stops, meters, away] = [0, 0, 0]
  for (const one of near) {
    stops += one.stops
    meters += one.meters
    away += one.away * one.stops
    if (stops >= neighbours) break
  }
  // Were it only to be reached from them and back, that alone would be more than what they cost: the place lies outside.
  if (2 * away > meters) return undefined
  const { days } = past
  const later = past.leads.reduce((sum, { hours, stops }) => (hours < leadHours ? sum + stops : sum), 0)
  return { meters: meters / stops, stops: past.stops / days, routes: past.routes / days, later: later / days, days }
}

/** The cost of a slot, and its parts. */
export interface SlotCost {
  cost: number
  /** Absent where past days reduce nothing, and the cost is what the stop adds to the present day. */
  madeOf?: {
    now: number
    usual: number
    /** Share of the day's stops, this one among them, that are still to be ordered. */
    stillToCome: number
    days: number
  }
}

/**
 * Returns the cost of a slot. A stop costs what it adds to the present day. Where it usually costs less, it costs that for the
 * part of the day that is still to be ordered, so that the first customer of an empty day does not pay alone for driving that
 * later ones share. Past days never raise the cost.
 */
export function slotCost(day: Day, insertion: Insertion, expectation: Expectation | undefined): SlotCost {
  const now = insertion.addedCost
  if (!expectation) return { cost: now }
  const { stops, later, days } = expectation
  const booked = day.routes.reduce((sum, { one }) => sum + one.stops.length, 1)
  // Recurring orders, say, are on the day already that came in late on others.
  const missing = Math.max(0, Math.min(later, stops - booked))
  if (missing === 0) return { cost: now }
  const stillToCome = missing / (booked + missing)
  const usual = usualCost(insertion, expectation)
  if (usual >= now) return { cost: now }
  return { cost: stillToCome * usual + (1 - stillToCome) * now, madeOf: { now, usual, stillToCome, days } }
}

/** The usual metres as the route in question counts them, at the speed that it drives. */
function usualCost({ route, modelled: { after, stop, problem } }: Insertion, usual: Expectation): number {
  const { perTravelSecond = 0, perSecond = 0, perMeter = 0, perStop = 0, fixed = 0, toll = 0 } = route.cost
  const driving = after.meters > 0 ? (usual.meters * after.travelSeconds) / after.meters : 0
  const { serviceSeconds } = problem.stops[stop]!
  const opening = ((fixed + toll) * usual.routes) / usual.stops
  return (
    perTravelSecond * driving + perSecond * (driving + serviceSeconds) + perMeter * usual.meters + perStop + opening
  )
}

/** Past days change once a day, and little by what is put right in them. */
const keptMilliseconds = 3_600_000
const mostKept = 500

/** An in-process cache of past days. */
export class PastDaysStore {
  private readonly kept = new Map<string, { since: number; past: PastDays | undefined }>()

  /** Returns the names that are missing or too old. */
  missing(names: readonly string[], now: Date): string[] {
    const isFresh = (name: string) =>
      now.getTime() - (this.kept.get(name)?.since ?? Number.NEGATIVE_INFINITY) < keptMilliseconds
    return names.filter((name) => !isFresh(name))
  }

  get(name: string): PastDays | undefined {
    return this.kept.get(name)?.past
  }

  /** Forgets what was learned first when there is too much. */
  set(name: string, past: PastDays | undefined, now: Date): void {
    this.kept.delete(name)
    this.kept.set(name, { since: now.getTime(), past })
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= mostKept) break
      this.kept.delete(oldest)
    }
  }
}
