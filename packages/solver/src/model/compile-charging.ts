/** Compiles charging places on the way. */

import type { ChargingPlace } from '../battery.ts'
import type { Problem, TimeWindow } from '../problem.ts'
import { freeSlots } from './free-slots.ts'
import type { Model } from './model.ts'

type CompiledPlaces = Pick<
  Model,
  'chargingNode' | 'chargingWindows' | 'chargingPoints' | 'chargingTaken' | 'chargingPrice' | 'chargingVehicles'
>

/** Throws a RangeError that names the entry when a number is out of range. */
export function compileChargingPlaces(
  { chargingPlaces = [], locationCount, vehicles: { length: vehicleCount } }: Problem,
  nodeOf: (location: number) => number,
): CompiledPlaces {
  chargingPlaces.forEach((place, index) => {
    const { location, watts, points, pricePerKwh = 0, windows = [], taken = [], vehicles = [] } = place
    const need = (isFine: boolean, name: string, value: unknown, rule: string): void => {
      if (!isFine) throw new RangeError(`problem.chargingPlaces[${index}].${name} is ${value}: ${rule}`)
    }
    const isLocation = Number.isInteger(location) && location >= 0 && location < locationCount
    need(isLocation, 'location', location, `a location below ${locationCount}`)
    need(watts > 0 && Number.isFinite(watts), 'watts', watts, 'a number above 0')
    need(points === undefined || (Number.isInteger(points) && points > 0), 'points', points, 'a whole number above 0')
    need(pricePerKwh >= 0 && Number.isFinite(pricePerKwh), 'pricePerKwh', pricePerKwh, 'a number from 0 on')
    let last = Number.NEGATIVE_INFINITY
    for (const [opens, closes] of windows) {
      need(opens >= last && closes >= opens, 'windows', `${opens} to ${closes}`, 'ascending and disjoint')
      last = closes
    }
    for (const [from, to] of taken) need(to >= from, 'taken', `${from} to ${to}`, 'from an earlier to a later second')
    for (const vehicle of vehicles) {
      const isVehicle = Number.isInteger(vehicle) && vehicle >= 0 && vehicle < vehicleCount
      need(isVehicle, 'vehicles', vehicle, `a vehicle below ${vehicleCount}`)
    }
  })
  return {
    chargingNode: Int32Array.from(chargingPlaces, ({ location }) => nodeOf(location)),
    chargingWindows: chargingPlaces.map(findWindows),
    chargingPoints: Float64Array.from(chargingPlaces, ({ points }) => points ?? Number.POSITIVE_INFINITY),
    chargingTaken: chargingPlaces.map(({ points, taken = [] }) => (points === undefined ? [] : taken)),
    chargingPrice: Float64Array.from(chargingPlaces, ({ pricePerKwh = 0 }) => pricePerKwh / 1000),
    chargingVehicles: chargingPlaces.map(({ vehicles }) => vehicles && new Set(vehicles)),
  }
}

/** Times when a vehicle finds a free point; undefined: always. */
function findWindows({ windows, points, taken = [] }: ChargingPlace): readonly TimeWindow[] | undefined {
  const open = windows?.length ? windows : undefined
  return points === undefined || taken.length === 0 ? open : freeSlots(open, points, taken)
}
