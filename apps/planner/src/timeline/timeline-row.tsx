// One route of the timeline.
import type { BareRoute as Route, Stop } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { IconLock } from '@tabler/icons-react'
import { type CSSProperties, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { openRouteMenu, openStopMenu } from '../plan/context-menu.ts'
import { useDrag } from '../plan/drag.ts'
import { lateSeconds, routeName, servedTime, serviceStart, stopName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { pressStop } from '../plan/stop-gestures.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import classes from './timeline.module.css'
import { extentOf, type TimeScale, xOf } from './timeline-scale.ts'

interface TimelineRowProps {
  route: Route
  index: number
  order: readonly string[]
  stops: ReadonlyMap<string, Stop>
  scale: TimeScale
}

/** Of a stop, pixels. */
const MINIMUM_WIDTH = 3
/** Waiting of less than this is not drawn, seconds. */
const SHORTEST_WAIT = 60

export const TimelineRow = memo(function TimelineRow({ route, index, order, stops, scale }: TimelineRowProps) {
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const { drop } = useStopActions()
  const color = routeColor(route, index)
  const midnight = usePlanMidnight()
  const isTarget = useDrag((state) => state.isActive && state.target?.routeId === route.id)
  const isSelected = useSelection((state) => state.routeId === route.id)
  const isHidden = useSelection((state) => state.hiddenRoutes.has(route.id))
  return (
    <div
      className={classes.row}
      data-target={isTarget || undefined}
      data-selected={isSelected || undefined}
      data-hidden={isHidden || undefined}
    >
      <RouteName route={route} index={index} />
      <div className={classes.track}>
        {order.length > 0 && <Working route={route} color={color} scale={scale} />}
        <Pause route={route} scale={scale} />
        {order.map((id, place) => (
          <TimelineStop
            key={id}
            stop={stops.get(id)!}
            place={place}
            color={color}
            scale={scale}
            midnight={midnight}
            formats={formats}
            onDrop={mayPlan ? drop : undefined}
          />
        ))}
        <GhostWindows order={order} stops={stops} scale={scale} />
      </div>
    </div>
  )
})

function RouteName({ route, index }: Pick<TimelineRowProps, 'route' | 'index'>) {
  const { t } = useTranslation('editor')
  const color = routeColor(route, index)
  return (
    <button
      type="button"
      className={classes.name}
      onClick={() => useSelection.getState().openRoute(route.id)}
      onContextMenu={(event) => openRouteMenu(event, route.id)}
    >
      <span className={classes.swatch} style={{ background: color, color: textOn(color) }}>
        {index + 1}
      </span>
      <span className={classes.label}>{routeName(route)}</span>
      {route.is_locked && <IconLock size={13} aria-label={t('locked')} />}
    </button>
  )
}

/** From when the route leaves until it is back. */
function Working({ route, color, scale }: { route: Route; color: string; scale: TimeScale }) {
  const { planned_start_time: start, planned_end_time: end } = route
  if (start === undefined || end === undefined) return null
  return <span className={classes.way} style={{ ...extentOf(scale, start, end), background: color }} />
}

function Pause({ route, scale }: { route: Route; scale: TimeScale }) {
  const { t } = useTranslation('editor')
  const { planned_start_time: start, planned_end_time: end } = route.break_stop ?? {}
  if (start === undefined || end === undefined) return null
  return <span className={classes.pause} title={t('break')} style={extentOf(scale, start, end)} />
}

interface TimelineStopProps {
  stop: Stop
  place: number
  color: string
  scale: TimeScale
  midnight: number
  formats: Formats
  onDrop: ReturnType<typeof useStopActions>['drop'] | undefined
}

/** There are thousands: what they have in common comes from their row. */
const TimelineStop = memo(function TimelineStop(props: TimelineStopProps) {
  const { stop, place, color, scale, midnight, formats, onDrop } = props
  const isSelected = useSelection((state) => state.stopIds.has(stop.id))
  const isHovered = useSelection((state) => state.hoveredId === stop.id)
  const isDragged = useDrag((state) => state.isActive && state.stopIds.includes(stop.id))
  const times = timesOf(stop, midnight, scale)
  if (!times) return null
  const { arrival, start, departure } = times
  const isLate = lateSeconds(stop, midnight) > 0
  const { hover } = useSelection.getState()
  const extent = extentOf(scale, start, departure)
  const width = Math.max(MINIMUM_WIDTH, extent.width)
  const colors = { '--route': isLate ? 'var(--rw-failed)' : color, '--words': textOn(color) } as CSSProperties
  return (
    <>
      {start - arrival >= SHORTEST_WAIT && <span className={classes.wait} style={extentOf(scale, arrival, start)} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only; keys and screen readers have the list */}
      <span
        className={classes.stop}
        data-selected={isSelected || undefined}
        data-hovered={isHovered || undefined}
        data-dragged={isDragged || undefined}
        data-late={isLate || undefined}
        data-done={stop.status !== 'pending' || undefined}
        style={{ left: extent.left, width, ...colors }}
        title={`${place + 1}. ${stopName(stop)} · ${formats.timeWindow([start, departure])}`}
        onPointerDown={(event) => event.button === 0 && pressStop(event, stop.id, onDrop)}
        onContextMenu={(event) => openStopMenu(event, stop.id)}
        onPointerEnter={() => hover(stop.id)}
        onPointerLeave={() => hover(undefined)}
      >
        {width > 16 ? place + 1 : ''}
      </span>
    </>
  )
})

/** What is done stands where it was done, if that is on the scale; what is to come where it is planned. Seconds of the day. */
function timesOf(
  stop: Stop,
  midnight: number,
  { fromSeconds, toSeconds }: TimeScale,
): { arrival: number; start: number; departure: number } | undefined {
  const served = servedTime(stop, midnight)
  if (served && served.start >= fromSeconds && served.end <= toSeconds) {
    return { arrival: served.start, start: served.start, departure: served.end }
  }
  const { planned_arrival_time: arrival, planned_departure_time: departure } = stop
  const start = serviceStart(stop)
  if (arrival === undefined || departure === undefined || start === undefined) return undefined
  return { arrival, start, departure }
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
    const left = Math.max(0, xOf(scale, from))
    const right = xOf(scale, Math.min(to, scale.toSeconds))
    return <span key={from} className={classes.ghost} style={{ left, width: Math.max(2, right - left) }} />
  })
}
