// The times of a route that can be dragged on its row: when it may start, by when it is back, and its break.
import type { BareRoute as Route, RouteBreak } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { breakLine } from '../plan/break-text.ts'
import { previewText } from '../plan/effect.ts'
import { makeEdit } from '../plan/order-edits.ts'
import { routeName } from '../plan/plan-data.ts'
import { useIsProposalShown } from '../plan/proposal.ts'
import { useEdit } from '../plan/use-edit.ts'
import { changingValues } from '../plan/value-edits.ts'
import { PointerBadge } from '../shell/pointer-badge.tsx'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { beginHourDrag, useHourDrag } from './hour-drag.ts'
import { getHours, type HourPart, valuesWith } from './route-hours.ts'
import classes from './timeline.module.css'
import { computeExtent, type TimeScale, toX } from './timeline-scale.ts'

interface HandleProps {
  route: Route
  scale: TimeScale
}

/** For people who may plan, on a route that is not done. For the pointer only: keys have the form of the route. */
export function HourHandles({ route, scale }: HandleProps) {
  return (
    <>
      <Edge route={route} scale={scale} part="start" />
      <Edge route={route} scale={scale} part="end" />
    </>
  )
}

/** A limit that lies outside of what is shown stands at the edge of it. */
function Edge({ route, scale, part }: HandleProps & { part: 'start' | 'end' }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const begin = useHourEdit(route, scale)
  const dragged = useDraggedTime(route, part)
  const time = getHours(route)[part === 'start' ? 0 : 1]
  const shown = Math.min(scale.toSeconds, Math.max(scale.fromSeconds, dragged ?? time))
  if (!begin) return null
  return (
    <span
      className={classes.edge}
      data-part={part}
      data-dragged={dragged !== undefined || undefined}
      style={{ left: toX(scale, shown) }}
      title={t(`hours.${part}`, { time: formats.timeOfDay(time) })}
      onPointerDown={(event) => event.button === 0 && begin(event, part, shown)}
    />
  )
}

/** Every break where it is planned; those that were taken stay. */
export function Pauses({ route, scale }: HandleProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no other identity than their place in time
  return route.breaks.map((pause, index) => <Pause key={index} pause={pause} route={route} scale={scale} />)
}

/** Only the break by the clock can be moved: others are where the law asks for them. */
function Pause({ pause, route, scale }: HandleProps & { pause: RouteBreak }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const begin = useHourEdit(route, scale)
  const draggedTime = useDraggedTime(route, 'break')
  const { planned_start_time: start, planned_end_time: end, law } = pause
  if (start === undefined || end === undefined) return null
  const isByClock = law === undefined
  const isFree = isByClock && begin && !pause.is_completed && !pause.real_start_time && route.vehicle?.break
  const dragged = isByClock ? draggedTime : undefined
  const from = dragged ?? start
  return (
    <span
      className={classes.pause}
      data-free={Boolean(isFree) || undefined}
      data-dragged={dragged !== undefined || undefined}
      data-break
      data-law={law}
      title={law ? breakLine(pause, t, formats) : `${t('break')} · ${formats.timeWindow([start, end])}`}
      style={computeExtent(scale, from, from + end - start)}
      onPointerDown={(event) => event.button === 0 && isFree && begin(event, 'break', start)}
    />
  )
}

function useDraggedTime(route: Route, part: HourPart): number | undefined {
  return useHourDrag(({ drag }) => (drag?.route.id === route.id && drag.part === part ? drag.seconds : undefined))
}

/** Begins to drag a time; undefined where it may not be changed. */
function useHourEdit(route: Route, { pixelsPerSecond }: TimeScale) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const run = useEdit()
  const isProposal = useIsProposalShown()
  if (!mayPlan || isProposal || route.status === 'finished') return undefined
  return (press: Parameters<typeof beginHourDrag>[0], part: HourPart, fromSeconds: number) => {
    const word = part === 'break' ? 'break_moved' : 'hours_changed'
    beginHourDrag(press, {
      route,
      part,
      fromSeconds,
      pixelsPerSecond,
      onDrop: (seconds) =>
        void run(t(`did.${word}`, { route: routeName(route) }), (label) =>
          makeEdit(label, changingValues(valuesWith(route, part, seconds))),
        ),
    })
  }
}

/** The new time, and its effect. */
export function HourBadge() {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const drag = useHourDrag((state) => state.drag)
  if (!drag) return null
  const { text, isBad } = previewText(drag, formats, t)
  const what = t(`hours.${drag.part}`, { time: formats.timeOfDay(drag.seconds) })
  return <PointerBadge x={drag.x} y={drag.y} what={what} place={routeName(drag.route)} effect={text} isBad={isBad} />
}
