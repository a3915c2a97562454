// What the forms of depots and of charging places share: what the place is called, where it is, and what is noted of it.
import type { Field, Section } from '../forms/fields.ts'

export const placeFields: readonly Field[] = [
  { name: 'label', kind: 'text', isRequired: true, isWide: true },
  { name: 'location', kind: 'place', isWide: true, isRequired: true },
]

export const noteSection: Section = {
  word: 'notes',
  fields: [
    { name: 'phone', kind: 'text', input: { type: 'tel' } },
    { name: 'external_id', kind: 'text' },
    { name: 'comments', kind: 'long', isWide: true },
  ],
  isOptional: true,
}
