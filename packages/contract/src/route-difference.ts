// A driver's route as differences from an earlier response: a report changes one stop of 180, and the estimates of the others.
import type { DriverRoute, DriverStop, RouteDifference } from './schemas/driver.ts'

/** Text that is equal for two states of a route exactly when their stops are, whether a state was received whole or by a difference. */
export function stopsAsText(stops: readonly object[]): string {
  return JSON.stringify(stops)
}

/**
 * Returns the route after applying the difference to an earlier state, or undefined when the difference names a stop that is missing there.
 * The digest tells whether the result is right: only the text of `stopsAsText` shows that both started from the same state.
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
