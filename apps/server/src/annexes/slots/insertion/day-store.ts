// An in-process cache of days between two queries, so that an unchanged day is not built again.
import type { Day } from './day-routes.ts'
import { longestKnownMilliseconds, PlaceLegs } from './legs.ts'
import { PastDaysStore } from './past-days.ts'
import { Turns } from './turns.ts'

interface KeptDay {
  key: string
  since: number
  day: Day
  stops: number
}

/** Days are forgotten, those that were not asked for longest first, when they hold more stops in all. */
const mostStops = 60_000

/** Belongs to a process and is handed around; holds nothing that the database does not say anew. */
export class DayStore {
  /** Ways of places that slots were asked for. */
  readonly legs = new PlaceLegs()
  /** How days of the same weekday ended. */
  readonly past = new PastDaysStore()
  /** Turns of callers for the same day. */
  readonly turns = new Turns()
  /** Kept days by name, least recently used first. */
  private readonly days = new Map<string, KeptDay>()

  /**
   * The day under this name, made now unless one with the same key is there. The key says all that the day follows from. `make` gets the
   * day of before, what of it may be taken over is as old as it was.
   */
  async find(name: string, key: string, now: Date, make: (previous: Day | undefined) => Promise<Day>): Promise<Day> {
    const kept = this.fresh(name, now)
    const entry = kept?.key === key ? kept : await made(key, kept?.since ?? now.getTime(), () => make(kept?.day))
    this.days.delete(name)
    this.days.set(name, entry)
    this.forget()
    return entry.day
  }

  /** Whether the day would be found without making it. */
  has(name: string, key: string, now: Date): boolean {
    return this.fresh(name, now)?.key === key
  }

  private fresh(name: string, now: Date): KeptDay | undefined {
    const kept = this.days.get(name)
    return kept && now.getTime() - kept.since < longestKnownMilliseconds ? kept : undefined
  }

  private forget(): void {
    let stops = [...this.days.values()].reduce((sum, kept) => sum + kept.stops, 0)
    for (const [name, kept] of this.days) {
      if (stops <= mostStops) break
      this.days.delete(name)
      stops -= kept.stops
    }
  }
}

async function made(key: string, since: number, make: () => Promise<Day>): Promise<KeptDay> {
  const day = await make()
  const stops = day.routes.reduce((sum, route) => sum + route.one.stops.length + 1, 0)
  return { key, since, day, stops }
}
