// Dragging a time of a route on the timeline: the effect is asked for while the pointer rests, and shown before the drop.
import type { EditAnswer, BareRoute as Route } from '@routewright/contract'
import { create } from 'zustand'
import { changingValues } from '../plan/value-edits.ts'
import { allowedTime, type HourPart, valuesWith } from './route-hours.ts'

interface HourDrag {
  route: Route
  part: HourPart
  /** Where the time would be, seconds of the day. */
  seconds: number
  x: number
  y: number
  /** Undefined while it is being asked for. */
  preview: EditAnswer | undefined
  previewFailed: boolean
}

export const useHourDrag = create<{ drag: HourDrag | undefined }>(() => ({ drag: undefined }))

const PREVIEW_PAUSE_MS = 80

interface HourDragOptions {
  route: Route
  part: HourPart
  /** Where it is now, seconds of the day. */
  fromSeconds: number
  pixelsPerSecond: number
  onDrop(seconds: number): void
}

type Press = Pick<PointerEvent, 'clientX' | 'preventDefault'>

/** Begins with a pressed pointer; the rest of the gesture is followed on the window. Escape leaves all as it was. */
export function beginHourDrag(press: Press, options: HourDragOptions): void {
  const { route, part, fromSeconds, pixelsPerSecond } = options
  press.preventDefault()
  const asking = askForEffects(route, part)
  const move = (event: PointerEvent) => {
    const seconds = allowedTime(route, part, fromSeconds + (event.clientX - press.clientX) / pixelsPerSecond)
    const before = useHourDrag.getState().drag
    const at = { route, part, seconds, x: event.clientX, y: event.clientY }
    if (before?.seconds === seconds) useHourDrag.setState({ drag: { ...before, ...at } })
    else {
      useHourDrag.setState({ drag: { ...at, preview: undefined, previewFailed: false } })
      asking.ask(seconds)
    }
  }
  const finish = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', finish)
    window.removeEventListener('keydown', key, true)
    asking.end()
    useHourDrag.setState({ drag: undefined })
  }
  const up = () => {
    const { drag } = useHourDrag.getState()
    finish()
    if (drag && drag.seconds !== fromSeconds) options.onDrop(drag.seconds)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    finish()
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', up)
  window.addEventListener('pointercancel', finish)
  window.addEventListener('keydown', key, true)
}

/** One question at a time: a new one ends the one before. */
function askForEffects(route: Route, part: HourPart) {
  let timer = 0
  let controller = new AbortController()
  const end = () => {
    window.clearTimeout(timer)
    controller.abort()
  }
  const tell = (answer: Partial<HourDrag>) =>
    useHourDrag.setState(({ drag }) => ({ drag: drag && { ...drag, ...answer } }))
  return {
    end,
    ask(seconds: number) {
      end()
      controller = new AbortController()
      const { signal } = controller
      timer = window.setTimeout(async () => {
        try {
          const preview = await changingValues(valuesWith(route, part, seconds))(true, signal)
          if (!signal.aborted) tell({ preview })
        } catch {
          if (!signal.aborted) tell({ previewFailed: true })
        }
      }, PREVIEW_PAUSE_MS)
    },
  }
}
