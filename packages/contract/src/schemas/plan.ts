// A plan: the routes and stops of one day or shift.
import Type, { type Static } from 'typebox'
import { planStatuses } from '../lifecycle.ts'
import { listLength } from '../limits.ts'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { count, dateOrTimestamp, id, label, recordTimes, timestamp } from './fields.ts'
import { OptimizerConfig, TrafficOptions } from './optimizer.ts'
import { Route, RouteInput } from './route.ts'
import { Stop, stopInputs } from './stop.ts'
import { Vehicle } from './vehicle.ts'

const descriptive = {
  label: label(),
  external_id: label("The caller's own identifier; it need not be unique."),
  optimizer_config: OptimizerConfig,
  traffic_options: TrafficOptions,
}

const planFields = {
  id: id(),
  organization_id: id(),
  project_id: id(),
  ...optionalFields({ created_by: id(), ...descriptive }),
  execution_date: timestamp('The day that is planned.'),
  status: oneOf(planStatuses),
  total_stops: count(),
  pending_stops: count(),
  completed_stops: count(),
  incomplete_stops: count(),
  canceled_stops: count(),
  total_routes: count(),
  ...recordTimes,
}

export const Plan = record('Plan', 'The routes and stops executed in one day or shift.', planFields)
export type Plan = Static<typeof Plan>

export const FullPlan = record('FullPlan', 'A plan with its stops, its routes and the vehicles of these routes.', {
  ...planFields,
  stops: Type.Array(Stop),
  routes: Type.Array(Route, { description: 'Each with its stops in driving order.' }),
  vehicles: Type.Array(Vehicle),
})
export type FullPlan = Static<typeof FullPlan>

const executionDate = dateOrTimestamp('Calendar date, or a timestamp; today by default.', {
  'x-message-id': 'highway.plan.error.invalid_execution_date',
})

export const PlanInput = record('PlanInput', 'A new plan. {} is a valid one.', {
  ...clearableFields({ ...descriptive, execution_date: executionDate }),
  status: Type.Optional(oneOf(['draft', 'planning'], { description: 'planning by default.' })),
  stops: Type.Optional(stopInputs),
  routes: Type.Optional(Type.Array(RouteInput, { description: 'Routes created with it.', maxItems: listLength.bulk })),
  geo_fences: Type.Optional(
    Type.Unknown({ description: 'Without effect: a plan has the zones of its project.', deprecated: true }),
  ),
})
export type PlanInput = Static<typeof PlanInput>

export const PlanUpdate = record(
  'PlanUpdate',
  'What changes in a plan; null clears a field. Stops and vehicles stay.',
  {
    ...clearableFields(descriptive),
    execution_date: Type.Optional(executionDate),
    status: Type.Optional(oneOf(planStatuses, { description: 'finished closes the plan.' })),
    geo_fences: Type.Optional(
      Type.Unknown({ description: 'Without effect: a plan has the zones of its project.', deprecated: true }),
    ),
  },
)
export type PlanUpdate = Static<typeof PlanUpdate>
