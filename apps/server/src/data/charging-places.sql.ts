// Every statement on charging places alone.
import { chargingPlaceTable } from './charging-place-table.ts'
import { projectRecords } from './record-statements.ts'

export const chargingPlaceRecords = projectRecords(chargingPlaceTable)
