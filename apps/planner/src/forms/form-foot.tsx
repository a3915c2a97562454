// The foot of every form: concurrent changes by others, why it could not be saved, and its buttons.
import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../shell/states.tsx'
import type { RecordForm } from './use-record-form.tsx'

interface FormFootProps {
  form: Pick<RecordForm, 'notice' | 'failure' | 'isBusy' | 'cannotSave' | 'remove' | 'cancel'>
  /** Label of the button that saves; `Save` without. */
  saveLabel?: string
  /** Where the window around it closes it as well. */
  hasNoCancel?: boolean
  isReadOnly?: boolean | undefined
}

export function FormFoot({ form, saveLabel, hasNoCancel = false, isReadOnly = false }: FormFootProps) {
  const { t } = useTranslation('shell')
  return (
    <>
      {form.notice}
      <Refusal text={form.failure} mb="sm" />
      <Group justify="space-between">
        {form.remove && !isReadOnly ? (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={form.remove}>
            {t('delete')}
          </Button>
        ) : (
          <span />
        )}
        <Group gap="xs">
          {!hasNoCancel && (
            <Button variant="default" onClick={form.cancel}>
              {t('cancel')}
            </Button>
          )}
          {!isReadOnly && (
            <Button type="submit" loading={form.isBusy} disabled={form.cannotSave}>
              {saveLabel ?? t('save')}
            </Button>
          )}
        </Group>
      </Group>
    </>
  )
}
