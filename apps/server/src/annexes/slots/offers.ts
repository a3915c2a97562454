// The offer: each window of each day with what the stop would cost there, or why it cannot be promised.
import {
  type RecipientSlots,
  type SlotAnswer,
  type SlotOffer,
  type SlotQuery,
  type SlotRefusal,
  type SlotRulesInput,
  slotLimits,
} from '@routewright/contract'
import type { ProjectRow } from '../../data/project-tables.ts'
import { getSlotId } from '../../data/resources/slot-promise.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { TimeWindow } from '../../data/values.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import type { VehicleClass } from '../../geography/travel/travel.ts'
import { hasPrice } from '../../planning/modelling/costs.ts'
import { findDestination } from '../../planning/modelling/places.ts'
import { getCertainty, type OfferFacts } from './certainty.ts'
import type { DayReader, SlotDay } from './days.ts'
import { getWayKey } from './insertion/day-routes.ts'
import { type Found, findInsertions, type Insertion } from './insertion/insertion.ts'
import type { LegsOfPlace } from './insertion/legs.ts'
import { type Expectation, expectationAt, type SlotCost, slotCost } from './insertion/past-days.ts'
import { listPoints, listWays } from './insertion/waiting.ts'
import { greenOnes, priceChanges } from './rule-book.ts'
import { ruleTexts, type WishedWindow } from './slot-rules.ts'

/** A window of a day with what came of it. */
export interface TriedSlot {
  day: SlotDay
  window: TimeWindow
  outcome: Fit | { refusal: SlotRefusal }
}

/** Where a stop fits best into a window, and what that is told to cost. */
export interface Fit {
  day: SlotDay
  insertion: Insertion
  cost: SlotCost
}

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

/** The days of a question, ascending. Throws invalid_payload for a span that begins in the past, ends before it begins or is too long. */
export function listDates(
  project: ProjectRow,
  now: Date,
  { from, to }: Pick<SlotQuery, 'from' | 'to'>,
  field = 'from',
): string[] {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  const today = dateInZone(now, project.timezone)
  if (first < today) throw invalidPayload(field, `must not be before today, ${today}`)
  if (last < first) throw invalidPayload('to', 'must not be before from')
  const count = (startInstant(last).getTime() - startInstant(first).getTime()) / dayMilliseconds + 1
  if (count > slotLimits.days)
    throw invalidPayload('to', `up to ${slotLimits.days} days are looked at, and these are ${count}`)
  const getDay = (index: number) => new Date(startInstant(first).getTime() + index * dayMilliseconds)
  return Array.from({ length: count }, (_, index) => getDay(index).toISOString().slice(0, 10))
}

/** Tries the windows of every day that no rule stands against. The stop must have a place. Throws TravelError. */
export async function trySlots(
  { travel, store, scope }: DayReader,
  days: readonly SlotDay[],
  stop: StopRow,
  wished: ReadonlyMap<string, readonly WishedWindow[]>,
): Promise<TriedSlot[]> {
  const place = findDestination(stop)!
  const legs = new Map<string, LegsOfPlace>()
  for (const way of listWays(days.map(({ day }) => day))) {
    const key = getWayKey(way)
    const points = days.flatMap(({ day }) =>
      listPoints({ ...day, routes: day.routes.filter((route) => route.wayKey === key) }),
    )
    legs.set(key, await store.legs.find(travel, way, place, points, scope.now))
  }
  const getLegs = (way: VehicleClass) => legs.get(getWayKey(way))!
  const tried: TriedSlot[] = []
  for (const day of days) {
    const windows = wished.get(day.date) ?? []
    const isAhead = ({ window, refusal }: WishedWindow) => !refusal && !day.isClosed && window[1] > day.nowSeconds
    const ahead = windows.filter(isAhead)
    const wishes = ahead.map(({ window: [opens, closes] }, index) => {
      const own: TimeWindow = [Math.max(opens, day.nowSeconds), closes]
      return { ...stop, id: `wish ${index}`, time_windows: [own] }
    })
    const found = wishes.length > 0 ? await findInsertions(day.day, { place, wishes, legsOf: getLegs }) : []
    const leadHours = (startInstant(day.date).getTime() - scope.now.getTime()) / hourMilliseconds
    const expectation = expectationAt(day.past, place, leadHours)
    for (const wish of windows) {
      const at = ahead.indexOf(wish)
      const outcome =
        at < 0
          ? { refusal: missed(day) ?? wish.refusal ?? ('too_late' as const) }
          : getOutcome(day, found[at]!, expectation)
      tried.push({ day, window: wish.window, outcome })
    }
  }
  return tried
}

function missed({ isClosed }: SlotDay): SlotRefusal | undefined {
  return isClosed ? 'day_closed' : undefined
}

function getOutcome(day: SlotDay, found: Found, expectation: Expectation | undefined): TriedSlot['outcome'] {
  if (!('insertion' in found)) return { refusal: found.hindrance }
  const { insertion } = found
  return { day, insertion, cost: slotCost(day.day, insertion, expectation) }
}

/** Terms that the project's rules add to an offer; `quoteOf` signs a slot's surcharge or discount. */
export interface Terms {
  rules: SlotRulesInput
  currency: string
  quoteOf(slotId: string, amount: number): string
  /** How sure the answered slots are; left out where nobody asks. */
  facts?: OfferFacts
}

/** Builds the response: `most` slots, sorted, and every refused window with the reason. */
export function getAnswer(
  tried: readonly TriedSlot[],
  { most = 20, sort = 'cost' }: Pick<SlotQuery, 'most' | 'sort'>,
  terms: Terms,
): SlotAnswer {
  const insertions = new Map<string, Insertion>()
  const fitting = tried.flatMap(({ day, window, outcome }) => {
    if (!('insertion' in outcome)) return []
    const slot = { ...getIdentity(day, window), ...computeFigures(outcome) }
    insertions.set(slot.id, outcome.insertion)
    return [slot]
  })
  const costs = fitting.map(({ cost }) => cost)
  const [least, highest] = [Math.min(...costs), Math.max(...costs)]
  const changes = priceChanges(terms.rules, costs)
  const green = greenOnes(
    terms.rules,
    fitting.map(({ added_distance }) => added_distance),
  )
  const scored = fitting.map((slot, at): SlotOffer => {
    const score = highest > least ? Math.round((100 * (highest - slot.cost)) / (highest - least)) : 100
    const price_change = changes[at]
    const { currency } = terms
    const price = price_change !== undefined && { price_change, currency, quote: terms.quoteOf(slot.id, price_change) }
    return { ...slot, score, ...price, ...(green[at] && { is_green: true }) }
  })
  const byDate = (a: SlotOffer, b: SlotOffer) =>
    a.date.localeCompare(b.date) || a.time_window[0] - b.time_window[0] || a.time_window[1] - b.time_window[1]
  scored.sort((a, b) => (sort === 'cost' ? a.cost - b.cost : 0) || byDate(a, b))
  const refused = tried.flatMap(({ day: { date }, window, outcome }) =>
    'refusal' in outcome
      ? [{ date, time_window: window, reason: outcome.refusal, message: refusalTexts[outcome.refusal] }]
      : [],
  )
  const { facts } = terms
  const slots = scored
    .slice(0, most)
    .map((slot) => (facts ? { ...slot, ...getCertainty(insertions.get(slot.id)!, facts) } : slot))
  return { slots, fitting: fitting.length, refused }
}

function getIdentity({ date }: SlotDay, window: TimeWindow) {
  return { id: getSlotId(date, window), date, time_window: window }
}

/** Returns the cost and effort of a slot as callers see them. */
export function computeFigures({ day: { planId, day }, insertion, cost: { cost, madeOf } }: Fit) {
  const { route, addedSeconds, addedMeters, straightMeters, beginsSeconds } = insertion
  const { id, vehicle_id, vehicle_label, label } = route.one.route
  const name = vehicle_label ?? label
  const isPriced = day.routes.some(({ driven }) => hasPrice(driven))
  return {
    cost: round(cost),
    cost_unit: isPriced
      ? ('price' as const)
      : day.context.settings.useDistance
        ? ('meters' as const)
        : ('driving_seconds' as const),
    added_time: Math.round(addedSeconds),
    added_distance: Math.round(addedMeters),
    ...(straightMeters !== 0 && { straight_distance: Math.round(straightMeters) }),
    arrives_at: Math.round(beginsSeconds),
    opens_vehicle: route.one.stops.length === 0,
    stops_on_route: route.one.stops.length + 1,
    capacity_left: capacityLeft(insertion),
    ...(madeOf && { cost_made_of: toldParts(madeOf) }),
    ...(planId && { plan_id: planId, route_id: id }),
    ...(vehicle_id && { vehicle_id }),
    ...(name && { vehicle_label: name }),
  }
}

function toldParts({ now, usual, stillToCome, days }: NonNullable<SlotCost['madeOf']>) {
  return { now: round(now), usual: round(usual), still_to_come: round(stillToCome), past_days: days }
}

/** Windows as a customer sees them: nothing of costs, routes and vehicles. */
export function shownWindows(slots: readonly SlotOffer[]): RecipientSlots['slots'] {
  return slots.map(({ id, date, time_window, price_change, currency, is_green, quote }) => ({
    id,
    date,
    time_window,
    ...(price_change !== undefined && price_change !== 0 && { price_change, currency, quote }),
    ...(is_green && { is_green }),
  }))
}

/** At the hour when the vehicle is fullest; nothing is said of what has no limit. */
function capacityLeft({ route: { driven, one }, fullest }: Insertion) {
  const { max_weight, max_volume, max_services } = driven
  const left = (limit: number, share: number | undefined) =>
    Math.max(0, Math.round(limit * (1 - (share ?? 0)) * 1_000) / 1_000)
  return {
    ...(max_weight !== null && { weight: left(max_weight, fullest[0]) }),
    ...(max_volume !== null && { volume: left(max_volume, fullest[1]) }),
    ...(max_services !== null && { stops: Math.max(0, max_services - one.stops.length - 1) }),
  }
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}

export const refusalTexts: Record<SlotRefusal, string> = {
  too_late: 'The window is over.',
  day_closed: 'The day is finished.',
  no_vehicle: 'No vehicle drives on this day.',
  unreachable: 'No way leads there.',
  skill_missing: 'No vehicle of the day has the skills that it needs.',
  zone: 'No vehicle of the day serves its zone.',
  max_services: 'The vehicles of the day have all the stops that they may have.',
  capacity: 'No vehicle of the day has room for it.',
  time_window: 'No vehicle can be there in time without being late for what was promised to others.',
  max_distance: 'Every vehicle would drive farther than it may.',
  max_time: 'Every vehicle would be back later than it may.',
  other_rule: 'It breaks another rule of the day on every vehicle.',
  ...ruleTexts,
}
