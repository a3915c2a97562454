// The form of a record in a drawer: sections of fields, and a draft that outlives a reload.
import { Alert, Button, Drawer, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from './fields.ts'
import { FormFoot } from './form-foot.tsx'
import { FormSections } from './form-sections.tsx'
import classes from './forms.module.css'
import type { Kept } from './save-seen.ts'
import { type RecordFormOptions, useRecordForm } from './use-record-form.tsx'

interface RecordFormProps<Stored extends Kept> extends Omit<RecordFormOptions<Stored>, 'fields'> {
  title: string
  sections: readonly Section[]
  onClose(): void
  isReadOnly?: boolean
  /** Parts of the record that are no fields of it, below the fields. */
  extra?: ReactNode
}

export function RecordForm<Stored extends Kept>({ title, ...props }: RecordFormProps<Stored>) {
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={
        <Text fw={650} size="lg">
          {title}
        </Text>
      }
      position="right"
      size={620}
      padding="md"
      closeOnClickOutside={false}
    >
      <FormBody {...props} />
    </Drawer>
  )
}

function FormBody<Stored extends Kept>(props: Omit<RecordFormProps<Stored>, 'title'>): ReactNode {
  const { sections, isReadOnly, extra, ...options } = props
  const { t } = useTranslation([options.words, 'records'])
  const fields = sections.flatMap((section) => section.fields)
  const form = useRecordForm({ ...options, fields })
  return (
    <form id={form.id} noValidate onSubmit={form.onSubmit}>
      {form.hasDraft && (
        <Alert color="blue" mb="md" py={8}>
          <Group justify="space-between">
            {t('records:draft')}
            <Button size="compact-xs" variant="light" onClick={form.discard}>
              {t('records:discard')}
            </Button>
          </Group>
        </Alert>
      )}
      <fieldset disabled={isReadOnly} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <FormSections sections={sections} form={form} isReadOnly={isReadOnly} />
      </fieldset>
      {extra}
      <div className={classes.foot}>
        <FormFoot form={form} isReadOnly={isReadOnly} />
      </div>
    </form>
  )
}
