// Rules of the page of decisions on plans, optimization, routes and vehicles.
import { openRule, rule, type Section } from './rule.ts'
import * as t from './test-files.ts'

export const decidedPlans: Section = {
  title: 'Decisions: plans and optimization',
  rules: [
    rule(
      'OPT-1',
      'optimizer_config and traffic_options take the listed fields; bad values are highway.plan.error.invalid_optimizer_config.',
      t.plans('a bad field is refused'),
      t.validation('optimizer fields of older clients'),
    ),
    rule(
      'OPT-2',
      'Distance or time, balance, fewest vehicles, spans, waiting, late arrival and penalties weigh as configured.',
      t.costs('without prices is'),
      t.costs('follow the configuration'),
      t.problems('%i becomes a problem'),
    ),
    rule('OPT-3', 'The configuration of the project is the default of its plans.', t.costs('of the plan win')),
    rule(
      'PLN-1',
      'A PUT may change the status exactly as the table says, else highway.plan.error.invalid_status_transition.',
      t.plans('%s to %s'),
      t.plans('a plan in progress'),
      t.lifecycle('a PUT changes'),
    ),
    rule(
      'PLN-2',
      'Closing a plan ends its pending stops as incomplete and its open routes as finished, with one plan.updated.',
      t.plans('finished closes the plan'),
    ),
    rule(
      'PLN-3',
      'Label, date and external_id of a finished plan may still be edited.',
      t.plans('label, date and external_id'),
    ),
    rule(
      'PLN-4',
      'A draft can be optimized but not dispatched, and sends no messages.',
      t.optimization('a finished plan is refused'),
      t.driver('needs an address'),
      t.lifecycle('a draft plan'),
    ),
    rule(
      'PLN-5',
      'GET /v2/plans takes from_date and to_date (and fromDate, toDate), inclusive, and searches label and external_id in any case.',
      t.plans('filters by text'),
      t.conformance('fromDate and toDate'),
    ),
    rule(
      'PLN-6',
      'GET /v2/plans sorts by the listed fields, newest first by default, and answers all reachable projects without project_id.',
      t.plans('without project_id'),
      t.plans('answers the envelope'),
      t.conformance('plans can be sorted'),
    ),
    rule(
      'PLN-7',
      'POST /v2/plan also takes status, external_id, settings, stops and routes; {} is valid and means today.',
      t.plans('{} is valid'),
      t.plans('creates nested stops'),
      t.plans('one bad nested stop'),
    ),
    rule(
      'PLN-8',
      'Stops and routes of a plan, and of a day, are plain arrays with filters; null means without one.',
      t.plans('plan/{id}/stops and'),
      t.plans('plans/stops and'),
    ),
    rule(
      'RUN-1',
      'optimize waits and answers the full plan; without routes one is made for every enabled vehicle working that weekday.',
      t.optimization('without routes'),
    ),
    rule('RUN-2', 'An empty plan, or no vehicles: 200, unchanged.', t.optimization('no vehicle')),
    rule(
      'RUN-3',
      'optimize/async answers {finished: false, status: "in progress"}; running_optimization tells the state and 404 if none ever ran.',
      t.optimization('answers at once'),
      t.conformance('running_optimization is 404'),
    ),
    rule(
      'RUN-4',
      'DELETE running_optimization cancels; only apply=true keeps the best solution.',
      t.optimization('answers at once'),
      t.optimization('canceled with apply'),
    ),
    rule('RUN-5', 'Locked routes are never touched.', t.optimization('locked routes')),
    rule(
      'RUN-6',
      'A second run of the plan is refused from any node; a dead node blocks nothing.',
      t.leases('ten optimize calls'),
      t.leases('a worker killed'),
    ),
    rule('RUN-7', 'A finished plan is highway.optimization.error.plan_finished.', t.optimization('a finished plan')),
    rule(
      'LIV-1',
      'Terminal stops stay, the next pending stop is pinned, the route goes on from the last position and the clock.',
      t.optimization('keeps what is done'),
      t.problems('of a route under way'),
      t.problems('a newer position'),
    ),
    rule(
      'LIV-2',
      'Pending stops of a started route stay on their vehicle; unassigned loads join only routes that have not started.',
      t.problems('unassigned goods may join'),
    ),
    rule(
      'FIX-1',
      'fixed_id counts from 1 in the plan, is never reused nor changed by optimizing.',
      t.stops('numbers go up'),
      t.optimization('fixed_id does not change'),
    ),
    rule(
      'FIX-2',
      'order is 0..n-1, chain_id the route while assigned.',
      t.conformance('the stops of a route are ordered'),
    ),
    rule(
      'LNK-1',
      'pickup_id links a pickup of the plan that many may share; same route and pickup first are hard.',
      t.stops('pickup_id links'),
      t.optimization('with all kinds of rules'),
      t.routes('a delivery before its pickup'),
    ),
    rule(
      'LNK-2',
      'A cluster rides on one route; skills, zones, rewards and breaks are kept.',
      t.optimization('with all kinds of rules'),
      t.optimization('the project time zone'),
    ),
    rule(
      'WRN-1',
      'optimization_warnings say which rule the position breaks, and why a stop was left out; every unassigned stop has one after a run.',
      t.optimization('every stop that is left out'),
      t.routes('is never refused'),
    ),
    openRule(
      'TRC-1',
      'tracing_percent and distance_traveled follow from the recorded track.',
      'the two fields are never computed',
    ),
    rule('TOL-1', 'toll_price is part of the route’s cost.', t.costs('with prices is money')),
  ],
}

export const decidedRoutes: Section = {
  title: 'Decisions: routes and vehicles',
  rules: [
    rule(
      'RTE-1',
      'PUT takes every field that is not read-only, and stops; a finished route only descriptive fields.',
      t.routes('PUT changes'),
      t.routes('of a finished route'),
    ),
    rule(
      'RTE-2',
      'POST /v2/routes copies the vehicle’s defaults and takes nested stops.',
      t.routes('copies the defaults'),
      t.routes('takes nested stops'),
    ),
    rule(
      'RTE-3',
      'The same vehicle twice needs windows apart; a disabled one is refused.',
      t.routes('the same vehicle twice'),
      t.routes('a disabled vehicle'),
    ),
    rule(
      'RTE-4',
      'PUT route/{id}/stops sets the exact order, moves stops in and leaves out what is left out.',
      t.routes('is exactly what is sent'),
    ),
    rule(
      'RTE-5',
      'Stops outside the plan, duplicates and executed stops are refused.',
      t.routes('refuses %s'),
      t.routes('executed stops'),
    ),
    rule(
      'RTE-6',
      'A dispatcher’s order is flagged, never refused, and times are computed at once.',
      t.routes('is never refused'),
    ),
    rule(
      'RTE-7',
      'dispatch answers {email, public_link}, a fresh link each time; older ones work until the route is finished.',
      t.driver('queues a mail'),
      t.driver('after the route is finished'),
    ),
    rule('RTE-8', 'Without an address: highway.route.error.email_missing.', t.driver('needs an address')),
    rule(
      'RTE-9',
      'route/{id}/optimize answers {route, unassigned_stops}; a locked route is refused.',
      t.optimization('is put in a better order'),
      t.optimization('is refused while locked'),
    ),
    rule(
      'RTE-10',
      'A route without stops stays not_started; deleting the last pending stop finishes a route in transit.',
      t.lifecycle('an in_transit route is finished'),
      t.moves('moving the last pending stop'),
      t.conformance('deleting the last pending stop'),
    ),
    rule('RTE-11', 'No stop joins a finished route.', t.lifecycle('a finished route never changes')),
    rule(
      'VEH-1',
      '{} is a valid vehicle; every field is optional and comes back.',
      t.vehicles('{} is a valid vehicle'),
      t.vehicles('every field that is sent'),
    ),
    rule('VEH-2', 'PUT on a vehicle touches future routes only.', t.conformance('a changed vehicle')),
    rule('VEH-3', 'A vehicle that drives a route in transit cannot be deleted.', t.vehicles('a vehicle that drives')),
    rule('VEH-4', 'POST /v2/vehicles is POST /v3/vehicles.', t.vehicles('%s creates all or none')),
    rule('VEH-5', 'performance counts over a span, the last 30 days by default.', t.vehicles('performance counts')),
    rule(
      'VEH-6',
      'A session is live for five minutes after the driver application was heard.',
      t.vehicles('a session is live'),
    ),
    rule(
      'ZON-1',
      'Zones are polygons of the project; inside an enabled one only routes that list it serve.',
      t.zones('are created enabled'),
      t.routes('a stop inside an enabled zone'),
    ),
  ],
}
