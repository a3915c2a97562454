// The wire records that follow from their table alone.

import { withoutEmpty } from '../../frame/platform/compact.ts'
import { chargingPlaceTable } from '../charging-place-table.ts'
import { type ClientRow, clientTable } from '../client-table.ts'
import { depotTable } from '../depot-table.ts'
import { driverDeviceTable } from '../driver-sign-in-tables.ts'
import { driverTable } from '../driver-table.ts'
import { packageTable } from '../package-table.ts'
import { planTable } from '../plan-table.ts'
import { recordMaker } from '../records.ts'
import { surveyTable } from '../survey-table.ts'
import { taskTable } from '../task-table.ts'
import type { LocationValue } from '../values.ts'
import { vehicleTable } from '../vehicle-table.ts'
import { zoneTable } from '../zone-table.ts'

/** A plan without its stops and routes. */
export const planResource = recordMaker(planTable)
export const taskResource = recordMaker(taskTable)
export const packageResource = recordMaker(packageTable)
export const surveyResource = recordMaker(surveyTable)
export const vehicleResource = recordMaker(vehicleTable)
export const depotResource = recordMaker(depotTable)
export const chargingPlaceResource = recordMaker(chargingPlaceTable)
export const driverResource = recordMaker(driverTable)
export const driverDeviceResource = recordMaker(driverDeviceTable)
export const zoneResource = recordMaker(zoneTable)

const clientRecord = recordMaker(clientTable)

/** Returns an entry of the address book, with its place and the details under both of their names. */
export function clientResource(row: ClientRow) {
  const record = clientRecord(row)
  const { default_location: location, default_location_details: location_details } = record
  return { ...record, ...withoutEmpty({ location, location_details }) }
}

/** Id and place of a record; without a place only its id. */
export interface FlatPlace {
  id: string
  lat?: number
  lng?: number
}

export function flatPlace(id: string, place: LocationValue | null): FlatPlace {
  return { id, ...withoutEmpty({ lat: place?.lat, lng: place?.lng }) }
}
