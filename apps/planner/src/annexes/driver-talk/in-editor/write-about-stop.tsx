// From a stop to the messages with its driver; the next one then names the stop.
import { Button } from '@mantine/core'
import type { Stop } from '@routewright/contract'
import { IconMessage2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSelection } from '../../../plan/selection.ts'
import drawer from '../../../shell/panel.module.css'
import { useMayPlan } from '../../../shell/session.ts'

export default function WriteAboutStop({ stop }: { stop: Stop }) {
  const { t } = useTranslation('talk')
  const mayPlan = useMayPlan()
  const { route_id } = stop
  if (!route_id || !mayPlan) return null
  return (
    <section className={drawer.part}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMessage2 size={14} />}
        onClick={() => useSelection.getState().openTalk(route_id, stop.id)}
      >
        {t('write_about_stop')}
      </Button>
    </section>
  )
}
