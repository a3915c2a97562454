// The form of a recurring order: its pattern with the next days, and the stop that it makes.
import type { TFunction } from 'i18next'
import { typeOptions, weekdayOptions } from '../forms/choices.ts'
import type { Field, Option, Section } from '../forms/fields.ts'
import { PatternPreview } from './pattern-preview.tsx'

export function recurringSections(t: TFunction, clients: readonly Option[]): Section[] {
  return [
    {
      word: 'pattern',
      fields: [
        { name: 'weekdays', kind: 'choices', options: weekdayOptions(t), isRequired: true },
        { name: 'every_weeks', kind: 'count', input: { min: 1, max: 52 } },
        { name: 'label', kind: 'text', input: { maxLength: 500 } },
        { name: 'starts_on', kind: 'text', input: { type: 'date' } },
        { name: 'ends_on', kind: 'text', input: { type: 'date' } },
        { name: 'exceptions', kind: 'choices', Own: PatternPreview, word: 'skipped' },
      ],
    },
    {
      word: 'stop',
      fields: [
        ofStop({ name: 'client_id', kind: 'choice', options: clients }),
        { name: 'stop.label', kind: 'text', word: 'fields.stop_label' },
        ofStop({ name: 'location', kind: 'place' }),
        ofStop({ name: 'location_details', kind: 'text' }),
        ofStop({ name: 'type', kind: 'choice', options: typeOptions(t) }),
        ofStop({ name: 'time_windows', kind: 'windows' }),
        ofStop({ name: 'duration', kind: 'minutes' }),
      ],
    },
    {
      word: 'load',
      fields: [
        ofStop({ name: 'weight', kind: 'number' }),
        ofStop({ name: 'volume', kind: 'number' }),
        ofStop({ name: 'phone', kind: 'text' }),
        ofStop({ name: 'email', kind: 'text' }),
        ofStop({ name: 'requires', kind: 'words', isWide: true }),
        ofStop({ name: 'comments', kind: 'long' }),
      ],
    },
  ]
}

/** A field of the stop: two people may change different ones. */
function ofStop({ name, ...field }: Field): Field {
  return { ...field, name: `stop.${name}`, word: `fields.${name}`, hint: `hints.${name}` }
}
