// Routes: order, dispatch and deletion.
import Type from 'typebox'
import { bodyBytes, callsPerMinute, listLength } from '../limits.ts'
import { optionalFields, record } from '../schema.ts'
import { email, id, text, url } from '../schemas/fields.ts'
import { Route, RouteInput, RouteUpdate, stopOrder } from '../schemas/route.ts'
import { Stop } from '../schemas/stop.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

export const RouteStops = record('RouteStops', 'The stops of a route.', {
  stops: { ...stopOrder, uniqueItems: true } as typeof stopOrder,
})

export const Dispatch = record('Dispatch', 'Where the link went.', {
  ...optionalFields({
    email: email('Where it was mailed.'),
    phone: text('Where it went as SMS: the driver of that day wishes so, or has no e-mail address.'),
  }),
  public_link: url('Opens the route in the driver application, until the route is finished.'),
})

export const RouteOptimized = record('RouteOptimized', 'The route in its new order.', {
  route: Route,
  unassigned_stops: Type.Array(Stop, { description: 'Stops that no longer fit.' }),
})

export const routeEndpoints = defineEndpoints(
  { tag: 'Routes', auth: 'api_key', visibility: 'public' },
  {
    getRoute: get('/v2/route/{id}', 'Retrieve a route', Route, {
      description: 'With its stops in driving order.',
      examples: { response: example.route },
    }),
    updateRoute: put('/v2/route/{id}', 'Update a route', Route, {
      description: 'Changes the fields sent. Of a finished route only descriptive fields may change.',
      body: RouteUpdate,
      errors: [
        'highway.route.error.finished',
        'highway.route.error.stop_not_in_plan',
        'highway.route.error.vehicle_already_used',
        'highway.route.error.invalid_time_window',
        'highway.stop.error.already_executed',
        'highway.vehicle.error.disabled',
        'highway.plan.error.promises_broken',
      ],
      examples: { body: { label: 'Van 2', time_window: [28_800, 64_800], is_locked: true }, response: example.route },
    }),
    deleteRoute: remove('/v2/route/{id}', 'Delete a route', Route, {
      description: 'Its stops stay in the plan, unassigned.',
      errors: ['highway.route.error.locked', 'highway.plan.error.promises_broken'],
      examples: { response: example.deletedRoute },
    }),
    dispatchRoute: post('/v2/route/{id}/dispatch', 'Dispatch a route to its driver', Dispatch, {
      description:
        'Sends a fresh link on every call, by e-mail, or by SMS to a driver who is reached so. No status changes.',
      ratePerMinute: callsPerMinute.dispatch,
      errors: [
        'highway.route.error.email_missing',
        'highway.route.error.finished',
        'highway.plan.error.draft',
        'highway.plan.error.finished',
      ],
      examples: { response: example.dispatch },
    }),
    optimizeRoute: post('/v2/route/{id}/optimize', 'Optimize the order of a route', RouteOptimized, {
      description: 'Stops that no longer fit come back unassigned.',
      ratePerMinute: callsPerMinute.optimizeRoute,
      errors: [
        'highway.route.error.locked',
        'highway.route.error.finished',
        'highway.optimization.error.sync_optimization_already_progress',
        'highway.optimization.error.plan_finished',
        'highway.optimization.error.failed',
      ],
      examples: { response: { route: example.route, unassigned_stops: [] } },
    }),
    createRoutes: create('/v2/routes', 'Create several routes in a plan', Type.Array(Route), {
      description: 'All or none. A vehicle_id copies the defaults of that vehicle.',
      query: Type.Object({ plan_id: id() }),
      body: Type.Array(RouteInput, { maxItems: listLength.bulk }),
      maxBodyBytes: bodyBytes.routes,
      errors: [
        'highway.plan.error.finished',
        'highway.route.error.vehicle_already_used',
        'highway.route.error.invalid_time_window',
        'highway.stop.error.invalid_type',
        'highway.stop.error.invalid_time_window',
        'highway.stop.error.packages_not_allowed',
        'highway.package.error.duplicated_identifier',
        'highway.vehicle.error.disabled',
      ],
      examples: {
        query: { plan_id: example.ids.plan },
        body: [example.routeInput],
        response: [{ ...example.bareRoute, stops: [] }],
      },
    }),
    setRouteStops: put('/v2/route/{id}/stops', 'Reorder the stops of a route', Route, {
      description:
        'Sets the exact order. Stops of other routes of the plan, and unassigned ones, are moved in; stops left out become unassigned. An order is never refused for a broken rule: the stops are flagged.',
      body: RouteStops,
      errors: [
        'highway.route.error.finished',
        'highway.route.error.stop_not_in_plan',
        'highway.stop.error.already_executed',
      ],
      examples: { body: { stops: [example.ids.stop] }, response: example.route },
    }),
  },
)
