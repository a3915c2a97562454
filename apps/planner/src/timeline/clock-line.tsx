// The clock of the timeline: a line across its rows and a handle on its hours. It follows the time that it is, until it is moved
// to another one, which the map shows then.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { showMoment, useShownMoment } from '../plan/shown-moment.ts'
import { useOrganizationNow } from '../shell/clock.ts'
import { useFormats } from '../shell/session.ts'
import classes from './timeline.module.css'
import { type TimeScale, toX } from './timeline-scale.ts'

const REFRESH_MS = 30_000
/** Seconds by which an arrow key, and a page key, moves the clock. */
const STEP = 300
const LEAP = 3600

interface ClockProps {
  scale: TimeScale
  /** Where the scale begins, pixels. */
  left: number
}

type ClockState = 'moved' | 'now' | 'rest'

/** Where the clock stands: moved there, at the time that it is, or at the beginning of a day that is not today. */
function useClock({ fromSeconds, toSeconds }: TimeScale): { seconds: number; state: ClockState } {
  const midnight = usePlanMidnight()
  const now = (useOrganizationNow(REFRESH_MS) - midnight) / 1000
  const moved = useShownMoment((state) => state.seconds)
  if (moved !== undefined) return { seconds: Math.min(toSeconds, Math.max(fromSeconds, moved)), state: 'moved' }
  if (now > fromSeconds && now < toSeconds) return { seconds: now, state: 'now' }
  return { seconds: fromSeconds, state: 'rest' }
}

export function ClockLine({ scale, left }: ClockProps) {
  const { seconds, state } = useClock(scale)
  if (state === 'rest') return null
  return <span className={classes.now} data-clock={state} style={{ left: left + toX(scale, seconds) }} />
}

/** On the hours: pressing anywhere moves the clock there, and the handle takes keys. */
export function ClockTrack({ scale, left }: ClockProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const handle = useRef<HTMLDivElement>(null)
  const { seconds, state } = useClock(scale)
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    handle.current?.focus()
    followPointer(event.clientX, event.currentTarget, scale)
  }
  const time = formats.timeOfDay(seconds)
  return (
    <div className={classes.clock} style={{ left }} onPointerDown={press} data-clock-track>
      <div
        ref={handle}
        className={classes.handle}
        data-clock={state}
        style={{ left: toX(scale, seconds) }}
        role="slider"
        tabIndex={0}
        aria-label={t('clock.title')}
        aria-valuemin={scale.fromSeconds}
        aria-valuemax={scale.toSeconds}
        aria-valuenow={Math.round(seconds)}
        aria-valuetext={state === 'now' ? t('clock.now', { time }) : time}
        title={t('clock.hint')}
        onKeyDown={(event) => pressKey(event, scale, seconds)}
      >
        {time}
      </div>
    </div>
  )
}

/** Once a frame: the pointer moves more often. */
function followPointer(
  fromX: number,
  track: HTMLElement,
  { fromSeconds, toSeconds, pixelsPerSecond }: TimeScale,
): void {
  let frame = 0
  const show = (clientX: number) => {
    const seconds = fromSeconds + (clientX - track.getBoundingClientRect().left) / pixelsPerSecond
    showMoment(Math.min(toSeconds, Math.max(fromSeconds, seconds)))
  }
  const move = ({ clientX }: MouseEvent) => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => show(clientX))
  }
  const end = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', end)
    window.removeEventListener('pointercancel', end)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
  show(fromX)
}

/** Escape lets the clock go on. */
function pressKey(event: KeyboardEvent, { fromSeconds, toSeconds }: TimeScale, seconds: number): void {
  const next: Record<string, number | undefined> = {
    ArrowLeft: seconds - STEP,
    ArrowDown: seconds - STEP,
    ArrowRight: seconds + STEP,
    ArrowUp: seconds + STEP,
    PageDown: seconds - LEAP,
    PageUp: seconds + LEAP,
    Home: fromSeconds,
    End: toSeconds,
    Escape: undefined,
  }
  if (!(event.key in next) || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
  const wanted = next[event.key]
  showMoment(wanted === undefined ? undefined : Math.min(toSeconds, Math.max(fromSeconds, wanted)))
}
