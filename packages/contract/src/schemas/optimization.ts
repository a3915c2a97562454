// Optimizing with a look first: what a run is asked for, what it found, and which of its plans is applied.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { Arrangement, PlannedStop, RouteFigures } from './editor.ts'
import { count, flag, id, label, quantity, straightPart, text, timestamp } from './fields.ts'
import { OptimizerConfig, optimizationStatuses } from './optimizer.ts'
import { BareRoute } from './route.ts'
import { BrokenPromise } from './slot-promise.ts'
import { OptimizationWarning } from './stop.ts'

export const optimizationModes = ['from_scratch', 'keep_assignment', 'insert_only'] as const
export type OptimizationMode = (typeof optimizationModes)[number]

export const OptimizationOptions = record('OptimizationOptions', 'How the plan is optimized this time.', {
  mode: Type.Optional(
    oneOf(optimizationModes, {
      description: 'insert_only leaves what is assigned in its order and places the rest. from_scratch by default.',
    }),
  ),
  hold: Type.Optional(flag('Keep the result aside until it is applied or discarded; true by default.')),
  config: Type.Optional(nullable(OptimizerConfig)),
  balance: Type.Optional(nullable(Type.Number({ description: '0: cheapest, 1: most even.', minimum: 0, maximum: 1 }))),
  compact: Type.Optional(
    nullable(
      Type.Number({
        description: '0: cheapest, 1: routes keep to areas of their own, for more kilometres. Only from_scratch.',
        minimum: 0,
        maximum: 1,
      }),
    ),
  ),
  familiar: Type.Optional(
    nullable(
      Type.Number({
        description:
          '0: cheapest, 1: stops go to drivers who completed stops near them on days of the last 90, for up to 20 minutes of driving each. ' +
          'Where no driver is named, the vehicle counts. Not for keep_assignment.',
        minimum: 0,
        maximum: 1,
      }),
    ),
  ),
  keep: Type.Optional(
    nullable(
      Type.Number({
        description:
          '0: cheapest, 1: stops stay on the route that they are on, for up to 20 minutes of driving each. Only from_scratch.',
        minimum: 0,
        maximum: 1,
      }),
    ),
  ),
  alternatives: Type.Optional(
    flag(
      'Beside the cheapest plan, look for one whose routes have equal numbers of stops and one with the fewest vehicles, for at most 0.3 ' +
        'times as long. Only from_scratch with a result that is kept aside; not where several routes have the same driver under a law of driving hours.',
    ),
  ),
})
export type OptimizationOptions = Static<typeof OptimizationOptions>

export const planGoals = ['cheapest', 'even', 'fewest_vehicles'] as const
export type PlanGoal = (typeof planGoals)[number]

export const ApplyOptions = record('ApplyOptions', 'Which of the plans that a run found is applied.', {
  goal: Type.Optional(oneOf(planGoals, { description: 'One of the alternatives of the run; cheapest by default.' })),
})
export type ApplyOptions = Static<typeof ApplyOptions>

export const PlanFigures = record('PlanFigures', 'What a plan takes.', {
  routes: count('Routes with stops.'),
  stops: count(),
  unassigned: count(),
  duration: Type.Integer({ description: 'Seconds of all routes, start to end.' }),
  travel_time: Type.Integer({ description: 'Seconds.' }),
  distance: quantity('Metres.'),
  cost: quantity('Money by the prices of the routes.'),
  late_stops: count(),
  late_seconds: count(),
  broken_rules: count(),
  ...optionalFields({
    straight_distance: straightPart(),
    new_places: count(
      'Stops near which their driver stopped on fewer than 3 days of the last 90; with `familiar` only.',
    ),
  }),
})

export const ComparedRoute = record('ComparedRoute', 'A route before and after.', {
  route_id: id(),
  is_new: flag('Made by the optimization, because the plan had no routes.'),
  before: RouteFigures,
  after: RouteFigures,
  stop_ids: Type.Array(id(), { description: 'The order afterwards.' }),
  ...optionalFields({
    label: label(),
    route: BareRoute,
    stops: Type.Array(PlannedStop, { description: 'The order with the times of then.' }),
  }),
})
export type ComparedRoute = Static<typeof ComparedRoute>

export const PlanComparison = record('PlanComparison', 'The plan before and after an optimization.', {
  before: PlanFigures,
  after: PlanFigures,
  routes: Type.Array(ComparedRoute),
  unassigned: Type.Array(Type.Object({ stop_id: id(), warnings: Type.Array(OptimizationWarning) })),
  moved_stops: count('Stops that change their route.'),
  ...optionalFields({
    broken_promises: Type.Array(BrokenPromise, {
      description: 'Promises to customers that applying it breaks; it needs the name of who agrees (X-Agreed-By).',
    }),
  }),
})
export type PlanComparison = Static<typeof PlanComparison>

export const PlanAlternative = record(
  'PlanAlternative',
  'Another plan that a run found, made for another goal than the cheapest.',
  {
    goal: oneOf(planGoals),
    comparison: PlanComparison,
  },
)
export type PlanAlternative = Static<typeof PlanAlternative>

export const runStates = ['running', 'ready', 'applied', 'discarded', 'canceled', 'failed'] as const

export const OptimizationRun = record('OptimizationRun', 'One optimization of a plan.', {
  id: id(),
  plan_id: id(),
  mode: oneOf(optimizationModes),
  hold: flag(),
  state: oneOf(runStates, { description: 'ready: the result waits to be applied or discarded.' }),
  status: oneOf(optimizationStatuses),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  started_at: timestamp(),
  curve: Type.Array(Type.Object({ seconds: Type.Number(), cost: Type.Number(), unassigned: count() }), {
    description: 'The best found so far over time.',
  }),
  ...optionalFields({
    cost: Type.Number(),
    unassigned_stops: count(),
    finished_at: timestamp(),
    error: Type.Object({ message: text(), message_id: Type.String() }),
    tracks: Type.Array(Type.Object({ route_id: id(), stop_ids: Type.Array(id()) }), {
      description: 'Orders of the best found so far, while it runs.',
    }),
    comparison: PlanComparison,
    alternatives: Type.Array(PlanAlternative, {
      description:
        'Until one of the plans is applied or all are discarded; each has fewer vehicles or more even routes than the cheapest.',
    }),
    started_by: id(),
    after_bookings: flag('The service began it by itself, because bookings had made the day worse.'),
    undo: Arrangement,
  }),
})
export type OptimizationRun = Static<typeof OptimizationRun>
