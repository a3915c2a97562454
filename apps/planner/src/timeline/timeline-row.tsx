// One route of the timeline.
import type { Route, Stop } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { IconLock } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, memo, type PointerEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { openContextMenu } from '../plan/context-menu-state.ts'
import { beginDrag, useDrag } from '../plan/drag.ts'
import { draggedWith, pickStop } from '../plan/pick-stops.ts'
import { lateSeconds, routeName, servedTime, serviceStart, stopName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import classes from './timeline.module.css'
import { type TimeScale, xOf } from './timeline-scale.ts'

interface TimelineRowProps {
  route: Route
  index: number
  order: readonly string[]
  stops: ReadonlyMap<string, Stop>
  scale: TimeScale
}

const MINIMUM_WIDTH = 3

export const TimelineRow = memo(function TimelineRow({ route, index, order, stops, scale }: TimelineRowProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const { drop } = useStopActions()
  const color = routeColor(route, index)
  const midnight = usePlanMidnight()
  const isTarget = useDrag((state) => state.isActive && state.target?.routeId === route.id)
  const isSelected = useSelection((state) => state.routeId === route.id)
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    openContextMenu({ kind: 'route', x: event.clientX, y: event.clientY, routeId: route.id })
  }
  const { planned_start_time: start, planned_end_time: end, break_stop: pause } = route
  return (
    <div className={classes.row} data-target={isTarget || undefined} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={classes.name}
        onClick={() => useSelection.getState().openRoute(route.id)}
        onContextMenu={onContextMenu}
      >
        <span className={classes.swatch} style={{ background: color, color: textOn(color) }}>
          {index + 1}
        </span>
        <span className={classes.label}>{routeName(route)}</span>
        {route.is_locked && <IconLock size={13} aria-label={t('locked')} />}
      </button>
      <div className={classes.track}>
        {start !== undefined && end !== undefined && order.length > 0 && (
          <span
            className={classes.way}
            style={{ left: xOf(scale, start), width: (end - start) * scale.pixelsPerSecond, background: color }}
          />
        )}
        {pause?.planned_start_time !== undefined && pause.planned_end_time !== undefined && (
          <span
            className={classes.pause}
            title={t('break')}
            style={{
              left: xOf(scale, pause.planned_start_time),
              width: (pause.planned_end_time - pause.planned_start_time) * scale.pixelsPerSecond,
            }}
          />
        )}
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
  const ground = isLate ? 'var(--rw-failed)' : color
  const { hover } = useSelection.getState()
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const { ctrlKey, metaKey, shiftKey } = event
    beginDrag(event, {
      stopIds: () => draggedWith(stop.id),
      onDrop: (stopIds, target) => void onDrop?.(stopIds, target),
      onClick: () => pickStop(stop.id, { isAdding: ctrlKey || metaKey, isRange: shiftKey }),
    })
  }
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    if (!useSelection.getState().stopIds.has(stop.id)) useSelection.getState().select([stop.id])
    openContextMenu({ kind: 'stops', x: event.clientX, y: event.clientY })
  }
  const width = Math.max(MINIMUM_WIDTH, (departure - start) * scale.pixelsPerSecond)
  return (
    <>
      {start - arrival >= 60 && (
        <span
          className={classes.wait}
          style={{ left: xOf(scale, arrival), width: (start - arrival) * scale.pixelsPerSecond }}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only; keys and screen readers have the list */}
      <span
        className={classes.stop}
        data-selected={isSelected || undefined}
        data-hovered={isHovered || undefined}
        data-dragged={isDragged || undefined}
        data-late={isLate || undefined}
        data-done={stop.status !== 'pending' || undefined}
        style={{ left: xOf(scale, start), width, '--route': ground, '--words': textOn(color) } as CSSProperties}
        title={`${place + 1}. ${stopName(stop)} · ${formats.timeWindow([start, departure])}`}
        onPointerDown={onPointerDown}
        onContextMenu={onContextMenu}
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
