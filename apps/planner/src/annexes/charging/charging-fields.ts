// The form of a charging place: where it is, what it gives and costs, and behind buttons when it is open and what is noted of it.
import type { TFunction } from 'i18next'
import { noteSection, placeFields } from '../../depots/place-section.ts'
import type { Section } from '../../forms/fields.ts'
import { weekHoursField } from '../../forms/week-hours.ts'

export function chargingSections(t: TFunction): Section[] {
  return [
    {
      word: 'place',
      fields: [
        ...placeFields,
        { name: 'power', kind: 'number', isRequired: true, input: { min: 1, max: 1_000 } },
        { name: 'points', kind: 'number', input: { min: 1, max: 100 } },
        { name: 'price_per_kwh', kind: 'number', input: { min: 0 } },
      ],
    },
    { word: 'hours', fields: [weekHoursField(t, 'hours')], isOptional: true },
    noteSection,
  ]
}
