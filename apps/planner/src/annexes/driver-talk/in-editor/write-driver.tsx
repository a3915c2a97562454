// Remedy: opens the messages with a driver.
import type { BareRoute as Route } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Remedy } from '../../../live/remedy.tsx'
import { useSelection } from '../../../plan/selection.ts'

export default function WriteDriver({ route }: { route: Route }) {
  const { t } = useTranslation(['live', 'talk'])
  return (
    <Remedy
      label={t('talk:write_driver')}
      effect={t('remedy.write_effect')}
      told={t('told_when_sent')}
      act={async () => useSelection.getState().openTalk(route.id)}
    />
  )
}
