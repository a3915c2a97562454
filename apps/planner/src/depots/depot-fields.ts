// The form of a depot: where it is, when it is open, and how long loading takes.
import type { TFunction } from 'i18next'
import type { Section } from '../forms/fields.ts'
import { weekHoursField } from '../forms/week-hours.ts'
import { placeSection } from './place-section.ts'

export function depotSections(t: TFunction): Section[] {
  return [
    placeSection,
    {
      word: 'hours',
      fields: [weekHoursField(t, 'hours'), { name: 'loading_time', kind: 'minutes', input: { min: 0 } }],
    },
    { word: 'notes', fields: [{ name: 'comments', kind: 'long', isWide: true }] },
  ]
}
