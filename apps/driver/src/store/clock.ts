// The time of what happens on the phone: its own clock, corrected where that is plainly wrong.
import { database } from './database.ts'

/** Seconds of difference are the network's; minutes are a clock that somebody set by hand. */
const WRONG_MILLISECONDS = 60_000
const KEY = 'clock'

let correction = 0

/** What the service's clock showed at the answer to a call; remembered for when there is no service to ask. */
export function noteServerTime(serverTime: string, askedAt: number): void {
  const ahead = Date.parse(serverTime) - (askedAt + Date.now()) / 2
  correction = Math.abs(ahead) > WRONG_MILLISECONDS ? Math.round(ahead) : 0
  void database.settings.put({ key: KEY, value: correction })
}

/** Before the first thing is noted. */
export async function recallClock(): Promise<void> {
  correction = Number((await database.settings.get(KEY))?.value ?? 0)
}

/** Milliseconds since 1970: a report from a phone that runs an hour ahead would be refused otherwise. */
export function rightTime(phoneTime = Date.now()): number {
  return phoneTime + correction
}
