// Where the pins of stops stand: at their places, and in a ring around it where several share one, which is seen from near only. Pure.
import type { Stop } from '@routewright/contract'
import { hasPlace, type PlanData } from '../plan/plan-data.ts'

/** Longitude before latitude, degrees. */
export type Place = [number, number]

/** From the common place to each pin, and from pin to pin on a crowded ring; metres. */
const RADIUS = 8
const SPACE = 8
const METERS_PER_DEGREE = 111_320

/** The plan's pins that do not stand at the places of their stops; found once for each plan. */
const known = new WeakMap<PlanData['stops'], ReadonlyMap<string, Place>>()

export function pinPlace({ stops }: Pick<PlanData, 'stops'>, stop: Stop): Place | undefined {
  if (!hasPlace(stop)) return undefined
  let spread = known.get(stops)
  if (!spread) {
    spread = spreadPins(stops)
    known.set(stops, spread)
  }
  return spread.get(stop.id) ?? [stop.location!.lng!, stop.location!.lat!]
}

/** In the order of their ids, so that a pin keeps its place when others change. */
function spreadPins(stops: PlanData['stops']): ReadonlyMap<string, Place> {
  const placed = [...stops.values()].filter(hasPlace)
  const spread = new Map<string, Place>()
  const groups = Map.groupBy(placed, ({ location }) => `${location!.lng} ${location!.lat}`)
  for (const group of groups.values()) {
    if (group.length < 2) continue
    const radius = Math.max(RADIUS, (group.length * SPACE) / (2 * Math.PI))
    for (const [index, { id, location }] of group.toSorted((a, b) => (a.id < b.id ? -1 : 1)).entries()) {
      const angle = (2 * Math.PI * index) / group.length
      const { lng, lat } = location as { lng: number; lat: number }
      const degrees = radius / METERS_PER_DEGREE
      spread.set(id, [
        lng + (degrees * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180),
        lat + degrees * Math.cos(angle),
      ])
    }
  }
  return spread
}
