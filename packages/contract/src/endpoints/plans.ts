// Plans: the day, its optimization, and queries on it.
import Type from 'typebox'
import { planStatuses, routeStatuses, stopStatuses } from '../lifecycle.ts'
import { bodyBytes, callsPerMinute } from '../limits.ts'
import { defaulted, oneOf } from '../schema.ts'
import { dateOrTimestamp, flag, id } from '../schemas/fields.ts'
import {
  deletedParameter,
  getPage,
  idOrNone,
  pageParameters,
  partParameters,
  sortParameter,
  textParameter,
} from '../schemas/list.ts'
import { OptimizationAccepted, RunningOptimization } from '../schemas/optimizer.ts'
import { FullPlan, Plan, PlanInput, PlanUpdate } from '../schemas/plan.ts'
import { DayRoute, Route } from '../schemas/route.ts'
import { stops } from '../schemas/stop.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

const planSortFields = [
  'label',
  'status',
  'execution_date',
  'created_at',
  'updated_at',
  'total_stops',
  'total_routes',
] as const

const keepCurrentAssignment = defaulted(
  flag('Stops keep their routes; only the order is improved, and unassigned stops are added where they fit.'),
  false,
)

const dayQuery = {
  project_id: id(),
  date: dateOrTimestamp('The day.'),
  start: Type.Optional(dateOrTimestamp('Begin of the window; 00:00 UTC of the day by default.')),
  end: Type.Optional(dateOrTimestamp('End of the window; 23:59:59.999 UTC of the day by default.')),
}

export const planEndpoints = defineEndpoints(
  { tag: 'Plans', auth: 'api_key', visibility: 'public' },
  {
    listPlans: get('/v2/plans', 'List plans', getPage('PlanPage', Plan), {
      description: 'Plans of one project, or of all that the key reaches.',
      query: Type.Object({
        text: textParameter('Searches label and external_id.'),
        sort: sortParameter(planSortFields, 'created_at:desc'),
        ...pageParameters,
        deleted: deletedParameter,
        project_id: Type.Optional(id()),
        status: Type.Optional(oneOf(planStatuses)),
        from_date: Type.Optional(dateOrTimestamp('First execution date, inclusive.')),
        to_date: Type.Optional(dateOrTimestamp('Last execution date, inclusive.')),
        fromDate: Type.Optional(dateOrTimestamp('Same as from_date.')),
        toDate: Type.Optional(dateOrTimestamp('Same as to_date.')),
      }),
      examples: { query: { status: 'planning', sort: 'execution_date:desc' }, response: example.page(example.plan) },
    }),
    createPlan: create('/v2/plan', 'Create a plan', Plan, {
      description: 'With its stops and routes, if they are sent. {} is a valid plan for today.',
      query: Type.Object({ project_id: id() }),
      body: PlanInput,
      bodyOptional: true,
      maxBodyBytes: bodyBytes.plan,
      errors: [
        'highway.plan.error.invalid_execution_date',
        'highway.plan.error.invalid_optimizer_config',
        'highway.stop.error.invalid_type',
        'highway.stop.error.invalid_time_window',
        'highway.stop.error.packages_not_allowed',
        'highway.package.error.duplicated_identifier',
        'highway.route.error.vehicle_already_used',
        'highway.route.error.invalid_time_window',
        'highway.vehicle.error.disabled',
      ],
      examples: { query: { project_id: example.ids.project }, body: example.planInput, response: example.plan },
    }),
    getPlan: get('/v2/plan/{id}', 'Retrieve a plan', FullPlan, {
      description: 'The full plan: its stops, its routes with their ordered stops, and the vehicles of these routes.',
      examples: { response: example.fullPlan },
    }),
    updatePlan: put('/v2/plan/{id}', 'Update a plan', FullPlan, {
      description: 'Changes the fields sent. Status finished closes the plan: pending stops become incomplete.',
      body: PlanUpdate,
      errors: [
        'highway.plan.error.invalid_status_transition',
        'highway.plan.error.invalid_execution_date',
        'highway.plan.error.invalid_optimizer_config',
        'highway.plan.error.finished',
        'highway.stop.error.promised',
      ],
      examples: { body: { label: 'Tuesday, north', status: 'planning' }, response: example.fullPlan },
    }),
    deletePlan: remove('/v2/plan/{id}', 'Delete a plan', FullPlan, {
      description: 'With all its routes and stops, whatever its status. It cannot be undone.',
      errors: ['highway.plan.error.promises_broken'],
      examples: { response: example.deletedPlan },
    }),
    optimizePlan: post('/v2/plan/{id}/optimize', 'Optimize a plan and wait', FullPlan, {
      description:
        'Builds the routes and answers the full plan, after 60 seconds at the latest. Calling it again may reassign stops.',
      query: Type.Object({ keep_current_assignment: keepCurrentAssignment }),
      ratePerMinute: callsPerMinute.optimizePlan,
      errors: [
        'highway.optimization.error.sync_optimization_already_progress',
        'highway.optimization.error.plan_finished',
        'highway.optimization.error.failed',
      ],
      examples: { response: example.fullPlan },
    }),
    optimizePlanAsync: post('/v2/plan/{id}/optimize/async', 'Optimize a plan in the background', OptimizationAccepted, {
      description: 'Answers at once; the end is seen in the running optimization, and in the routes of the plan.',
      query: Type.Object({ keep_current_assignment: keepCurrentAssignment }),
      ratePerMinute: callsPerMinute.optimizePlan,
      errors: [
        'highway.optimization.error.sync_optimization_already_progress',
        'highway.optimization.error.plan_finished',
      ],
      examples: { response: { finished: false, status: 'in progress' } },
    }),
    getRunningOptimization: get('/v2/plan/{id}/running_optimization', 'Follow an optimization', RunningOptimization, {
      description: 'The latest optimization of the plan; 404 if there never was one.',
      examples: { response: example.runningOptimization },
    }),
    cancelRunningOptimization: remove(
      '/v2/plan/{id}/running_optimization',
      'Cancel an optimization',
      RunningOptimization,
      {
        description: 'The plan stays as it was, unless apply keeps the best solution found so far.',
        query: Type.Object({ apply: defaulted(flag('Keep the best solution found so far.'), false) }),
        examples: { response: { ...example.runningOptimization, finished: true, status: 'canceled' } },
      },
    ),
    listPlanRoutes: get('/v2/plan/{id}/routes', 'List the routes of a plan', Type.Array(Route), {
      description: 'A plain array; each route carries its stops in order.',
      query: Type.Object({
        status: Type.Optional(oneOf(routeStatuses)),
        vehicle_id: idOrNone('Routes of this vehicle, or null: routes without one.'),
        ...partParameters,
      }),
      examples: { response: [example.route] },
    }),
    listPlanStops: get('/v2/plan/{id}/stops', 'List the stops of a plan', stops, {
      description: 'A plain array; stops carry tasks, reports and packages.',
      query: Type.Object({
        status: Type.Optional(oneOf(stopStatuses)),
        route_id: idOrNone('Stops of this route, or null: unassigned stops.'),
        vehicle_id: idOrNone('Stops of this vehicle, or null: stops without one.'),
        ...partParameters,
      }),
      examples: { query: { route_id: 'null' }, response: [example.stop] },
    }),
    listDayRoutes: get('/v2/plans/routes', 'List the routes of a day', Type.Array(DayRoute), {
      description: 'Routes of all plans of the project whose execution date falls in the window.',
      query: Type.Object({ ...dayQuery, stops: defaulted(flag('Include the stops of each route.'), false) }),
      examples: {
        query: { project_id: example.ids.project, date: '2026-11-23' },
        response: [example.bareRoute],
      },
    }),
    listDayStops: get('/v2/plans/stops', 'List the stops of a day with their proof', stops, {
      description:
        'Stops of all plans of the project whose execution date falls in the window, with reports and pictures.',
      query: Type.Object(dayQuery),
      examples: { query: { project_id: example.ids.project, date: '2026-11-23' }, response: [example.reportedStop] },
    }),
  },
)
