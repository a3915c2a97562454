// Explanation of a plan: how full its routes are, which vehicles it needs, what its windows cost, and what relaxed limits would save. Our
// extension.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { count, id, quantity } from '../../../schemas/fields.ts'
import { optimizationWarningCodes } from '../../../schemas/stop.ts'

export const routeLimits = [
  'working_hours',
  'max_time',
  'max_distance',
  'max_services',
  'max_weight',
  'max_volume',
  'driving_time',
  'work_time',
  'duty_time',
  'battery',
] as const
export type RouteLimitKind = (typeof routeLimits)[number]

export const planChanges = [
  'again',
  'one_vehicle_more',
  'half_hour_longer',
  'windows_half_hour_wider',
  'quarter_more_stops',
  'quarter_more_room',
] as const
export type PlanChangeKind = (typeof planChanges)[number]

const RouteLimit = record('RouteLimit', 'How much of a limit a route uses.', {
  limit: oneOf(routeLimits),
  used: quantity('Seconds, metres, stops, kilograms, cubic metres or watt-hours.'),
  of: quantity('The limit, in the same unit.'),
})

const KeptOut = record('KeptOut', 'Stops near a route that one rule keeps out of it.', {
  rule: oneOf(optimizationWarningCodes),
  stops: count('So many of those that were looked at.'),
})

export const RouteReasons = record('RouteReasons', 'What fills a route.', {
  route_id: id(),
  limits: Type.Array(RouteLimit, { description: 'The fullest first; only limits that the route has.' }),
  kept_out: Type.Array(KeptOut, {
    description: 'What keeps the nearest stops of other routes out of this one, most first.',
  }),
  looked_at: count('Nearest stops of other routes that were looked at.'),
})
export type RouteReasons = Static<typeof RouteReasons>

/** Positive: more than now. */
const difference = {
  travel_time: Type.Integer({ description: 'Seconds of driving more; negative: less.' }),
  distance: Type.Integer({ description: 'Metres more; negative: less.' }),
  unassigned: Type.Integer({ description: 'Stops left out more; negative: less.' }),
  ...optionalFields({
    cost: Type.Number({ description: 'In the currency of the project, where routes have prices.' }),
  }),
}

export const WithoutVehicle = record('WithoutVehicle', 'What the best plan found without a vehicle costs more.', {
  route_id: id(),
  ...difference,
})
export type WithoutVehicle = Static<typeof WithoutVehicle>

export const WindowPrice = record('WindowPrice', 'What a stop would cost less if it might be served at any time.', {
  stop_id: id(),
  route_id: id('Where it stands.'),
  time: Type.Integer({ description: 'Seconds that its route would be shorter, waits included; negative: longer.' }),
  distance: Type.Integer({ description: 'Metres less; negative: more.' }),
  ...optionalFields({
    cost: Type.Number({ description: 'In the currency of the project, where routes have prices.' }),
  }),
})
export type WindowPrice = Static<typeof WindowPrice>

export const PlanChange = record('PlanChange', 'What a plan would be with more room.', {
  change: oneOf(planChanges, {
    description:
      '`again`: optimized anew with nothing changed, beside the plan as it is. The others: beside the best plan found with nothing changed, so both may be added.',
  }),
  ...difference,
})
export type PlanChange = Static<typeof PlanChange>

export const FewerVehicles = record('FewerVehicles', 'Fewer vehicles would do if each might serve more stops.', {
  vehicles: count('That are used.'),
  would_do: count('That a search found to be enough.'),
  max_services: count('The highest limit of stops that a vehicle in use has.'),
  would_take: count('The limit of stops with which they were found.'),
  ...difference,
})
export type FewerVehicles = Static<typeof FewerVehicles>

export const savingChanges = ['again', 'half_hour_longer', 'fewer_vehicles', 'without_vehicle', 'any_time'] as const

export const PlanSaving = record('PlanSaving', 'A change of a plan that saves something, found by a search with it.', {
  change: oneOf(savingChanges, {
    description:
      'All beside the plan as it is, optimized with the change. `again`: with none. `half_hour_longer`: every route. `fewer_vehicles`: with that limit of stops. `without_vehicle`: without that of the route. `any_time`: the stop without its windows.',
  }),
  ...difference,
  ...optionalFields({
    route_id: id('Of `without_vehicle`, and where the stop of `any_time` stands.'),
    stop_id: id('Of `any_time`.'),
  }),
})
export type PlanSaving = Static<typeof PlanSaving>

export const PlanExplanation = record('PlanExplanation', 'Why a plan is as it is.', {
  plan_id: id(),
  routes: Type.Array(RouteReasons, { description: 'Routes that may be changed and have open stops.' }),
  without: Type.Array(WithoutVehicle, { description: 'Of up to five vehicles with the fewest stops, fewest first.' }),
  windows: Type.Array(WindowPrice, { description: 'The twenty dearest windows that cost something, dearest first.' }),
  changes: Type.Array(PlanChange),
  savings: Type.Array(PlanSaving, {
    description: 'The three of all that was tried that save most, the largest first.',
  }),
  ...optionalFields({ fewer_vehicles: FewerVehicles }),
})
export type PlanExplanation = Static<typeof PlanExplanation>
