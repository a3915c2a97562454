// Results of a search over everything: stops, plans, vehicles and clients, likeliest first.
import Type, { type Static } from 'typebox'
import { stopStatuses } from '../../../lifecycle.ts'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { id, label, text, timestamp } from '../../../schemas/fields.ts'

export const findingKinds = ['stop', 'plan', 'vehicle', 'client'] as const
export const findingMatches = ['id', 'external_id', 'package', 'barcode', 'phone', 'email', 'label', 'plate'] as const

export const Finding = record('Finding', 'A record that fits what was typed.', {
  kind: oneOf(findingKinds),
  id: id(),
  project_id: id(),
  matched: oneOf(findingMatches, { description: 'By what it was found.' }),
  title: label('What people call it.'),
  ...optionalFields({
    subtitle: text('Address, phone or the like.'),
    plan_id: id(),
    plan_label: label(),
    date: timestamp('Execution date of the plan.'),
    status: Type.String({ description: `Of a stop: ${stopStatuses.join(', ')}; of a plan its own.` }),
    match: text('The value that fits: a parcel, a phone number.'),
  }),
})
export type Finding = Static<typeof Finding>

export const Findings = record('Findings', 'The likeliest records.', { findings: Type.Array(Finding) })
