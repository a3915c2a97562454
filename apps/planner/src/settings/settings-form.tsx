// A part of the settings that is a form of its own: its fields, and a button that saves them.
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field } from '../forms/fields.ts'
import type { RecordForm } from '../forms/use-record-form.tsx'
import { Section } from './section.tsx'

interface SettingsFormProps {
  /** The search leads to it by this name. */
  name?: string
  title: string
  text?: string
  form: RecordForm
  fields: readonly Field[]
  /** Below the fields. */
  children?: ReactNode
}

export function SettingsForm({ name, title, text, form, fields, children }: SettingsFormProps) {
  const { t } = useTranslation('shell')
  return (
    <form id={form.id} onSubmit={form.onSubmit}>
      <Section name={name} title={title} text={text} failure={form.failure}>
        {form.notice}
        <FieldGrid fields={fields} form={form} />
        {children}
        <Group justify="flex-end" mt="md">
          <Button type="submit" loading={form.isBusy}>
            {t('save')}
          </Button>
        </Group>
      </Section>
    </form>
  )
}
