// Choices of more than one form.
import type { TFunction } from 'i18next'
import type { Option } from './fields.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const stopTypes = ['delivery', 'pickup', 'visit'] as const

export function weekdayOptions(t: TFunction): Option[] {
  return weekdays.map((value) => ({ value, label: t(`records:weekdays.${value}`) }))
}

export function typeOptions(t: TFunction): Option[] {
  return stopTypes.map((value) => ({ value, label: t(`records:types.${value}`) }))
}
