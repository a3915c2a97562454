// The ways between a route and the places where its vehicle may charge: an insertion needs them where the battery does not last otherwise.

import { pointKey } from '../../../geography/travel/leg-source.ts'
import type { TravelPoint, TravelProvider, VehicleClass } from '../../../geography/travel/travel.ts'
import { findPlace } from '../../../planning/modelling/places.ts'
import type { PlanProblem } from '../../../planning/modelling/plan-problem.ts'
import type { PlanSettings } from '../../../planning/modelling/settings.ts'
import { type Leg, type LegsOfPlace, legsOfMany } from './legs.ts'

/** Legs from and to charging places, by key of a route's place. */
export type ChargerLegs = ReadonlyMap<string, LegsOfPlace>

/** Where vehicles with a battery may charge, whatever the hour; each place once. */
export function listChargers({ chargingPlaces }: Pick<PlanSettings, 'chargingPlaces'>): TravelPoint[] {
  const points = chargingPlaces.flatMap(({ location }) => findPlace(location) ?? [])
  return [...new Map(points.map((point) => [pointKey(point), point])).values()]
}

/** The ways of these places; undefined where the vehicle has no battery, or the project nowhere to charge. Throws TravelError. */
export async function findChargerLegs(
  { vehicles: [vehicle] }: Pick<PlanProblem, 'vehicles'>,
  settings: PlanSettings,
  places: readonly (TravelPoint | undefined)[],
  travel: TravelProvider,
  way: VehicleClass,
): Promise<ChargerLegs | undefined> {
  const chargers = listChargers(settings)
  if (!vehicle!.battery || chargers.length === 0) return undefined
  const points = [...new Map(places.flatMap((place) => (place ? [[pointKey(place), place] as const] : [])))]
  if (points.length === 0) return undefined
  const legs = await legsOfMany(
    travel,
    way,
    points.map(([, point]) => point),
    chargers,
  )
  return new Map(points.map(([key], index) => [key, legs[index]!]))
}

/** They, between the points of a problem of the route. */
export function* getChargerLegs(
  { points, charging }: PlanProblem,
  legs: ChargerLegs | undefined,
): Generator<readonly [number, number, Leg]> {
  if (!legs) return
  const keys = points.map(pointKey)
  for (const charger of new Set(charging.map(({ place }) => place.location))) {
    for (const [index, key] of keys.entries()) {
      const own = index === charger ? undefined : legs.get(key)
      const [there, back] = [own?.from.get(keys[charger]!), own?.to.get(keys[charger]!)]
      if (there) yield [index, charger, there]
      if (back) yield [charger, index, back]
    }
  }
}
