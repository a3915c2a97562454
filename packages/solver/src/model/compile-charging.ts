/** Compiles charging places on the way. */
import type { Problem } from '../problem.ts'
import type { Model } from './model.ts'

type CompiledPlaces = Pick<Model, 'chargingNode' | 'chargingWindows' | 'chargingPoints' | 'chargingPrice'>

/** Throws a RangeError that names the entry when a figure is out of range. */
export function compileChargingPlaces(
  { chargingPlaces = [], locationCount }: Problem,
  nodeOf: (location: number) => number,
): CompiledPlaces {
  chargingPlaces.forEach((place, index) => {
    const { location, watts, points, pricePerKwh = 0, windows = [] } = place
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
  })
  return {
    chargingNode: Int32Array.from(chargingPlaces, ({ location }) => nodeOf(location)),
    chargingWindows: chargingPlaces.map(({ windows }) => (windows?.length ? windows : undefined)),
    chargingPoints: Float64Array.from(chargingPlaces, ({ points }) => points ?? Number.POSITIVE_INFINITY),
    chargingPrice: Float64Array.from(chargingPlaces, ({ pricePerKwh = 0 }) => pricePerKwh / 1000),
  }
}
