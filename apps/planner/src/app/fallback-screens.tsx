// Screens in place of one that failed: an address that leads nowhere, and a screen that broke.
import { IconMapOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty, LoadFailure } from '../shell/states.tsx'

export function MissingScreen() {
  const { t } = useTranslation('shell')
  return (
    <Empty
      title={t('missing.title')}
      text={t('missing.text')}
      icon={IconMapOff}
      next={{ label: t('missing.plans'), to: '/plans' }}
    />
  )
}

export function CrashScreen({ error }: { error: unknown }) {
  const router = useRouter()
  return <LoadFailure error={error} retry={() => void router.invalidate()} />
}
