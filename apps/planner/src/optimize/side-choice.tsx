// Which plan the views show while an optimization waits to be applied: the one that there is, or the proposed one.
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRunState } from '../plan/run-state.ts'

export function SideChoice() {
  const { t } = useTranslation('optimize')
  const { side, show } = useRunState()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={t('shown')}
      value={side}
      onChange={(value) => show(value as typeof side)}
      data={[
        { value: 'before', label: t('before') },
        { value: 'after', label: t('proposed') },
      ]}
    />
  )
}
