// The right actions for each exception: for its stop, or for the driver of its route.
import { Button, Group, Text } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askToHandOver } from '../plan/asked-edit.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useMayPlan } from '../shell/session.ts'
import { type Exception, sourceOf } from './exceptions.ts'
import { useNoted } from './noted.ts'
import { PingButton, usePingText } from './ping.tsx'
import { AttemptedRemedies, FailedRemedies, FarRemedies, LateRemedies } from './stop-remedies.tsx'

export function Remedies({ exception }: { exception: Exception }) {
  switch (exception.kind) {
    case 'no_gps':
    case 'not_started':
    case 'problem':
      return <DriverRemedies exception={exception} />
    case 'failed':
      return <FailedRemedies stop={exception.stop} source={sourceOf(exception)!} />
    case 'far':
      return <FarRemedies stop={exception.stop} source={sourceOf(exception)!} />
    case 'attempted':
      return <AttemptedRemedies stop={exception.stop} />
    case 'late':
      return <LateRemedies stop={exception.stop} stops={exception.stops} />
    case 'unassigned':
      return <InsertAll />
    case 'off_order':
      return null
  }
}

function InsertAll() {
  const { t } = useTranslation('live')
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const { unassigned } = usePlanData()
  return (
    <Button size="compact-sm" variant="light" disabled={!mayPlan} onClick={() => actions.insert(unassigned)}>
      {t('insert_all')}
    </Button>
  )
}

/** A van that is silent or late may be well: its driver is asked first. Handing its stops over shows what that does. */
function DriverRemedies({
  exception,
}: {
  exception: Extract<Exception, { kind: 'no_gps' | 'not_started' | 'problem' }>
}) {
  const { t } = useTranslation(['live', 'talk'])
  const mayPlan = useMayPlan()
  const { route } = exception
  const ping = usePingText(route)
  const contact = route.phone ? `tel:${route.phone}` : route.email && `mailto:${route.email}`
  return (
    <Group gap="xs">
      {ping && (
        <Text size="xs" c="dimmed" w="100%" role="status">
          {ping}
        </Text>
      )}
      {exception.kind !== 'problem' && <PingButton route={route} />}
      <Button size="compact-sm" variant="light" onClick={() => useSelection.getState().openTalk(route.id)}>
        {t('talk:write_driver')}
      </Button>
      {contact && (
        <Button
          size="compact-sm"
          variant="light"
          component="a"
          href={contact}
          leftSection={route.phone ? <IconPhone size={14} /> : <IconMail size={14} />}
        >
          {t(route.phone ? 'call' : 'write')}
        </Button>
      )}
      {exception.kind === 'problem' && (
        <Button size="compact-sm" variant="subtle" onClick={() => useNoted.getState().putAside(exception.note.id)}>
          {t('put_aside')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" disabled={!mayPlan} onClick={() => askToHandOver(route.id)}>
        {t('hand_over')}
      </Button>
    </Group>
  )
}
