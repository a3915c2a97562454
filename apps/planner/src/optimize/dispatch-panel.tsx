// Dispatching: which routes go out to whom, with a result per route; what failed stays chosen.
import { Alert, Button, Checkbox, Loader, Stack, Text } from '@mantine/core'
import type { Route } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { IconAlertTriangle, IconArrowsSort, IconCheck, IconMinus, IconPlus, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import listClasses from '../list/stop-list.module.css'
import { changesSince, type RouteChanges, useDispatches } from '../plan/dispatched.ts'
import { routeName, stopName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { failureText } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'

type Result = { state: 'sending' } | { state: 'sent' } | { state: 'failed'; message: string }

export function DispatchPanel() {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { routes, orders, plan, unassigned } = usePlanData()
  const client = useQueryClient()
  const { data: dispatches } = useDispatches(plan.id)
  const ready = routes.filter(({ id, status }) => status !== 'finished' && (orders.get(id)?.length ?? 0) > 0)
  const [chosen, setChosen] = useState<string[]>(() => ready.filter(({ email }) => email).map(({ id }) => id))
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [isSending, setSending] = useState(false)
  const note = (id: string, result: Result) => setResults((old) => new Map(old).set(id, result))
  const send = async () => {
    setSending(true)
    const failed: string[] = []
    for (const id of chosen) {
      note(id, { state: 'sending' })
      try {
        await call('POST /v2/route/{id}/dispatch', { id })
        note(id, { state: 'sent' })
      } catch (error) {
        failed.push(id)
        note(id, { state: 'failed', message: failureText(error, t) })
      }
    }
    await client.invalidateQueries({ queryKey: ['dispatches', plan.id] })
    setChosen(failed)
    setSending(false)
  }
  const detailOf = (route: Route) => {
    const order = orders.get(route.id) ?? []
    const changes = changesSince(dispatches?.get(route.id), order)
    const parts = [t('stops_count', { count: order.length })]
    if (route.planned_start_time !== undefined)
      parts.push(t('starts', { time: formats.timeOfDay(route.planned_start_time) }))
    if (changes) {
      const count = changes.added.length + changes.removed.length + changes.moved.length
      parts.push(count === 0 ? t('unchanged') : t('changed_stops', { count }))
    }
    return { text: parts.join(' · '), changes }
  }
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{t('dispatch_title')}</h2>
        <div className={classes.dim}>{t('dispatch_text')}</div>
      </header>
      {plan.status === 'draft' && (
        <section className={classes.part}>
          <Alert color="orange">{t('is_draft')}</Alert>
        </section>
      )}
      {unassigned.length > 0 && (
        <section className={classes.part}>
          <Alert color="orange" p="xs">
            {t('still_unassigned', { count: unassigned.length })}
          </Alert>
        </section>
      )}
      <section className={classes.part}>
        {ready.length === 0 ? (
          <Text c="dimmed">{t('nothing_to_dispatch')}</Text>
        ) : (
          <Stack gap="sm">
            <Checkbox
              label={t('all_routes', { count: ready.length })}
              checked={chosen.length === ready.length}
              indeterminate={chosen.length > 0 && chosen.length < ready.length}
              disabled={isSending}
              onChange={({ currentTarget: { checked } }) => setChosen(checked ? ready.map(({ id }) => id) : [])}
            />
            <Checkbox.Group value={chosen} onChange={setChosen}>
              <Stack gap={12}>
                {ready.map((route) => (
                  <RouteChoice
                    key={route.id}
                    route={route}
                    index={routes.indexOf(route)}
                    detail={detailOf(route)}
                    result={results.get(route.id)}
                    isOff={isSending}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </Stack>
        )}
      </section>
      <section className={classes.part} style={{ position: 'sticky', bottom: 0, background: 'var(--rw-surface)' }}>
        <Button
          fullWidth
          size="md"
          leftSection={<IconSend size={18} />}
          disabled={chosen.length === 0 || plan.status === 'draft'}
          loading={isSending}
          onClick={() => void send()}
        >
          {chosen.length === 0 ? t('dispatch_title') : t('send', { count: chosen.length })}
        </Button>
      </section>
    </>
  )
}

interface RouteChoiceProps {
  route: Route
  index: number
  detail: { text: string; changes: RouteChanges | undefined }
  result: Result | undefined
  isOff: boolean
}

function RouteChoice({ route, index, detail, result, isOff }: RouteChoiceProps) {
  const { t } = useTranslation('optimize')
  const color = routeColor(route, index)
  return (
    <div>
      <Checkbox
        value={route.id}
        disabled={isOff}
        label={
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            <span className={listClasses.swatch} style={{ background: color, color: textOn(color) }}>
              {index + 1}
            </span>
            {routeName(route)}
            {result?.state === 'sending' && <Loader size={14} />}
            {result?.state === 'sent' && <IconCheck size={16} color="var(--rw-done)" aria-label={t('sent')} />}
          </span>
        }
        description={`${detail.text}${route.email ? ` · ${route.email}` : ''}`}
      />
      {detail.changes && <ChangedStops changes={detail.changes} />}
      {!route.email && result?.state !== 'sent' && (
        <Button size="compact-xs" variant="subtle" ml={28} onClick={() => useSelection.getState().openRoute(route.id)}>
          {t('add_email')}
        </Button>
      )}
      {result?.state === 'failed' && (
        <Text size="xs" c="var(--rw-failed)" ml={30} role="alert">
          <IconAlertTriangle size={12} /> {result.message}
        </Text>
      )}
    </div>
  )
}

const SHOWN_CHANGES = 12
const changeIcons = {
  added: <IconPlus size={13} color="var(--rw-done)" aria-hidden />,
  removed: <IconMinus size={13} color="var(--rw-failed)" aria-hidden />,
  moved: <IconArrowsSort size={13} color="var(--rw-moving)" aria-hidden />,
}

/** What the driver will find changed. */
function ChangedStops({ changes }: { changes: RouteChanges }) {
  const { t } = useTranslation(['optimize', 'editor'])
  const { stops } = usePlanData()
  const all = (['added', 'removed', 'moved'] as const).flatMap((kind) => changes[kind].map((id) => ({ kind, id })))
  if (all.length === 0) return null
  const nameOf = (id: string) => {
    const stop = stops.get(id)
    return stop ? stopName(stop) : t('deleted_stop')
  }
  return (
    <ul className={classes.changes} aria-label={t('changed_stops', { count: all.length })}>
      {all.slice(0, SHOWN_CHANGES).map(({ kind, id }) => (
        <li key={id}>
          {changeIcons[kind]} {t(`stop_change.${kind}`, { name: nameOf(id) })}
        </li>
      ))}
      {all.length > SHOWN_CHANGES && <li>{t('editor:and_more', { count: all.length - SHOWN_CHANGES })}</li>}
    </ul>
  )
}
