// The breaks of a route: which is next, and why each is taken, in a line.
import type { DriverRoute, RouteBreak } from '@routewright/contract'
import { currentBreak, isBreakTaken, listBreaks } from '@routewright/contract/breaks'
import type { TFunction } from 'i18next'
import type { useFormats } from '../parts/formats.ts'

/** The break under way or the next one, with why; undefined where none is ahead that a law asks for. */
export function lawfulBreak(route: DriverRoute): RouteBreak | undefined {
  const current = currentBreak(listBreaks(route))
  return listBreaks(route).find(
    (pause) =>
      pause.law !== undefined && !pause.is_completed && pause.planned_start_time === current?.planned_start_time,
  )
}

/** Returns the breaks after the next one. */
export function laterBreaks(route: DriverRoute): readonly RouteBreak[] {
  const next = lawfulBreak(route)
  return listBreaks(route).filter((pause) => pause.law !== undefined && pause !== next && !isBreakTaken(pause))
}

/** "12:30–13:15, 45 min after 4 h 30 min of driving (EU 561/2006)". */
export function breakText(one: RouteBreak, t: TFunction, formats: ReturnType<typeof useFormats>): string {
  const { reason = 'clock', after = 0, law = 'plain', planned_start_time: from, planned_end_time: to } = one
  if (from === undefined || to === undefined) return t('break.planned')
  const why = t(`break.why.${reason}`, {
    duration: formats.duration(to - from),
    after: formats.duration(after),
    law: t(`break.law.${law === 'eu' && reason !== 'driving' ? 'eu_work' : law}`),
  })
  return [formats.timeWindow([from, to]), one.is_on_the_way && t('break.onTheWay'), why].filter(Boolean).join(', ')
}
