// Requests and responses of the driver application; every call carries the token of its link.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { nullable, omitFields, oneOf, optionalFields, record } from '../schema.ts'
import { flag, id, ids, label, latitude, longitude, momentWithin, number, text, timestamp } from './fields.ts'
import { Package } from './package.ts'
import { CancelReason, ProjectSettings } from './project.ts'
import { FileReference, ReportInput, reportTypes } from './report.ts'
import { returningGoods } from './returns.ts'
import { BareRoute } from './route.ts'
import { RouteMessage } from './route-message.ts'
import { Stop } from './stop.ts'
import { VanPlace } from './van-place.ts'

/** Id of a call from an offline queue: a call repeated under the same id has no further effect. */
const clientId = () =>
  Type.String({
    description: "The caller's own id of the call: sent again, it changes nothing.",
    minLength: 1,
    maxLength: 100,
  })

/** Fields of stops that drivers do not see. */
export const hiddenStopFields = [
  'pin',
  'tracking_url',
  'pickup',
  'supervisors',
  'price',
  'noticed_arrival_time',
  'noticed_departure_time',
] as const

/** Fields of routes that drivers do not see. */
export const hiddenRouteFields = ['price_per_minute', 'price_per_distance', 'price_per_stop', 'toll_price'] as const

export const DriverStop = record('DriverStop', 'A stop as its driver sees it: without the handover code.', {
  ...omitFields(Stop.properties, hiddenStopFields),
  pin_required: flag('Whether the recipient is asked for a code.'),
})
export type DriverStop = Static<typeof DriverStop>

const fieldsBesideStops = {
  ...omitFields(BareRoute.properties, hiddenRouteFields),
  returns: Type.Optional(returningGoods),
}

export const DriverRoute = record('DriverRoute', 'A route as its driver sees it.', {
  ...fieldsBesideStops,
  stops: Type.Array(DriverStop, { description: 'In driving order.' }),
})
export type DriverRoute = Static<typeof DriverRoute>

const DriverRouteBesideStops = record(
  'DriverRouteBesideStops',
  'A route as its driver sees it, without its stops.',
  fieldsBesideStops,
)

const estimates = (what: string) =>
  Type.Array(nullable(timestamp()), {
    description: `Estimated ${what} at the stops that did not change, in driving order; null without one.`,
  })

/** Applied by route-difference.ts. */
export const RouteDifference = record('RouteDifference', 'What changed in a route since an earlier reading of it.', {
  route: DriverRouteBesideStops,
  stop_ids: Type.Optional(ids('All stops in driving order; left out where that is the order of the earlier reading.')),
  stops: Type.Array(DriverStop, { description: 'Those that are new or changed, whole.' }),
  arrivals: estimates('arrival'),
  departures: estimates('departure'),
  digest: Type.String({
    description:
      'SHA-256, in hexadecimal, of the stops as JSON: another one means that the earlier reading was another.',
  }),
})
export type RouteDifference = Static<typeof RouteDifference>

export const DriverSession = record('DriverSession', 'What a link opens; reading it changes nothing.', {
  route_id: id(),
  plan_id: id(),
  project_id: id(),
  route_status: BareRoute.properties.status,
  timezone: Type.String(),
  settings: ProjectSettings,
  cancel_reasons: Type.Array(CancelReason),
  server_time: timestamp(),
  ...optionalFields({
    route_label: label(),
    vehicle_label: label(),
    plate: label(),
    project_label: label(),
    driver_label: label('Who drives it that day.'),
  }),
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

export const PositionsAccepted = record('PositionsAccepted', 'How many of the positions were new.', {
  accepted: Type.Integer(),
})

const deviceMoment = () => timestamp('The moment on the device, at most five minutes ahead; now without it.')

export const RouteStart = record('RouteStart', 'The driver opens the route.', {
  at: Type.Optional(deviceMoment()),
  moment_within: momentWithin('at'),
})
export type RouteStart = Static<typeof RouteStart>

export const BreakAction = record('BreakAction', 'The pause begins or ends.', {
  action: oneOf(['start', 'end']),
  at: Type.Optional(deviceMoment()),
  moment_within: momentWithin('at'),
  client_id: Type.Optional(clientId()),
})
export type BreakAction = Static<typeof BreakAction>

export const ChargingReport = record('ChargingReport', 'The driver has charged on the way and leaves the place.', {
  charging_place_id: id(),
  charge: Type.Number({ description: 'In the battery now, as a share of its capacity.', minimum: 0, maximum: 1 }),
  at: Type.Optional(deviceMoment()),
  moment_within: momentWithin('at'),
  client_id: Type.Optional(clientId()),
})
export type ChargingReport = Static<typeof ChargingReport>

export const Arrival = record('Arrival', 'The driver is at the stop.', {
  ...optionalFields({ at: deviceMoment(), lat: latitude(), lng: longitude() }),
  moment_within: momentWithin('at'),
  client_id: Type.Optional(clientId()),
})
export type Arrival = Static<typeof Arrival>

export const VanPlaceInput = record('VanPlaceInput', 'Where in the van the goods of a stop lie.', {
  place: nullable(VanPlace),
  client_id: Type.Optional(clientId()),
})
export type VanPlaceInput = Static<typeof VanPlaceInput>

export const scanPurposes = ['load', 'pickup', 'delivery'] as const
export type ScanPurpose = (typeof scanPurposes)[number]

export const Scan = record('Scan', 'A parcel was scanned.', {
  identifier: Type.String({ minLength: 1, maxLength: limits.textLength.label }),
  purpose: oneOf(scanPurposes, { description: 'Where: while loading, at the linked pickup stop, or at the delivery.' }),
  stop_id: Type.Optional(id('Of the delivery; needed when several stops of the route hold the same code.')),
  scanned_at: Type.Optional(deviceMoment()),
  moment_within: momentWithin('scanned_at'),
  manual: Type.Optional(flag('Typed by hand.')),
  client_id: Type.Optional(clientId()),
})
export type Scan = Static<typeof Scan>

export const ScanResult = record('ScanResult', 'The parcel after the scan.', {
  stop_id: id(),
  package: Package,
  repeated: flag('Whether the scan changed nothing.'),
  ...optionalFields({ fixed_id: Type.String() }),
})

export const DriverOrder = record('DriverOrder', "The driver's own order of the pending stops.", {
  stop_ids: { ...ids('All pending stops of the route, in the wanted order.'), uniqueItems: true } as ReturnType<
    typeof ids
  >,
  merge: Type.Optional(
    flag(
      'Chosen without a connection: stops that ended or left since are passed over, those that joined follow at the end.',
    ),
  ),
  client_id: Type.Optional(clientId()),
})
export type DriverOrder = Static<typeof DriverOrder>

export const DriverChanges = record('DriverChanges', 'What changed on the route since a moment.', {
  server_time: timestamp('To be sent as since the next time.'),
  changed: flag('Of the route; messages come without it.'),
  ...optionalFields({
    route: DriverRoute,
    difference: RouteDifference,
    messages: Type.Array(RouteMessage, { description: 'Those that are new, or were delivered or read, since.' }),
  }),
  changed_stop_ids: Type.Array(id()),
  removed_stop_ids: Type.Array(id()),
})
export type DriverChanges = Static<typeof DriverChanges>

export const DriverReportInput = record('DriverReportInput', 'A report whose pictures may still be on the phone.', {
  ...ReportInput.properties,
  moment_within: momentWithin('created_at'),
  awaited_images: Type.Optional(
    Type.Array(clientId(), {
      description:
        'Ids that the device gave pictures which it uploads afterwards; their addresses are answered at once.',
      maxItems: limits.listLength.images,
      uniqueItems: true,
    }),
  ),
  without_code: Type.Optional(
    flag('The handover code is not to be had any more: the report is kept for a dispatcher to decide.'),
  ),
})
export type DriverReportInput = Static<typeof DriverReportInput>

export const LastVisit = record('LastVisit', 'The latest earlier report at the same door.', {
  stop_id: id('The stop of this route.'),
  type: oneOf(reportTypes),
  created_at: timestamp(),
  images: Type.Array(FileReference),
  ...optionalFields({ comments: text(), cancel_reason: Type.String() }),
})
export type LastVisit = Static<typeof LastVisit>

export const SentDispatch = record('SentDispatch', 'What the driver of a route was last sent.', {
  route_id: id(),
  sent_to: Type.String({ description: 'Address.' }),
  sent_at: timestamp(),
  stop_ids: Type.Array(id(), { description: 'The stops of that moment, in driving order.' }),
  has_link: flag('Whether any link of the route still works.'),
  ...optionalFields({ opened_at: timestamp('When the driver first opened a link.') }),
})
export type SentDispatch = Static<typeof SentDispatch>

export const driverNoteKinds = ['problem', 'survey', 'door'] as const
export const driverProblems = ['accident', 'breakdown', 'traffic', 'goods', 'address', 'other'] as const
export type DriverProblem = (typeof driverProblems)[number]

const noteFields = {
  kind: oneOf(driverNoteKinds, {
    description:
      'problem: something happened; survey: how the day was; door: the door of the stop is at `location`, from now on and for the next stops of the same address.',
  }),
  ...optionalFields({
    category: oneOf(driverProblems),
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    comments: text(),
    stop_id: id(),
    location: Type.Object({ lat: latitude(), lng: longitude() }),
  }),
}

export const DriverNoteInput = record('DriverNoteInput', 'What a driver tells the dispatcher.', {
  ...noteFields,
  at: Type.Optional(deviceMoment()),
  moment_within: momentWithin('at'),
  client_id: Type.Optional(clientId()),
})
export type DriverNoteInput = Static<typeof DriverNoteInput>

export const DriverNote = record('DriverNote', 'What a driver told the dispatcher.', {
  id: id(),
  plan_id: id(),
  route_id: id(),
  ...noteFields,
  created_at: timestamp('The moment on the device.'),
  moment_within: Type.Optional(number("Seconds by which `created_at` may be off, as the phone's clocks tell.")),
})
export type DriverNote = Static<typeof DriverNote>
