// The tables of optimization: runs with their lease, and held results.
import { type Arrangement, optimizationModes, optimizationStatuses, type PlanGoal } from '@routewright/contract'
import type { Actor } from '../frame/platform/actor.ts'
import {
  beginning,
  decimal,
  flag,
  id,
  integer,
  json,
  list,
  moment,
  oneOf,
  optional,
  type RowOf,
  table,
} from './table.ts'
import type { JsonObject } from './values.ts'

export const optimizationRunTable = table('optimization_runs', {
  given: {
    id,
    plan_id: id,
    route_id: optional(id),
    started_at: moment,
  },
  planning: {
    mode: beginning('from_scratch', oneOf(optimizationModes)),
    /** True when the result stays in optimization_results until somebody applies or discards it. */
    hold: beginning(false, flag),
    /** True when the service itself started it, because bookings had made the day worse. */
    after_bookings: beginning(false, flag),
  },
  computed: {
    status: oneOf(optimizationStatuses),
    progress: beginning(0, decimal),
    cost: optional(decimal),
    unassigned_stops: optional(integer),
    finished_at: optional(moment),
    error: optional(json<{ message: string; message_id: string }>()),
  },
  private: {
    organization_id: id,
    project_id: id,
    actor: json<Actor>(),
    keep_current_assignment: beginning(false, flag),
    /** Settings of this run only, overriding those of the plan. */
    config: optional(json<JsonObject>()),
    cancel_requested: beginning(false, flag),
    apply_on_cancel: beginning(false, flag),
    attempts: beginning(0, integer),
    heartbeat_at: moment,
    applied_at: optional(moment),
    discarded_at: optional(moment),
  },
})

export const optimizationResultTable = table('optimization_results', {
  computed: {
    curve: list<{ seconds: number; cost: number; unassigned: number }>(),
    tracks: optional(json<{ route_id: string; stop_ids: string[] }[]>()),
    comparison: optional(json<JsonObject>()),
  },
  private: {
    run_id: id,
    organization_id: id,
    plan_id: id,
    result: optional(json<JsonObject>()),
    alternatives: optional(json<{ goal: PlanGoal; result: JsonObject; comparison: JsonObject }[]>()),
    /** Undo step of a result that the service itself applied. */
    undo: optional(json<Arrangement>()),
  },
})

export type RunRow = RowOf<typeof optimizationRunTable>
export type ResultRow = RowOf<typeof optimizationResultTable>
