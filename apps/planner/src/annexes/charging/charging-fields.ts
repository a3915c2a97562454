// The form of a charging place: where it is, what it gives, when it is open, and what it costs.
import type { TFunction } from 'i18next'
import { placeSection } from '../../depots/place-section.ts'
import type { Section } from '../../forms/fields.ts'
import { weekHoursField } from '../../forms/week-hours.ts'

export function chargingSections(t: TFunction): Section[] {
  return [
    placeSection,
    {
      word: 'charging',
      fields: [
        { name: 'power', kind: 'number', isRequired: true, input: { min: 1, max: 1_000 } },
        { name: 'points', kind: 'number', input: { min: 1, max: 100 } },
        { name: 'price_per_kwh', kind: 'number', input: { min: 0 } },
        weekHoursField(t, 'hours'),
      ],
    },
    { word: 'notes', fields: [{ name: 'comments', kind: 'long', isWide: true }] },
  ]
}
