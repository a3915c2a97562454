// The form of an order without a day: when it may be served, and the stop that it is.
import type { TFunction } from 'i18next'
import type { Field, Option, Section } from '../../forms/fields.ts'
import { stopSections } from '../../forms/stop-sections.ts'

/** When an order may be served; the same for one order and for many. */
export const termFields: readonly Field[] = [
  { name: 'earliest_on', kind: 'text', input: { type: 'date' } },
  { name: 'latest_on', kind: 'text', input: { type: 'date' } },
  {
    name: 'priority',
    kind: 'number',
    input: { min: 0, max: 10, allowDecimal: false, hideControls: false },
    // It is never without one.
    read: (value) => Number(value) || 0,
  },
  { name: 'min_days_between', kind: 'number', input: { min: 1, max: 366, allowDecimal: false, hideControls: false } },
  { name: 'previous_visit_on', kind: 'text', input: { type: 'date' } },
]

export function orderSections(t: TFunction, clients: readonly Option[]): Section[] {
  return [{ word: 'terms', fields: termFields }, ...stopSections(t, clients)]
}
