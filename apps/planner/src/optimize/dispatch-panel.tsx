// Dispatching: which routes go out to whom, with a result per route; what failed stays chosen.

import { Alert, Button, Checkbox, Loader, Stack, Text } from '@mantine/core'
import type { BareRoute as Route, SentDispatch } from '@routewright/contract'
import { IconAlertTriangle, IconArrowsSort, IconCheck, IconMinus, IconPlus, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changesSince, type RouteChanges, useDispatches } from '../plan/dispatched.ts'
import { findAddress, type RouteDriver, usePlanDrivers } from '../plan/driver-days.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { optimizeNow } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { sendRoutes } from '../plan/send-routes.ts'
import { failureText } from '../shell/failure.ts'
import panel from '../shell/panel.module.css'
import { RouteSwatch } from '../shell/route-swatch.tsx'
import { useFormats } from '../shell/session.ts'
import { EmptyPart } from '../shell/states.tsx'
import { DispatchLook } from './dispatch-look.tsx'
import { DispatchOutcome } from './dispatch-outcome.tsx'
import classes from './dispatch-panel.module.css'
import { RouteLink } from './route-link.tsx'

type Result = { state: 'sending' } | { state: 'sent' } | { state: 'failed'; message: string }

export function DispatchPanel() {
  const { t } = useTranslation('optimize')
  const { routes, orders, plan } = usePlanData()
  const ready = routes.filter(({ id, status }) => status !== 'finished' && (orders.get(id)?.length ?? 0) > 0)
  const { data: dispatches } = useDispatches(plan.id)
  const drivers = usePlanDrivers()
  const [picked, setChosen] = useState<string[]>()
  const chosen = picked ?? (dispatches ? listNews(ready, orders, dispatches, drivers) : [])
  const { send, results, isSending } = useSending()
  const having = (state: Result['state']) => [...results].flatMap(([id, result]) => (result.state === state ? id : []))
  const submit = async () => setChosen(await send(chosen))
  return (
    <>
      <header className={`${panel.part} ${panel.head}`}>
        <h2 className={panel.title}>{t('dispatch_title')}</h2>
        <div className={panel.dim}>{t('dispatch_text')}</div>
      </header>
      <Doubts />
      <section className={panel.part}>
        {ready.length === 0 ? (
          <EmptyPart text={t('nothing_to_dispatch')} next={{ label: t('title'), onClick: optimizeNow }} />
        ) : (
          <RouteChoices ready={ready} chosen={chosen} onChoose={setChosen} results={results} isOff={isSending} />
        )}
      </section>
      {results.size > 0 && !isSending && <DispatchOutcome sent={having('sent')} failed={having('failed')} />}
      <DispatchLook routeIds={chosen} />
      <section className={`${panel.part} ${panel.foot}`}>
        <Button
          fullWidth
          size="md"
          leftSection={<IconSend size={18} />}
          disabled={chosen.length === 0 || plan.status === 'draft'}
          loading={isSending}
          onClick={() => void submit()}
        >
          {chosen.length === 0 ? t('dispatch_title') : t('send', { count: chosen.length })}
        </Button>
      </section>
    </>
  )
}

/** The routes that can be sent and have something new for their drivers. */
function listNews(
  routes: readonly Route[],
  orders: ReadonlyMap<string, readonly string[]>,
  dispatches: ReadonlyMap<string, SentDispatch>,
  drivers: ReadonlyMap<string, RouteDriver>,
): string[] {
  const isNew = ({ id }: Route) => {
    const changes = changesSince(dispatches.get(id), orders.get(id) ?? [])
    return !changes || countAll(changes) > 0
  }
  return routes.filter((route) => findAddress(route, drivers) && isNew(route)).map(({ id }) => id)
}

const countAll = ({ added, removed, moved }: RouteChanges) => added.length + removed.length + moved.length

/** Sends routes one after the other. `send` returns the ids of those that failed. */
function useSending() {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const client = useQueryClient()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [isSending, setSending] = useState(false)
  const note = (id: string, result: Result) => setResults((old) => new Map(old).set(id, result))
  const send = async (routeIds: readonly string[]): Promise<string[]> => {
    setSending(true)
    const failed = await sendRoutes(routeIds, (id, sending) =>
      note(id, sending.state === 'failed' ? { state: 'failed', message: failureText(sending.error, t) } : sending),
    )
    await client.invalidateQueries({ queryKey: ['dispatches', plan.id] })
    void client.invalidateQueries({ queryKey: ['dispatch-preview', plan.id] })
    setSending(false)
    return failed
  }
  return { send, results, isSending }
}

/** Doubts about sending the routes as they are. */
function Doubts() {
  const { t } = useTranslation('optimize')
  const { plan, unassigned } = usePlanData()
  return (
    <>
      {plan.status === 'draft' && (
        <section className={panel.part}>
          <Alert color="orange">{t('is_draft')}</Alert>
        </section>
      )}
      {unassigned.length > 0 && (
        <section className={panel.part}>
          <Alert color="orange" p="xs">
            {t('still_unassigned', { count: unassigned.length })}
          </Alert>
        </section>
      )}
    </>
  )
}

interface RouteChoicesProps {
  ready: readonly Route[]
  chosen: string[]
  onChoose(routeIds: string[]): void
  results: ReadonlyMap<string, Result>
  isOff: boolean
}

function RouteChoices({ ready, chosen, onChoose, results, isOff }: RouteChoicesProps) {
  const { t } = useTranslation('optimize')
  const { routes, plan } = usePlanData()
  const { data: dispatches } = useDispatches(plan.id)
  return (
    <Stack gap="sm">
      {ready.length > 1 && (
        <Checkbox
          label={t('all_routes', { count: ready.length })}
          checked={chosen.length === ready.length}
          indeterminate={chosen.length > 0 && chosen.length < ready.length}
          disabled={isOff}
          onChange={({ currentTarget: { checked } }) => onChoose(checked ? ready.map(({ id }) => id) : [])}
        />
      )}
      <Checkbox.Group value={chosen} onChange={onChoose}>
        <Stack gap={12}>
          {ready.map((route) => (
            <RouteChoice
              key={route.id}
              route={route}
              index={routes.indexOf(route)}
              sent={dispatches?.get(route.id)}
              result={results.get(route.id)}
              isOff={isOff}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  )
}

interface RouteChoiceProps {
  route: Route
  index: number
  /** The last dispatch of the route: what its driver has on the phone now. */
  sent: SentDispatch | undefined
  result: Result | undefined
  isOff: boolean
}

function RouteChoice({ route, index, sent, result, isOff }: RouteChoiceProps) {
  const { t } = useTranslation('optimize')
  const { orders } = usePlanData()
  const changes = changesSince(sent, orders.get(route.id) ?? [])
  const drivers = usePlanDrivers()
  return (
    <div>
      <Checkbox
        value={route.id}
        disabled={isOff}
        label={
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            <RouteSwatch route={route} index={index} />
            {routeName(route)}
            {result?.state === 'sending' && <Loader size={14} />}
            {result?.state === 'sent' && <IconCheck size={16} color="var(--rw-done)" aria-label={t('sent')} />}
          </span>
        }
        description={useRouteText(route, changes)}
      />
      {changes && <ChangedStops changes={changes} />}
      {!findAddress(route, drivers) && result?.state !== 'sent' && (
        <Button size="compact-xs" variant="subtle" ml={28} onClick={() => useSelection.getState().openRoute(route.id)}>
          {t('add_email')}
        </Button>
      )}
      <RouteLink routeId={route.id} name={routeName(route)} />
      {result?.state === 'failed' && (
        <Text size="xs" c="var(--rw-failed)" ml={30} role="alert">
          <IconAlertTriangle size={12} /> {result.message}
        </Text>
      )}
    </div>
  )
}

/** `12 stops · starts 08:00 · 3 changed · driver@example.com`. */
function useRouteText(route: Route, changes: RouteChanges | undefined): string {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { orders } = usePlanData()
  const parts = [t('stops_count', { count: orders.get(route.id)?.length ?? 0 })]
  if (route.planned_start_time !== undefined)
    parts.push(t('starts', { time: formats.timeOfDay(route.planned_start_time) }))
  if (changes) {
    const count = countAll(changes)
    parts.push(count === 0 ? t('unchanged') : t('changed_stops', { count }))
  }
  const drivers = usePlanDrivers()
  const address = findAddress(route, drivers)
  const name = drivers.get(route.id)?.driver?.label
  if (name) parts.push(name)
  if (address) parts.push(address)
  return parts.join(' · ')
}

const SHOWN_CHANGES = 12
const changeIcons = {
  added: <IconPlus size={13} color="var(--rw-done)" aria-hidden />,
  removed: <IconMinus size={13} color="var(--rw-failed)" aria-hidden />,
  moved: <IconArrowsSort size={13} color="var(--rw-moving)" aria-hidden />,
}

/** Changes that the driver will find. */
function ChangedStops({ changes }: { changes: RouteChanges }) {
  const { t } = useTranslation(['optimize', 'editor'])
  const { stops } = usePlanData()
  const all = (['added', 'removed', 'moved'] as const).flatMap((kind) => changes[kind].map((id) => ({ kind, id })))
  if (all.length === 0) return null
  const getName = (id: string) => {
    const stop = stops.get(id)
    return stop ? stopName(stop) : t('deleted_stop')
  }
  return (
    <ul className={classes.changes} aria-label={t('changed_stops', { count: all.length })}>
      {all.slice(0, SHOWN_CHANGES).map(({ kind, id }) => (
        <li key={id}>
          {changeIcons[kind]} {t(`stop_change.${kind}`, { name: getName(id) })}
        </li>
      ))}
      {all.length > SHOWN_CHANGES && <li>{t('editor:and_more', { count: all.length - SHOWN_CHANGES })}</li>}
    </ul>
  )
}
