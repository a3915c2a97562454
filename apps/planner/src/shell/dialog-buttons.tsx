// The buttons at the foot of a dialog: leave it, or do what it is for.
import { Button, type ButtonProps, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface DialogButtonsProps extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  label: string
  onCancel(): void
  /** Missing where the button submits the form around it. */
  onClick?(): void
}

export function DialogButtons({ label, onCancel, onClick, ...look }: DialogButtonsProps) {
  const { t } = useTranslation('shell')
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type={onClick ? 'button' : 'submit'} onClick={onClick} {...look}>
        {label}
      </Button>
    </Group>
  )
}
