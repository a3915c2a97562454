// A driver's route as differences from an earlier reading of it: a report changes one stop of 180, and the estimates of the others.
import type { DriverRoute, DriverStop, RouteDifference } from './schemas/driver.ts'

/** Text of which a reading and what a difference made of an earlier one are the same only where their stops are. */
export function stopsAsText(stops: readonly object[]): string {
  return JSON.stringify(stops)
}

/**
 * Returns the route that the difference leads to from an earlier reading, or undefined where it names a stop that the reading does
 * not hold. Whether it is the right one, the digest tells: only the text of `stopsAsText` says that both began with the same.
 */
export function applyRouteDifference(before: DriverRoute, difference: RouteDifference): DriverRoute | undefined {
  const known = new Map(before.stops.map((stop) => [stop.id, stop]))
  const changed = new Map(difference.stops.map((stop) => [stop.id, stop]))
  const order = difference.stop_ids ?? before.stops.map(({ id }) => id)
  const stops: DriverStop[] = []
  let other = 0
  for (const id of order) {
    const whole = changed.get(id)
    const kept = known.get(id)
    if (!whole && !kept) return undefined
    stops.push(whole ?? withEstimates(kept as DriverStop, difference, other++))
  }
  return { ...difference.route, stops } as DriverRoute
}

function withEstimates(stop: DriverStop, { arrivals, departures }: RouteDifference, place: number): DriverStop {
  const [estimated_arrival_time, estimated_departure_time] = [arrivals[place], departures[place]]
  return {
    ...stop,
    ...(estimated_arrival_time && { estimated_arrival_time }),
    ...(estimated_departure_time && { estimated_departure_time }),
  }
}
