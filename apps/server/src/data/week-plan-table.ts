// The table of week plans, with the stored results.
import { type WeekFigures, type WeekItemKind, type WeekReason, weekPlanStates } from '@routewright/contract'
import {
  beginning,
  decimal,
  integer,
  json,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
} from './table.ts'

/** Identifies an order: a stop, or a recurring order on a day. */
export interface FoundItem {
  kind: WeekItemKind
  stop_id?: string
  recurring_order_id?: string
  /** The former day, and the new one. */
  from?: string
  to?: string
  /** Vehicle of its former route. */
  vehicle_label?: string
  arrives_at?: number
  reason?: WeekReason
}

/** A planned route. Keys are stop ids; a recurring order without a stop is `recurring <order>`. */
export interface FoundRoute {
  /** Absent where the plan is still to be created. */
  route_id?: string
  vehicle_id?: string
  before: string[]
  after: string[]
}

export interface FoundDay {
  date: string
  /** The plan as it was when the week was read; absent where the day had none. */
  plan_id?: string
  revision?: number
  before: WeekFigures
  after: WeekFigures
  kept_routes: number
  routes: FoundRoute[]
  arriving: FoundItem[]
  leaving: FoundItem[]
}

export interface FoundWeek {
  days: FoundDay[]
  left: FoundItem[]
}

/** Record of applying a day: everything needed to undo it. */
export interface AppliedDay {
  applied_at: string
  plan_id: string
  was_made: boolean
  /** Former stops, by route. */
  orders: { route_id: string; stop_ids: string[] }[]
  /** Stops that were added, and the plan that they came from. */
  came: { stop_id: string; from_plan_id: string | null; recurring?: true }[]
  returned: FoundItem[]
}

export const weekPlanTable = table('week_plans', {
  given: {
    ...recordOfProject,
    from_on: text,
    days: integer,
    stability: decimal,
    expires_at: moment,
  },
  computed: {
    state: beginning('waiting', oneOf(weekPlanStates)),
    percent: beginning(0, integer),
    reason: optional(text),
  },
  private: {
    seconds: integer,
    attempts: beginning(0, integer),
    found: optional(json<FoundWeek>()),
    /** Applied days by date. */
    applied: beginning<Record<string, AppliedDay>, string>({}, json<Record<string, AppliedDay>>()),
  },
})

export type WeekPlanRow = RowOf<typeof weekPlanTable>
