// The fields of a stop in the plan's drawer.
import type { Package, StopInput, Task } from '@routewright/contract'
import type { TFunction } from 'i18next'
import type { Field } from '../forms/fields.ts'
import {
  CustomFieldInputs,
  type CustomValues,
  customFieldsOf,
  type TaskDraft,
  TaskInputs,
  taskDrafts,
  tasksOf,
} from './stop-extras.tsx'

type StopField = Field & { name: keyof StopInput }

const types = ['delivery', 'pickup', 'visit'] as const
/** As many decimals as scales and laws may ask for. */
const exactNumber = { hideControls: false, decimalScale: 6 }

/** `isPlaceFirst`: the cursor begins in the address. */
export function stopFields(t: TFunction, isPlaceFirst = false): Field[] {
  const options = types.map((value) => ({ value, label: t(`types.${value}`) }))
  return [
    { name: 'label', kind: 'text', word: 'name', input: { 'data-autofocus': true } },
    { name: 'location', kind: 'place', word: 'address', ...(isPlaceFirst && { input: { autoFocus: true } }) },
    { name: 'type', kind: 'pick', word: 'type', isWide: false, options, shown: (stored) => stored ?? 'delivery' },
    ...plainFields,
    ...listFields,
  ]
}

const plainFields: StopField[] = [
  { name: 'duration', kind: 'minutes', word: 'minutes', isWide: false, input: { hideControls: false, max: 1440 } },
  {
    name: 'time_windows',
    kind: 'windows',
    word: 'windows',
    faultWord: 'windows_wrong',
    input: { placeholder: '8:00-12:00, 14:00-16:00' },
  },
  { name: 'weight', kind: 'number', word: 'weight_kg', isWide: false, input: exactNumber },
  { name: 'volume', kind: 'number', word: 'volume_m3', isWide: false, input: exactNumber },
  { name: 'requires', kind: 'words', word: 'skills' },
  { name: 'reference_person', kind: 'text', word: 'person' },
  { name: 'phone', kind: 'text', word: 'phone', isWide: false, input: { type: 'tel' } },
  { name: 'email', kind: 'text', word: 'email', isWide: false, input: { type: 'email' } },
  { name: 'location_details', kind: 'text', word: 'door' },
  { name: 'comments', kind: 'long', word: 'comments' },
  { name: 'external_id', kind: 'text', word: 'external_id' },
]

const listFields: StopField[] = [
  {
    name: 'packages',
    kind: 'words',
    word: 'parcels',
    hint: 'parcels_hint',
    shown: (stored?: Package[]) => (stored ?? []).map(({ identifier }) => identifier),
    read: (identifiers: string[]) => identifiers.map((identifier) => ({ identifier })),
    isLeftOut: ({ type }) => type !== 'delivery',
  },
  {
    name: 'tasks',
    kind: 'own',
    word: 'tasks',
    Own: TaskInputs,
    shown: (stored?: Task[]) => taskDrafts(stored ?? []),
    read: tasksOf,
    written: (tasks: TaskDraft[]) => tasks.map(({ label, barcode }) => label || barcode).join(', '),
  },
  {
    name: 'custom_fields',
    kind: 'own',
    word: 'custom_fields',
    Own: CustomFieldInputs,
    shown: (stored?: CustomValues) => ({ ...stored }),
    read: customFieldsOf,
    written: (values: CustomValues) => Object.values(values).filter(Boolean).join(', '),
  },
]
