// A driver's report that contradicts the service's data: kept whole, next to the stop, until a dispatcher decides.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../schema.ts'
import { id, label, text, timestamp } from './fields.ts'
import { Report } from './report.ts'

/** Reasons why a report does not count. */
export const conflictReasons = [
  'ended',
  'begun_elsewhere',
  'route_deleted',
  'stop_deleted',
  'left_plan',
  'no_code',
  'refused',
  'replaced',
  'amended',
  'taken_back',
] as const
export type ConflictReason = (typeof conflictReasons)[number]

export const conflictStates = ['open', 'taken', 'kept', 'dismissed'] as const
export type ConflictState = (typeof conflictStates)[number]

export const conflictDecisions = ['take', 'keep', 'dismiss'] as const
export type ConflictDecision = (typeof conflictDecisions)[number]

const { project_id, type, images, tasks, packages, created_at } = Report.properties
const { comments, cancel_reason, custom_fields, signature, location, location_distance, time_in_stop } =
  Report.properties
const { taken_by, taker_name, payment_collected } = Report.properties
const { client_id, moment_within, reporter } = Report.properties

export const ReportConflict = record(
  'ReportConflict',
  'A driver’s report that contradicts what the service knows. It does not count until a dispatcher takes it.',
  {
    id: id(),
    stop_id: id(),
    project_id,
    plan_id: id('The plan of the route of the driver.'),
    route_id: id('The route of the driver who reported; it may be deleted.'),
    reason: oneOf(conflictReasons, {
      description:
        'ended: another report closed the stop. begun_elsewhere: the driver of another route had come to it. route_deleted, stop_deleted, left_plan: what became of its place. no_code: without the handover code. refused: a rule of the project stood in its way. replaced: it counted until another one was taken. amended: the driver corrected a report that their phone could no longer change. taken_back: the driver took such a report back; what it says is what is to go.',
    }),
    state: oneOf(conflictStates, {
      description: 'open until somebody decides; taken: it counts as a report; kept: beside the stop; dismissed.',
    }),
    type,
    images,
    tasks,
    packages,
    created_at,
    received_at: timestamp('When the service got it.'),
    ...optionalFields({
      comments,
      taken_by,
      taker_name,
      payment_collected,
      cancel_reason,
      custom_fields,
      signature,
      location,
      location_distance,
      time_in_stop,
      moment_within,
      client_id,
      reporter,
      refusal: text('The rule that stood in its way, in words.'),
      device: text('What the phone called itself.'),
      amends: id('The report that it corrects or takes back.'),
      stop_label: label('Name of the stop.'),
      route_label: label('Name of the route of the driver, or of its vehicle.'),
      driver_label: label('Who drove that route that day.'),
      decided_at: timestamp(),
      decided_by: label('Name of the dispatcher who decided.'),
      report_id: id('The report that it became.'),
    }),
  },
)
export type ReportConflict = Static<typeof ReportConflict>

export const ConflictDecisionInput = record(
  'ConflictDecisionInput',
  'What is to become of a report that does not count.',
  {
    decision: oneOf(conflictDecisions, {
      description:
        'take: it is what happened; a report that counted before is kept beside it. keep: it stays beside the stop. dismiss: it is put away, and can still be read.',
    }),
  },
)
export type ConflictDecisionInput = Static<typeof ConflictDecisionInput>

export const reportConflicts = Type.Array(ReportConflict)
