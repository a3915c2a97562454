// Vans on the map, at the time that the timeline shows: where they are now, or where they were, will be, or are planned to be.
import { CloseButton } from '@mantine/core'
import { routeColor } from '@routewright/ui/route-colors'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { openRouteMenu } from '../plan/context-menu.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useShownPlan } from '../plan/proposal.ts'
import { chosenRoute, useSelection } from '../plan/selection.ts'
import { showMoment, useShownMoment } from '../plan/shown-moment.ts'
import { organizationNow, useOrganizationNow } from '../shell/clock.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { useFormats } from '../shell/session.ts'
import { useDrivenTracks } from './driven-tracks.ts'
import classes from './plan-map.module.css'
import { useVanMarkers, type Van, type VanActions } from './van-markers.ts'
import { placeOnWay, readDrive, readRecorded } from './van-places.ts'
import { listVansNow } from './vans-now.ts'

const REFRESH_MS = 30_000
const inEditor: VanActions = {
  open: (routeId) => useSelection.getState().openRoute(routeId),
  menu: openRouteMenu,
}

export function Vans({ map }: { map: PlannerMap }) {
  const seconds = useShownMoment((state) => state.seconds)
  if (seconds === undefined) return <VansNow map={map} />
  return (
    <>
      <VansAt map={map} seconds={seconds} />
      <Moment seconds={seconds} />
    </>
  )
}

/** Vans under way, where they were last reported. */
function VansNow({ map }: { map: PlannerMap }) {
  const { t } = useTranslation(['editor', 'live'])
  const { routes } = usePlanData()
  const formats = useFormats()
  const hidden = useSelection((state) => state.hiddenRoutes)
  const chosen = useSelection(chosenRoute)
  const now = useOrganizationNow(REFRESH_MS)
  const vans = useMemo(
    () =>
      listVansNow(routes, { now, formats, t })
        .filter(({ routeId }) => !hidden.has(routeId))
        .map((van) => ({ ...van, isPale: chosen !== undefined && chosen !== van.routeId })),
    [routes, hidden, chosen, formats, now, t],
  )
  useVanMarkers(map, vans, 'gliding', inEditor)
  return null
}

/** Vans on the way at a time of the plan's day. */
function VansAt({ map, seconds }: { map: PlannerMap; seconds: number }) {
  const { t } = useTranslation('editor')
  const data = useShownPlan()
  const midnight = usePlanMidnight()
  const hidden = useSelection((state) => state.hiddenRoutes)
  const chosen = useSelection(chosenRoute)
  const hasBegun = data.routes.some(({ status }) => status !== 'not_started')
  const driven = useDrivenTracks(hasBegun ? data.plan.id : undefined)
  const drives = useMemo(
    () => new Map(data.routes.map((route) => [route.id, readDrive(data, route, midnight)])),
    [data, midnight],
  )
  const recorded = useMemo(
    () => new Map(driven.map((track) => [track.properties.route_id, readRecorded(track, midnight)])),
    [driven, midnight],
  )
  const vans = useMemo(
    () =>
      data.routes.flatMap((route, index): Van[] => {
        if (hidden.has(route.id)) return []
        const place =
          placeOnWay(recorded.get(route.id) ?? [], seconds) ?? placeOnWay(drives.get(route.id) ?? [], seconds)
        if (!place) return []
        const label = routeName(route)
        return [
          {
            ...place,
            routeId: route.id,
            color: routeColor(route, index),
            label,
            name: t('vehicle_of', { name: label }),
            hint: label,
            isPale: chosen !== undefined && chosen !== route.id,
          },
        ]
      }),
    [data, drives, recorded, hidden, chosen, seconds, t],
  )
  useVanMarkers(map, vans, 'at_once', inEditor)
  return null
}

/** Which time the map shows, and the way back. */
function Moment({ seconds }: { seconds: number }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { routes } = usePlanData()
  const midnight = usePlanMidnight()
  const hasBegun = routes.some(({ status }) => status !== 'not_started')
  const isPast = midnight + seconds * 1000 <= organizationNow()
  const kind = !hasBegun ? 'planned' : isPast ? 'driven' : 'expected'
  return (
    <p className={classes.moment} data-moment={kind}>
      <strong>{formats.timeOfDay(seconds)}</strong> {t(`clock.${kind}`)}
      <CloseButton size="sm" aria-label={t('clock.end')} title={t('clock.end')} onClick={() => showMoment(undefined)} />
    </p>
  )
}
