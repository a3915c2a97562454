// The routes of the running day: how far each is, when it will be done, and whether its driver has it.

import { ActionIcon, Menu, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route, SentDispatch, Stop } from '@routewright/contract'
import { listStopsAhead } from '@routewright/contract/driving-order'
import { isChargingTold } from '@routewright/contract/told-charging'
import { routeLook } from '@routewright/ui/status'
import { IconDots, IconLinkOff, IconPhone, IconSend, IconTool } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { askToHandOver } from '../plan/asked-edit.ts'
import { useDispatches } from '../plan/dispatched.ts'
import { useContact, usePlanDrivers } from '../plan/driver-days.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { optimizeNow } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { organizationNow } from '../shell/clock.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure, noteSuccess } from '../shell/notices.tsx'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { RouteSwatch } from '../shell/route-swatch.tsx'
import { Sections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { EmptyPart } from '../shell/states.tsx'
import { StatusChip } from '../shell/status-chip.tsx'
import classes from './live-panel.module.css'
import { Returns } from './returns.tsx'

export function VehicleCards() {
  const { t } = useTranslation('live')
  const { routes, plan } = usePlanData()
  const { data: dispatches } = useDispatches(plan.id)
  if (routes.length === 0)
    return <EmptyPart text={t('no_routes')} next={{ label: t('optimize'), onClick: optimizeNow }} />
  return (
    <>
      <Returns />
      <ul className={classes.list}>
        {routes.map((route, index) => (
          <li key={route.id} className={classes.card}>
            <VehicleCard
              route={route}
              index={index}
              sent={dispatches?.get(route.id)}
              isRead={dispatches !== undefined}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface VehicleCardProps {
  route: Route
  index: number
  sent: SentDispatch | undefined
  /** Whether the dispatches were read already: before that, `sent` being undefined does not mean that nothing was sent. */
  isRead: boolean
}

function VehicleCard({ route, index, sent, isRead }: VehicleCardProps) {
  const { orders, stops } = usePlanData()
  const order = (orders.get(route.id) ?? []).map((id) => stops.get(id)!)
  // Where vehicles meet there is no customer.
  const own = order.filter(({ meeting_of }) => meeting_of === undefined)
  const count = (status: Stop['status']) => own.filter((stop) => stop.status === status).length
  const progress = useProgressText(route, order)
  const contact = useContactText(route, isRead, sent)
  const charged = useChargedText(route)
  return (
    <>
      <div className={classes.head}>
        <button type="button" className={classes.main} onClick={() => useSelection.getState().openRoute(route.id)}>
          <RouteSwatch route={route} index={index} />
          <span className={classes.words}>
            <span className={classes.title}>
              <strong>{routeName(route)}</strong>
              <StatusChip look={routeLook(route.status)} />
            </span>
            <span>{progress}</span>
            <span>{contact}</span>
          </span>
        </button>
        <Sections at="route.head" route={route} />
        <VehicleMenu route={route} sent={sent} />
      </div>
      <Sections at="route.state" route={route} />
      {charged && <p className={classes.ping}>{charged}</p>}
      <ProgressBar
        counts={{
          total_stops: own.length,
          completed_stops: count('completed'),
          incomplete_stops: count('incomplete'),
          canceled_stops: count('canceled'),
        }}
      />
    </>
  )
}

/** The driver's last charging, as reported. */
function useChargedText({ planned_charge }: Route): string | undefined {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const told = planned_charge?.charging?.findLast(isChargingTold)
  if (!told) return undefined
  const { departure, label, real_end_time } = told
  return t('charged', { share: formats.percent(departure), place: label, time: formats.clock(real_end_time!) })
}

/** How many stops are done, when the next is reached, and when the route ends. */
function useProgressText(route: Route, order: readonly Stop[]): string {
  const { t } = useTranslation(['live', 'shell'])
  const formats = useFormats()
  const open = listStopsAhead(order)
  const own = order.filter(({ meeting_of }) => meeting_of === undefined)
  const done = own.filter(({ status }) => status !== 'pending').length
  if (open.length > 0 && open.every(({ meeting_of }) => meeting_of === route.id)) return t('waits_to_give')
  const next = open[0]?.estimated_arrival_time
  return [
    own.length === 0 ? t('shell:no_stops') : t('done_of', { done, total: own.length }),
    next && t('next_at', { time: formats.clock(next) }),
    route.estimated_end_time && t('ends_at', { time: formats.clock(route.estimated_end_time) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether the driver has the route, and when the phone was last heard of. */
function useContactText(route: Route, isRead: boolean, sent: SentDispatch | undefined): string {
  const { t } = useTranslation('live')
  const formats = useFormats()
  const link = sent?.opened_at
    ? t('opened_at', { time: formats.clock(sent.opened_at) })
    : sent
      ? t('sent_at', { time: formats.clock(sent.sent_at) })
      : t('not_sent')
  const position = route.last_position
  const driver = usePlanDrivers().get(route.id)?.driver
  return [
    driver?.label,
    route.status !== 'finished' && isRead && link,
    position && t('seen', { when: formats.relative(position.created_at, organizationNow()) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function VehicleMenu({ route, sent }: { route: Route; sent: SentDispatch | undefined }) {
  const { t } = useTranslation(['live', 'editor', 'shell'])
  const mayPlan = useMayPlan()
  const revoke = useRevoke(route)
  const { phone } = useContact(route)
  const name = routeName(route)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('actions_of', { name })}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {phone && (
          <Menu.Item component="a" href={`tel:${phone}`} leftSection={<IconPhone size={16} />}>
            {t('call_driver', { phone })}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSend size={16} />}
          disabled={!mayPlan || route.status === 'finished'}
          onClick={() => useSelection.getState().show('dispatch')}
        >
          {t('editor:dispatch')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTool size={16} />}
          disabled={!mayPlan || route.status === 'finished'}
          onClick={() => askToHandOver(route.id)}
        >
          {t('hand_over')}
        </Menu.Item>
        <Menu.Item
          color="var(--rw-failed)"
          leftSection={<IconLinkOff size={16} />}
          disabled={!mayPlan || !sent?.has_link}
          onClick={revoke}
        >
          {t('revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Ends the links of a route after asking: a lost phone, another driver. */
function useRevoke(route: Route): () => void {
  const { t } = useTranslation(['live', 'shell'])
  const client = useQueryClient()
  const end = async () => {
    try {
      const { revoked } = await call(operations.revokeDriverLinks, { route_id: route.id })
      noteSuccess(t('revoked', { count: revoked }))
      await client.invalidateQueries({ queryKey: ['dispatches', route.plan_id] })
    } catch (error) {
      noteFailure(t('revoke'), failureText(error, t))
    }
  }
  return () =>
    modals.openConfirmModal({
      title: t('revoke_title', { name: routeName(route) }),
      children: <Text size="sm">{t('revoke_text')}</Text>,
      labels: { confirm: t('revoke'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('shell:close') },
      onConfirm: () => void end(),
    })
}
