// The line of a menu that shows on the map what lies within some minutes of a place.
import { IconClockHour4 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReachStart } from '../forms/reach-areas.ts'
import { askReach } from '../plan/asked-reach.ts'
import { MenuEntry } from '../shell/menu-entry.tsx'

/** Off where the start has no coordinates. */
export function ReachEntry({ start }: { start: ReachStart | undefined }) {
  const { t } = useTranslation('reach')
  return <MenuEntry icon={IconClockHour4} text={t('open')} isOff={!start} onClick={() => askReach(start)} />
}
