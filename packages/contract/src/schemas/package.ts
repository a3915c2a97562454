// A parcel inside a delivery stop.
import Type, { type Static } from 'typebox'
import { packageStatuses } from '../lifecycle.ts'
import * as limits from '../limits.ts'
import { oneOf, optionalFields, record } from '../schema.ts'
import { label, timestamp } from './fields.ts'

export const Package = record('Package', 'A parcel tracked inside a delivery stop.', {
  identifier: label('The code on the parcel, unique within its stop.'),
  status: oneOf(packageStatuses, { description: 'Independent of the status of the stop.' }),
  ...optionalFields({
    picked_at: timestamp(),
    delivered_at: timestamp(),
    returned_at: timestamp('When it was back at the depot after a delivery that failed.'),
  }),
  updated_at: timestamp(),
})
export type Package = Static<typeof Package>

export const PackageInput = record('PackageInput', 'A parcel; nothing but its identifier is accepted.', {
  identifier: Type.String({ description: 'The code on the parcel.', minLength: 1, maxLength: limits.textLength.label }),
})

export const packageInputs = Type.Array(PackageInput, {
  description: 'Parcels of a delivery.',
  maxItems: limits.listLength.packages,
  'x-unique-by': 'identifier',
  'x-message-ids': { 'x-unique-by': 'highway.package.error.duplicated_identifier' },
})
