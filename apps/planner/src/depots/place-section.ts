// Fields of both the depots' and the charging places' form: name, place, notes.
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
