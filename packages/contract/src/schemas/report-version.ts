// Corrections of reports: the data sent by a driver's phone, and the previous content.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { oneOf, optionalFields, record } from '../schema.ts'
import { id, momentWithin, timestamp } from './fields.ts'
import { Report, ReportInput, reporters } from './report.ts'

export const amendmentActions = ['amend', 'take_back'] as const
export type AmendmentAction = (typeof amendmentActions)[number]

const clientId = (description: string) => Type.String({ description, minLength: 1, maxLength: 100 })

const { comments, cancel_reason, custom_fields, taken_by, taker_name, payment_collected } = ReportInput.properties
const { images, signature, tasks, packages } = ReportInput.properties

/** Fields of a report that may be corrected. */
export const AmendedReport = record(
  'AmendedReport',
  'What a report is to say. What is left out stays as it was; null clears it.',
  {
    comments,
    cancel_reason,
    custom_fields,
    taken_by,
    taker_name,
    payment_collected,
    images,
    signature,
    tasks,
    packages,
    awaited_images: Type.Optional(
      Type.Array(clientId('The id that the device gave a picture.'), {
        description: 'Pictures behind those of `images`: their addresses are answered at once, the bytes may follow.',
        maxItems: limits.listLength.images,
        uniqueItems: true,
      }),
    ),
  },
)
export type AmendedReport = Static<typeof AmendedReport>

export const DriverAmendment = record('DriverAmendment', 'A driver corrects a report of theirs, or takes it back.', {
  report: clientId('The client_id of the report, or its id.'),
  action: oneOf(amendmentActions, {
    description: 'amend: the report says what `amended` says. take_back: it did not happen; the stop is open again.',
  }),
  amended: Type.Optional(AmendedReport),
  at: Type.Optional(timestamp('The moment on the device; a later one than now counts as now.')),
  moment_within: momentWithin('at'),
  client_id: clientId("The caller's own id of the call: sent again, it changes nothing."),
})
export type DriverAmendment = Static<typeof DriverAmendment>

export const versionEnds = ['amended', 'taken_back'] as const

const { amended_at: _amended, ...saidByReport } = Report.properties

export const ReportVersion = record('ReportVersion', 'What a report said before it was corrected or taken back.', {
  ...saidByReport,
  id: id('Of the version.'),
  report_id: id('Of the report, which is gone where it was taken back.'),
  ended_as: oneOf(versionEnds),
  ended_at: timestamp('When it was corrected or taken back, by the clock of whoever did.'),
  ...optionalFields({
    ended_by: oneOf(reporters, { description: 'Who corrected it or took it back.' }),
    ended_within: Type.Integer({ description: "Seconds by which `ended_at` may be off, as the phone's clocks tell." }),
  }),
})
export type ReportVersion = Static<typeof ReportVersion>

export const reportVersions = Type.Array(ReportVersion)
