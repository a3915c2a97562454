// What the driver application sends and sees; every call carries the token of its link.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { omitFields, oneOf, optionalFields, record } from '../schema.ts'
import { flag, id, ids, label, latitude, longitude, number, timestamp } from './fields.ts'
import { Package } from './package.ts'
import { CancelReason, ProjectSettings } from './project.ts'
import { Route } from './route.ts'
import { Stop } from './stop.ts'

export const DriverStop = record('DriverStop', 'A stop as its driver sees it: without the handover code.', {
  ...omitFields(Stop.properties, ['pin', 'tracking_url', 'pickup', 'supervisors', 'price']),
  pin_required: flag('Whether the recipient is asked for a code.'),
})
export type DriverStop = Static<typeof DriverStop>

export const DriverRoute = record('DriverRoute', 'A route as its driver sees it.', {
  ...omitFields(Route.properties, ['stops', 'price_per_minute', 'price_per_distance', 'price_per_stop', 'toll_price']),
  stops: Type.Array(DriverStop, { description: 'In driving order.' }),
})
export type DriverRoute = Static<typeof DriverRoute>

export const DriverSession = record('DriverSession', 'What a link opens; reading it changes nothing.', {
  route_id: id(),
  plan_id: id(),
  project_id: id(),
  route_status: Route.properties.status,
  timezone: Type.String(),
  settings: ProjectSettings,
  cancel_reasons: Type.Array(CancelReason),
  server_time: timestamp(),
  ...optionalFields({ route_label: label(), vehicle_label: label(), plate: label(), project_label: label() }),
})
export type DriverSession = Static<typeof DriverSession>

export const PositionInput = record('PositionInput', 'One position of the device.', {
  lat: latitude(),
  lng: longitude(),
  recorded_at: timestamp('The moment on the device.'),
  ...optionalFields({
    orientation: number('Degrees clockwise from north.'),
    speed: number('Metres a second.'),
    accuracy: number('Metres.'),
  }),
})
export type PositionInput = Static<typeof PositionInput>

export const PositionBatch = record('PositionBatch', 'Positions, oldest first; sent again they change nothing.', {
  positions: Type.Array(PositionInput, { minItems: 1, maxItems: limits.POSITIONS_PER_BATCH }),
})
export type PositionBatch = Static<typeof PositionBatch>

export const PositionsAccepted = record('PositionsAccepted', 'How many of the positions were new.', {
  accepted: Type.Integer(),
})
export type PositionsAccepted = Static<typeof PositionsAccepted>

export const BreakAction = record('BreakAction', 'The pause begins or ends.', {
  action: oneOf(['start', 'end']),
  at: Type.Optional(timestamp('The moment on the device.')),
})
export type BreakAction = Static<typeof BreakAction>

export const Arrival = record('Arrival', 'The driver is at the stop.', {
  ...optionalFields({ at: timestamp('The moment on the device.'), lat: latitude(), lng: longitude() }),
})
export type Arrival = Static<typeof Arrival>

export const scanPurposes = ['load', 'pickup', 'delivery'] as const
export type ScanPurpose = (typeof scanPurposes)[number]

export const Scan = record('Scan', 'A parcel was scanned.', {
  identifier: Type.String({ minLength: 1, maxLength: limits.textLength.label }),
  purpose: oneOf(scanPurposes, { description: 'Where: while loading, at the linked pickup stop, or at the delivery.' }),
  stop_id: Type.Optional(id('Of the delivery; needed when several stops of the route hold the same code.')),
  scanned_at: Type.Optional(timestamp('The moment on the device.')),
  manual: Type.Optional(flag('Typed by hand.')),
})
export type Scan = Static<typeof Scan>

export const ScanResult = record('ScanResult', 'The parcel after the scan.', {
  stop_id: id(),
  package: Package,
  repeated: flag('Whether the scan changed nothing.'),
  ...optionalFields({ fixed_id: Type.String() }),
})
export type ScanResult = Static<typeof ScanResult>

export const DriverOrder = record('DriverOrder', "The driver's own order of the pending stops.", {
  stop_ids: { ...ids('All pending stops of the route, in the wanted order.'), uniqueItems: true } as ReturnType<
    typeof ids
  >,
})
export type DriverOrder = Static<typeof DriverOrder>

export const DriverChanges = record('DriverChanges', 'What changed on the route since a moment.', {
  server_time: timestamp('To be sent as since the next time.'),
  changed: flag(),
  ...optionalFields({ route: DriverRoute }),
  changed_stop_ids: Type.Array(id()),
  removed_stop_ids: Type.Array(id()),
})
export type DriverChanges = Static<typeof DriverChanges>
