// Labels for parcels: selection and print format.
import Type, { type Static } from 'typebox'
import { defaulted, oneOf, optionalFields, record } from '../../../schema.ts'
import { id, ids } from '../../../schemas/fields.ts'

/**
 * A4 sheets with eight labels of 105 × 74 mm, a PDF of labels of 100 × 150 mm, or the same for label printers, with their dots per inch.
 */
export const labelForms = ['a4_8', 'roll', 'zpl_203', 'zpl_300'] as const
export type LabelForm = (typeof labelForms)[number]

/** Largest number of labels in one file. */
export const LABELS_PER_FILE = 5_000

const selection = optionalFields({
  plan_id: id('Pending deliveries of this plan.'),
  route_id: id('Pending deliveries of this route.'),
  stop_ids: ids('Pending deliveries among these stops, all of one project.'),
})

export const LabelSelection = record(
  'LabelSelection',
  'Whose parcels get labels: exactly one of plan_id, route_id and stop_ids.',
  selection,
)
export type LabelSelection = Static<typeof LabelSelection>

export const LabelOrder = record('LabelOrder', 'Labels to print.', {
  ...selection,
  form: defaulted(oneOf(labelForms), 'a4_8'),
  language: Type.Optional(Type.String({ description: "Of the day; the project's by default.", maxLength: 35 })),
})
export type LabelOrder = Static<typeof LabelOrder>

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const LabelCount = record('LabelCount', 'How many labels there would be.', {
  stops: count('Deliveries.'),
  labels: count('One for each parcel, and one for each delivery without parcels.'),
  without_codes: count('Deliveries without parcels: their labels have no code.'),
})
export type LabelCount = Static<typeof LabelCount>

export const GivenCodes = record('GivenCodes', 'Codes that were given.', {
  stops: count('Deliveries that got a parcel.'),
})
export type GivenCodes = Static<typeof GivenCodes>
