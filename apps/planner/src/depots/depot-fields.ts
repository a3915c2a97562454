// The form of a depot: where it is, how long loading takes, and behind buttons when it is open and what is noted of it.
import type { TFunction } from 'i18next'
import type { Section } from '../forms/fields.ts'
import { weekHoursField } from '../forms/week-hours.ts'
import { noteSection, placeFields } from './place-section.ts'

export function depotSections(t: TFunction): Section[] {
  return [
    { word: 'place', fields: [...placeFields, { name: 'loading_time', kind: 'minutes', input: { min: 0 } }] },
    { word: 'hours', fields: [weekHoursField(t, 'hours')], isOptional: true },
    noteSection,
  ]
}
