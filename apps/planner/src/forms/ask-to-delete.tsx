// Asks before something is deleted for good.
import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'

interface Question {
  /** `Delete?` without. */
  title?: string
  text: string
}

export function askToDelete(t: TFunction, { title, text }: Question, onConfirm: () => void): void {
  modals.openConfirmModal({
    title: title ?? t('records:delete_title'),
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
    confirmProps: { color: 'red' },
    onConfirm,
  })
}
