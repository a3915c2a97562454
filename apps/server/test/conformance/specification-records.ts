// Rules of the specification on conventions, records and states.
import { rule, type Section } from './rule.ts'
import * as t from './test-files.ts'

export const conventions: Section = {
  title: 'Specification: conventions',
  rules: [
    rule(
      'CNV-1',
      'Ids are strings of 24 lowercase hexadecimal characters.',
      t.ids('an id is 24'),
      t.frame('with the malformed id'),
    ),
    rule('CNV-2', 'Timestamps are ISO 8601 in UTC.', t.frame('has the declared status')),
    rule('CNV-3', 'execution_date is taken as a calendar date.', t.validation('%s is accepted as an execution date')),
    rule(
      'CNV-4',
      'Times of day and durations are whole seconds, times of day since midnight.',
      t.validation('what is no number'),
      t.validation('a night shift'),
    ),
    rule(
      'CNV-5',
      'custom_fields is a free JSON object on stops, tasks, reports and routes.',
      t.conformance('custom_fields come back whole'),
    ),
    rule(
      'CNV-6',
      'Deletion is soft: deleted and deleted_at.',
      t.plans('deletes softly'),
      t.stops('DELETE answers the deleted stop'),
      t.vehicles('DELETE answers the deleted vehicle'),
    ),
    rule(
      'CNV-7',
      'A page carries total, limit, offset, pages, page and docs.',
      t.plans('answers the envelope'),
      t.search('answers the envelope'),
    ),
    rule(
      'CNV-8',
      'Every refusal with a body is {message, message_id}, but for 429.',
      t.frame('that is a refusal'),
      t.rates('the 2,001st call'),
    ),
  ],
}

export const records: Section = {
  title: 'Specification: resources and their fields',
  rules: [
    rule(
      'REC-1',
      'Location, plan, stop, task, report, survey, package, route, vehicle, search predicate and session map carry the listed fields with their types and enums.',
      t.fields('%s carries'),
      t.fields('%s has the values'),
    ),
    rule(
      'REC-2',
      'stops and routes stand in the full plan only.',
      t.plans('{} is valid'),
      t.plans('changes the fields sent'),
    ),
    rule(
      'REC-3',
      'A plan has the geofences of its project; they cannot be modified on the plan.',
      t.plans('stops, routes, counters and geofences'),
    ),
    rule(
      'REC-4',
      'The plan update takes label, execution date, status and optimizer configuration; stops and vehicles are not modified by it.',
      t.plans('stops, routes, counters and geofences'),
    ),
    rule(
      'REC-5',
      'external_id of a stop is the caller’s and can be searched; plans, routes and vehicles have one too.',
      t.search('eq is an exact match'),
      t.fields('%s carries'),
    ),
    rule(
      'REC-6',
      'A stop is a delivery or a pickup unless said otherwise, and pending by default.',
      t.stops('answers the created stops in the order sent'),
    ),
    rule(
      'REC-7',
      'requires names the skills that the vehicle must provide.',
      t.optimization('with all kinds of rules'),
    ),
    rule('REC-8', 'time_windows are pairs of seconds since midnight.', t.validation('a window whose end')),
    rule(
      'REC-9',
      'report_attempts counts the attempted reports.',
      t.reports('attempted keeps the stop pending'),
      t.reports('eight attempts'),
    ),
    rule(
      'REC-10',
      'The stops of a route are ordered by chain_position.',
      t.conformance('the stops of a route are ordered by chain_position'),
    ),
    rule('REC-11', 'pickup is the linked pickup stop.', t.stops('pickup_id links'), t.conformance('a nested pickup')),
    rule('REC-12', 'tracking_url is the address of the recipient’s view.', t.tracking('shows the window')),
    rule(
      'REC-13',
      'Of a package only the identifier is taken; status and times sent with it are ignored.',
      t.conformance('of a package only the identifier'),
    ),
    rule('REC-14', 'A pickup stop rejects packages.', t.conformance('a pickup stop rejects packages')),
    rule('REC-15', 'A report carries images and a signature as {id, url}.', t.reports('an uploaded picture')),
    rule('REC-16', 'A locked route cannot be deleted.', t.routes('keeps the stops, unassigned')),
    rule('REC-17', 'last_position is the newest position of the driver.', t.driver('positions are stored once')),
    rule(
      'REC-18',
      'break_stop tells the pause as planned and as taken.',
      t.driver('the pause begins'),
      t.routes('a new start, shift or break'),
    ),
    rule('REC-19', 'planned_track is an encoded path.', t.conformance('planned_track')),
  ],
}

export const states: Section = {
  title: 'Specification: states and transitions',
  rules: [
    rule(
      'STA-1',
      'No operation advances a status directly but the update of a plan; status sent for stops and routes is ignored.',
      t.conformance('status sent for a stop, route or package is ignored'),
    ),
    rule(
      'STA-2',
      'A plan begins in planning, or in draft when asked.',
      t.plans('{} is valid'),
      t.plans('takes label, date, draft'),
    ),
    rule(
      'STA-3',
      'A draft or planning plan is in_progress once a route of it is in_transit.',
      t.lifecycle('a draft or planning plan'),
      t.reports('a report on a not_started route'),
    ),
    rule(
      'STA-4',
      'A plan in progress is finished once every route of it is.',
      t.lifecycle('an in_progress plan is finished'),
      t.reports('a report on a not_started route'),
    ),
    rule(
      'STA-5',
      'A finished plan never changes its status.',
      t.lifecycle('finished is terminal'),
      t.plans('%s to %s'),
    ),
    rule(
      'STA-6',
      'Optimization, dispatch and creating stops change no plan status.',
      t.lifecycle('optimization, dispatch and stop creation'),
      t.day('optimizing and dispatching'),
    ),
    rule('STA-7', 'A route begins not_started.', t.conformance('status sent for a stop, route or package is ignored')),
    rule(
      'STA-8',
      'A route is in_transit once its driver opens it.',
      t.driver('reading what it opens'),
      t.lifecycle('a route starts when'),
    ),
    rule(
      'STA-9',
      'A route in transit is finished once every stop is completed, incomplete or canceled; this may finish the plan.',
      t.lifecycle('an in_transit route is finished'),
      t.day('the plan ends finished'),
    ),
    rule(
      'STA-10',
      'Dispatching mails the driver a link and changes neither route nor plan.',
      t.driver('queues a mail'),
    ),
    rule('STA-11', 'A stop begins pending.', t.stops('answers the created stops in the order sent')),
    rule(
      'STA-12',
      'An attempted report leaves the stop pending and counts; the driver may try again.',
      t.reports('attempted keeps the stop pending'),
    ),
    rule(
      'STA-13',
      'A completed report completes the stop, a canceled one cancels it; later reports are rejected.',
      t.reports('answers 201 with the report'),
      t.reports('after $type'),
      t.reports('ten terminal reports'),
    ),
    rule(
      'STA-14',
      'A stop that moves to another plan is pending, whatever was reported.',
      t.moves('an ended stop is pending again'),
    ),
    rule(
      'STA-15',
      'completed, incomplete and canceled are terminal.',
      t.lifecycle('completed, incomplete and canceled'),
    ),
    rule(
      'STA-16',
      'Deleting a route keeps its stops, unassigned in the plan.',
      t.routes('keeps the stops, unassigned'),
    ),
    rule(
      'STA-17',
      'A package goes from pending by a scan to picked (picked_at), by another to delivered (delivered_at).',
      t.packages('the scan while loading picks'),
      t.lifecycle('scans lead from'),
    ),
    rule(
      'STA-18',
      'The status of packages is independent of that of their stop.',
      t.packages('a stop can be terminal'),
    ),
  ],
}
