// Figures as assistants read them: times in the project's zone, minutes, kilometres, and names of routes.
import { measureStraight, type PlanFigures, type RouteFigures, type StraightFacts } from '@routewright/contract'
import type { Static } from 'typebox'
import { quoteName } from './quoted.ts'

const DAY = 86_400

/** 30600 as 08:30; a later day is told by +1. */
export function clockTime(seconds: number | null | undefined): string | undefined {
  if (seconds === undefined || seconds === null) return undefined
  const minutes = Math.floor((seconds % DAY) / 60)
  const text = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
  return seconds >= DAY ? `${text}+${Math.floor(seconds / DAY)}` : text
}

/** 08:30 as 30600; 24:00 and later hours are of the following days. Undefined for another text. */
export function secondsOfClock(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60
}

/** Windows as 08:00–12:00. */
export function windows(list: readonly (readonly number[])[] | null | undefined): string | undefined {
  if (!list || list.length === 0) return undefined
  return list.map(([from, to]) => `${clockTime(from)}–${clockTime(to)}`).join(', ')
}

/** A moment as the clock shows it in the zone: 2026-03-02 08:30. */
export function localMoment(moment: string | Date | null | undefined, timezone: string): string | undefined {
  if (!moment) return undefined
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: timezone } as const
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(moment))
}

export const minutes = (seconds: number | null | undefined) =>
  seconds === undefined || seconds === null ? undefined : Math.round(seconds / 60)
export const kilometers = (meters: number | null | undefined) =>
  meters === undefined || meters === null ? undefined : Math.round(meters / 100) / 10
/** How many of the kilometres are straight lines; nothing for none. */
export function straightKilometers(meters: number | null | undefined, facts: StraightFacts) {
  const straight = measureStraight(meters ?? 0, facts)
  return straight !== 0 ? { km_straight_lines: kilometers(straight) } : {}
}
const money = (amount: number) => Math.round(amount * 100) / 100

/** Figures of a route or a plan. */
export function figures(of: Static<typeof RouteFigures> | Static<typeof PlanFigures>) {
  return {
    stops: of.stops,
    ...('unassigned' in of ? { unassigned: of.unassigned, routes: of.routes } : {}),
    minutes: minutes(of.duration),
    driving_minutes: minutes(of.travel_time),
    km: kilometers(of.distance),
    ...straightKilometers(of.distance, of),
    cost: money(of.cost),
    late_stops: of.late_stops,
    late_minutes: minutes(of.late_seconds),
    broken_rules: of.broken_rules,
    ...('planned_start_time' in of
      ? { starts: clockTime(of.planned_start_time), ends: clockTime(of.planned_end_time) }
      : {}),
  }
}

/** Returns the differences between two sets of figures, after minus before, without unchanged ones. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.entries(after).flatMap(([name, value]) => {
    const was = before[name]
    if (typeof value !== 'number' || typeof was !== 'number' || value === was) return []
    return [[name, Math.round((value - was) * 100) / 100] as const]
  })
  return Object.fromEntries(changed)
}

interface Named {
  id: string
  label?: string | null
  vehicle_label?: string | null
  plate?: string | null
}

export function nameOfRoute(route: Named): string {
  return quoteName(route.label ?? route.vehicle_label ?? route.plate) ?? `route ${route.id.slice(-6)}`
}

interface NamedStop {
  id: string
  label?: string | null
  location?: { label?: string; street?: string; city?: string } | null
}

export function nameOfStop(stop: NamedStop): string {
  const { label, location } = stop
  return quoteName(label ?? location?.label ?? location?.street) ?? `stop ${stop.id.slice(-6)}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
