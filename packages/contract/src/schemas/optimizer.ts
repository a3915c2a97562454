// Settings for optimizing a plan, and the progress of a run.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, label, quantity, seconds, text, timestamp } from './fields.ts'

const marked = { 'x-message-id': 'highway.plan.error.invalid_optimizer_config' }

/** How long the user is willing to wait for a better plan. */
export const patiences = ['quick', 'usual', 'thorough'] as const
export type Patience = (typeof patiences)[number]

const factor = (description: string) => Type.Number({ description, minimum: 0.01, maximum: 100 })

export const OptimizerConfig = Type.Object(
  clearableFields({
    time_limit_seconds: Type.Number({
      description:
        'Seconds that the search may take at most; by default 10 s to 200 stops, 30 s to 1,000, 60 s above. It ends before where going on is not worth the waiting.',
      minimum: limits.solverSeconds.min,
      maximum: limits.solverSeconds.max,
    }),
    patience: oneOf(patiences, {
      description:
        'How much waiting a better plan is worth: the search ends where the next second is expected to bring less. usual by default. An addition to the specification.',
    }),
    use_distance: flag('Minimise distance instead of time.'),
    balance_services: flag('Spread the work evenly over the routes.'),
    max_wait_time: seconds('Longest idle wait before a stop; 3600 by default.'),
    service_duration: seconds('For stops without a duration; 300 by default.'),
    time_span_coefficient: quantity('Weight on the longest route in time; 0 by default.'),
    distance_span_coefficient: quantity('Weight on the longest route in distance; 0 by default.'),
    drop_penalty: quantity('Cost of leaving a stop out; by default a stop is left out only when nobody can serve it.'),
    matrix_multiplier: factor('On travel times; 1 by default.'),
    allow_late: flag('Place and flag late stops instead of leaving them out.'),
    late_penalty: quantity('Cost of a second of lateness.'),
    minimise_vehicles: flag('Use as few routes as possible.'),
    slack: Type.Number({
      description:
        'How much time is to be left where a day is apt to take longer, before windows and the end of shifts close: 0, the default, none; 1 most, for more kilometres. An addition to the specification.',
      minimum: 0,
      maximum: 1,
    }),
    seed: Type.Integer({ description: 'Same seed, same answer.', minimum: 0, maximum: 4_294_967_295 }),
    operation_country: label('Country that the geocoder prefers.'),
    first_solution_strategy: Type.Unknown({
      description: 'Accepted from older clients, without effect.',
      deprecated: true,
    }),
    local_search_strategy: Type.Unknown({
      description: 'Accepted from older clients, without effect.',
      deprecated: true,
    }),
    lns_time_limit: Type.Unknown({ description: 'Accepted from older clients, without effect.', deprecated: true }),
  }),
  { title: 'OptimizerConfig', description: 'How a plan is optimized; every field may be left out.', ...marked },
)

export const trafficModes = ['car', 'van', 'truck', 'bicycle', 'pedestrian', 'scooter'] as const
export const avoidableRoads = ['tolls', 'ferries', 'motorways', 'unpaved'] as const

export function avoidedRoads(description: string) {
  return Type.Array(oneOf(avoidableRoads, { title: 'AvoidableRoad' }), {
    description,
    uniqueItems: true,
    maxItems: avoidableRoads.length,
  })
}

/** Major roads are secondary and above. */
export const curbApproaches = ['never', 'major_roads', 'always'] as const

/** Which vehicles turn round at a stop to leave the way they came. */
export const stopTurns = ['by_all', 'not_by_trucks', 'by_none'] as const

/** Whether travel times depend on the hour: no, by the shipped week, by the project's own, or by the traffic of the routing server. */
export const trafficHours = ['off', 'typical', 'own', 'server'] as const

export const TrafficOptions = Type.Object(
  clearableFields({
    mode: oneOf(trafficModes),
    multiplier: factor('On travel times.'),
    avoid: avoidedRoads('Roads that are taken only where no other leads; an addition to the specification.'),
    hours: oneOf(trafficHours, {
      description:
        'Whether motor vehicles take longer at some hours of the week: not (the default), by the typical week that ships, by the own week of the project, in place of which the typical one stands until there is one, or by what the routing server of the installation says for each period of the day (Valhalla; where it cannot say, the typical week). `multiplier` counts on top. An addition to the specification.',
    }),
    holidays: Type.Array(Type.String({ description: 'YYYY-MM-DD.', format: 'date' }), {
      description:
        'Days with the traffic of a Sunday and what roads say of public holidays, YYYY-MM-DD; of a plan, in place of those of its project. An addition to the specification.',
      maxItems: 400,
      uniqueItems: true,
    }),
    curb_approach: oneOf(curbApproaches, {
      description:
        'Where motor vehicles stop with the place on their side of the road, so that nobody crosses it on foot; an addition to the specification. Never by default.',
    }),
    turns_at_stops: oneOf(stopTurns, {
      description:
        'Which motor vehicles may turn round at a stop; those that may not stop with the place on their side of every road and go on as they came. By all by default; an addition to the specification.',
    }),
  }),
  { title: 'TrafficOptions', description: 'By what the stops are reached.', ...marked },
)

export const optimizationStatuses = ['in progress', 'success', 'failed', 'canceled'] as const

export const OptimizationAccepted = record(
  'OptimizationAccepted',
  'The run was accepted and goes on in the background.',
  {
    finished: Type.Unsafe<false>({ type: 'boolean', enum: [false] }),
    status: oneOf(['in progress']),
  },
)

export const RunningOptimization = record('RunningOptimization', 'The latest optimization of a plan.', {
  finished: flag(),
  status: oneOf(optimizationStatuses),
  progress: Type.Number({ description: '0 to 1.', minimum: 0, maximum: 1 }),
  started_at: timestamp(),
  ...optionalFields({
    cost: Type.Number({ description: 'Cost of the best solution so far.' }),
    unassigned_stops: count(),
    finished_at: timestamp(),
    error: Type.Object({ message: text(), message_id: Type.String() }, { description: 'Why it failed.' }),
  }),
})
export type RunningOptimization = Static<typeof RunningOptimization>
