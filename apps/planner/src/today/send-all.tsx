// Sends all routes of a plan to their drivers, after it was said to whom.
import { Button, Group, Modal, Text } from '@mantine/core'
import type { Route } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findAddress, type RouteDriver, useRouteDrivers } from '../plan/driver-days.ts'
import { routeName } from '../plan/plan-data.ts'
import { sendRoutes } from '../plan/send-routes.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure, noteSuccess } from '../shell/notices.tsx'
import { useDayRoutes } from './day-routes.ts'
import { OpenPlanButton } from './open-plan-button.tsx'
import classes from './today.module.css'

interface SendAllProps {
  planId: string
  isOff: boolean
  icon: ReactNode
}

export function SendAll({ planId, isOff, icon }: SendAllProps) {
  const { t } = useTranslation('today')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={icon} disabled={isOff} variant={isOff ? 'default' : 'filled'} onClick={() => setOpen(true)}>
        {t('dispatch.do')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('dispatch.ask')}>
        {isOpen && <Question planId={planId} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  )
}

function Question({ planId, onClose }: { planId: string; onClose(): void }) {
  const { t } = useTranslation(['today', 'shell'])
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const { data: routes } = useDayRoutes(planId)
  const drivers = useRouteDrivers(routes?.[0]?.plan_execution_date)
  const reachable = routes?.filter((route) => findAddress(route, drivers)) ?? []
  const send = async () => {
    setSending(true)
    const failures: string[] = []
    const name = (id: string) => routeName(reachable.find((route) => route.id === id)!)
    await sendRoutes(
      reachable.map(({ id }) => id),
      (id, sending) => {
        if (sending.state === 'failed') failures.push(`${name(id)}: ${failureText(sending.error, t)}`)
      },
    )
    if (failures.length > 0) noteFailure(t('dispatch.not_all'), failures.join(' '))
    else noteSuccess(t('dispatch.sent', { count: reachable.length }))
    await client.invalidateQueries({ queryKey: ['today'] })
    onClose()
  }
  return (
    <>
      <Recipients routes={routes ?? []} drivers={drivers} />
      <Group justify="flex-end" mt="md">
        <OpenPlanButton planId={planId} show="dispatch">
          {t('dispatch.choose')}
        </OpenPlanButton>
        <Button
          loading={isSending || !routes}
          disabled={reachable.length === 0}
          onClick={() => void send()}
          data-autofocus
        >
          {t('dispatch.send', { count: reachable.length })}
        </Button>
      </Group>
    </>
  )
}

interface RecipientsProps {
  routes: readonly Route[]
  drivers: ReadonlyMap<string, RouteDriver>
}

function Recipients({ routes, drivers }: RecipientsProps) {
  const { t } = useTranslation('today')
  return (
    <ul className={classes.recipients}>
      {routes.map((route) => (
        <li key={route.id}>
          <strong>{routeName(route)}</strong>
          <Text size="xs" c="dimmed" component="span">
            {t('stops_count', { count: route.stops.length })} ·{' '}
            {findAddress(route, drivers) ?? t('dispatch.no_address')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
