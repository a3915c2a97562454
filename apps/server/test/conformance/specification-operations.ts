// Rules of the specification on operations, authentication, events, errors, limits and versions.
import { rule, type Section } from './rule.ts'
import * as t from './test-files.ts'

export const operations: Section = {
  title: 'Specification: endpoints',
  rules: [
    rule(
      'OPR-1',
      'Every listed operation exists under its method and path.',
      t.endpoints('%s is declared as a public operation'),
      t.served('docs/status.md lists'),
    ),
    rule(
      'OPR-2',
      'Bodies are JSON; every operation can answer 400, 401, 403, 404, 429 and 500.',
      t.frame('is JSON whatever its Content-Type'),
      t.described('%s is complete'),
    ),
    rule(
      'OPR-3',
      'Ids in paths and in project_id and plan_id are checked against the pattern.',
      t.frame('with the malformed id'),
      t.frame('with a wrong word, NUL'),
    ),
    rule(
      'OPR-4',
      'GET, PUT and DELETE of a plan answer 200.',
      t.plans('changes the fields sent'),
      t.plans('deletes softly'),
    ),
    rule(
      'OPR-5',
      'GET /v2/plans takes text, sort, offset (0), limit (20), deleted (false), project_id and status and answers a page.',
      t.plans('answers the envelope'),
      t.plans('filters by text'),
      t.plans('deleted plans are listed'),
    ),
    rule(
      'OPR-6',
      'POST /v2/plan needs project_id, takes label and execution_date, answers the plan.',
      t.plans('takes label, date, draft'),
      t.plans('project_id is required'),
    ),
    rule(
      'OPR-7',
      'GET /v2/plan/{id} answers the full plan with routes, stops and vehicles.',
      t.conformance('the full plan holds'),
    ),
    rule('OPR-8', 'PUT /v2/plan/{id} answers the updated full plan.', t.plans('changes the fields sent')),
    rule(
      'OPR-9',
      'DELETE /v2/plan/{id} deletes softly with routes and stops, whatever the status, and answers the deleted full plan.',
      t.plans('deletes softly'),
    ),
    rule(
      'OPR-10',
      'optimize/async only acknowledges; the solve runs in the background.',
      t.optimization('answers at once'),
    ),
    rule('OPR-11', 'optimize builds the routes.', t.optimization('without routes')),
    rule('OPR-12', 'keep_current_assignment keeps each stop on its route.', t.optimization('keep_current_assignment')),
    rule(
      'OPR-13',
      'plan/{id}/routes and plan/{id}/stops answer those of the plan.',
      t.plans('plan/{id}/stops and plan/{id}/routes'),
    ),
    rule(
      'OPR-14',
      'plans/stops answers the stops whose plan is executed in the window, with their reports; start and end default to the whole day.',
      t.plans('plans/stops and plans/routes'),
      t.conformance('plans/stops carries the proof'),
    ),
    rule(
      'OPR-15',
      'With routes in transit the optimization respects the work in progress.',
      t.optimization('keeps what is done'),
    ),
    rule(
      'OPR-16',
      'Completion is seen by reading the routes until stops stand on them.',
      t.client('waitForOptimization'),
    ),
    rule(
      'OPR-17',
      'DELETE of a route answers it; its stops return to the plan; a locked one is rejected.',
      t.routes('keeps the stops, unassigned'),
    ),
    rule(
      'OPR-18',
      'PUT of a route, POST /v2/routes and PUT route/{id}/stops change, create and reorder.',
      t.routes('PUT changes'),
      t.routes('copies the defaults'),
      t.routes('is exactly what is sent'),
    ),
    rule(
      'OPR-19',
      'route/{id}/optimize puts the stops of this route in order.',
      t.optimization('is put in a better order'),
    ),
    rule(
      'OPR-20',
      'POST /v2/stops takes an array with plan_id or project_id and answers the created stops; nothing is geocoded.',
      t.stops('answers the created stops in the order sent'),
      t.stops('with project_id the stops'),
    ),
    rule(
      'OPR-21',
      'Stops without a location are accepted, but not placed until coordinates arrive.',
      t.optimization('every stop that is left out'),
    ),
    rule(
      'OPR-22',
      'POST /v2/stops/geocode creates stops from addresses.',
      t.addresses('a stop created from an address'),
    ),
    rule(
      'OPR-23',
      'The stop search takes limit and predicates, eq is an exact match, and looks across the plans of the project.',
      t.search('eq is an exact match'),
      t.search('answers the envelope'),
    ),
    rule(
      'OPR-24',
      'POST /v2/stop/move resets the stops to pending in the other plan.',
      t.moves('the stops join the plan'),
    ),
    rule('OPR-25', 'PUT /v2/stops/delete deletes the given stops in one request.', t.stops('PUT /v2/stops/delete')),
    rule(
      'OPR-26',
      'POST /v3/stop/{id}/report and POST /v2/report create a report.',
      t.reports('answers 201 with the report'),
      t.reports('POST /v2/report'),
    ),
    rule(
      'OPR-27',
      'Tasks are attached to an existing stop, updated and removed.',
      t.tasks('attaches a pending task'),
      t.tasks('changes label'),
      t.tasks('removes the task'),
    ),
    rule(
      'OPR-28',
      'GET /v2/vehicles needs project_id, takes text, sort, offset, limit, deleted and enabled, and answers a page.',
      t.vehicles('filter by text and enabled'),
    ),
    rule(
      'OPR-29',
      'Vehicles are created one by one or in bulk, read, updated and deleted from their project.',
      t.vehicles('{} is a valid vehicle'),
      t.vehicles('%s creates all or none'),
      t.vehicles('PUT changes'),
      t.vehicles('DELETE answers'),
    ),
    rule(
      'OPR-30',
      'vehicles/sessions answers for each id whether a driver application is live.',
      t.vehicles('a session is live'),
    ),
    rule('OPR-31', 'vehicles/performance exists.', t.vehicles('performance counts')),
    rule(
      'OPR-32',
      'An optimize call while another run of the plan goes on is rejected with its code.',
      t.optimization('answers at once'),
      t.leases('ten optimize calls'),
    ),
    rule('OPR-33', 'Every dispatch sends the mail again.', t.driver('queues a mail')),
    rule('OPR-34', 'A locked route is not deleted, whatever its status.', t.routes('keeps the stops, unassigned')),
    rule(
      'OPR-35',
      'A report on a stop with a completed or canceled report is rejected with its code.',
      t.reports('after $type'),
    ),
    rule(
      'OPR-36',
      'There is no idempotency header; sending one has no effect.',
      t.conformance('an idempotency header'),
    ),
    rule(
      'OPR-37',
      'The same PUT twice leaves the same state.',
      t.plans('the same PUT twice'),
      t.stops('a whole record can be sent back'),
      t.routes('PUT changes'),
      t.vehicles('PUT changes'),
    ),
  ],
}

export const authentication: Section = {
  title: 'Specification: authentication',
  rules: [
    rule(
      'AUT-1',
      'The key stands in the query parameter private_key, with POST and PUT too.',
      t.auth('opens every operation to its user'),
      t.described('it offers private_key'),
    ),
    rule('AUT-2', 'The Authorization header is not accepted.', t.auth('in the Authorization header alone')),
    rule(
      'AUT-3',
      'A key is a random alphanumeric string that begins with api_key_.',
      t.conformance('a key is listed'),
      t.ids('a secret keeps its prefix'),
    ),
    rule(
      'AUT-4',
      'A key belongs to one organization and has the rights of its user in the projects that he reaches.',
      t.auth('opens every operation to its user'),
      t.auth('of a plain user'),
    ),
    rule(
      'AUT-5',
      'A key has label, active and creation time, no last use; several may be active.',
      t.conformance('a key is listed'),
    ),
    rule('AUT-6', 'An inactive key is rejected.', t.auth('that is %s is refused'), t.commands('org create, and keys')),
    rule(
      'AUT-7',
      'A missing, malformed, inactive or unknown key is 401 highway.apiKey.error.not_found.',
      t.auth('that is %s is refused'),
    ),
    rule(
      'AUT-8',
      'Keys are managed in the dashboard; the interface has no operation for it.',
      t.auth('never opens what is internal'),
    ),
    rule(
      'AUT-9',
      'Query strings with keys reach no log.',
      t.auth('appears in no log line'),
      t.redaction('%s is logged'),
    ),
  ],
}

export const events: Section = {
  title: 'Specification: events',
  rules: [
    rule(
      'EVT-1',
      'The envelope holds created_at, project_id, event_id (the type), meta and data with id and updated_at.',
      t.delivery('the envelope carries'),
    ),
    rule(
      'EVT-2',
      'There are the eight types, under the prefix svc.',
      t.described('the webhooks of 3.1'),
      t.docs('the pages name'),
    ),
    rule(
      'EVT-3',
      'plan.created, plan.updated and plan.deleted follow their changes.',
      t.plans('creates nested stops'),
      t.plans('changes the fields sent'),
      t.plans('deletes softly'),
    ),
    rule(
      'EVT-4',
      'route.started follows in_transit, route.finished follows finished.',
      t.day('the receiver saw'),
      t.conformance('each event comes at its moment'),
    ),
    rule(
      'EVT-5',
      'stop.created, stop.deleted and stop.reported follow their changes.',
      t.stops('records stop.created'),
      t.stops('DELETE answers the deleted stop'),
      t.conformance('each event comes at its moment'),
    ),
    rule('EVT-6', 'stop.reported carries no package status.', t.conformance('stop.reported carries')),
    rule(
      'EVT-7',
      'No event exists for routes created, updated or deleted, plans optimized or dispatched, or packages.',
      t.conformance('optimizing, dispatching'),
      t.packages('a scan records no event'),
    ),
    rule(
      'EVT-8',
      'Deliveries are not signed unless that is switched on.',
      t.targets('a signature follows'),
      t.delivery('the envelope carries'),
    ),
    rule(
      'EVT-9',
      'A delivery can arrive more than once, and (event_id, data.id, data.updated_at) tells repeats.',
      t.delivery('a failed delivery is tried again'),
      t.delivery('what a killed process'),
    ),
    rule(
      'EVT-10',
      'After 5 failures in a row the owner gets a mail, after 50 the webhook is switched off.',
      t.delivery('after 5 failures'),
    ),
  ],
}

export const refusals: Section = {
  title: 'Specification: errors',
  rules: [
    rule('ERR-1', 'message_id has the form highway.<context>.error.<reason>.', t.errors('a message_id has the form')),
    rule(
      'ERR-2',
      '201 carries the record with its id, 204 no body.',
      t.endpoints('creations answer 201'),
      t.frame('has the declared status'),
    ),
    rule(
      'ERR-3',
      '400, 403 and 404 carry the envelope.',
      t.frame('that is a refusal'),
      t.badInput('half a bulk is never stored'),
    ),
    rule(
      'ERR-4',
      '429 does not follow the envelope and has neither message_id nor Retry-After.',
      t.rates('the 2,001st call'),
    ),
    rule('ERR-5', '500 has no body.', t.frame('of the server is 500')),
    rule('ERR-6', 'The known codes are answered under their conditions.', t.errors('the known codes')),
  ],
}

export const limits: Section = {
  title: 'Specification: limits',
  rules: [
    rule(
      'LIM-1',
      '2,000 requests per key in any 60 seconds, over all its uses.',
      t.rates('the 2,001st call'),
      t.rates('admits exactly'),
      t.rates('concurrent calls'),
    ),
    rule(
      'LIM-2',
      'POST /v2/stops takes 5 MB, POST /v2/plan 3 MB.',
      t.endpoints('bodies have the specified sizes'),
      t.frame('of exactly the limit'),
    ),
    rule('LIM-3', 'Lists take limit 20 and offset 0 by default.', t.endpoints('list operations take limit 20')),
    rule(
      'LIM-4',
      'Compute-heavy operations have lower caps, which give 429 too.',
      t.rates('a lower cap'),
      t.endpoints('compute-heavy operations'),
    ),
    rule('LIM-5', 'A sort is pinned, so pages do not repeat records.', t.plans('pages are cut by offset')),
  ],
}

export const versions: Section = {
  title: 'Specification: versioning',
  rules: [
    rule(
      'VER-1',
      'The version is the first segment of the path; v3 holds bulk vehicles and the stop report.',
      t.endpoints('public operations live under'),
      t.endpoints('%s is declared'),
    ),
    rule(
      'VER-2',
      'A description is served at /swagger.json and in a converted form, under its label 7.12.55.',
      t.served('%s is served without a key'),
      t.described('its own version label'),
    ),
    rule('VER-3', 'What is deprecated is marked in the description.', t.described('deprecated operations are marked')),
  ],
}
