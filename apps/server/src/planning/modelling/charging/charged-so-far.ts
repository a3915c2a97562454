// Charging that a route under way has done already: as reported by the driver, else derived from executed stops and the clock.
import { isChargingTold } from '@routewright/contract/told-charging'
import type { StopRow } from '../../../data/stop-table.ts'
import type { ChargingVisitValue } from '../../../data/values.ts'
import { secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import type { TravelPoint } from '../../../geography/travel/travel.ts'
import { isClockUsable, latestExecuted } from '../live-state.ts'
import type { RouteWithStops } from '../plan-problem.ts'
import type { PlanSettings } from '../settings.ts'

interface Now {
  settings: Pick<PlanSettings, 'date' | 'timeZone'>
  nowSeconds: number
}

/**
 * Returns the planned charging that is done already, in order of time; none for a route that has not begun. A visit counts as
 * done when the driver reported it or a later one, or when a later stop was executed or reached. On the way to the next stop the
 * driver is assumed to charge as planned, shifted by the delay at the last departure; the part of a visit until now counts.
 */
export function chargingBehind({ route, stops, date }: RouteWithStops, now: Now): ChargingVisitValue[] {
  const planned = route.planned_charge?.charging ?? []
  const told = planned.findLastIndex(isChargingTold)
  if (route.status === 'not_started' || planned.length === 0) return planned.slice(0, told + 1)
  const passed = stops.filter(({ status, arrived_at }) => status !== 'pending' || arrived_at !== null).length
  const late = secondsLate({ route, stops }, date ?? now.settings.date, now)
  return planned.flatMap((visit, index) => {
    if (index <= told || visit.order < passed || route.status === 'finished') return visit
    if (visit.order > passed || late === undefined) return []
    return partUntil(visit, now.nowSeconds - late)
  })
}

/** Charging ahead of a route under way. */
export interface ChargingStay {
  visit: ChargingVisitValue
  /**
   * Returns when a vehicle that arrives at this second of the day leaves: charging waits until the place opens or a point is
   * free, as planned.
   */
  leavesAt(arrivalSeconds: number): number
}

export function chargingAhead(one: RouteWithStops, now: Now): ChargingStay[] {
  const behind = chargingBehind(one, now)
  return (one.route.planned_charge?.charging ?? []).slice(Math.max(0, behind.length - 1)).flatMap((visit, index) => {
    const done = index === 0 ? behind.at(-1) : undefined
    const { planned_arrival_time: arrives, planned_start_time: begins, planned_end_time: ends } = visit
    const seconds = ends - (done?.planned_end_time ?? begins)
    if (seconds <= 0) return []
    const opens = begins > arrives && !done ? begins : Number.NEGATIVE_INFINITY
    return { visit, leavesAt: (arrival) => Math.max(arrival, opens) + seconds }
  })
}

/**
 * Returns how much later than planned the driver left the last stop, a later charging place, or the start. Undefined where the
 * clock is not in the plan's day.
 */
function secondsLate(
  { route, stops }: Pick<RouteWithStops, 'route' | 'stops'>,
  date: string | undefined,
  { settings, nowSeconds }: Now,
): number | undefined {
  if (date === undefined || !isClockUsable(nowSeconds)) return undefined
  const executed = stops.filter(({ status }) => status !== 'pending')
  const last = latestExecuted(executed)
  const told = toldSince(route, executed)
  const left = told?.left ?? (last ? last.finished_at : route.start_date)
  const planned = told?.visit.planned_end_time ?? (last ? last.planned_departure_time : leavesAt(route))
  if (left === null || planned === null) return undefined
  const day = new Date(`${date}T00:00:00Z`)
  return Math.max(0, secondsOfPlanDay(left, day, settings.timeZone) - planned)
}

/** Returns the last charging that the driver reported after the last executed stop, and when they left it. */
export function toldSince(
  { planned_charge }: Pick<RouteWithStops['route'], 'planned_charge'>,
  executed: readonly unknown[],
): { visit: ChargingVisitValue; left: Date } | undefined {
  const visit = planned_charge?.charging?.findLast(isChargingTold)
  return visit && visit.order >= executed.length ? { visit, left: new Date(visit.real_end_time!) } : undefined
}

function leavesAt({ planned_start_time, planned_loading_time }: RouteWithStops['route']): number | null {
  return planned_start_time === null ? null : planned_start_time + (planned_loading_time ?? 0)
}

/** Part of a visit that is done at a moment of the visit's own plan. */
function partUntil(visit: ChargingVisitValue, at: number): ChargingVisitValue[] {
  const { planned_start_time: from, planned_end_time: to } = visit
  if (at >= to) return [visit]
  if (at <= from) return []
  const done = (at - from) / (to - from)
  const { energy, arrival, departure, cost } = visit
  return [
    {
      ...visit,
      planned_end_time: Math.round(at),
      energy: Math.round(energy * done),
      departure: Math.round((arrival + (departure - arrival) * done) * 1_000) / 1_000,
      ...(cost !== undefined && { cost: Math.round(cost * done * 100) / 100 }),
    },
  ]
}

/** Returns the place where the driver charged since the last stop, unless a later position is known; undefined otherwise. */
export function placeOfCharging(
  { route, stops }: RouteWithStops,
  behind: readonly ChargingVisitValue[],
): TravelPoint | undefined {
  const executed = stops.filter(({ status }) => status !== 'pending')
  const last = behind.at(-1)
  if (!last || last.order < executed.length) return undefined
  const left = toldSince(route, executed)?.left ?? latestExecuted(executed)?.finished_at ?? route.start_date
  const seen = route.last_position && new Date(route.last_position.created_at)
  return seen && left && seen > left ? undefined : { ...last.location }
}

/** Returns the watt-hours left in a battery that began with `startWh` and spent `spentWh` on the way to the executed stops. */
export function chargedWh(
  behind: readonly ChargingVisitValue[],
  stops: readonly Pick<StopRow, 'status'>[],
  { startWh, spentWh, capacityWh }: { startWh: number; spentWh: number; capacityWh: number },
): number {
  const executed = stops.filter(({ status }) => status !== 'pending').length
  const last = behind.at(-1)
  // The vehicle charged after the last stop: the plan says what is left then.
  if (last && last.order >= executed) return last.departure * capacityWh
  const charged = behind.reduce((sum, { energy }) => sum + energy, 0)
  return Math.min(capacityWh, Math.max(0, startWh - spentWh + charged))
}
