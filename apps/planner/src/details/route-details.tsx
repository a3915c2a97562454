// One route in the drawer: what it takes, who drives it, its limits, and what can be done with it.
import { Button, Group } from '@mantine/core'
import type { BareRoute as Route } from '@routewright/contract'
import { routeLook } from '@routewright/ui/status'
import { IconDots, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chargeText } from '../forms/battery-fields.ts'
import { travelText } from '../forms/travel-fields.ts'
import { breakLine } from '../plan/break-text.ts'
import { chargingLine } from '../plan/charging-text.ts'
import { openRouteMenu } from '../plan/context-menu.ts'
import { usePlanDrivers } from '../plan/driver-days.ts'
import { computeTotals, lateSeconds, routeName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useDistanceText } from '../shell/distance.tsx'
import { type Fact, Facts } from '../shell/facts.tsx'
import panel from '../shell/panel.module.css'
import { RouteSwatch } from '../shell/route-swatch.tsx'
import { Sections } from '../shell/sections.tsx'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import { useAvoidedText } from './avoided-roads.ts'
import { RouteForm } from './route-form.tsx'
import { TrackFile } from './track-file.tsx'

export function RouteDetails({ route }: { route: Route }) {
  const { t } = useTranslation('editor')
  const { routes } = usePlanData()
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <header className={`${panel.part} ${panel.head}`}>
        <Group gap={8} wrap="nowrap">
          <RouteSwatch route={route} index={routes.indexOf(route)} />
          <h2 className={panel.title}>{routeName(route)}</h2>
        </Group>
        <Group mt={8} gap={8}>
          <StatusChip look={routeLook(route.status)} />
          {route.is_locked && <span className={panel.dim}>{t('locked')}</span>}
        </Group>
      </header>
      {isEditing ? (
        <RouteForm route={route} onClose={() => setEditing(false)} />
      ) : (
        <>
          <section className={panel.part}>
            <RouteFacts route={route} />
          </section>
          <Sections at="route.result" route={route} />
          <RouteButtons route={route} onEdit={() => setEditing(true)} />
        </>
      )}
    </>
  )
}

function RouteFacts({ route }: { route: Route }) {
  return <Facts facts={useRouteFacts(route)} />
}

function RouteButtons({ route, onEdit }: { route: Route; onEdit(): void }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const { lock } = useStopActions()
  return (
    <Group className={panel.part} gap="xs">
      <Button size="compact-md" variant="default" disabled={!mayPlan || route.status === 'finished'} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={route.is_locked ? <IconLockOpen size={15} /> : <IconLock size={15} />}
        disabled={!mayPlan}
        onClick={() => void lock([route.id], !route.is_locked)}
      >
        {t(route.is_locked ? 'unlock' : 'lock')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconDots size={15} />}
        onClick={(event) => openRouteMenu(event, route.id)}
      >
        {t('shell:more')}
      </Button>
      <TrackFile route={route} />
    </Group>
  )
}

/** Loads against limits, and the driver of the route. */
function useRouteFacts(route: Route): Fact[] {
  const { t } = useTranslation(['editor', 'records'])
  const formats = useFormats()
  const midnight = usePlanMidnight()
  const data = usePlanData()
  const stops = (data.orders.get(route.id) ?? []).flatMap((id) => data.stops.get(id) ?? [])
  const totals = computeTotals(stops)
  const late = stops.filter((stop) => lateSeconds(stop, midnight) > 0).length
  const driver = useDriverText(route)
  const avoided = useAvoidedText(route)
  const distanceText = useDistanceText()
  const { planned_start_time: start, planned_end_time: end, planned_charge: charge } = route
  const isTimed = start !== undefined && end !== undefined
  const share = (used: number | undefined, most: number | undefined, write: (value: number) => string) => {
    if (used === undefined) return undefined
    return most === undefined ? write(used) : `${write(used)} / ${write(most)}`
  }
  const way = route.planned_distance
  const distance = way === undefined ? undefined : distanceText(way, route)
  const ofMost = route.max_distance === undefined ? '' : ` / ${formats.distance(route.max_distance)}`
  /** A limit without a load, or a load without a limit, is not worth a line. */
  const ifAny = (used: number, most: number | undefined) => (used > 0 || most !== undefined ? used : undefined)
  return [
    [t('stops'), share(stops.length, route.max_services, (value) => formats.number(value))],
    [t('times'), isTimed ? formats.timeWindow([start, end]) : undefined],
    [t('loading'), route.planned_loading_time === undefined ? undefined : formats.duration(route.planned_loading_time)],
    [t('working_hours'), route.time_window && formats.timeWindow(route.time_window)],
    [t('duration'), share(isTimed ? end - start : undefined, route.max_time, formats.duration)],
    [t('breaks'), route.breaks.map((pause) => breakLine(pause, t, formats)).join('\n') || undefined],
    [t('charge'), chargeText(charge, t, formats)],
    [t('charging'), charge?.charging?.map((visit) => chargingLine(visit, t, formats)).join('\n')],
    [t('distance'), distance && `${distance}${ofMost}`],
    [t('weight'), share(ifAny(totals.weight, route.max_weight), route.max_weight, formats.weight)],
    [t('volume'), share(ifAny(totals.volume, route.max_volume), route.max_volume, formats.volume)],
    [t('late_stops'), late > 0 ? formats.number(late) : undefined],
    [t('skills'), route.provides.join(', ') || undefined],
    [t('travels'), travelText(route.travel, t, formats)],
    [t('avoided_anyway'), avoided],
    [t('driver'), driver],
    [t('driver_email'), route.email],
    [t('phone'), route.phone],
    [t('plate'), route.plate],
  ]
}

/** The driver of the route that day, and what is wrong with that; undefined where no driver is known. */
function useDriverText(route: Route): string | undefined {
  const { t } = useTranslation('editor')
  const found = usePlanDrivers().get(route.id)
  if (!found) return undefined
  const { driver, missing, trouble } = found
  const why = trouble && t(`driver_trouble.${trouble}`, { name: missing?.label })
  return [driver?.label, why].filter(Boolean).join(' · ') || undefined
}
