// The wire records that follow from their table alone.
import { clientTable } from '../data/client-table.ts'
import { packageTable } from '../data/package-table.ts'
import { planTable } from '../data/plan-table.ts'
import { recordMaker } from '../data/records.ts'
import { surveyTable } from '../data/survey-table.ts'
import { taskTable } from '../data/task-table.ts'
import { vehicleTable } from '../data/vehicle-table.ts'
import { zoneTable } from '../data/zone-table.ts'

/** A plan without its stops and routes. */
export const planResource = recordMaker(planTable)
export const taskResource = recordMaker(taskTable)
export const packageResource = recordMaker(packageTable)
export const surveyResource = recordMaker(surveyTable)
export const vehicleResource = recordMaker(vehicleTable)
export const clientResource = recordMaker(clientTable)
export const zoneResource = recordMaker(zoneTable)
