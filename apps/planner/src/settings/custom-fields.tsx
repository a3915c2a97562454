// The custom fields of a project: what its stops, tasks, reports and routes carry beside the fields that everybody has.
import { Checkbox, Select, TextInput } from '@mantine/core'
import type { CustomFieldDefinition } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'
import { EditedRows } from './settings-table.tsx'

const types = ['string', 'number', 'boolean', 'date'] as const
const places = ['stop', 'task', 'report', 'route'] as const

export function CustomFields({ value, onChange }: OwnInputProps<readonly CustomFieldDefinition[]>) {
  const { t } = useTranslation('settings')
  const getName = ({ label, name }: CustomFieldDefinition) => label || name
  return (
    <EditedRows<CustomFieldDefinition>
      heads={['label', 'name', 'type', 'place', 'required'].map((name) => t(`fields.${name}`))}
      rows={value}
      fresh={() => ({ name: '', label: '', type: 'string', applies_to: 'stop' })}
      words={{ add: t('fields.add'), remove: (field) => t('fields.remove', { name: getName(field) }) }}
      onChange={onChange}
      cells={(field, change) => [
        <TextInput
          key="label"
          aria-label={t('fields.label')}
          value={field.label ?? ''}
          maxLength={200}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />,
        <TextInput
          key="name"
          aria-label={t('fields.name')}
          value={field.name}
          placeholder={getKey(field.label ?? '')}
          maxLength={100}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />,
        <Select
          key="type"
          aria-label={t('fields.type_of', { name: getName(field) })}
          allowDeselect={false}
          data={types.map((type) => ({ value: type, label: t(`fields.types.${type}`) }))}
          value={field.type}
          onChange={(type) => change({ type: type! })}
        />,
        <Select
          key="place"
          aria-label={t('fields.place_of', { name: getName(field) })}
          allowDeselect={false}
          data={places.map((place) => ({ value: place, label: t(`fields.places.${place}`) }))}
          value={field.applies_to}
          onChange={(place) => change({ applies_to: place! })}
        />,
        <Checkbox
          key="required"
          aria-label={t('fields.required_of', { name: getName(field) })}
          disabled={field.applies_to !== 'report'}
          checked={field.applies_to === 'report' && field.required === true}
          onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        />,
      ]}
    />
  )
}

/** Definitions with a name, each under a key: its own, else one made of its name. */
export function namedFields(definitions: readonly CustomFieldDefinition[]): CustomFieldDefinition[] {
  return definitions.flatMap((definition) => {
    const name = definition.name.trim() || getKey(definition.label ?? '')
    return name === '' ? [] : [{ ...definition, name }]
  })
}

/** `Floor, door` as floor_door. */
function getKey(label: string): string {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '')
}
