// The table of plans.
import { planStatuses } from '@routewright/contract'
import {
  beginning,
  integer,
  json,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  searched,
  softDeletion,
  table,
  text,
  wholeNumber,
} from './table.ts'
import type { JsonObject } from './values.ts'

export const planTable = table('plans', {
  given: recordOfProject,
  descriptive: {
    label: searched(optional(text)),
    external_id: searched(optional(text)),
  },
  planning: {
    execution_date: moment,
    optimizer_config: optional(json<JsonObject>()),
    traffic_options: optional(json<JsonObject>()),
  },
  computed: {
    status: beginning('planning', oneOf(planStatuses)),
    total_stops: beginning(0, integer),
    completed_stops: beginning(0, integer),
    canceled_stops: beginning(0, integer),
    incomplete_stops: beginning(0, integer),
    pending_stops: beginning(0, integer),
    total_routes: beginning(0, integer),
    ...softDeletion,
  },
  private: {
    next_fixed_id: beginning(1, integer),
    /** Increases with every change of the plan's stops, routes or settings; a solution is applied only to the revision it was made for. */
    revision: beginning(0, wholeNumber),
  },
})

export type PlanRow = RowOf<typeof planTable>
