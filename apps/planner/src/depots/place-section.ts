// What the forms of depots and of charging places begin with: what the place is called, and where it is.
import type { Section } from '../forms/fields.ts'

export const placeSection: Section = {
  word: 'place',
  fields: [
    { name: 'label', kind: 'text', isRequired: true },
    { name: 'external_id', kind: 'text' },
    { name: 'location', kind: 'place', isWide: true, isRequired: true },
    { name: 'phone', kind: 'text', input: { type: 'tel' } },
  ],
}
