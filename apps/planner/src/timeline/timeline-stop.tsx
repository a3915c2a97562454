// The bar of one stop on the timeline: where it was served, is expected or is planned, and what became of it.
import type { BareRoute as Route, Stop } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { textOn } from '@routewright/ui/route-colors'
import type { TFunction } from 'i18next'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { openStopMenu } from '../plan/context-menu.ts'
import { useDrag } from '../plan/drag.ts'
import { stopName } from '../plan/plan-data.ts'
import { useSelection } from '../plan/selection.ts'
import type { useStopActions } from '../plan/stop-actions.ts'
import { pressStop } from '../plan/stop-gestures.ts'
import { plannedTimes, type StopTimes, shownTimes } from '../plan/stop-times.ts'
import { barState, computeDelay, ghostTimes } from './bar-state.ts'
import classes from './timeline.module.css'
import { computeExtent, type TimeScale } from './timeline-scale.ts'

interface TimelineStopProps {
  stop: Stop
  route: Route
  place: number
  isNext: boolean
  /** The filter means others. */
  isPale: boolean
  color: string
  scale: TimeScale
  midnight: number
  formats: Formats
  onDrop: ReturnType<typeof useStopActions>['drop'] | undefined
  /** Duration of the way to it by hour, while it is pointed at. */
  legText: string | undefined
  /** Days out of ten on which it would be late; undefined where it hardly ever is. */
  lateDays: number | undefined
}

/** Pixels. */
const MINIMUM_WIDTH = 3
/** Room for a sign, and for a sign with the number beside it, pixels. */
const WIDTH_OF = { sign: 14, both: 30 } as const
/** Waiting of less than this is not drawn, seconds. */
const SHORTEST_WAIT = 60

/** There are thousands: what they have in common comes from their row. */
export const TimelineStop = memo(function TimelineStop(props: TimelineStopProps) {
  const { stop, route, place, isNext, color, scale, midnight, formats, onDrop } = props
  const { t } = useTranslation('editor')
  const isSelected = useSelection((state) => state.stopIds.has(stop.id))
  const isHovered = useSelection((state) => state.hoveredId === stop.id)
  const isDragged = useDrag((state) => state.isActive && state.stopIds.includes(stop.id))
  const times = timesOnScale(stop, midnight, scale)
  if (!times) return null
  const { hover } = useSelection.getState()
  const state = barState(stop, route, isNext, midnight)
  const extent = computeExtent(scale, times.start, times.end)
  const width = Math.max(MINIMUM_WIDTH, extent.width)
  const hasSign = state !== 'planned' && state !== 'next'
  const hasNumber = hasSign ? width >= WIDTH_OF.both : width > 16
  return (
    <>
      <Around stop={stop} times={times} scale={scale} midnight={midnight} formats={formats} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only; keys and screen readers have the list */}
      <span
        className={classes.stop}
        data-state={state}
        data-sign={(hasSign && width >= WIDTH_OF.sign) || undefined}
        data-risky={isRisky(state, props.lateDays) || undefined}
        data-selected={isSelected || undefined}
        data-hovered={isHovered || undefined}
        data-dragged={isDragged || undefined}
        data-pale={props.isPale || undefined}
        data-stop={stop.id}
        style={{ left: extent.left, width, '--route': color, '--words': textOn(color) } as CSSProperties}
        title={writeTitle(props, state, times, t)}
        onPointerDown={(event) => event.button === 0 && pressStop(event, stop.id, onDrop)}
        onContextMenu={(event) => openStopMenu(event, stop.id)}
        onPointerEnter={() => hover(stop.id)}
        onPointerLeave={() => hover(undefined)}
      >
        {hasNumber && place + 1}
      </span>
    </>
  )
})

/** A stop that is late already is shown as late, and a stop that is done has no risk. */
function isRisky(state: ReturnType<typeof barState>, lateDays: number | undefined): boolean {
  return lateDays !== undefined && (state === 'planned' || state === 'next')
}

type AroundProps = Pick<TimelineStopProps, 'stop' | 'scale' | 'midnight' | 'formats'> & { times: StopTimes }

/** The wait before the service, and where the plan had it. */
function Around({ stop, times: { arrival, start }, scale, midnight, formats }: AroundProps) {
  const { t } = useTranslation('editor')
  const ghost = ghostTimes(stop, midnight)
  const waits = start - arrival
  return (
    <>
      {ghost && <span className={classes.ghost} style={computeExtent(scale, ghost.start, ghost.end)} />}
      {waits >= SHORTEST_WAIT && (
        <span
          className={classes.wait}
          style={computeExtent(scale, arrival, start)}
          title={t('bars.waits', { time: formats.duration(waits) })}
        />
      )}
    </>
  )
}

/** A stop that was done on another day, as in a plan that is driven again, stands where it was planned. */
function timesOnScale(stop: Stop, midnight: number, { fromSeconds, toSeconds }: TimeScale): StopTimes | undefined {
  const shown = shownTimes(stop, midnight)
  return shown && shown.start >= fromSeconds && shown.end <= toSeconds ? shown : plannedTimes(stop)
}

function writeTitle(
  { stop, route, place, midnight, formats, legText, lateDays }: TimelineStopProps,
  state: ReturnType<typeof barState>,
  { start, end }: StopTimes,
  t: TFunction<'editor'>,
): string {
  const delay = computeDelay(stop, route, midnight)
  const ghost = ghostTimes(stop, midnight)
  const windows = formats.timeWindows(stop.time_windows)
  return [
    `${place + 1}. ${stopName(stop)}`,
    [
      t(`bars.${state}`),
      formats.timeWindow([start, end]),
      delay > 0 && t('bars.late_by', { time: formats.duration(delay) }),
    ]
      .filter(Boolean)
      .join(' · '),
    ghost && t('bars.was_planned', { time: formats.timeWindow([ghost.start, ghost.end]) }),
    windows && t('bars.window', { time: windows }),
    isRisky(state, lateDays) && t('bars.late_on', { days: lateDays }),
    legText,
  ]
    .filter(Boolean)
    .join('\n')
}
