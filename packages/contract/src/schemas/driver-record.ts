// A driver as a person: contacts, languages, licences and skills, working hours, and absences.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { DriverDevice } from './driver-sign-in.ts'
import { DrivingLog, DrivingLogInput, DrivingRules, DrivingRulesInput } from './driving.ts'
import {
  calendarDate,
  customFields,
  email,
  flag,
  id,
  label,
  quantity,
  recordTimes,
  seconds,
  text,
  timestamp,
  timeWindow,
  weekdays,
  words,
  wrongWindow,
} from './fields.ts'
import { Location, LocationInput } from './location.ts'

/** Reasons for an absence; giving one is optional. */
export const absenceReasons = ['vacation', 'illness', 'training', 'other'] as const
export type AbsenceReason = (typeof absenceReasons)[number]

/** Channels by which links are sent to a driver. */
export const driverChannels = ['email', 'sms'] as const
export type DriverChannel = (typeof driverChannels)[number]

const Shift = Type.Object(
  {
    weekday: oneOf(weekdays),
    time_window: timeWindow('Working hours of this weekday.', {
      'x-message-ids': wrongWindow('highway.route.error.invalid_time_window'),
    }),
  },
  { title: 'DriverShift', description: 'The hours of one weekday.' },
)

const Absence = Type.Object(
  {
    from: calendarDate('First day away.'),
    to: calendarDate('Last day away.'),
    ...clearableFields({ reason: oneOf(absenceReasons), comments: text() }),
  },
  { title: 'DriverAbsence', description: 'Days away, both ends included.' },
)
export type DriverAbsence = Static<typeof Absence>
export type DriverShift = Static<typeof Shift>

const descriptive = {
  external_id: label("The caller's own identifier; it need not be unique."),
  phone: text(),
  email: email('Where dispatch links go.'),
  reached_by: oneOf(driverChannels, {
    description:
      'How dispatch links are sent to him: email unless said otherwise; the other way where this one is missing.',
  }),
  comments: text(),
  custom_fields: customFields(),
}
const planning = {
  usual_vehicle_id: id('The vehicle that he drives on his working days, unless a day says otherwise.'),
  cost_per_hour: quantity('Counts where the vehicle has no prices.'),
  cost_per_day: quantity('For a day on which he drives; counts where the route has no toll.'),
}
const lists = {
  languages: words('Languages he speaks, the best first, as de or pt-BR; mails come in the first that is known.'),
  provides: words('Skills, beside those of the vehicle.'),
  licence_classes: words('Of the driving licence: B, C1, CE.'),
  shifts: Type.Array(Shift, {
    description: 'Working hours, at most once for a weekday; every day and any hour when empty.',
    maxItems: weekdays.length,
  }),
  absences: Type.Array(Absence, { maxItems: limits.listLength.absences }),
}

export const DriverRecord = record('DriverRecord', 'A driver: a person who drives vehicles of the project.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  label: label('Name.'),
  ...lists,
  archived: flag('Drives no more; stays for the days that were driven.'),
  ...optionalFields({
    created_by: id(),
    ...descriptive,
    ...planning,
    home: Location,
    driving_rules: DrivingRules,
    driving_log: DrivingLog,
  }),
  ...recordTimes,
})
export type DriverRecord = Static<typeof DriverRecord>

const changeable = {
  archived: Type.Optional(flag()),
  ...clearableFields({
    ...descriptive,
    ...lists,
    ...planning,
    home: LocationInput,
    driving_rules: DrivingRulesInput,
    driving_log: DrivingLogInput,
  }),
}

const name = label('Name.', { minLength: 1 })

export const DriverRecordInput = record('DriverRecordInput', 'A new driver.', { label: name, ...changeable })
export type DriverRecordInput = Static<typeof DriverRecordInput>

export const DriverRecordUpdate = record('DriverRecordUpdate', 'What changes in a driver; null clears a field.', {
  label: Type.Optional(name),
  ...changeable,
})
export type DriverRecordUpdate = Static<typeof DriverRecordUpdate>

const DriverWorkRoute = record('DriverWorkRoute', 'What a driver does on a route that a law on driving holds for.', {
  route_id: id(),
  plan_id: id(),
  date: calendarDate('The day of the plan.'),
  started_at: timestamp('Loading is part of it.'),
  ended_at: timestamp(),
  driving: seconds('Driving.'),
  work: seconds('Work, driving included.'),
  is_reported: flag('The route is over, and this follows from its reports; else it is as planned.'),
  ...optionalFields({ label: label('Of the route.') }),
})

export const DriverWork = record(
  'DriverWork',
  'What a driver did on the days before one, as it counts for his hours.',
  {
    date: calendarDate('The day that it counts for.'),
    counts: flag('Whether the project counts it (`counts_driven_days`).'),
    driving_this_week: seconds('Before the day.'),
    driving_last_week: seconds(),
    work_this_week: seconds('Before the day, driving included.'),
    routes: Type.Array(DriverWorkRoute, {
      description: 'From the Monday of the week before to the day itself, the latest first.',
    }),
  },
)
export type DriverWork = Static<typeof DriverWork>

export const DriverData = record('DriverData', 'Everything that is known of a driver.', {
  driver: DriverRecord,
  assignments: Type.Array(
    Type.Object({ date: Type.String(), ...optionalFields({ vehicle_id: id(), route_id: id() }) }),
    { description: 'Days on which he was given a vehicle or a route by hand.' },
  ),
  sent_links: Type.Array(
    Type.Object({ route_id: id(), sent_to: Type.String(), created_at: Type.String({ format: 'date-time' }) }),
    { description: 'Links that were sent to his address.' },
  ),
  driven: Type.Array(DriverWorkRoute, { description: 'Routes whose driving and work are kept with him.' }),
  devices: Type.Array(DriverDevice, { description: 'Phones on which he is signed in.' }),
  audit: Type.Array(Type.Unsafe<object>({ type: 'object' }), { description: 'Who changed what in the record.' }),
})
export type DriverData = Static<typeof DriverData>
