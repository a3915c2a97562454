// The tables of analytics for plans whose day has passed: figures by route, by client and by zone, and counts of words.
import { beginning, decimal, id, integer, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

/** Figures of stops. */
const ofStops = {
  total_stops: integer,
  completed_stops: integer,
  incomplete_stops: integer,
  canceled_stops: integer,
  pending_stops: integer,
  timed_stops: integer,
  on_time_stops: integer,
  /** Finished stops with a promise, those of them reached in time, and those with a window of their own (agreed). */
  promised_stops: beginning(0, integer),
  kept_promises: beginning(0, integer),
  agreed_stops: beginning(0, integer),
  kept_agreed_stops: beginning(0, integer),
  attempted_stops: integer,
  first_attempt_stops: integer,
  /** Reports of visits, and stops whose goods returned to the depot or go back to their sender. */
  attempts: beginning(0, integer),
  returned_stops: beginning(0, integer),
  sender_stops: beginning(0, integer),
  /** Stops with a known delay, and the sum of delays in seconds. */
  delayed_stops: integer,
  sum_of_delays: decimal,
  /** Stops with a known time at the stop, and the sum in seconds. */
  measured_stops: integer,
  sum_of_times_in_stop: decimal,
  ratings: integer,
  sum_of_ratings: integer,
}

/** Figures of routes. */
const ofRoutes = {
  total_routes: integer,
  finished_routes: integer,
  /** Metres and seconds of finished routes where both are known. */
  planned_distance: decimal,
  /** Metres of planned_distance that are straight lines. */
  straight_distance: beginning(0, decimal),
  driven_distance: decimal,
  planned_time: decimal,
  driven_time: decimal,
  /** Finished routes with prices and known metres and seconds: completed stops, driven metres, money. */
  priced_routes: beginning(0, integer),
  priced_stops: beginning(0, integer),
  priced_distance: beginning(0, decimal),
  planned_cost: beginning(0, decimal),
  driven_cost: beginning(0, decimal),
  /** Seconds of working hours of finished routes that have any, and the planned part of them. */
  available_time: beginning(0, decimal),
  used_time: beginning(0, decimal),
  /** Kilograms of finished routes with a weight limit. */
  carried_weight: beginning(0, decimal),
  weight_capacity: beginning(0, decimal),
}

export const stopCounts = Object.keys(ofStops) as (keyof typeof ofStops)[]
export const routeCounts = Object.keys(ofRoutes) as (keyof typeof ofRoutes)[]

/** Revision of the figures in a row; rows of older revisions are recomputed. */
export const figureRevision = 4

export const planFigureTable = table('plan_figures', {
  private: {
    plan_id: id,
    organization_id: id,
    vehicle_id: optional(id),
    route_id: optional(id),
    revision: beginning(1, integer),
    /** When the day of the plan began in its project's time zone. */
    midnight: moment,
    /** Fields of the route from which its emissions are computed. */
    fuel_type: optional(text),
    consumption: optional(decimal),
    travel_mode: optional(text),
    ...ofStops,
    ...ofRoutes,
  },
})

/** Figures of the stops of one client, or within one zone. */
export const planGroupFigureTable = table('plan_group_figures', {
  private: {
    plan_id: id,
    organization_id: id,
    kind: oneOf(['client', 'area']),
    group_id: optional(id),
    ...ofStops,
  },
})

/** Reasons of failures, survey replies of recipients, and durations of stops, where the word is a number of half minutes. */
export const planWordTable = table('plan_words', {
  private: {
    plan_id: id,
    organization_id: id,
    kind: oneOf(['cancel_reason', 'rating_tag', 'time_in_stop', 'planned_time_in_stop']),
    word: text,
    /** Number of stops of the plan with this word. */
    count: integer,
  },
})

export type PlanFigureRow = RowOf<typeof planFigureTable>
export type PlanGroupFigureRow = RowOf<typeof planGroupFigureTable>
export type PlanWordRow = RowOf<typeof planWordTable>
