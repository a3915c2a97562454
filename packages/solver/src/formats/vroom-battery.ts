/** Batteries and charging places in VROOM's JSON: an extension of this solver, with the same fields as the service. */

import type { Battery, ChargingPlace } from '../battery.ts'
import { useFactorAt, usualReserveShare, usualWhPerKm } from '../energy/presets.ts'
import type { TimeWindow } from '../problem.ts'
import { FormatError } from './format-error.ts'
import { findNumber, getArray, getRecord, type JsonRecord } from './json-fields.ts'
import { requireKnownKeys } from './vroom-keys.ts'

/** The battery of a vehicle; undefined without one. Throws FormatError naming the field and its limits. */
export function readBattery(vehicle: JsonRecord, vehiclePath: string): Battery | undefined {
  if (vehicle.battery === undefined || vehicle.battery === null) return undefined
  const path = `${vehiclePath}.battery`
  const fields = getRecord(vehicle.battery, path)
  requireKnownKeys(fields, 'battery', path)
  const within = (name: string, least: number, most: number) => findWithin(fields, name, path, least, most)
  const capacityWh = within('capacity', 1_000, 2_000_000)
  const charge = within('charge', 0, 1) ?? 1
  const reserve = within('reserve', 0, 1) ?? usualReserveShare
  const whPerKm = within('consumption', 10, 10_000) ?? usualWhPerKm
  // Amounts may have any unit in such files, so consumption by load is 0 unless the file gives it for kilograms.
  const ofLoad = within('consumption_per_100_kg', 0, 500) ?? 0
  const temperature = within('temperature', -60, 60)
  if (capacityWh === undefined) return undefined
  return {
    capacityWh,
    startWh: charge * capacityWh,
    reserveWh: reserve * capacityWh,
    whPerKm,
    ...(ofLoad > 0 && { whPerKmOfLoad: [ofLoad / 100] }),
    ...(temperature !== undefined && { useFactor: useFactorAt(temperature) }),
  }
}

export interface VroomChargingPlace {
  readonly id: number | string | undefined
  readonly label: string | undefined
  readonly place: ChargingPlace
}

/**
 * The charging places of the file; `locate` and `windowsOf` are the functions used for its jobs. Throws FormatError naming the field and
 * its limits.
 */
export function readChargingPlaces(
  root: JsonRecord,
  locate: (entry: JsonRecord, path: string) => number,
  windowsOf: (value: unknown, path: string) => TimeWindow[],
): VroomChargingPlace[] {
  return getArray(root.charging_places ?? [], 'charging_places').map((raw, index) => {
    const path = `charging_places[${index}]`
    const entry = getRecord(raw, path)
    requireKnownKeys(entry, 'charging place', path)
    const { id, label } = entry
    const kilowatts = findWithin(entry, 'power', path, 1, 1_000)
    if (kilowatts === undefined) throw new FormatError('is missing: kilowatts of one point', `${path}.power`)
    const points = findWithin(entry, 'points', path, 1, 100)
    if (points !== undefined && !Number.isInteger(points))
      throw new FormatError(`${points} is not a whole number`, `${path}.points`)
    const pricePerKwh = findWithin(entry, 'price_per_kwh', path, 0, Number.MAX_SAFE_INTEGER)
    if (entry.hours !== undefined)
      throw new FormatError('is not supported: a file has no date, use time_windows', `${path}.hours`)
    const windows = entry.time_windows === undefined ? [] : windowsOf(entry.time_windows, `${path}.time_windows`)
    const place: ChargingPlace = {
      location: locate(entry, path),
      watts: kilowatts * 1_000,
      ...(points !== undefined && { points }),
      ...(windows.length > 0 && { windows }),
      ...(pricePerKwh !== undefined && { pricePerKwh }),
    }
    return {
      id: typeof id === 'number' || typeof id === 'string' ? id : undefined,
      label: typeof label === 'string' ? label : undefined,
      place,
    }
  })
}

function findWithin(fields: JsonRecord, name: string, path: string, least: number, most: number): number | undefined {
  const value = findNumber(fields[name], `${path}.${name}`)
  if (value === undefined || (value >= least && value <= most)) return value
  const limits = most === Number.MAX_SAFE_INTEGER ? `less than ${least}` : `outside ${least}..${most}`
  throw new FormatError(`${value} is ${limits}`, `${path}.${name}`)
}
