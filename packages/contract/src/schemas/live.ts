// Events of a live stream: server-sent events whose data are these records, as JSON.
import Type, { type Static } from 'typebox'
import { Actor } from '../events.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import type { DriverNote } from './driver.ts'
import { count, flag, id, ids, label, text, timestamp } from './fields.ts'
import { RunningOptimization } from './optimizer.ts'
import { Plan } from './plan.ts'
import type { ReportConflict } from './report-conflict.ts'
import { BareRoute, Position } from './route.ts'
import type { RouteMessage } from './route-message.ts'
import { Stop } from './stop.ts'

/** Largest number of ids of a user's selection that others see. */
export const SHOWN_SELECTION = 100

export const ChangeActor = Type.Object(
  { ...Actor.properties, ...optionalFields({ name: label('Of a user or key.') }) },
  { title: 'ChangeActor', description: 'Who made a change.' },
)

export const Viewer = record('Viewer', 'Somebody who has the plan open.', {
  viewer_id: id('Of the open page, not of the person.'),
  user_id: id(),
  name: label(),
  stop_ids: ids('What is selected.', SHOWN_SELECTION),
  route_ids: ids('What is selected.', SHOWN_SELECTION),
  since: timestamp(),
  ...optionalFields({ view: label('What the page shows: edit, live.'), plan_id: id() }),
})
export type Viewer = Static<typeof Viewer>

export const PresenceUpdate = record('PresenceUpdate', 'What the page of a viewer has selected.', {
  viewer_id: id('As the stream’s hello said.'),
  stop_ids: Type.Optional(ids('What is selected.', SHOWN_SELECTION)),
  route_ids: Type.Optional(ids('What is selected.', SHOWN_SELECTION)),
  view: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
})
export type PresenceUpdate = Static<typeof PresenceUpdate>

/** `hello`, first on every connection. */
export const LiveHello = record('LiveHello', 'The stream is open.', {
  viewer_id: id('Names this page in presence and in PUT …/presence.'),
  heartbeat_seconds: Type.Integer({ description: 'A `heartbeat` comes at least so often; without it: connect again.' }),
  resumed: flag('What was missed since Last-Event-ID follows; when false, read the plan anew.'),
})
export type LiveHello = Static<typeof LiveHello>

/** `change`: records in their current state; one event per transaction. */
export const LiveChange = record('LiveChange', 'Records that changed, as they are now.', {
  plan_id: id(),
  at: timestamp(),
  stops: Type.Array(Stop, { description: 'Created, changed, or moved in.' }),
  routes: Type.Array(BareRoute, { description: 'Without their stops.' }),
  removed_stops: Type.Array(id(), { description: 'Deleted, or no longer in the plan.' }),
  removed_routes: Type.Array(id()),
  ...optionalFields({ plan: Plan, actor: ChangeActor }),
})
export type LiveChange = Static<typeof LiveChange>

/** `reload`: too many changes to send, or some may have been missed. */
export const LiveReload = record('LiveReload', 'Read the plan anew.', {
  reason: oneOf(['many_changes', 'missed', 'deleted']),
  ...optionalFields({ plan_id: id('Left out: all plans of the stream.'), actor: ChangeActor }),
})
export type LiveReload = Static<typeof LiveReload>

/** `positions`: current positions of vehicles and expected arrivals, at most once a second. */
export const LivePositions = record('LivePositions', 'Where vehicles are now.', {
  plan_id: id(),
  positions: Type.Array(
    Type.Object({
      route_id: id(),
      position: Position,
      ...optionalFields({ distance_traveled: Type.Number(), estimated_end_time: timestamp() }),
    }),
  ),
  estimates: Type.Array(
    Type.Object({
      stop_id: id(),
      ...optionalFields({ estimated_arrival_time: timestamp(), estimated_departure_time: timestamp() }),
    }),
    { description: 'When stops are expected now.' },
  ),
})
export type LivePositions = Static<typeof LivePositions>

/** `report`: a driver's report arrived; the changed stop follows as `change`. */
export const LiveReport = record('LiveReport', 'A report came in.', {
  plan_id: id(),
  stop_id: id(),
  report_id: id(),
  type: Type.String(),
  created_at: timestamp(),
  images: count('Photos with it.'),
  has_signature: flag(),
  ...optionalFields({ route_id: id(), cancel_reason: text() }),
})
export type LiveReport = Static<typeof LiveReport>

/** `optimization`: progress of a run. */
export const LiveOptimization = record('LiveOptimization', 'How a run of the plan is doing.', {
  plan_id: id(),
  run_id: id(),
  ...RunningOptimization.properties,
  ...optionalFields({
    held: flag('The result waits to be applied or discarded.'),
    route_id: id(),
    after_bookings: flag('The service began it by itself, because bookings had made the day worse.'),
  }),
})
export type LiveOptimization = Static<typeof LiveOptimization>

/** Largest number of viewers of a plan that are named, earliest first; the others are counted. */
export const SHOWN_VIEWERS = 100

const viewerCount = count('All viewers, those that are not named too.')

/** `presence`: who has the plan open, including the user; sent once, followed by `presence_change`. */
export const LivePresence = record('LivePresence', 'Who has the plan open.', {
  plan_id: id(),
  viewers: Type.Array(Viewer, { maxItems: SHOWN_VIEWERS }),
  count: viewerCount,
})
/** `presence_change`: differences since then, at most five times a second. */
export const LivePresenceChange = record('LivePresenceChange', 'Who came, selected something else, or left.', {
  plan_id: id(),
  viewers: Type.Array(Viewer, { description: 'As they are now.' }),
  gone: Type.Array(id()),
  count: viewerCount,
})
export type LivePresenceChange = Static<typeof LivePresenceChange>
export type LivePresence = Static<typeof LivePresence>

/** The events of a stream by their names. */
export interface LiveEvents {
  hello: LiveHello
  change: LiveChange
  reload: LiveReload
  positions: LivePositions
  report: LiveReport
  /** A driver sent a note besides reports. */
  note: DriverNote
  /** A message between dispatcher and driver is new, was delivered or was read. */
  route_message: RouteMessage
  /** A driver's report that does not count arrived, or somebody decided about it. */
  report_conflict: ReportConflict
  optimization: LiveOptimization
  presence: LivePresence
  presence_change: LivePresenceChange
  /** Keeps the connection alive. */
  heartbeat: Record<string, never>
  /** The stream ends: the session, the permission or the record is gone. Reconnecting tells which. */
  end: { reason: 'session_ended' | 'forbidden' | 'not_found' | 'shutting_down' }
}
export type LiveEventName = keyof LiveEvents
