// One route in the drawer: what it takes, who drives it, its limits, and what can be done with it.
import { Button, Group } from '@mantine/core'
import type { Route } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { routeLook } from '@routewright/ui/status'
import { IconDots, IconLock, IconLockOpen } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import listClasses from '../list/stop-list.module.css'
import { openContextMenu } from '../plan/context-menu-state.ts'
import { lateSeconds, routeName, totalsOf } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import classes from '../shell/panel.module.css'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import { RouteForm } from './route-form.tsx'

export function RouteDetails({ route }: { route: Route }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const data = usePlanData()
  const [isEditing, setEditing] = useState(false)
  const index = data.routes.indexOf(route)
  const color = routeColor(route, index)
  const stops = (data.orders.get(route.id) ?? []).map((id) => data.stops.get(id)!)
  const totals = totalsOf(stops)
  const midnight = usePlanMidnight()
  const late = stops.filter((stop) => lateSeconds(stop, midnight) > 0).length
  const { planned_start_time: start, planned_end_time: end } = route
  const share = (used: number, most: number | undefined, write: (value: number) => string) =>
    most === undefined ? write(used) : `${write(used)} / ${write(most)}`
  const rows: [string, string | undefined][] = [
    [t('stops'), share(stops.length, route.max_services, (value) => formats.number(value))],
    [t('times'), start === undefined || end === undefined ? undefined : formats.timeWindow([start, end])],
    [t('working_hours'), route.time_window && formats.timeWindow(route.time_window)],
    [
      t('duration'),
      start === undefined || end === undefined ? undefined : share(end - start, route.max_time, formats.duration),
    ],
    [
      t('distance'),
      route.planned_distance === undefined
        ? undefined
        : share(route.planned_distance, route.max_distance, formats.distance),
    ],
    [
      t('weight'),
      totals.weight > 0 || route.max_weight !== undefined
        ? share(totals.weight, route.max_weight, formats.weight)
        : undefined,
    ],
    [
      t('volume'),
      totals.volume > 0 || route.max_volume !== undefined
        ? share(totals.volume, route.max_volume, formats.volume)
        : undefined,
    ],
    [t('late_stops'), late > 0 ? formats.number(late) : undefined],
    [t('skills'), route.provides.join(', ') || undefined],
    [t('driver_email'), route.email],
    [t('phone'), route.phone],
    [t('plate'), route.plate],
  ]
  const openMenu = (event: MouseEvent) =>
    openContextMenu({ kind: 'route', x: event.clientX, y: event.clientY, routeId: route.id })
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <Group gap={8} wrap="nowrap">
          <span className={listClasses.swatch} style={{ background: color, color: textOn(color) }}>
            {index + 1}
          </span>
          <h2 className={classes.title}>{routeName(route)}</h2>
        </Group>
        <Group mt={8} gap={8}>
          <StatusChip look={routeLook(route.status)} />
          {route.is_locked && <span className={classes.dim}>{t('locked')}</span>}
        </Group>
      </header>
      {isEditing ? (
        <RouteForm route={route} onClose={() => setEditing(false)} />
      ) : (
        <>
          <section className={classes.part}>
            <dl className={classes.facts}>
              {rows.map(
                ([name, value]) =>
                  value && (
                    <div key={name} style={{ display: 'contents' }}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
          <Group className={classes.part} gap="xs">
            <Button
              size="compact-md"
              variant="default"
              disabled={!mayPlan || route.status === 'finished'}
              onClick={() => setEditing(true)}
            >
              {t('edit')}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              leftSection={route.is_locked ? <IconLockOpen size={15} /> : <IconLock size={15} />}
              disabled={!mayPlan}
              onClick={() => void actions.lock([route.id], !route.is_locked)}
            >
              {t(route.is_locked ? 'unlock' : 'lock')}
            </Button>
            <Button size="compact-md" variant="default" leftSection={<IconDots size={15} />} onClick={openMenu}>
              {t('shell:more')}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}
