// The table of weeks that are planned as a whole, and what is kept of what was found.
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

/** An order by what it is: a stop, or a recurring order on a day. */
export interface FoundItem {
  kind: WeekItemKind
  stop_id?: string
  recurring_order_id?: string
  /** The day that it had, and the day that it gets. */
  from?: string
  to?: string
  /** Of its route then. */
  vehicle_label?: string
  arrives_at?: number
  reason?: WeekReason
}

/** A route as it is to be. Keys are ids of stops; a recurring order without a stop is `recurring <order>`. */
export interface FoundRoute {
  /** Missing where the plan is still to be made. */
  route_id?: string
  vehicle_id?: string
  before: string[]
  after: string[]
}

export interface FoundDay {
  date: string
  /** As it was when the week was read; without a plan the day had none. */
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

/** What applying a day did: all that taking it back needs. */
export interface AppliedDay {
  applied_at: string
  plan_id: string
  was_made: boolean
  /** By route, as it was. */
  orders: { route_id: string; stop_ids: string[] }[]
  /** Stops that came, and the plan that they were in. */
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
    /** By date. */
    applied: beginning<Record<string, AppliedDay>, string>({}, json<Record<string, AppliedDay>>()),
  },
})

export type WeekPlanRow = RowOf<typeof weekPlanTable>
