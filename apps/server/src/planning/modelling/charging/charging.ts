// Charging on the way: the project's places in the optimizer's form, and a route's charging in the interface's form.
import type { ChargingPlace, Route } from '@routewright/solver'
import type { ChargingPlaceRow } from '../../../data/charging-place-table.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { ChargingVisitValue } from '../../../data/values.ts'
import { getWeekday } from '../../../frame/platform/local-time.ts'
import type { TravelMatrix } from '../../../geography/travel/travel.ts'
import { findPlace, type Places } from '../places.ts'

export type ChargingPlaceRules = Pick<
  ChargingPlaceRow,
  'id' | 'label' | 'location' | 'power' | 'points' | 'hours' | 'price_per_kwh'
>

/** When a vehicle occupies a point of a place, in seconds of the plan's day. */
export type ChargingBooking = Pick<ChargingVisitValue, 'charging_place_id' | 'planned_start_time' | 'planned_end_time'>

/** Charging of the day's routes, by route id. */
export type ChargingBookings = ReadonlyMap<string, readonly ChargingBooking[]>

/** A charging place of a problem, with its rules. */
export interface PlannedPlace {
  rules: ChargingPlaceRules
  place: ChargingPlace
}

const daySeconds = 86_400

/**
 * Returns the places that are open on the day, with the times when their points are `booked`; appends their coordinates to
 * `places`. `isPriced`: costs are money, so the price of energy can be one of them.
 */
export function placesToCharge(
  all: readonly ChargingPlaceRules[],
  date: string | undefined,
  booked: readonly ChargingBooking[],
  isPriced: boolean,
  places: Places,
): PlannedPlace[] {
  return all.flatMap((rules) => {
    const point = findPlace(rules.location)
    const { id, hours, power, points, price_per_kwh: price } = rules
    const windows = hours.length === 0 || date === undefined ? undefined : openOn(hours, date)
    if (!point || windows?.length === 0) return []
    const own = points === null ? [] : booked.filter(({ charging_place_id }) => charging_place_id === id)
    const taken = own.map((booking) => [booking.planned_start_time, booking.planned_end_time] as const)
    const place: ChargingPlace = {
      location: places.indexOf(point)!,
      watts: power * 1_000,
      ...(points !== null && { points }),
      ...(windows && { windows }),
      ...(taken.length > 0 && { taken }),
      ...(isPriced && price !== null && { pricePerKwh: price }),
    }
    return [{ rules, place }]
  })
}

/** Opening hours of the day and the following one, as routes may end after midnight. */
function openOn(hours: ChargingPlaceRules['hours'], date: string): [number, number][] {
  const open: [number, number][] = []
  for (const day of [0, 1]) {
    const weekday = getWeekday(new Date(Date.parse(`${date}T00:00:00Z`) + day * daySeconds * 1_000))
    const window = hours.find((hour) => hour.weekday === weekday)?.time_window
    if (!window) continue
    const [opens, closes] = [window[0] + day * daySeconds, window[1] + day * daySeconds]
    const last = open.at(-1)
    if (last && opens <= last[1]) last[1] = Math.max(last[1], closes)
    else open.push([opens, closes])
  }
  return open
}

/** Returns the places that some way leads to and from. */
export function withWays(planned: readonly PlannedPlace[], { seconds }: TravelMatrix, count: number): PlannedPlace[] {
  return planned.filter(({ place: { location } }) => {
    const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== location)
    const leads = (from: number, to: number) => seconds[from * count + to]! >= 0
    return others.some((other) => leads(other, location)) && others.some((other) => leads(location, other))
  })
}

/**
 * Returns the charging of an evaluated route. `stops`: all stops of the route; `located`: those in the problem, by index in
 * driving order.
 */
export function getCharging(
  { steps }: Route,
  planned: readonly PlannedPlace[],
  capacityWh: number,
  stops: readonly Pick<StopRow, 'id'>[],
  located: readonly Pick<StopRow, 'id'>[],
): ChargingVisitValue[] {
  const share = (wattHours: number) => Math.round((wattHours / capacityWh) * 1_000) / 1_000
  const visits: ChargingVisitValue[] = []
  let passed = 0
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'stop') passed += 1
    if (step.kind !== 'charge') continue
    const { rules } = planned[step.chargingPlace!]!
    const [first, last] = standingAt(steps, index)
    const next = located[passed]
    const energy = last.energy!.departureWh - first.energy!.arrivalWh
    visits.push({
      charging_place_id: rules.id,
      label: rules.label,
      location: { lat: rules.location.lat!, lng: rules.location.lng! },
      order: next ? stops.findIndex(({ id }) => id === next.id) : stops.length,
      planned_arrival_time: Math.round(first.arrivalSeconds),
      planned_start_time: Math.round(first.startSeconds),
      planned_end_time: Math.round(last.departureSeconds),
      energy: Math.round(energy),
      arrival: share(first.energy!.arrivalWh),
      departure: share(last.energy!.departureWh),
      ...(rules.price_per_kwh !== null && { cost: roundMoney((energy / 1_000) * rules.price_per_kwh) }),
    })
  }
  return visits
}

/** Indices of the first and last step of one stay: breaks directly before and after the charging, at its place, belong to it. */
function standingAt(steps: Route['steps'], index: number) {
  let first = index
  while (steps[first - 1]?.isCharging) first--
  let last = index
  while (steps[last + 1]?.isCharging) last++
  return [steps[first]!, steps[last]!] as const
}

/** Returns the bookings of a solution's routes. `routeIds` and `planned` belong to its problem. */
export function listBookings(
  routes: readonly Route[],
  routeIds: readonly string[],
  planned: readonly PlannedPlace[],
): [routeId: string, bookings: ChargingBooking[]][] {
  return routes.flatMap(({ vehicle, steps }): [string, ChargingBooking[]][] => {
    const own = steps.flatMap((step, index) => {
      if (step.kind !== 'charge') return []
      const [first, last] = standingAt(steps, index)
      const { id } = planned[step.chargingPlace!]!.rules
      return {
        charging_place_id: id,
        planned_start_time: first.startSeconds,
        planned_end_time: last.departureSeconds,
      }
    })
    return own.length > 0 ? [[routeIds[vehicle]!, own]] : []
  })
}

/** Returns the cost of a route's charging on the way. */
export function chargingCost(charge: RouteRow['planned_charge'] | undefined): number {
  return roundMoney((charge?.charging ?? []).reduce((sum, { cost = 0 }) => sum + cost, 0))
}

function roundMoney(amount: number): number {
  return Math.round(amount * 100) / 100
}
