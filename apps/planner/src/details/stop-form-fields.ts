// The fields of a stop in the plan's drawer.
import type { CustomFieldDefinition, Package, StopInput, Task } from '@routewright/contract'
import type { TFunction } from 'i18next'
import type { Field, Section } from '../forms/fields.ts'
import { CashInput, type CashValue, readCash, shownCash, writtenCash } from './cash-input.tsx'
import {
  CustomFieldInputs,
  type CustomValues,
  findCustomFields,
  listTasks,
  type TaskDraft,
  TaskInputs,
  taskDrafts,
} from './stop-extras.tsx'

type StopField = Field & { name: keyof StopInput }
type StopSection = Section & { fields: readonly StopField[] }

const types = ['delivery', 'pickup', 'visit'] as const
/** Six decimals, which scales and laws may ask for. */
const exactNumber = { hideControls: false, decimalScale: 6 }

/** Whom, where, when, how long, how much and a note; behind buttons what only some stops have. `isPlaceFirst`: the cursor begins in the address. */
export function stopSections(
  t: TFunction,
  definitions: readonly CustomFieldDefinition[],
  isPlaceFirst = false,
): StopSection[] {
  return [
    {
      word: 'stop',
      fields: [
        { name: 'label', kind: 'text', word: 'name', input: { 'data-autofocus': true } },
        { name: 'location', kind: 'place', word: 'address', ...(isPlaceFirst && { input: { autoFocus: true } }) },
        ...plainFields,
      ],
    },
    contactSection,
    { word: 'type', fields: [typeField(t)], isOptional: true },
    loadSection,
    othersSection,
    parcelSection,
    paymentSection,
    { word: 'editor:custom_fields', fields: [customField(definitions)], isOptional: true },
    {
      word: 'editor:external_id',
      fields: [{ name: 'external_id', kind: 'text', word: 'external_id' }],
      isOptional: true,
    },
  ]
}

const plainFields: readonly StopField[] = [
  {
    name: 'time_windows',
    kind: 'windows',
    word: 'windows',
    faultWord: 'windows_wrong',
    input: { placeholder: '8:00-12:00, 14:00-16:00' },
  },
  { name: 'duration', kind: 'minutes', word: 'minutes', isWide: false, input: { hideControls: false, max: 1440 } },
  { name: 'weight', kind: 'number', word: 'weight_kg', isWide: false, input: exactNumber },
  { name: 'comments', kind: 'long', word: 'comments' },
]

const contactSection: StopSection = {
  word: 'contact',
  fields: [
    { name: 'reference_person', kind: 'text', word: 'person' },
    { name: 'phone', kind: 'text', word: 'phone', isWide: false, input: { type: 'tel' } },
    { name: 'email', kind: 'text', word: 'email', isWide: false, input: { type: 'email' } },
    { name: 'location_details', kind: 'text', word: 'door' },
  ],
  isOptional: true,
}

function typeField(t: TFunction): StopField {
  const options = types.map((value) => ({ value, label: t(`types.${value}`) }))
  return { name: 'type', kind: 'pick', word: 'type', isWide: false, options, shown: (stored) => stored ?? 'delivery' }
}

const loadSection: StopSection = {
  word: 'load',
  fields: [
    { name: 'volume', kind: 'number', word: 'volume_m3', isWide: false, input: exactNumber },
    { name: 'requires', kind: 'words', word: 'skills' },
  ],
  isOptional: true,
}

const othersSection: StopSection = {
  word: 'others',
  fields: [
    { name: 'kind', kind: 'text', word: 'kind', hint: 'kind_hint' },
    { name: 'apart_from', kind: 'words', word: 'apart_from', hint: 'apart_from_hint' },
    { name: 'cluster', kind: 'text', word: 'cluster', hint: 'cluster_hint' },
  ],
  isOptional: true,
}

const parcelSection: StopSection = {
  word: 'parcels',
  fields: [
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
      read: listTasks,
      written: (tasks: TaskDraft[]) => tasks.map(({ label, barcode }) => label || barcode).join(', '),
    },
  ],
  isOptional: true,
}

const paymentSection: StopSection = {
  word: 'payment',
  fields: [
    {
      name: 'cash_on_delivery',
      kind: 'own',
      word: 'cash_on_delivery',
      hint: 'cash_on_delivery_hint',
      Own: CashInput,
      shown: shownCash,
      read: (value: CashValue) => readCash(value),
      written: writtenCash,
    },
  ],
  isOptional: true,
}

/** Returns no field where the project has no custom fields and the stop brought none. */
function customField(definitions: readonly CustomFieldDefinition[]): StopField {
  return {
    name: 'custom_fields',
    kind: 'own',
    word: 'custom_fields',
    Own: CustomFieldInputs,
    shown: (stored?: CustomValues) => ({ ...stored }),
    read: findCustomFields,
    written: (values: CustomValues) => Object.values(values).filter(Boolean).join(', '),
    isLeftOut: ({ custom_fields: values }) => definitions.length === 0 && Object.keys(values ?? {}).length === 0,
  }
}
