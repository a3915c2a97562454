// Adds what a logger in the van recorded to a route that was driven: a GPX file.
import { Button, FileButton } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route } from '@routewright/contract'
import { IconGps } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useMayPlan } from '../shell/session.ts'
import { Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'

export function TrackFile({ route }: { route: Route }) {
  const { t } = useTranslation('editor')
  const action = useAction()
  const mayPlan = useMayPlan()
  if (route.status === 'not_started') return null
  const add = (file: File | null) =>
    file &&
    void action.run(async () => {
      const body = { gpx: await file.text() }
      const { accepted } = await call(operations.addRouteTrack, { route_id: route.id, body })
      noteSuccess(t('track_added', { count: accepted }))
    })
  return (
    <>
      <FileButton onChange={add} accept=".gpx,application/gpx+xml">
        {(props) => (
          <Button
            {...props}
            size="compact-md"
            variant="default"
            leftSection={<IconGps size={15} />}
            disabled={!mayPlan}
            loading={action.isBusy}
          >
            {t('add_track')}
          </Button>
        )}
      </FileButton>
      <Refusal text={action.failure} />
    </>
  )
}
