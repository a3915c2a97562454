// Dispatching: which routes go out to whom, with a result per route; what failed stays chosen.
import { Alert, Button, Checkbox, Loader, Stack, Text } from '@mantine/core'
import type { Route } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../editor/drawer.module.css'
import { routeName } from '../editor/plan-data.ts'
import { usePlanData } from '../editor/plan-store.ts'
import { useSelection } from '../editor/selection.ts'
import listClasses from '../editor/stop-list.module.css'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { rememberDispatch, stopsChangedSince } from './dispatched.ts'

type Result = { state: 'sending' } | { state: 'sent' } | { state: 'failed'; message: string }

export function DispatchPanel() {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { routes, orders, plan, unassigned } = usePlanData()
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
        rememberDispatch(id, orders.get(id) ?? [])
        note(id, { state: 'sent' })
      } catch (error) {
        failed.push(id)
        note(id, { state: 'failed', message: failureText(error, t) })
      }
    }
    setChosen(failed)
    setSending(false)
  }
  const detailOf = (route: Route) => {
    const order = orders.get(route.id) ?? []
    const changed = stopsChangedSince(route.id, order)
    const parts = [t('stops_count', { count: order.length })]
    if (route.planned_start_time !== undefined)
      parts.push(t('starts', { time: formats.timeOfDay(route.planned_start_time) }))
    if (changed !== undefined) parts.push(changed === 0 ? t('unchanged') : t('changed_stops', { count: changed }))
    return parts.join(' · ')
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
  detail: string
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
        description={`${detail}${route.email ? ` · ${route.email}` : ''}`}
      />
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
