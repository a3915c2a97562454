// The custom fields of a project: what its stops, tasks, reports and routes carry beside the fields that everybody has.
import { ActionIcon, Button, Checkbox, Select, Table, TextInput } from '@mantine/core'
import type { CustomFieldDefinition } from '@routewright/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Section } from './section.tsx'

const types = ['string', 'number', 'boolean', 'date'] as const
const places = ['stop', 'task', 'report', 'route'] as const

interface CustomFieldsProps {
  definitions: readonly CustomFieldDefinition[]
  onChange(definitions: CustomFieldDefinition[]): void
}

export function CustomFields({ definitions, onChange }: CustomFieldsProps) {
  const { t } = useTranslation('settings')
  const change = (index: number, next: Partial<CustomFieldDefinition>) =>
    onChange(definitions.with(index, { ...definitions[index]!, ...next }))
  const nameOf = ({ label, name }: CustomFieldDefinition) => label || name
  return (
    <Section title={t('fields.title')} text={t('fields.text')}>
      {definitions.length > 0 && (
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('fields.label')}</Table.Th>
              <Table.Th>{t('fields.name')}</Table.Th>
              <Table.Th>{t('fields.type')}</Table.Th>
              <Table.Th>{t('fields.place')}</Table.Th>
              <Table.Th>{t('fields.required')}</Table.Th>
              <Table.Th w={50} aria-label={t('shell:delete')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {definitions.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a field under way has no name yet
              <Table.Tr key={index}>
                <Table.Td>
                  <TextInput
                    aria-label={t('fields.label')}
                    value={one.label ?? ''}
                    maxLength={200}
                    onChange={({ currentTarget: { value } }) => change(index, { label: value })}
                  />
                </Table.Td>
                <Table.Td>
                  <TextInput
                    aria-label={t('fields.name')}
                    value={one.name}
                    placeholder={keyOf(one.label ?? '')}
                    maxLength={100}
                    onChange={({ currentTarget: { value } }) => change(index, { name: value })}
                  />
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={t('fields.type_of', { name: nameOf(one) })}
                    allowDeselect={false}
                    data={types.map((value) => ({ value, label: t(`fields.types.${value}`) }))}
                    value={one.type}
                    onChange={(value) => change(index, { type: value as CustomFieldDefinition['type'] })}
                  />
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={t('fields.place_of', { name: nameOf(one) })}
                    allowDeselect={false}
                    data={places.map((value) => ({ value, label: t(`fields.places.${value}`) }))}
                    value={one.applies_to}
                    onChange={(value) => change(index, { applies_to: value as CustomFieldDefinition['applies_to'] })}
                  />
                </Table.Td>
                <Table.Td>
                  <Checkbox
                    aria-label={t('fields.required_of', { name: nameOf(one) })}
                    disabled={one.applies_to !== 'report'}
                    checked={one.applies_to === 'report' && one.required === true}
                    onChange={(event) => change(index, { required: event.currentTarget.checked })}
                  />
                </Table.Td>
                <Table.Td>
                  <ActionIcon
                    aria-label={t('fields.remove', { name: nameOf(one) })}
                    onClick={() => onChange(definitions.toSpliced(index, 1))}
                  >
                    <IconTrash size={17} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange([...definitions, { name: '', label: '', type: 'string', applies_to: 'stop' }])}
      >
        {t('fields.add')}
      </Button>
    </Section>
  )
}

/** Those that have a name, each under a key: its own, else one made of its name. */
export function namedFields(definitions: readonly CustomFieldDefinition[]): CustomFieldDefinition[] {
  return definitions.flatMap((one) => {
    const name = one.name.trim() || keyOf(one.label ?? '')
    return name === '' ? [] : [{ ...one, name }]
  })
}

/** `Floor, door` as floor_door. */
function keyOf(label: string): string {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '')
}
