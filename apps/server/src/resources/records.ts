// The wire records that follow from their table alone.

import { chargingPlaceTable } from '../data/charging-place-table.ts'
import { type ClientRow, clientTable } from '../data/client-table.ts'
import { depotTable } from '../data/depot-table.ts'
import { driverDeviceTable } from '../data/driver-sign-in-tables.ts'
import { driverTable } from '../data/driver-table.ts'
import { packageTable } from '../data/package-table.ts'
import { planTable } from '../data/plan-table.ts'
import { recordMaker } from '../data/records.ts'
import { surveyTable } from '../data/survey-table.ts'
import { taskTable } from '../data/task-table.ts'
import type { LocationValue } from '../data/values.ts'
import { vehicleTable } from '../data/vehicle-table.ts'
import { zoneTable } from '../data/zone-table.ts'
import { withoutEmpty } from '../platform/compact.ts'

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

/** An entry of the address book; its place and the details of it under both of their names. */
export function clientResource(row: ClientRow) {
  const record = clientRecord(row)
  const { default_location: location, default_location_details: location_details } = record
  return { ...record, ...withoutEmpty({ location, location_details }) }
}

/** A record by its id and place alone; without a place by its id. */
export interface FlatPlace {
  id: string
  lat?: number
  lng?: number
}

export function flatPlace(id: string, place: LocationValue | null): FlatPlace {
  return { id, ...withoutEmpty({ lat: place?.lat, lng: place?.lng }) }
}
