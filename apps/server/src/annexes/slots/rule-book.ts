// The rules of the seller, as pure functions: which windows a day has, what stands against one of them, and what it costs more or less.
import type { SlotClass, SlotGridLine, SlotRuleRefusal, SlotRulesInput } from '@routewright/contract'
import type { TakenSlots } from '../../data/slot-promises.sql.ts'
import type { TimeWindow } from '../../data/values.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { getWeekday, momentOfPlanDay } from '../../frame/platform/local-time.ts'

const dayMilliseconds = 86_400_000

/** Facts about the customer that the rules use. */
export interface Asker {
  /** Zones in which the place lies. */
  zoneIds: readonly string[]
  /** A digest. */
  customer: string | null
  className: string | null
}

/** When somebody asks. */
export interface Asked {
  now: Date
  timezone: string
}

/** The windows of a day where the place lies, ascending; of a project without a grid none. */
export function gridWindows(rules: SlotRulesInput, date: string, zoneIds: readonly string[]): TimeWindow[] {
  const windows = linesFor(rules, date, zoneIds).flatMap((line) => line.windows)
  return [...new Map(windows.map((window) => [window.join('-'), window])).values()].sort(
    (a, b) => a[0] - b[0] || a[1] - b[1],
  )
}

/** Lines with a zone where the place lies come before all without: there they are the rule, and those without are for elsewhere. */
function linesFor({ grid = [] }: SlotRulesInput, date: string, zoneIds: readonly string[]): SlotGridLine[] {
  const weekday = getWeekday(startInstant(date))
  const ofDay = grid.filter(({ weekdays = [] }) => weekdays.length === 0 || weekdays.includes(weekday))
  const ofZone = ofDay.filter(({ zone_ids = [] }) => zone_ids.some((id) => zoneIds.includes(id)))
  return ofZone.length > 0 ? ofZone : ofDay.filter(({ zone_ids = [] }) => zone_ids.length === 0)
}

/** The first rule that stands against the slot; `taken` is what is held and booked on that day. */
export function ruleAgainst(
  rules: SlotRulesInput,
  { date, window }: { date: string; window: TimeWindow },
  asker: Asker,
  asked: Asked,
  taken: readonly TakenSlots[],
): SlotRuleRefusal | undefined {
  const lines = linesFor(rules, date, asker.zoneIds).filter(({ windows }) => windows.some(isSame(window)))
  if ((rules.grid ?? []).length > 0 && lines.length === 0) return 'not_offered'
  if (isClosedDay(rules, date)) return 'closed_day'
  return (
    lateness(rules, { date, window }, findClass(rules, asker.className), asked) ??
    fullness(rules, { date, window, lines }, asker, taken)
  )
}

/** Whether orders for the slot are closed, by the notice and the cut-off alone. */
export function isTooLate(
  rules: SlotRulesInput,
  slot: { date: string; window: TimeWindow },
  className: string | null,
  asked: Asked,
): boolean {
  const refusal = lateness(rules, slot, findClass(rules, className), asked)
  return refusal === 'cut_off' || refusal === 'notice'
}

function lateness(
  rules: SlotRulesInput,
  { date, window }: { date: string; window: TimeWindow },
  own: SlotClass | undefined,
  { now, timezone }: Asked,
): SlotRuleRefusal | undefined {
  const day = startInstant(date)
  const before = (days: number) => new Date(day.getTime() - days * dayMilliseconds)
  const isPast = (seconds: number, of: Date) => momentOfPlanDay(seconds, of, timezone) <= now
  if (rules.days_ahead !== undefined && !isPast(0, before(rules.days_ahead))) return 'too_far_ahead'
  const cutOff = own?.cut_off ?? rules.cut_off
  if (cutOff && isPast(cutOff.time, before(cutOff.days_before))) return 'cut_off'
  const notice = own?.notice_minutes ?? rules.notice_minutes
  return notice !== undefined && isPast(window[0] - notice * 60, day) ? 'notice' : undefined
}

function fullness(
  rules: SlotRulesInput,
  { date, window, lines }: { date: string; window: TimeWindow; lines: readonly SlotGridLine[] },
  { customer, className }: Asker,
  taken: readonly TakenSlots[],
): SlotRuleRefusal | undefined {
  const count = (which: (one: TakenSlots) => boolean) =>
    taken.reduce((sum, entry) => sum + (which(entry) ? entry.orders : 0), 0)
  if (rules.most_per_customer !== undefined && customer !== null) {
    if (count((entry) => entry.customer === customer) >= rules.most_per_customer) return 'most_per_customer'
  }
  // A line is filled by promises whose place has the same line: a place in two zones fills both.
  const isFull = (line: SlotGridLine) =>
    line.capacity !== undefined &&
    count(
      (entry) => isSame(window)([entry.opens, entry.closes]) && linesFor(rules, date, entry.zone_ids).includes(line),
    ) >= line.capacity
  if (lines.some(isFull)) return 'slot_full'
  if (rules.most_per_day === undefined) return undefined
  const total = count(() => true)
  if (total >= rules.most_per_day) return 'day_full'
  return total + keptFromClass(rules, className, count) >= rules.most_per_day ? 'kept' : undefined
}

/** Places of the day that are kept for classes above that of the caller, and not taken by them yet. */
function keptFromClass(
  { classes = [], most_per_day = 0 }: SlotRulesInput,
  className: string | null,
  count: (which: (one: TakenSlots) => boolean) => number,
): number {
  const rank = classes.findIndex(({ name }) => name === className)
  const above = rank < 0 ? classes : classes.slice(0, rank)
  return above.reduce((sum, { name, kept_share = 0 }) => {
    const kept = Math.round(kept_share * most_per_day)
    return sum + Math.max(0, kept - count((entry) => entry.customer_class === name))
  }, 0)
}

function findClass({ classes = [] }: SlotRulesInput, className: string | null): SlotClass | undefined {
  return classes.find(({ name }) => name === className)
}

const isSame =
  (window: readonly number[]) =>
  (other: readonly number[]): boolean =>
    window[0] === other[0] && window[1] === other[1]

/** Returns the price change of each slot, by its rank among all by cost; equal costs get the same. */
export function priceChanges({ prices = [] }: SlotRulesInput, costs: readonly number[]): (number | undefined)[] {
  return listPlaces(costs).map(
    (place) => prices.find((step) => isWithin(place, step.up_to_share, costs.length))?.amount,
  )
}

/** Which of them are among those with the fewest added metres. */
export function greenOnes({ green_share = 0 }: SlotRulesInput, meters: readonly number[]): boolean[] {
  return listPlaces(meters).map((place) => green_share > 0 && isWithin(place, green_share, meters.length))
}

/** How many are less than each. */
function listPlaces(numbers: readonly number[]): number[] {
  const ascending = numbers.toSorted((a, b) => a - b)
  return numbers.map((number) => ascending.indexOf(number))
}

/** A share of few windows is rounded, and is one at least. */
function isWithin(place: number, share: number, count: number): boolean {
  return place < Math.max(1, Math.round(share * count))
}

/** Returns whether the day is closed: nothing is sold on it, and no stop that could have another day is put on it. */
export function isClosedDay({ closed_days }: SlotRulesInput, date: string): boolean {
  return closed_days?.some((day) => day.slice(0, 10) === date) ?? false
}
