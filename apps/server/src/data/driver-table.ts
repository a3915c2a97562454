// The tables of drivers as people: their records, and assignments for single days.
import { type DriverAbsence, type DriverShift, driverChannels } from '@routewright/contract'
import {
  beginning,
  decimal,
  drivingLog,
  drivingRules,
  flag,
  id,
  json,
  list,
  moment,
  oneOf,
  optional,
  place,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
} from './table.ts'
import type { JsonObject } from './values.ts'

export const driverTable = table('drivers', {
  given: recordOfProject,
  descriptive: {
    external_id: searched(optional(text)),
    label: searched(text),
    phone: searched(optional(text)),
    email: searched(optional(text)),
    reached_by: optional(oneOf(driverChannels)),
    comments: optional(text),
    custom_fields: optional(json<JsonObject>()),
    languages: list<string>(),
    licence_classes: list<string>(),
    archived: beginning(false, flag),
  },
  planning: {
    provides: list<string>(),
    shifts: list<DriverShift>(),
    absences: list<DriverAbsence>(),
    home: place,
    usual_vehicle_id: optional(id),
    cost_per_hour: optional(decimal),
    cost_per_day: optional(decimal),
    driving_rules: drivingRules,
    driving_log: drivingLog,
  },
  computed: softDeletion,
})

/** Assignment of a vehicle that day, or of one route; without a driver nobody drives. */
export const driverAssignmentTable = table('driver_assignments', {
  given: {
    id,
    project_id: id,
    day: text,
    vehicle_id: optional(id),
    route_id: optional(id),
    driver_id: optional(id),
    created_by: optional(id),
    created_at: moment,
  },
  private: {
    organization_id: id,
  },
})

export type DriverRow = RowOf<typeof driverTable>
export type DriverAssignmentRow = RowOf<typeof driverAssignmentTable>
