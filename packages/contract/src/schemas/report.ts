// A driver's record of one attempt at a stop, with its proof, and the recipient's survey.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { clearableFields, nullable, oneOf, optionalFields, record } from '../schema.ts'
import { customFields, flag, id, label, number, quantity, text, timestamp, url } from './fields.ts'
import { Location, LocationInput } from './location.ts'
import { Payment } from './money.ts'
import { taskStatuses } from './task.ts'

export const reportTypes = ['service_report_attempted', 'service_report_completed', 'service_report_canceled'] as const
export type ReportType = (typeof reportTypes)[number]

export const reporters = ['driver', 'dispatcher', 'program'] as const
export type Reporter = (typeof reporters)[number]

/** Persons who may take the goods; left: nobody, they were left at a place. */
export const takers = ['recipient', 'household', 'neighbour', 'left'] as const
export type Taker = (typeof takers)[number]

export const FileReference = record('FileReference', 'A stored picture; neither its id nor its address ever changes.', {
  id: id(),
  url: url(),
})
export type FileReference = Static<typeof FileReference>

const status = oneOf(taskStatuses, { 'x-message-id': 'highway.task.error.invalid_status' })

export const ReportTask = record('ReportTask', 'What a report says of one task.', {
  task_id: id(),
  status: Type.Optional(status),
  ...optionalFields({ comments: text(), custom_fields: customFields() }),
})

export const ReportPackage = record('ReportPackage', 'What a report says of one package.', {
  identifier: label(),
  ...optionalFields({ scanned_at: timestamp(), manual: flag('Typed by hand instead of scanned.') }),
})

const type = oneOf(reportTypes, {
  description: 'attempted leaves the stop pending; completed and canceled end it.',
  'x-message-id': 'highway.report.error.invalid_type',
})
const written = {
  comments: text(),
  cancel_reason: Type.String({ description: 'Why it was not done.', maxLength: limits.textLength.cancelReason }),
  custom_fields: customFields(),
  taken_by: oneOf(takers, { description: 'Who took the goods; left: they were left in a place.' }),
  taker_name: Type.String({
    description: 'The name of who took them, or the place where they were left.',
    maxLength: limits.textLength.takerName,
  }),
  payment_collected: Payment,
}

export const Report = record('Report', "A driver's record of one attempt at a stop (proof of delivery).", {
  id: id(),
  stop_id: id(),
  project_id: id(),
  ...optionalFields({ route_id: id(), plan_id: id() }),
  type,
  images: Type.Array(FileReference),
  tasks: Type.Array(ReportTask),
  packages: Type.Array(ReportPackage, { description: 'The parcels handed over by this report.' }),
  ...optionalFields({
    ...written,
    signature: FileReference,
    location: Location,
    location_distance: number('Metres between the report and the stop.'),
    time_in_stop: number('Seconds spent at the stop.'),
    moment_within: number("Seconds by which `created_at` may be off, as the phone's clocks tell."),
    client_id: Type.String({ description: "The caller's own id of the report." }),
    reporter: oneOf(reporters, { description: 'Who recorded it: the driver, a dispatcher by hand, or a program.' }),
    amended_at: timestamp('When it was last corrected; absent for one that says what it said first.'),
  }),
  created_at: timestamp('The moment on the device.'),
})
export type Report = Static<typeof Report>

const imageInput = Type.Unsafe<string | { id: string }>({
  description: 'The id of an uploaded picture, an object holding it, or the picture itself as a data URL.',
  anyOf: [
    { type: 'string', maxLength: limits.bodyBytes.other },
    Type.Object({ id: id() }, { description: 'An uploaded picture.' }),
  ],
  'x-message-id': 'highway.report.error.invalid_image',
})

const reportInputFields = {
  type,
  ...clearableFields({
    ...written,
    location: LocationInput,
    created_at: timestamp('The moment on the device, at most five minutes ahead of the server.'),
    time_in_stop: quantity('Seconds spent at the stop.'),
    images: Type.Array(imageInput, { maxItems: limits.listLength.images }),
    signature: imageInput,
    tasks: Type.Array(
      record('ReportTaskInput', 'The outcome of one task.', {
        task_id: id(),
        status: Type.Optional(status),
        ...clearableFields({ comments: text(), custom_fields: customFields() }),
      }),
      { maxItems: limits.listLength.tasks },
    ),
    packages: Type.Array(
      record('ReportPackageInput', 'One delivered parcel.', {
        identifier: Type.String({ minLength: 1, maxLength: limits.textLength.label }),
        ...clearableFields({ scanned_at: timestamp(), manual: flag('Typed by hand instead of scanned.') }),
      }),
      { maxItems: limits.listLength.packages },
    ),
    pin: Type.String({ description: 'Handover code of the recipient.', maxLength: 32 }),
    client_id: Type.String({
      description: 'A UUID of the caller: sent again, the stored report is answered.',
      minLength: 1,
      maxLength: 100,
    }),
  }),
}

export const ReportInput = record('ReportInput', 'A report about one attempt.', reportInputFields)
export type ReportInput = Static<typeof ReportInput>

export const ReportInputWithStop = record('ReportInputWithStop', 'A report that names its stop.', {
  stop_id: id(),
  ...reportInputFields,
})

export const ratingTags = ['time', 'condition', 'driver', 'info'] as const
const rating = Type.Integer({ description: '1 (poor) to 5 (excellent).', minimum: 1, maximum: 5 })

export const Survey = record('Survey', "The recipient's answer.", {
  stop_id: id(),
  rating,
  ...optionalFields({
    route_id: id(),
    rating_tag: Type.String({ description: 'What the rating is about: time, condition, driver or info.' }),
    comments: text(),
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
})
export type Survey = Static<typeof Survey>

export const SurveyInput = record('SurveyInput', 'A rating of one delivery.', {
  rating,
  rating_tag: Type.Optional(nullable(oneOf(ratingTags))),
  comments: Type.Optional(nullable(text())),
})
export type SurveyInput = Static<typeof SurveyInput>
