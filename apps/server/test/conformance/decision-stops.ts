// Rules of the page of decisions on stops, reports, tasks, packages and recipients.
import { rule, type Section } from './rule.ts'
import * as t from './test-files.ts'

export const decidedStops: Section = {
  title: 'Decisions: stops',
  rules: [
    rule(
      'STP-1',
      'A stop is a delivery, pickup or visit, else highway.stop.error.invalid_type.',
      t.stops('a bad field is refused'),
      t.conformance('a pickup stop rejects packages'),
    ),
    rule(
      'STP-2',
      'Neither plan_id nor project_id is refused; of both the plan wins if it is of the project.',
      t.stops('neither plan_id nor'),
    ),
    rule('STP-3', 'A nested pickup creates and links the pickup stop.', t.conformance('a nested pickup')),
    rule(
      'STP-4',
      'PUT takes every field that is not read-only; tasks replaces the list; route_id assigns, null takes off.',
      t.stops('tasks replaces the list'),
      t.stops('route_id assigns'),
    ),
    rule(
      'STP-5',
      'Of an executed stop descriptive fields may be corrected.',
      t.stops('after its end descriptive fields'),
    ),
    rule(
      'STP-6',
      'A new location recomputes the route and clears location_validated.',
      t.stops('a new location recomputes'),
    ),
    rule(
      'STP-7',
      'DELETE answers the stop; PUT /v2/stops/delete is all or nothing, 204.',
      t.stops('DELETE answers'),
      t.stops('PUT /v2/stops/delete'),
    ),
    rule(
      'STP-8',
      'geocode refuses a location; misses are created without coordinates; hits carry scoring and partial_match.',
      t.addresses('%s is refused with its place'),
      t.addresses('a miss is created'),
      t.addresses('a stop created from an address'),
    ),
    rule(
      'STP-9',
      'The search takes the listed operators, types and fields; anything else is invalid_predicate.',
      t.search('%j is an invalid predicate'),
      t.search('a type says how'),
      t.search('predicates are ANDed'),
    ),
    rule('STP-10', 'GET /v2/stops/search serves older clients.', t.search('finds a text in ids')),
    rule(
      'STP-11',
      'move takes plan_id in query or body, or none for the project; a linked pickup travels along.',
      t.moves('the plan may stand in the body'),
      t.moves('a linked pickup travels'),
    ),
    rule(
      'STP-12',
      'After a move only newer reports count; older ones stay readable.',
      t.moves('after a move only'),
      t.reports('after a move only'),
    ),
    rule('STP-13', 'A move to another project or a finished plan is refused.', t.moves('a finished target')),
    rule(
      'STP-14',
      'Entries of the address book fill in stops; what is copied stays.',
      t.stops('an entry of the address book'),
      t.clients('stops keep what they copied'),
    ),
    rule('STP-15', 'Supervisors read the stops that name them.', t.stops('a supervisor reads')),
  ],
}

export const decidedReports: Section = {
  title: 'Decisions: reports, tasks and packages',
  rules: [
    rule(
      'INC-1',
      'A completed report with a canceled task, or with packages after which one is not delivered, makes the stop incomplete; a bare one completes.',
      t.reports('a completed report with a canceled task'),
      t.reports('a completed report whose packages'),
      t.reports('with all packages delivered'),
    ),
    rule(
      'INC-2',
      'A late report on a stop that closing ended is stored, and the status stays.',
      t.reports('a late report on a stop'),
    ),
    rule(
      'REP-1',
      'A client_id sent again answers 200 with the stored report.',
      t.reports('a client_id that was sent'),
      t.reports('the same client_id ten times'),
    ),
    rule(
      'REP-2',
      'created_at may be at most five minutes ahead; unknown types and foreign tasks are refused.',
      t.reports('an unknown type'),
    ),
    rule(
      'REP-3',
      'location_distance and time_in_stop are computed when absent.',
      t.reports('answers 201 with the report'),
      t.driver('an arrival gives'),
    ),
    rule(
      'REP-4',
      'Pictures come by upload, by id or as data URL; JPEG, PNG and WebP by content, 10 MB.',
      t.reports('an uploaded picture'),
      t.reports('a data URL'),
      t.reports('more than 10 MiB'),
      t.pictures('refused'),
    ),
    rule('REP-5', 'A report on a route that has not started starts it.', t.reports('a report on a not_started route')),
    rule('REP-6', 'A stop in no plan takes no report.', t.reports('a stop in no plan')),
    rule(
      'REP-7',
      'cancel_reason is text of at most 200 characters; any is taken from API clients.',
      t.conformance('cancel_reason'),
    ),
    rule('REP-8', 'What the project requires (photo, signature) is asked for by name.', t.reports('a required photo')),
    rule(
      'PIN-1',
      'The handover code is made per stop when switched on, asked at completion, five tries, never sent to drivers.',
      t.stops('a project that requires a handover code'),
      t.reports('the handover code is asked'),
      t.driver('shows the stops in order'),
    ),
    rule(
      'TSK-1',
      'Tasks begin pending; a report or a PUT sets them while the stop is pending.',
      t.tasks('attaches a pending task'),
      t.tasks('the status is fixed'),
    ),
    rule(
      'PKG-1',
      'Loading and the pickup scan pick, the delivery scan delivers; of a pending package it does both with one time.',
      t.packages('the scan while loading'),
      t.packages('a delivery scan of a pending'),
      t.packages('a scan at the linked pickup'),
    ),
    rule('PKG-2', 'A repeated scan changes nothing and answers 200.', t.packages('a repeated scan')),
    rule(
      'PKG-3',
      'Packages are edited while the stop is pending; identifiers are unique in a stop.',
      t.stops('packages keep their scans'),
      t.packages('a stop can be terminal'),
      t.conformance('of a package only the identifier'),
    ),
  ],
}

export const decidedPeople: Section = {
  title: 'Decisions: users, keys, drivers, recipients, webhooks',
  rules: [
    rule(
      'USR-1',
      'Roles decide: administrator all, manager projects and fleet, user assigned projects; a key acts as its user.',
      t.auth('of a plain user'),
      t.auth('opens every operation to its user'),
    ),
    rule(
      'USR-2',
      'The keys of a deactivated user answer 401.',
      t.auth('that is %s is refused'),
      t.users('a deactivated user'),
    ),
    rule(
      'USR-3',
      'GET /v2/projects lists the projects that a key reaches.',
      t.projects('answers an envelope of the projects'),
    ),
    rule(
      'KEY-1',
      'The whole key is shown once, stored as a digest, redacted everywhere.',
      t.conformance('a key is listed'),
      t.redaction('%s is logged'),
    ),
    rule(
      'DRV-1',
      'Driver calls carry the token of the link; reading starts nothing, only the application’s POST does.',
      t.driver('reading what it opens'),
      t.auth('opens the calls of its route'),
    ),
    rule(
      'DRV-2',
      'Positions come in batches of at most 500; estimated times follow them.',
      t.driver('more than 500'),
      t.driver('estimated times'),
    ),
    rule('DRV-3', 'The break is started and ended by the driver.', t.driver('the pause begins')),
    rule(
      'TRK-1',
      'The recipient’s page has a token of 128 bits, survives moves, ends after 30 days, is not indexed and shows nobody else.',
      t.tracking('the link survives'),
      t.tracking('ends 30 days'),
      t.tracking('holds the view of its own stop'),
      t.tracking('shows the window'),
    ),
    rule(
      'TRK-2',
      'The van is shown only while its route is in transit and the stop pending.',
      t.tracking('the van is shown'),
    ),
    rule(
      'SUR-1',
      'A survey comes after a terminal status, one per stop, editable for 7 days, rating 1..5.',
      t.tracking('comes after a terminal status'),
      t.tracking('refuses %j'),
    ),
    rule('LOC-1', 'The recipient confirms or corrects the place.', t.tracking('the place is confirmed')),
    rule('LOC-2', 'A poor geocode plus a contact sends a message with a link.', t.addresses('a doubtful place')),
    rule(
      'HOK-1',
      'meta holds organization_id, actor and changes; data is the resource without children; stop.reported has status, reports and tasks.',
      t.delivery('the envelope carries'),
      t.conformance('stop.reported carries'),
    ),
    rule(
      'HOK-2',
      'https only outside development; private addresses are refused at delivery, after DNS; redirects are not followed.',
      t.targets('%s is refused'),
      t.targets('none is made to %s'),
      t.targets('redirects are not followed'),
      t.conformance('in production a webhook'),
    ),
    rule(
      'HOK-3',
      'Retries after 1 min, 5 min, 30 min, 2 h and 6 h; every failure counts, a success resets.',
      t.delivery('a failed delivery is tried again'),
      t.delivery('a success begins'),
    ),
    rule('HOK-4', 'The last 500 attempts are kept and can be sent again.', t.conformance('the log of a webhook')),
    rule(
      'HOK-5',
      'Order per resource is kept, and a bad receiver delays no other.',
      t.delivery('the changes of one resource'),
      t.delivery('a hanging and a failing'),
    ),
    rule('HOK-6', 'A webhook may be signed after Standard Webhooks.', t.targets('a signature follows')),
    rule(
      'CAP-1',
      'geocode 60, plan optimize 30, route optimize 60, dispatch 120, search 600 calls per key and minute.',
      t.endpoints('compute-heavy operations'),
      t.rates('a lower cap'),
    ),
    rule(
      'CAP-2',
      'Bodies: 5 MB for stops and geocode, 3 MB for plan, routes and vehicles, 10 MB for images, else 1 MB.',
      t.endpoints('bodies have the specified sizes'),
      t.frame('of exactly the limit'),
    ),
    rule(
      'DEP-1',
      'What is deprecated carries Deprecation and Sunset headers, and is 410 highway.api.error.gone after its day.',
      { file: 'apps/server/src/frame/http/deprecation.unit.test.ts', title: 'a deprecated operation' },
      { file: 'apps/server/src/frame/http/deprecation.unit.test.ts', title: 'after its last day' },
    ),
  ],
}
