// The form of a recurring order: its pattern with the next days, and the stop that it makes.
import type { TFunction } from 'i18next'
import { weekdayOptions } from '../../forms/choices.ts'
import type { Option, Section } from '../../forms/fields.ts'
import { stopSections } from '../../forms/stop-sections.ts'
import { PatternPreview } from './pattern-preview.tsx'

const wholeDays = { min: 1, max: 7, allowDecimal: false, hideControls: false }

export function recurringSections(t: TFunction, clients: readonly Option[]): Section[] {
  return [
    {
      word: 'pattern',
      fields: [
        { name: 'weekdays', kind: 'choices', options: weekdayOptions(t), isRequired: true },
        { name: 'every_weeks', kind: 'count', input: { min: 1, max: 52 } },
        { name: 'visits_per_week', kind: 'number', input: wholeDays },
        {
          name: 'min_days_between',
          kind: 'number',
          input: wholeDays,
          isDisabled: ({ visits_per_week: visits }) => !visits,
        },
        { name: 'label', kind: 'text', input: { maxLength: 500 } },
        { name: 'starts_on', kind: 'text', input: { type: 'date' } },
        { name: 'ends_on', kind: 'text', input: { type: 'date' } },
        { name: 'exceptions', kind: 'choices', Own: PatternPreview, word: 'skipped' },
      ],
    },
    ...stopSections(t, clients),
  ]
}
