// Quiet hours in the project's time zone.
import type { QuietHours } from '@routewright/contract'
import { momentOfPlanDay, secondsOfPlanDay } from '../../frame/platform/local-time.ts'

const daySeconds = 86_400

/** Returns the end of the quiet hours that contain the moment; undefined outside of them. They may span midnight. */
export function quietUntil(quiet: QuietHours | undefined, timeZone: string, moment: Date): Date | undefined {
  if (!quiet || quiet.from === quiet.to) return undefined
  const { from, to } = quiet
  const seconds = secondsOfPlanDay(moment, moment, timeZone)
  const day = Math.floor(seconds / daySeconds)
  const time = seconds - day * daySeconds
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to
  if (!isQuiet) return undefined
  const endDay = from > to && time >= from ? day + 1 : day
  return momentOfPlanDay(endDay * daySeconds + to, moment, timeZone)
}
