// The tables of drivers' work: links, repeatable calls, notes, and positions.
import { bytes, decimal, id, integer, json, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const driverLinkTable = table('driver_links', {
  given: {
    route_id: id,
    sent_to: optional(text),
    /** Stops when the link was sent, in driving order. */
    stop_ids: optional(json<string[]>()),
    created_at: moment,
  },
  computed: {
    opened_at: optional(moment),
    revoked_at: optional(moment),
  },
  private: {
    id,
    organization_id: id,
    token_digest: bytes,
    /** Signed-in phone that opened the route by this link. */
    device_id: optional(id),
  },
})

export const driverCallTable = table('driver_calls', {
  private: {
    route_id: id,
    client_id: text,
    created_at: moment,
    /** Time of the call by the phone's clock, and the seconds by which it may be wrong. */
    at: optional(moment),
    moment_within: optional(integer),
  },
})

export const driverNoteTable = table('driver_notes', {
  given: {
    id,
    plan_id: id,
    route_id: id,
    stop_id: optional(id),
    kind: oneOf(['problem', 'survey', 'door']),
    created_at: moment,
  },
  descriptive: {
    category: optional(text),
    rating: optional(integer),
    comments: optional(text),
    location: optional(json<{ lat: number; lng: number }>()),
    moment_within: optional(integer),
  },
  private: {
    organization_id: id,
    project_id: id,
    client_id: optional(text),
    received_at: moment,
  },
})

export const positionTable = table('positions', {
  given: {
    recorded_at: moment,
    lat: decimal,
    lng: decimal,
    orientation: optional(decimal),
    speed: optional(decimal),
    accuracy: optional(decimal),
  },
  private: {
    route_id: id,
    organization_id: id,
    received_at: moment,
  },
})

export type LinkRow = RowOf<typeof driverLinkTable>
export type DriverNoteRow = RowOf<typeof driverNoteTable>
