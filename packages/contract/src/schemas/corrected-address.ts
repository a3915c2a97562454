// Places that users corrected.
import type { Static } from 'typebox'
import { oneOf, optionalFields, record } from '../schema.ts'
import { id, text, timestamp } from './fields.ts'
import { Location } from './location.ts'

export const CorrectedAddress = record('CorrectedAddress', 'An address and the place that somebody put it right to.', {
  id: id(),
  organization_id: id(),
  address: text('As it was written.'),
  location: Location,
  corrected_at: timestamp(),
  ...optionalFields({ corrected_by: id('Of the user.') }),
})
export type CorrectedAddress = Static<typeof CorrectedAddress>

export const LocatedAddress = record('LocatedAddress', 'The best place of an address; a miss has no coordinates.', {
  ...Location.properties,
  ...optionalFields({
    corrected_at: timestamp('When somebody put the place of this address right; it was not looked for then.'),
    reason: oneOf(['post_office_box'], { description: 'Why there can be no place.' }),
  }),
})
export type LocatedAddress = Static<typeof LocatedAddress>
