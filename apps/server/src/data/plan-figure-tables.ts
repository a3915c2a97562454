// The tables of what analytics count of plans whose day has passed: figures by vehicle, and how often words were said.
import { decimal, id, integer, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const planFigureTable = table('plan_figures', {
  private: {
    plan_id: id,
    organization_id: id,
    vehicle_id: optional(id),
    /** When the day of the plan began in its project. */
    midnight: moment,
    total_stops: integer,
    completed_stops: integer,
    incomplete_stops: integer,
    canceled_stops: integer,
    pending_stops: integer,
    timed_stops: integer,
    on_time_stops: integer,
    attempted_stops: integer,
    first_attempt_stops: integer,
    /** Stops of which the delay is known, and the seconds of all of them. */
    delayed_stops: integer,
    sum_of_delays: decimal,
    /** Stops of which the time at the stop is known, and the seconds of all of them. */
    measured_stops: integer,
    sum_of_times_in_stop: decimal,
    ratings: integer,
    sum_of_ratings: integer,
    total_routes: integer,
    finished_routes: integer,
    /** Metres and seconds of finished routes of which both are known. */
    planned_distance: decimal,
    driven_distance: decimal,
    planned_time: decimal,
    driven_time: decimal,
  },
})

/** Why stops failed, and what recipients chose to say. */
export const planWordTable = table('plan_words', {
  private: {
    plan_id: id,
    organization_id: id,
    kind: oneOf(['cancel_reason', 'rating_tag']),
    word: text,
    /** How many stops of the plan it was said of. */
    count: integer,
  },
})

export type PlanFigureRow = RowOf<typeof planFigureTable>
export type PlanWordRow = RowOf<typeof planWordTable>
