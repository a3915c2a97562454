/** Compiles batteries: energy at the start, usable energy, and the charging curve as pieces in watt-hours and seconds. */

import { type Battery, type ChargingPlace, usualChargeCurve } from '../battery.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { unlimited } from './model.ts'

/** Energy missing below this is rounding: a thousandth of a watt-hour. */
export const roundingWh = 1e-3

/** Compiled battery of one vehicle. */
export interface CompiledBattery {
  startWh: number
  reserveWh: number
  /** Consumption per metre without load, and extra consumption per metre and unit of load of each dimension. */
  whPerMeter: number
  whPerMeterOfLoad: readonly number[]
  hasLoad: boolean
  /** Charging from empty to full at its reload places; empty when it does not charge there. */
  pieces: ChargePieces
  /** Charging from empty to full at each charging place on the way. */
  piecesAtPlace: readonly ChargePieces[]
}

export type ChargePieces = readonly { readonly untilWh: number; readonly whPerSecond: number }[]

/** Whether anything can be charged within a route. */
export function canCharge(battery: CompiledBattery | undefined): boolean {
  return battery !== undefined && (battery.pieces.length > 0 || battery.piecesAtPlace.length > 0)
}

/**
 * Per vehicle; undefined for one without a battery. `reachMeters`: longest possible route without charging, ignoring load. `sureMeters`:
 * length up to which every route is within the battery, whatever load the capacity allows.
 */
export function compileBatteries({ vehicles, stops, chargingPlaces = [] }: Problem): {
  batteries: (CompiledBattery | undefined)[]
  reachMeters: Int32Array
  sureMeters: Int32Array
} {
  const batteries = vehicles.map(({ battery, reload }, index) => {
    if (!battery) return undefined
    validateBattery(battery, `vehicles[${index}].battery`)
    return compileBattery(battery, reload !== undefined, chargingPlaces)
  })
  return {
    batteries,
    reachMeters: Int32Array.from(batteries, (battery) => computeReach(battery, battery?.whPerMeter ?? 0)),
    sureMeters: Int32Array.from(batteries, (battery, v) => {
      return battery?.hasLoad ? computeReach(battery, mostWhPerMeter(battery, vehicles[v]!, stops)) : unlimited
    }),
  }
}

function computeReach(battery: CompiledBattery | undefined, whPerMeter: number): number {
  if (!battery || canCharge(battery) || whPerMeter === 0) return unlimited
  return Math.min(unlimited, Math.floor(Math.max(0, battery.startWh - battery.reserveWh) / whPerMeter))
}

/** Highest consumption per metre, with the largest load that there is or that fits. */
function mostWhPerMeter(battery: CompiledBattery, { capacity, aboard }: Vehicle, stops: readonly Stop[]): number {
  return battery.whPerMeterOfLoad.reduce((sum, more, k) => {
    const goods = stops.reduce(
      (all, { delivered, collected }) => all + (delivered?.[k] ?? 0) + (collected?.[k] ?? 0),
      0,
    )
    const most = Math.min(capacity?.[k] ?? Number.POSITIVE_INFINITY, goods + (aboard?.[k] ?? 0))
    return sum + more * Math.max(0, most)
  }, battery.whPerMeter)
}

function compileBattery(battery: Battery, mayReload: boolean, places: readonly ChargingPlace[]): CompiledBattery {
  const { capacityWh, startWh = capacityWh, reserveWh = 0, useFactor = 1, chargeWatts = 0 } = battery
  const { whPerKmOfLoad = [], chargeCurve = usualChargeCurve, mostPlaceWatts = Number.POSITIVE_INFINITY } = battery
  const listPieces = (watts: number): ChargePieces =>
    chargeCurve.map(({ untilShare, powerShare }) => ({
      untilWh: untilShare * capacityWh,
      whPerSecond: (watts * powerShare) / 3600,
    }))
  return {
    startWh,
    reserveWh,
    whPerMeter: (battery.whPerKm * useFactor) / 1000,
    whPerMeterOfLoad: whPerKmOfLoad.map((more) => (more * useFactor) / 1000),
    hasLoad: whPerKmOfLoad.some((more) => more > 0),
    pieces: chargeWatts > 0 && mayReload ? listPieces(chargeWatts) : [],
    piecesAtPlace: mostPlaceWatts > 0 ? places.map(({ watts }) => listPieces(Math.min(watts, mostPlaceWatts))) : [],
  }
}

function validateBattery(battery: Battery, place: string): void {
  const { capacityWh, startWh, reserveWh, whPerKm, useFactor, chargeWatts, mostPlaceWatts, chargeCurve } = battery
  const need = (isFine: boolean, name: string, value: unknown, rule: string): void => {
    if (!isFine) throw new RangeError(`problem.${place}.${name} is ${value}: ${rule}`)
  }
  const isWithin = (value: number | undefined): boolean => value === undefined || (value >= 0 && value <= capacityWh)
  const isUse = (value: number | undefined): boolean => value === undefined || (value >= 0 && Number.isFinite(value))
  need(capacityWh > 0 && Number.isFinite(capacityWh), 'capacityWh', capacityWh, 'a number above 0')
  need(isWithin(startWh), 'startWh', startWh, `from 0 to the capacity of ${capacityWh}`)
  need(isWithin(reserveWh), 'reserveWh', reserveWh, `from 0 to the capacity of ${capacityWh}`)
  need(whPerKm !== undefined && isUse(whPerKm), 'whPerKm', whPerKm, 'a number from 0 on')
  need(isUse(useFactor), 'useFactor', useFactor, 'a number from 0 on')
  need(isUse(chargeWatts), 'chargeWatts', chargeWatts, 'a number from 0 on')
  need(isUse(mostPlaceWatts), 'mostPlaceWatts', mostPlaceWatts, 'a number from 0 on')
  for (const more of battery.whPerKmOfLoad ?? []) need(isUse(more), 'whPerKmOfLoad', more, 'numbers from 0 on')
  if (!chargeCurve) return
  let last = 0
  for (const { untilShare, powerShare } of chargeCurve) {
    need(untilShare > last && untilShare <= 1, 'chargeCurve', untilShare, 'ascending shares up to 1')
    need(powerShare > 0 && powerShare <= 1, 'chargeCurve', powerShare, 'shares of the power above 0, at most 1')
    last = untilShare
  }
  need(last === 1, 'chargeCurve', last, 'its last piece ends at 1')
}
