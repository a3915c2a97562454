// A stop: one delivery, pickup or visit, with everything that hangs on it.
import Type, { type Static } from 'typebox'
import { stopStatuses } from '../lifecycle.ts'
import * as limits from '../limits.ts'
import { beyondInterface, clearableFields, nullable, oneOf, optionalFields, record } from '../schema.ts'
import {
  count,
  customFields,
  email,
  flag,
  id,
  ids,
  label,
  number,
  quantity,
  recordTimes,
  seconds,
  text,
  timeOfDay,
  timestamp,
  timeWindows,
  url,
  words,
} from './fields.ts'
import { StopPlace } from './learning.ts'
import { Location, LocationInput } from './location.ts'
import { CashOnDelivery } from './money.ts'
import { Package, packageInputs } from './package.ts'
import { Report, Survey } from './report.ts'
import { Task, TaskInput, TaskReplacement } from './task.ts'
import { VanPlace } from './van-place.ts'

export const stopTypes = ['delivery', 'pickup', 'visit'] as const
export type StopType = (typeof stopTypes)[number]

/** Reasons why a stop is unassigned, or rules that its present position breaks. */
export const optimizationWarningCodes = [
  'no_location',
  'unreachable',
  'skill_missing',
  'time_window',
  'capacity',
  'max_services',
  'max_distance',
  'max_time',
  'driving_hours',
  'battery',
  'zone',
  'cluster',
  'apart',
  'pickup_unassigned',
  'delivery_unassigned',
  'no_vehicle_available',
  'cheaper_to_drop',
  // Only for stops on a route.
  'working_hours',
  'depot_hours',
  'break',
  'max_wait_time',
  'max_delivery_time',
  'min_time',
  'min_distance',
  'pickup_order',
  'far_away',
] as const

export const OptimizationWarning = record(
  'OptimizationWarning',
  'One rule that is broken, or why no route takes the stop.',
  {
    code: oneOf(optimizationWarningCodes, beyondInterface(['apart'])),
    message: text('The same for people.'),
  },
)
export type OptimizationWarning = Static<typeof OptimizationWarning>

const type = oneOf(stopTypes, {
  description: 'A visit has no load and no packages.',
  'x-message-id': 'highway.stop.error.invalid_type',
})

/** Texts that people write about a stop. */
const descriptive = {
  client_id: id('Entry of the address book.'),
  pickup_id: id('The pickup stop that must come before this delivery, on the same route.'),
  client_external_id: label(),
  external_id: label("The caller's own identifier; it can be searched and need not be unique."),
  label: label(),
  location_details: text('Floor, door, gate.'),
  comments: text(),
  phone: text(),
  email: email(),
  url: url(),
  reference_person: text(),
  cluster: text('Stops that share it ride on one route.'),
  kind: text('What it is, in a word of your own: glass, stones.', beyondInterface()),
  duration: seconds('Time of the service itself.'),
  reward: quantity('Value of serving the stop; when not all fit, the higher goes first.'),
  volume: quantity('Cubic metres.'),
  weight: quantity('Kilograms.'),
  price: number(),
  cash_on_delivery: CashOnDelivery,
  max_delivery_time: seconds('Longest time from leaving the pickup (or the start) to the arrival.'),
  custom_fields: customFields(),
  pin: Type.String({ description: 'Handover code of the recipient.', pattern: '^[0-9]{4}$' }),
  customer_text_field: text("The recipient's own instructions."),
}
const requires = words('Skills that the vehicle must provide.')
const apartFrom = words('Kinds that are never on the same route; with its own kind: no two of them.', beyondInterface())
const supervisors = ids('Users who may see the stop, read-only.', limits.listLength.supervisors)

/** Possible problems with a phone number. */
export const phoneDoubts = ['doubtful', 'unusable', 'country_unknown'] as const

const straightWay =
  'True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.'

const computed = {
  plan_id: id(),
  route_id: id(),
  vehicle_id: id(),
  created_by: id(),
  fixed_id: Type.String({ description: 'Number within the plan that never changes; drivers write it on parcels.' }),
  plan_label: label(),
  plan_execution_date: timestamp(),
  order: count('Place on the route, from 0.'),
  learned_place: StopPlace,
  planned_arrival_time: timeOfDay(),
  planned_departure_time: timeOfDay(),
  estimated_arrival_time: timestamp(),
  estimated_departure_time: timestamp(),
  noticed_arrival_time: timestamp(
    "When the van came, as its positions tell; beside the driver's reports, and never in their place.",
  ),
  noticed_departure_time: timestamp('When it left; absent while it stands there.'),
  distance_to_previous_stop: quantity('Metres.'),
  distance_to_next_stop: quantity('Metres.'),
  is_straight_to_previous_stop: flag(straightWay, beyondInterface()),
  is_straight_to_next_stop: flag(straightWay, beyondInterface()),
  chain_id: Type.String({ description: 'The route while assigned.' }),
  chain_position: Type.Number({ description: 'Stops of a route are ordered by it.' }),
  location_validation_sent_at: timestamp(),
  location_validated_at: timestamp(),
  returned_at: timestamp('When all of its goods that were not delivered were back at the depot.'),
  return_to_sender_at: timestamp('Since when its goods go back to the sender: it is not tried again.'),
  meeting_of: id('The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.'),
  van_place: VanPlace,
  phone_doubt: oneOf(phoneDoubts, {
    description:
      'What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.',
  }),
  survey: Survey,
}

const stopFields = {
  id: id(),
  organization_id: id(),
  project_id: id(),
  tracking_url: url(
    "The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.",
  ),
  type,
  ...optionalFields({ ...descriptive, ...computed, location: Location }),
  requires,
  apart_from: Type.Optional(apartFrom),
  time_windows: timeWindows('When the service may begin; any time when empty.'),
  supervisors,
  status: oneOf(stopStatuses, { description: 'Changed by reports only.' }),
  optimization_warning: flag('Whether the present place breaks a rule.'),
  optimization_warnings: Type.Array(OptimizationWarning, {
    description: 'Which rules, or why the stop is unassigned.',
  }),
  report_attempts: count('Attempted reports.'),
  tasks: Type.Array(Task),
  reports: Type.Array(Report),
  packages: Type.Array(Package),
  location_validation_sent: flag(),
  location_validated: flag(),
  ...recordTimes,
}

/** The linked pickup of a delivery, without its own links. */
const LinkedPickup = record('LinkedPickup', 'The pickup stop that a delivery is linked to.', stopFields)

export const Stop = record('Stop', 'A unit of work: a delivery, a pickup or a visit.', {
  ...stopFields,
  pickup: Type.Optional(LinkedPickup),
})
export type Stop = Static<typeof Stop>

const { tasks: taskList, reports: reportList, packages: _packages, ...bareFields } = stopFields
const { survey: _survey, ...bare } = bareFields

export const BareStop = record('BareStop', 'A stop without what hangs on it: tasks, reports, packages, survey.', bare)

export const ReportedStop = record('ReportedStop', 'A stop with its reports and tasks; never with packages.', {
  ...bare,
  reports: reportList,
  tasks: taskList,
})

/** Stops returned as a plain array. */
export const stops = Type.Array(Stop)

const inputFields = {
  type: Type.Optional(type),
  ...clearableFields({
    ...descriptive,
    location: LocationInput,
    requires,
    apart_from: apartFrom,
    time_windows: timeWindows('When the service may begin; any time when empty.'),
    supervisors,
    packages: packageInputs,
  }),
}
const tasks = Type.Optional(nullable(Type.Array(TaskInput, { maxItems: limits.listLength.tasks })))

const PickupInput = record('PickupInput', 'A pickup stop that is created and linked with its delivery.', {
  ...inputFields,
  tasks,
})

export const StopInput = record('StopInput', 'A new stop. Every field may be left out.', {
  ...inputFields,
  tasks,
  pickup: Type.Optional(nullable(PickupInput)),
})
export type StopInput = Static<typeof StopInput>

/** Stops sent with their plan or route. */
export const stopInputs = Type.Array(StopInput, {
  description: 'Stops created with it.',
  maxItems: limits.listLength.bulk,
})

export const StopUpdate = record('StopUpdate', 'What changes in a stop; null clears a field.', {
  ...inputFields,
  route_id: Type.Optional(nullable(id('Assigns the stop to a route of its plan; null takes it off its route.'))),
  tasks: Type.Optional(
    nullable(
      Type.Array(TaskReplacement, {
        description: 'Replaces the list; tasks with an id are kept.',
        maxItems: limits.listLength.tasks,
      }),
    ),
  ),
})
export type StopUpdate = Static<typeof StopUpdate>

const { location: _location, ...fieldsWithoutLocation } = inputFields

export const GeocodedStopInput = record('GeocodedStopInput', 'A new stop whose place is found from its address.', {
  address: Type.String({
    description: 'Free text: street, number, postal code, town.',
    minLength: 1,
    maxLength: limits.textLength.text,
    'x-message-id': 'highway.geocoding.error.address_required',
  }),
  ...fieldsWithoutLocation,
  tasks,
  location: Type.Optional(
    Type.Unknown({
      description: 'Not allowed here.',
      not: {},
      'x-message-id': 'highway.stop.error.location_not_allowed',
    }),
  ),
})
export type GeocodedStopInput = Static<typeof GeocodedStopInput>
