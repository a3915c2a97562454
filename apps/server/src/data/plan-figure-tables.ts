// The tables of what analytics count of plans whose day has passed: figures by route, by client and by zone, and how often words
// were said.
import { beginning, decimal, id, integer, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

/** What is counted of stops. */
const ofStops = {
  total_stops: integer,
  completed_stops: integer,
  incomplete_stops: integer,
  canceled_stops: integer,
  pending_stops: integer,
  timed_stops: integer,
  on_time_stops: integer,
  /** Finished stops that had a promise, and those of them that were reached in time; agreed: those with a window of their own. */
  promised_stops: beginning(0, integer),
  kept_promises: beginning(0, integer),
  agreed_stops: beginning(0, integer),
  kept_agreed_stops: beginning(0, integer),
  attempted_stops: integer,
  first_attempt_stops: integer,
  /** Reports of visits, and stops whose goods came back to the depot or go back to their sender. */
  attempts: beginning(0, integer),
  returned_stops: beginning(0, integer),
  sender_stops: beginning(0, integer),
  /** Stops of which the delay is known, and the seconds of all of them. */
  delayed_stops: integer,
  sum_of_delays: decimal,
  /** Stops of which the time at the stop is known, and the seconds of all of them. */
  measured_stops: integer,
  sum_of_times_in_stop: decimal,
  ratings: integer,
  sum_of_ratings: integer,
}

/** What is counted of routes. */
const ofRoutes = {
  total_routes: integer,
  finished_routes: integer,
  /** Metres and seconds of finished routes of which both are known. */
  planned_distance: decimal,
  driven_distance: decimal,
  planned_time: decimal,
  driven_time: decimal,
  /** Finished routes with prices of which metres and seconds are known: completed stops, driven metres, money. */
  priced_routes: beginning(0, integer),
  priced_stops: beginning(0, integer),
  priced_distance: beginning(0, decimal),
  planned_cost: beginning(0, decimal),
  driven_cost: beginning(0, decimal),
  /** Seconds of the hours of finished routes that have such, and those that were planned to be worked. */
  available_time: beginning(0, decimal),
  used_time: beginning(0, decimal),
  /** Kilograms of finished routes that have a limit. */
  carried_weight: beginning(0, decimal),
  weight_capacity: beginning(0, decimal),
}

export const stopCounts = Object.keys(ofStops) as (keyof typeof ofStops)[]
export const routeCounts = Object.keys(ofRoutes) as (keyof typeof ofRoutes)[]

/** Which figures a row has; those of older versions are counted anew. */
export const figureRevision = 3

export const planFigureTable = table('plan_figures', {
  private: {
    plan_id: id,
    organization_id: id,
    vehicle_id: optional(id),
    route_id: optional(id),
    revision: beginning(1, integer),
    /** When the day of the plan began in its project. */
    midnight: moment,
    /** As the route has them: what its emissions are worked out from. */
    fuel_type: optional(text),
    consumption: optional(decimal),
    travel_mode: optional(text),
    ...ofStops,
    ...ofRoutes,
  },
})

/** Of the stops of one client, or within one zone. */
export const planGroupFigureTable = table('plan_group_figures', {
  private: {
    plan_id: id,
    organization_id: id,
    kind: oneOf(['client', 'area']),
    group_id: optional(id),
    ...ofStops,
  },
})

/** Why stops failed, what recipients chose to say, and how long stops took: the word is then a number of half minutes. */
export const planWordTable = table('plan_words', {
  private: {
    plan_id: id,
    organization_id: id,
    kind: oneOf(['cancel_reason', 'rating_tag', 'time_in_stop', 'planned_time_in_stop']),
    word: text,
    /** How many stops of the plan it was said of. */
    count: integer,
  },
})

export type PlanFigureRow = RowOf<typeof planFigureTable>
export type PlanGroupFigureRow = RowOf<typeof planGroupFigureTable>
export type PlanWordRow = RowOf<typeof planWordTable>
