// The table of arrival windows that recipients were told.
import { decimal, flag, id, integer, moment, oneOf, optional, type RowOf, table } from './table.ts'

/** How a window was told: on the recipient's page, in a message, or as a booked slot. */
export const tellers = ['page', 'email', 'sms', 'slot'] as const

export const promiseOutcomes = ['kept', 'early', 'late', 'void'] as const

export const arrivalPromiseTable = table('arrival_promises', {
  given: {
    id,
    project_id: id,
    plan_id: id,
    route_id: optional(id),
    vehicle_id: optional(id),
    stop_id: id,
    told_at: moment,
    told_by: oneOf(tellers),
    window_from: moment,
    window_to: moment,
    /** Estimated arrival from which the window was made; null for slots, which are agreed. */
    estimated_at: optional(moment),
    /** Share of such windows that were to hold, 0 to 1; null where the usual rule made the window. */
    share: optional(decimal),
    /** Facts of the estimate: whether the route was under way, pending stops before it, minutes until then, and its local hour. */
    is_started: flag,
    stops_ahead: optional(integer),
    minutes_ahead: integer,
    hour: integer,
  },
  computed: {
    came_at: optional(moment),
    /** Null until the stop is done; void where the driver's arrival is unknown, or nobody came. */
    outcome: optional(oneOf(promiseOutcomes)),
    /** Seconds before the window (negative) or after it; 0 inside. */
    seconds_off: optional(integer),
  },
  private: {
    organization_id: id,
  },
})

export type ArrivalPromiseRow = RowOf<typeof arrivalPromiseTable>
