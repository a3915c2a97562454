// Requests and responses of the plan editor: moving stops, the effects, why a stop does not fit.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { defaulted, nullable, oneOf, optionalFields, record } from '../schema.ts'
import { PlannedCharge } from './battery.ts'
import {
  addedStraightPart,
  count,
  flag,
  id,
  ids,
  label,
  number,
  quantity,
  seconds,
  straightPart,
  text,
  timeOfDay,
} from './fields.ts'
import { BareRoute, Break, RouteBreak, RouteUpdate } from './route.ts'
import { BrokenPromise } from './slot-promise.ts'
import { OptimizationWarning, Stop, StopUpdate } from './stop.ts'

const someIds = (description: string) =>
  Type.Array(id(), { description, minItems: 1, maxItems: limits.listLength.ids, uniqueItems: true })

/** `updated_at` of records as last seen by the caller, by id. */
const seen = Type.Optional(
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description:
      'updated_at of stops and routes as the caller saw them, by id: when one differs now, nothing is done and the answer says who changed it.',
    'x-json-limits': { maxBytes: limits.bodyBytes.other, maxDepth: 2 },
  }),
)

export const PlannedMove = record('PlannedMove', 'Stops that go to one place.', {
  stop_ids: someIds('In the order in which they are to stand there.'),
  route_id: nullable(id('Where to; null takes them off their routes.')),
  after_stop_id: Type.Optional(
    nullable(id('The stop of the route behind which they go; null: first. Left out: where each fits best.')),
  ),
})
export type PlannedMove = Static<typeof PlannedMove>

export const MoveRequest = record('MoveRequest', 'What is moved where.', {
  moves: Type.Array(PlannedMove, { minItems: 1, maxItems: 100 }),
  if_updated_at: seen,
  partial: Type.Optional(flag('Move what can be moved and tell the rest; by default all or nothing.')),
})
export type MoveRequest = Static<typeof MoveRequest>

export const ArrangedRoute = record('ArrangedRoute', 'The exact order of a route.', {
  route_id: id(),
  stop_ids: ids('Its stops from first to last.'),
  was: Type.Optional(ids('Its stops as the caller saw them: when they differ now, nothing is done.')),
})

const { properties: routeFields } = RouteUpdate
const { properties: stopFields } = StopUpdate

/** Values that an edit changes besides orders. */
export const RestoredValues = record('RestoredValues', 'Values that routes, stops and the plan get, or get back.', {
  routes: Type.Array(
    Type.Object({
      route_id: id(),
      time_window: routeFields.time_window,
      max_time: routeFields.max_time,
      max_distance: routeFields.max_distance,
      max_services: routeFields.max_services,
      max_weight: routeFields.max_weight,
      max_volume: routeFields.max_volume,
      driving_log: routeFields.driving_log,
      provides: routeFields.provides,
      geo_fences: routeFields.geo_fences,
      is_locked: routeFields.is_locked,
      break: Type.Optional(nullable(Break)),
    }),
    { maxItems: 100 },
  ),
  stops: Type.Array(
    Type.Object({
      stop_id: id(),
      requires: stopFields.requires,
      time_windows: stopFields.time_windows,
      duration: stopFields.duration,
      reward: stopFields.reward,
      cluster: stopFields.cluster,
      pickup_id: stopFields.pickup_id,
    }),
    { maxItems: 1_000 },
  ),
  deleted: Type.Optional(
    Type.Array(Type.Object({ stop_id: id(), deleted: flag() }), {
      description: 'Stops that the edit made, or that come back when it is done again.',
      maxItems: 100,
    }),
  ),
  retried: Type.Optional(
    Type.Array(Type.Object({ stop_id: id(), retried: flag() }), {
      description: 'Failed stops that are tried again, or, with false, ended as their last report says.',
      maxItems: 100,
    }),
  ),
  allow_late: Type.Optional(flag('Of the configuration of the plan.')),
})
export type RestoredValues = Static<typeof RestoredValues>

/** Also serves as an undo step: sent back unchanged, it restores the previous orders. */
export const Arrangement = record(
  'Arrangement',
  'Exact orders of several routes, and values of routes and stops, at once.',
  {
    routes: Type.Array(ArrangedRoute, { maxItems: 1_000 }),
    unassigned: Type.Optional(ids('Stops that leave their routes.')),
    restore: Type.Optional(RestoredValues),
    if_updated_at: seen,
  },
)
export type Arrangement = Static<typeof Arrangement>

export const RouteFigures = record('RouteFigures', 'What a route takes.', {
  stops: count(),
  duration: seconds('Start to end.'),
  travel_time: seconds(),
  wait_time: seconds(),
  distance: quantity('Metres.'),
  cost: quantity('Money by the prices of the route: minutes, kilometres, stops, toll.'),
  late_stops: count(),
  late_seconds: count(),
  broken_rules: count('Stops that break a rule where they stand.'),
  weight: quantity(),
  volume: quantity(),
  ...optionalFields({
    straight_distance: straightPart(),
    planned_start_time: timeOfDay(),
    planned_end_time: timeOfDay(),
    breaks: Type.Array(RouteBreak, { description: 'Of a route under a law on driving and working time.' }),
    planned_charge: PlannedCharge,
  }),
})

export const BrokenRule = record('BrokenRule', 'A rule that an order breaks.', {
  ...OptimizationWarning.properties,
  stop_id: id(),
})

export const PlannedStop = record('PlannedStop', 'A stop where it would stand.', {
  stop_id: id(),
  ...optionalFields({ planned_arrival_time: timeOfDay(), planned_departure_time: timeOfDay() }),
})

export const RouteEffect = record('RouteEffect', 'What an edit does to one route.', {
  route_id: id(),
  before: RouteFigures,
  after: RouteFigures,
  stops: Type.Array(PlannedStop, { description: 'The order afterwards.' }),
  newly_broken: Type.Array(BrokenRule, { description: 'Rules that the edit breaks.' }),
  no_longer_broken: Type.Array(BrokenRule, { description: 'Rules that hold again.' }),
})

export const EditedRow = record('EditedRow', 'What became of one of the things asked for.', {
  id: id(),
  done: flag(),
  ...optionalFields({
    route_id: id('Where the stop is now.'),
    order: count('Its place there.'),
    message: text('Why not.'),
    message_id: Type.String(),
  }),
})

export const EditAnswer = record('EditAnswer', 'What an edit did, or with `preview` would do.', {
  preview: flag('Nothing was saved.'),
  revision: count('Of the plan, afterwards; goes up with every change.'),
  results: Type.Array(EditedRow),
  effects: Type.Array(RouteEffect, { description: 'Empty when more than twenty routes were saved at once.' }),
  unassigned: Type.Array(id(), { description: 'Stops that left their routes.' }),
  routes: Type.Array(BareRoute, { description: 'Changed routes without their stops; empty in a preview.' }),
  stops: Type.Array(Stop, { description: 'Changed stops; empty in a preview.' }),
  ...optionalFields({
    undo: Arrangement,
    broken_promises: Type.Array(BrokenPromise, {
      description: 'Promises to customers that it breaks; they need the name of who agrees (X-Agreed-By).',
    }),
  }),
})
export type EditAnswer = Static<typeof EditAnswer>

/** Preview only, nothing is saved. */
export const previewQuery = Type.Object({
  preview: defaulted(flag('Answer what would happen, and save nothing.'), false),
})

export const AgainRequest = record('AgainRequest', 'Where a failed stop is tried again.', {
  ...optionalFields({ route_id: id('The route that takes it; by default the one where it fits best.') }),
})
export type AgainRequest = Static<typeof AgainRequest>

export const SplitRequest = record('SplitRequest', 'Where a route is cut.', {
  at_stop_id: id('The first stop of the second part.'),
  route_id: Type.Optional(nullable(id('The route that takes the second part; a new one like the first by default.'))),
  vehicle_id: Type.Optional(nullable(id('The vehicle of the new route.'))),
})
export type SplitRequest = Static<typeof SplitRequest>
export const OtherRoute = record('OtherRoute', 'The other route.', { route_id: id() })
export const MergeRequest = record('MergeRequest', 'What joins the route.', {
  route_id: id('Its pending stops join at the end.'),
  in_best_places: Type.Optional(flag('Each where it fits best instead.')),
  delete_route: Type.Optional(flag('Delete the emptied route.')),
})
export type MergeRequest = Static<typeof MergeRequest>
export const LockRequest = record('LockRequest', 'Which routes are locked or opened.', {
  route_ids: someIds('Routes of the plan.'),
  locked: flag(),
})
export type LockRequest = Static<typeof LockRequest>
export const pinKinds = ['route', 'place'] as const
export const PinRequest = record('PinRequest', 'Which stops the optimizer must leave alone.', {
  stop_ids: someIds('Assigned stops of the plan.'),
  pin: nullable(oneOf(pinKinds, { description: 'Stay on the route; null frees them.' })),
})
export type PinRequest = Static<typeof PinRequest>
export const RestoreRequest = record('RestoreRequest', 'Deleted records of the plan that come back.', {
  stop_ids: Type.Optional(ids('Stops; they come back unassigned.')),
  route_ids: Type.Optional(ids('Routes; they come back empty.')),
})
export type RestoreRequest = Static<typeof RestoreRequest>
export const meetingPlaces = ['vehicle', 'depot'] as const
export type MeetingPlace = (typeof meetingPlaces)[number]
export const HandOver = record(
  'HandOver',
  'How goods that are aboard change vehicles: each taker gets a pickup there, the giver a visit.',
  {
    at: oneOf(meetingPlaces, {
      description: 'Where the vehicle is now, or the depot where the route began, once the vehicle can be back there.',
    }),
    label: Type.Optional(label('Of the pickups that are made; "Take over from" and the route by default.')),
    giver_label: Type.Optional(label('Of the visit that the giving vehicle gets there; "Hand over" by default.')),
  },
)
export type HandOver = Static<typeof HandOver>
export const ReassignRequest = record('ReassignRequest', 'Whose work goes to whom.', {
  stop_ids: Type.Optional(ids('Pending stops of the route; all by default.')),
  route_ids: Type.Optional(ids('Routes that may take them; all others that are not locked or finished by default.')),
  hand_over: Type.Optional(HandOver),
  allow_broken_rules: Type.Optional(
    flag('Place and flag what fits nowhere; by default it stays where it is or becomes unassigned.'),
  ),
})
export type ReassignRequest = Static<typeof ReassignRequest>
export const InsertRequest = record('InsertRequest', 'Late orders.', {
  stop_ids: someIds('Unassigned stops of the plan.'),
  route_ids: Type.Optional(ids('Routes that may take them; all that are not locked or finished by default.')),
  allow_broken_rules: Type.Optional(flag('Place and flag what fits nowhere; by default it stays unassigned.')),
})
export type InsertRequest = Static<typeof InsertRequest>

export const remedyKinds = [
  'assign',
  'assign_anyway',
  'extend_shift',
  'raise_max_time',
  'raise_max_distance',
  'raise_max_services',
  'raise_max_weight',
  'raise_max_volume',
  'extend_driving_day',
  'add_skills',
  'drop_skills',
  'add_zone',
  'widen_window',
  'drop_windows',
  'allow_late',
  'unlock_route',
  'leave_cluster',
  'assign_with_pickup',
] as const
export type RemedyKind = (typeof remedyKinds)[number]

export const Remedy = record('Remedy', 'One change that lets the stop be served; POST it to …/remedy.', {
  kind: oneOf(remedyKinds),
  route_id: Type.Optional(nullable(id('The route that takes the stop.'))),
  amount: Type.Optional(
    nullable(
      Type.Number({
        description: 'Seconds, metres, stops, kilograms or cubic metres.',
        minimum: 0,
        maximum: limits.MAX_QUANTITY,
      }),
    ),
  ),
})
export type Remedy = Static<typeof Remedy>

export const OfferedRemedy = record('OfferedRemedy', 'A remedy and what it says to people.', {
  ...Remedy.properties,
  text: text('English; the applications have words of their own by kind.'),
})

export const VehicleObstacle = record('VehicleObstacle', 'Why one route does not take the stop.', {
  route_id: id(),
  fits: flag('It would fit without breaking a rule.'),
  text: text('In a sentence.'),
  added_time: number('Seconds added to the route.'),
  added_distance: number('Metres added to the route.'),
  remedies: Type.Array(OfferedRemedy, { description: 'Nearest first.' }),
  ...optionalFields({
    label: label('Of the route.'),
    rule: Type.String({ description: 'The rule that binds.' }),
    amount: Type.Number({ description: 'How far it is missed, in its own unit.' }),
    straight_distance: addedStraightPart(),
    after_stop_id: id('The place looked at is behind this stop.'),
  }),
})

export const StopExplanation = record('StopExplanation', 'Why a stop is unassigned or flagged.', {
  stop_id: id(),
  warnings: Type.Array(OptimizationWarning),
  vehicles: Type.Array(VehicleObstacle, { description: 'Nearest to serving it first.' }),
  remedies: Type.Array(OfferedRemedy, { description: 'The three best over all.' }),
  ...optionalFields({ route_id: id('Where it stands.') }),
})
export type StopExplanation = Static<typeof StopExplanation>
