// Depots and charging places stand beside each other: which of the two lists is shown.
import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const kinds = ['/depots', '/depots/charging'] as const

export function PlaceKinds({ shown }: { shown: (typeof kinds)[number] }) {
  const { t } = useTranslation(['depots', 'charging'])
  const navigate = useNavigate()
  return (
    <SegmentedControl
      mb="md"
      aria-label={t('charging:kinds')}
      value={shown}
      data={[
        { value: '/depots', label: t('depots:title') },
        { value: '/depots/charging', label: t('charging:title') },
      ]}
      onChange={(to) => void navigate({ to })}
    />
  )
}
