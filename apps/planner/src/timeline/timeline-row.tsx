// One route of the timeline.
import type { BareRoute as Route, Stop } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { IconLock } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chargingLine } from '../plan/charging-text.ts'
import { openRouteMenu } from '../plan/context-menu.ts'
import { useDrag } from '../plan/drag.ts'
import { useMatches } from '../plan/matches.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { useDepotName } from '../shell/use-depots.ts'
import { chargingTimes, nextStopId } from './bar-state.ts'
import { HourHandles, Pauses } from './hour-handles.tsx'
import { legHoursText, useLegHours } from './leg-hours.ts'
import classes from './timeline.module.css'
import { computeExtent, type TimeScale, toX } from './timeline-scale.ts'
import { TimelineStop } from './timeline-stop.tsx'

interface TimelineRowProps {
  route: Route
  index: number
  order: readonly string[]
  stops: ReadonlyMap<string, Stop>
  scale: TimeScale
  /** Days out of ten on which each would be late, by stop id. */
  late: ReadonlyMap<string, number>
}

export const TimelineRow = memo(function TimelineRow({ route, index, order, stops, scale, late }: TimelineRowProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const { drop } = useStopActions()
  const color = routeColor(route, index)
  const midnight = usePlanMidnight()
  const isTarget = useDrag((state) => state.isActive && state.target?.routeId === route.id)
  const isSelected = useSelection((state) => state.routeId === route.id)
  const isPale = useIsPale(route.id)
  const nextId = nextStopId(route, order, stops)
  const matches = useMatches()
  const hoveredId = useSelection((state) =>
    state.hoveredId && order.includes(state.hoveredId) ? state.hoveredId : undefined,
  )
  const legs = useLegHours(route, hoveredId !== undefined)
  return (
    <div
      className={classes.row}
      data-target={isTarget || undefined}
      data-selected={isSelected || undefined}
      data-hidden={isPale || undefined}
    >
      <RouteName route={route} index={index} />
      <div className={classes.track}>
        {order.length > 0 && <Working route={route} color={color} scale={scale} />}
        <HourHandles route={route} scale={scale} />
        <Pauses route={route} scale={scale} />
        {order.map((id, place) => (
          <TimelineStop
            key={id}
            stop={stops.get(id)!}
            route={route}
            place={place}
            isNext={id === nextId}
            isPale={matches !== undefined && !matches.has(id)}
            color={color}
            scale={scale}
            midnight={midnight}
            formats={formats}
            onDrop={mayPlan ? drop : undefined}
            lateDays={late.get(id)}
            legText={id === hoveredId ? legHoursText(legs, id, formats, t) : undefined}
          />
        ))}
        <GhostWindows order={order} stops={stops} scale={scale} />
      </div>
    </div>
  )
})

/** Whether the map leaves the route out, or shows another one in front of it. */
function useIsPale(routeId: string): boolean {
  return useSelection(
    ({ hiddenRoutes, shownRouteId }) =>
      hiddenRoutes.has(routeId) || (shownRouteId !== undefined && shownRouteId !== routeId),
  )
}

function RouteName({ route, index }: Pick<TimelineRowProps, 'route' | 'index'>) {
  const { t } = useTranslation('editor')
  const color = routeColor(route, index)
  const name = routeName(route)
  return (
    <button
      type="button"
      className={classes.name}
      title={name}
      onClick={() => useSelection.getState().openRoute(route.id)}
      onContextMenu={(event) => openRouteMenu(event, route.id)}
    >
      <span className={classes.swatch} style={{ background: color, color: textOn(color) }}>
        {index + 1}
      </span>
      <span className={classes.label}>{name}</span>
      {route.is_locked && <IconLock size={13} aria-label={t('locked')} />}
    </button>
  )
}

/** From when the route leaves until it is back. */
function Working({ route, color, scale }: { route: Route; color: string; scale: TimeScale }) {
  const { planned_start_time: start, planned_end_time: end, planned_loading_time: loading = 0 } = route
  if (start === undefined || end === undefined) return null
  return (
    <>
      <Loading route={route} color={color} scale={scale} />
      {/* biome-ignore lint/a11y: keys and screen readers have the button with the route's name */}
      <span
        className={classes.way}
        style={{ ...computeExtent(scale, start + loading, end), background: color }}
        onClick={() => useSelection.getState().openRoute(route.id)}
      />
      <Charging route={route} scale={scale} />
    </>
  )
}

/** The time at the depot before the van leaves. */
function Loading({ route, color, scale }: { route: Route; color: string; scale: TimeScale }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const depot = useDepotName(route.start_depot_id)
  const { planned_start_time: start, planned_loading_time: loading } = route
  if (start === undefined || !loading) return null
  const title = [t('loading'), depot, formats.timeWindow([start, start + loading])].filter(Boolean).join(' · ')
  const style = { ...computeExtent(scale, start, start + loading), borderColor: color }
  return <span className={classes.loading} data-loading title={title} style={style} />
}

/** Charging on the way, each a bar of its own. */
function Charging({ route, scale }: { route: Route; scale: TimeScale }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const midnight = usePlanMidnight()
  return route.planned_charge?.charging?.map((visit) => (
    <span
      key={visit.planned_start_time}
      className={classes.charging}
      data-charging
      title={chargingLine(visit, t, formats)}
      style={computeExtent(scale, ...chargingTimes(visit, midnight))}
    />
  ))
}

/** The windows of the stops that are pointed at or selected, so that one sees how much room there is. */
function GhostWindows({ order, stops, scale }: Pick<TimelineRowProps, 'order' | 'stops' | 'scale'>) {
  const ids = useMemo(() => new Set(order), [order])
  const hoveredId = useSelection((state) => (state.hoveredId && ids.has(state.hoveredId) ? state.hoveredId : undefined))
  const selectedId = useSelection((state) => {
    const only = state.stopIds.size === 1 ? [...state.stopIds][0] : undefined
    return only && ids.has(only) ? only : undefined
  })
  const stop = stops.get(hoveredId ?? selectedId ?? '')
  return stop?.time_windows.map(([from, to]) => {
    const left = Math.max(0, toX(scale, from))
    const right = toX(scale, Math.min(to, scale.toSeconds))
    return <span key={from} className={classes.window} style={{ left, width: Math.max(2, right - left) }} />
  })
}
