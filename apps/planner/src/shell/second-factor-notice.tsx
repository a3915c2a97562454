// Says that the organization asks for a second factor which the reader does not have yet.
import { Alert, Anchor } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats, useSession } from './session.ts'

export function SecondFactorNotice() {
  const { t } = useTranslation('shell')
  const formats = useFormats()
  const { second_factor_due: due } = useSession()
  if (!due) return null
  return (
    <Alert color="yellow" radius={0} py="xs" icon={<IconShieldLock size={18} />}>
      {t('second_step.due', { date: formats.date(due) })}{' '}
      <Anchor component={Link} to="/settings/account" size="sm" fw={600} c="inherit" underline="always">
        {t('second_step.due_link')}
      </Anchor>
    </Alert>
  )
}
