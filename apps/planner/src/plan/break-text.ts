// Why a break is taken, in one line: "Break of 45 min after 4 h 30 of driving (EU 561/2006)".
import type { RouteBreak } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'

export function breakText(
  { reason = 'clock', after, law, planned_start_time: from, planned_end_time: to }: RouteBreak,
  t: TFunction,
  formats: Pick<Formats, 'duration'>,
): string {
  if (from === undefined || to === undefined) return t('editor:break')
  const source = law === 'eu' && reason !== 'driving' ? 'eu_work' : (law ?? 'plain')
  return t(`editor:break_why.${reason}`, {
    duration: formats.duration(to - from),
    after: formats.duration(after ?? 0),
    law: t(`editor:break_law.${source}`),
  })
}

/** The same with when it is taken. */
export function breakLine(one: RouteBreak, t: TFunction, formats: Pick<Formats, 'duration' | 'timeWindow'>): string {
  const { planned_start_time: from, planned_end_time: to } = one
  const text = breakText(one, t, formats)
  return from === undefined || to === undefined ? text : `${formats.timeWindow([from, to])} ${text}`
}
