// The stop that an order makes, as sections of its form: its words are those of the recurring orders.
import type { TFunction } from 'i18next'
import { typeOptions } from './choices.ts'
import type { Field, Option, Section } from './fields.ts'

/** The fields stand in `stop` of the record. The form loads the words of `recurring`. */
export function stopSections(t: TFunction, clients: readonly Option[]): Section[] {
  return [
    {
      word: 'stop',
      fields: [
        ofStop({ name: 'client_id', kind: 'choice', options: clients }),
        { name: 'stop.label', kind: 'text', word: 'recurring:fields.stop_label' },
        ofStop({ name: 'location', kind: 'place' }),
        ofStop({ name: 'time_windows', kind: 'windows' }),
        ofStop({ name: 'duration', kind: 'minutes' }),
        ofStop({ name: 'weight', kind: 'number' }),
        ofStop({ name: 'comments', kind: 'long' }),
      ],
    },
    {
      word: 'recurring:sections.contact',
      fields: [
        ofStop({ name: 'phone', kind: 'text', input: { type: 'tel' } }),
        ofStop({ name: 'email', kind: 'text', input: { type: 'email' } }),
        ofStop({ name: 'location_details', kind: 'text' }),
      ],
      isOptional: true,
    },
    {
      word: 'recurring:sections.load',
      fields: [
        ofStop({ name: 'type', kind: 'choice', options: typeOptions(t) }),
        ofStop({ name: 'volume', kind: 'number' }),
        ofStop({ name: 'requires', kind: 'words', isWide: true }),
      ],
      isOptional: true,
    },
  ]
}

/** A field of the stop: two people may change different ones. */
function ofStop({ name, ...field }: Field): Field {
  return { ...field, name: `stop.${name}`, word: `recurring:fields.${name}`, hint: `recurring:hints.${name}` }
}
