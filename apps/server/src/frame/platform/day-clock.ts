// The time of the demo organization: the machine's, or ahead of it since a day was played faster. It never goes back.

/** How the time runs from a moment on. */
export interface TimeCourse {
  /** On the machine's clock, milliseconds since 1970. */
  since: number
  /** How far it was ahead then. */
  aheadMilliseconds: number
  /** 1 is as fast as the machine's. */
  speed: number
}

export interface DayClock {
  readonly course: TimeCourse
  /** The demo's time at a moment of the machine's. */
  at(now: Date): Date
  /** From now on it runs so fast. */
  run(now: Date, speed: number): void
  /** Advances to a later moment; an earlier one changes nothing. */
  leap(now: Date, to: Date): void
}

const steady: TimeCourse = { since: 0, aheadMilliseconds: 0, speed: 1 }

export function createDayClock(begin: TimeCourse = steady): DayClock {
  let course = begin
  const aheadAt = (now: Date) =>
    course.aheadMilliseconds + (course.speed - 1) * Math.max(0, now.getTime() - course.since)
  return {
    get course() {
      return course
    },
    at: (now) => new Date(now.getTime() + aheadAt(now)),
    run(now, speed) {
      course = { since: now.getTime(), aheadMilliseconds: aheadAt(now), speed }
    },
    leap(now, to) {
      const ahead = Math.max(aheadAt(now), to.getTime() - now.getTime())
      course = { since: now.getTime(), aheadMilliseconds: ahead, speed: course.speed }
    },
  }
}
