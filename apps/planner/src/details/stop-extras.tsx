// Further parts of a stop: the custom fields of its project, and the tasks to be done there.
import { Button, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { CustomFieldDefinition, Task } from '@routewright/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useStopFields } from '../shell/stop-fields.ts'

export type CustomValues = Record<string, unknown>

/** The fields that the project has for stops, then others that the stop carries and that can be written as text. */
export function CustomFieldInputs({ value: values, onChange }: OwnInputProps<CustomValues>): ReactNode {
  const definitions = useStopFields()
  const known = new Set(definitions.map(({ name }) => name))
  const others = Object.entries(values)
    .filter(([name, value]) => !known.has(name) && (typeof value === 'string' || typeof value === 'number'))
    .map(([name, value]): CustomFieldDefinition => {
      return { name, type: typeof value === 'number' ? 'number' : 'string', applies_to: 'stop' }
    })
  const all = [...definitions, ...others]
  if (all.length === 0) return null
  return (
    <Stack gap="xs">
      {all.map((definition) => (
        <CustomFieldInput
          key={definition.name}
          definition={definition}
          value={values[definition.name]}
          onChange={(value) => onChange({ ...values, [definition.name]: value })}
        />
      ))}
    </Stack>
  )
}

interface CustomFieldInputProps {
  definition: CustomFieldDefinition
  value: unknown
  onChange(value: unknown): void
}

export function CustomFieldInput({ definition, value, onChange }: CustomFieldInputProps) {
  const label = definition.label || definition.name
  switch (definition.type) {
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
        />
      )
    default:
      return (
        <TextInput
          label={label}
          type={definition.type === 'date' ? 'date' : 'text'}
          value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
          onChange={({ currentTarget: { value: next } }) => onChange(next)}
        />
      )
  }
}

/** Without what is empty; null when nothing is left. */
export function findCustomFields(values: CustomValues): CustomValues | null {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== null)
  return filled.length === 0 ? null : Object.fromEntries(filled)
}

export interface TaskDraft {
  id?: string
  label: string
  barcode: string
  comments: string
}

export function taskDrafts(tasks: readonly Task[]): TaskDraft[] {
  return tasks.map(({ id, label = '', barcode = '', comments = '' }) => ({ id, label, barcode, comments }))
}

/** Returns tasks in the service's form; rows without a word are left out. */
export function listTasks(drafts: readonly TaskDraft[]) {
  return drafts
    .filter(({ label, barcode }) => label.trim() !== '' || barcode.trim() !== '')
    .map(({ id, label, barcode, comments }) => ({
      ...(id && { id }),
      label: label.trim() || null,
      barcode: barcode.trim() || null,
      comments: comments.trim() || null,
    }))
}

export function TaskInputs({ label, value: tasks, onChange }: OwnInputProps<readonly TaskDraft[]>) {
  const { t } = useTranslation('editor')
  const change = (index: number, next: Partial<TaskDraft>) => onChange(tasks.with(index, { ...tasks[index]!, ...next }))
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        {label}
      </Text>
      {tasks.map((task, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a task under way has no id yet
        <Group key={index} gap={6} mb={6} wrap="nowrap">
          <TextInput
            style={{ flex: 2 }}
            aria-label={t('task', { number: index + 1 })}
            placeholder={t('task_label')}
            maxLength={500}
            value={task.label}
            onChange={({ currentTarget: { value } }) => change(index, { label: value })}
          />
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('task_barcode_of', { number: index + 1 })}
            placeholder={t('task_barcode')}
            maxLength={500}
            value={task.barcode}
            onChange={({ currentTarget: { value } }) => change(index, { barcode: value })}
          />
          <IconButton
            icon={IconTrash}
            iconSize={16}
            label={t('task_remove', { number: index + 1 })}
            onClick={() => onChange(tasks.toSpliced(index, 1))}
          />
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...tasks, { label: '', barcode: '', comments: '' }])}
      >
        {t('task_add')}
      </Button>
    </fieldset>
  )
}
