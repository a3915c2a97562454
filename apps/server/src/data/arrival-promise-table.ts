// The table of windows of arrival that recipients were told.
import { decimal, flag, id, integer, moment, oneOf, optional, type RowOf, table } from './table.ts'

/** By what a window was told: the recipient's page, a message, or a slot that was booked. */
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
    /** The arrival that it was made of; null for slots, which are agreed and not estimated. */
    estimated_at: optional(moment),
    /** So many of such windows were to hold, 0 to 1; null where the usual rule made it. */
    share: optional(decimal),
    /** What it was made of: the route was under way, pending stops before it, minutes from then to the estimate, local hour of the estimate. */
    is_started: flag,
    stops_ahead: optional(integer),
    minutes_ahead: integer,
    hour: integer,
  },
  computed: {
    came_at: optional(moment),
    /** Null until the stop is done; void where nobody knows when the driver came, or nobody did. */
    outcome: optional(oneOf(promiseOutcomes)),
    /** Before the window (negative) or after it; 0 inside. */
    seconds_off: optional(integer),
  },
  private: {
    organization_id: id,
  },
})

export type ArrivalPromiseRow = RowOf<typeof arrivalPromiseTable>
