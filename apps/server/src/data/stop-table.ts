// The table of stops.
import { type CashOnDelivery, phoneDoubts, stopStatuses, stopTypes } from '@routewright/contract'
import {
  beginning,
  decimal,
  exported,
  flag,
  id,
  integer,
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
  written,
} from './table.ts'
import type { JsonObject, StopPlaceValue, TimeWindow, VanPlaceValue, WarningValue } from './values.ts'

export const stopTable = table('stops', {
  given: {
    ...recordOfProject,
    plan_id: optional(id),
    fixed_id: optional(text),
    /** Where the van drives to instead of the address: learned for the client or address. */
    learned_place: optional(json<StopPlaceValue>()),
  },
  descriptive: {
    client_id: optional(id),
    external_id: exported(10, searched(optional(text))),
    client_external_id: exported(220, searched(optional(text))),
    location_details: exported(100, optional(text)),
    label: exported(30, searched(optional(text))),
    comments: exported(190, optional(text)),
    phone: exported(170, searched(optional(text))),
    email: exported(180, searched(optional(text))),
    url: optional(text),
    reference_person: exported(160, searched(optional(text))),
    reward: optional(decimal),
    price: exported(150, optional(decimal)),
    /** Amount that the recipient pays at the door. */
    cash_on_delivery: optional(json<CashOnDelivery>()),
    custom_fields: optional(json<JsonObject>()),
    pin: optional(text),
    customer_text_field: optional(text),
    supervisors: list<string>(),
  },
  planning: {
    pickup_id: optional(id),
    type: exported(20, beginning('delivery', oneOf(stopTypes))),
    location: place,
    cluster: optional(text),
    /** What it is, in the dispatcher's own word, and the kinds that it shares no route with. */
    kind: optional(text),
    apart_from: list<string>(),
    duration: exported(120, optional(integer)),
    requires: exported(200, list<string>()),
    time_windows: exported(110, list<TimeWindow>()),
    volume: exported(140, optional(decimal)),
    weight: exported(130, optional(decimal)),
    max_delivery_time: optional(integer),
  },
  computed: {
    route_id: optional(id),
    vehicle_id: optional(id),
    status: beginning('pending', oneOf(stopStatuses)),
    order: optional(integer),
    planned_arrival_time: optional(integer),
    planned_departure_time: optional(integer),
    estimated_arrival_time: optional(moment),
    estimated_departure_time: optional(moment),
    noticed_arrival_time: optional(moment),
    noticed_departure_time: optional(moment),
    distance_to_previous_stop: optional(decimal),
    distance_to_next_stop: optional(decimal),
    /** True where straight lines are part of these ways, because no roads are known there. */
    is_straight_to_previous_stop: optional(flag),
    is_straight_to_next_stop: optional(flag),
    optimization_warnings: list<WarningValue>(),
    report_attempts: beginning(0, integer),
    location_validation_sent: beginning(false, flag),
    location_validation_sent_at: optional(moment),
    location_validated: beginning(false, flag),
    location_validated_at: optional(moment),
    returned_at: optional(moment),
    return_to_sender_at: optional(moment),
    /** Route that hands its goods to others at this stop. */
    meeting_of: optional(id),
    /** Checked when the number was set; null for a plausible one, and for none. */
    phone_doubt: written(optional(oneOf(phoneDoubts))),
    ...softDeletion,
  },
  private: {
    tracking_token: text,
    /** When a dispatcher ended the link; a new one may be created. */
    tracking_ended_at: optional(moment),
    /** Number of moves to another plan, or out of one: reports made before the last move no longer count. */
    moves: beginning(0, integer),
    moved_at: optional(moment),
    finished_at: optional(moment),
    arrived_at: optional(moment),
    pin_attempts: beginning(0, integer),
    /** Learned duration for the people who usually come, where no driver is known. Null where it equals the duration. */
    anybody_duration: written(optional(integer)),
    /** Place in the van, reported by the driver of a route; shown only while the stop is on that route. */
    van_place: optional(json<VanPlaceValue>()),
    /**
     * Route whose vehicle has the goods aboard, since it started or picked them up. Once that route has finished, it tells where
     * undelivered goods come back, until another route loads them.
     */
    aboard_route_id: optional(id),
  },
})

export type StopRow = RowOf<typeof stopTable>
