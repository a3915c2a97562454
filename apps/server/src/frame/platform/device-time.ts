// The moment on a driver's phone: what happened without a connection happened then, not when it came.
import { limits } from '@routewright/contract'
import { invalidPayload } from './api-error.ts'

/**
 * The moment that a call brings along, `now` without one. `place` is the call's field. Throws
 * highway.validation.error.invalid_payload for a clock that runs too far ahead.
 */
export function readDeviceTime(text: string | null | undefined, now: Date, place: string): Date {
  if (!text) return now
  const moment = new Date(text)
  if (moment.getTime() > now.getTime() + limits.DEVICE_CLOCK_AHEAD_SECONDS * 1_000) {
    throw invalidPayload(
      place,
      `must not be more than ${limits.DEVICE_CLOCK_AHEAD_SECONDS / 60} minutes ahead of ${now.toISOString()}`,
    )
  }
  return moment
}

/** The moment as far as it can be true: not in the future, and not before what had to come first. */
export function likelyMoment(moment: Date, now: Date, earliest = moment): Date {
  return new Date(Math.min(Math.max(moment.getTime(), earliest.getTime()), now.getTime()))
}
