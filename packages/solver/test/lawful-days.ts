/** Days of drivers with driving rules: random ones, their exhaustive solution on a grid of quarter-hours, and weeks driven day by day. */
import type { Activity } from '../src/check/check-driving.ts'
import { recordActivities } from '../src/check/check-driving.ts'
import { type DrivenBefore, euDriving, euDrivingAndWork, euWork, plainRule, usDriving } from '../src/driving/presets.ts'
import type { DrivingRules } from '../src/driving-rules.ts'
import type { Problem, Stop } from '../src/problem.ts'
import type { Route } from '../src/solution.ts'
import type { Recorded } from './law-texts.ts'
import { createRandomChoice, type RandomChoice } from './random-numbers.ts'

export const laws = ['eu', 'eu work', 'eu both', 'us', 'plain'] as const
export type Law = (typeof laws)[number]

const quarter = 900

/** One vehicle and stops to be driven in their order: legs, service and windows in quarter-hours. */
export interface LawfulDay {
  readonly law: Law
  readonly legs: readonly number[]
  readonly service: readonly number[]
  readonly windows: readonly (readonly [number, number] | undefined)[]
}

export function getRules(law: Law, before: DrivenBefore = {}): DrivingRules {
  switch (law) {
    case 'eu':
      return euDriving(before)
    case 'eu work':
      return euWork(before)
    case 'eu both':
      return euDrivingAndWork(before)
    case 'us':
      return usDriving(before)
    case 'plain':
      return plainRule('work', 3 * 3600, 1800, before)
  }
}

/** A day of one to four stops, of which about half need breaks. */
export function makeLawfulDay(seed: number): LawfulDay {
  const random = createRandomChoice(seed)
  const count = random.integer(1, 4)
  const law = laws[seed % laws.length]!
  const legs = Array.from({ length: count + 1 }, () =>
    random.integer(random.chance(0.1) ? 0 : 1, random.pick([6, 14, 22])),
  )
  const service = Array.from({ length: count }, () => random.integer(1, random.pick([1, 4, 10])))
  let clock = 24
  const windows = service.map((quarters, index) => {
    clock += legs[index]! + quarters
    if (!random.chance(0.6)) return undefined
    const opens = clock + random.integer(-6, 10)
    return [Math.max(0, opens), Math.max(0, opens) + random.integer(0, 12)] as const
  })
  return { law, legs, service, windows }
}

/** The day as a problem on a line: one vehicle, whose shift begins at six. */
export function toProblem({ law, legs, service, windows }: LawfulDay, hours = 24): Problem {
  const size = service.length + 2
  const seconds = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = from + 1; to < size; to++) {
      const sum = legs.slice(from, to).reduce((total, leg) => total + leg, 0) * quarter
      seconds[from * size + to] = seconds[to * size + from] = sum
    }
  }
  const stops = service.map((quarters, index): Stop => {
    const window = windows[index]
    return {
      location: index + 1,
      serviceSeconds: quarters * quarter,
      ...(window && { windows: [[window[0] * quarter, window[1] * quarter]] }),
    }
  })
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 0,
    stops,
    vehicles: [
      {
        startLocation: 0,
        endLocation: size - 1,
        shift: [24 * quarter, (24 + hours * 4) * quarter],
        drivingRules: getRules(law),
        cost: { perMeter: 1, perSecond: 0.001 },
      },
    ],
    options: {},
  }
}

interface Unit {
  readonly isDriving: boolean
  /** Whether a break may come before it. */
  readonly isFree: boolean
  readonly opens: number
  readonly closes: number
}

/**
 * The quarter-hour in which the day can end first under the law, over every way of resting between quarter-hours; undefined when there is
 * none.
 */
export function findEarliestEnd(day: LawfulDay): number | undefined {
  const units = listUnits(day)
  const driving = units.filter(({ isDriving }) => isDriving).length
  const most = { eu: 36, 'eu both': 36, us: 44, 'eu work': 1e9, plain: 1e9 }[day.law]
  if (driving > most) return undefined
  const span = { eu: 52, 'eu both': 52, us: 56, 'eu work': 1e9, plain: 1e9 }[day.law]
  const ends = findEnds(day.law, units, 24)
  if (ends === undefined || ends - 24 <= span) return ends
  // A day with a tight time limit may need a later start, so every start is tried.
  for (let start = 25; start <= ends; start++) {
    const end = findEnds(day.law, units, start)
    if (end === undefined) return undefined
    if (end - start <= span) return end
  }
  return undefined
}

function listUnits({ legs, service, windows }: LawfulDay): Unit[] {
  const units: Unit[] = []
  legs.forEach((leg, index) => {
    for (let i = 0; i < leg; i++) units.push({ isDriving: true, isFree: true, opens: 0, closes: 1e9 })
    const quarters = service[index]
    if (quarters === undefined) return
    const [opens, closes] = windows[index] ?? [0, 1e9]
    for (let i = 0; i < quarters; i++) {
      const isFirst = i === 0
      units.push({ isDriving: false, isFree: isFirst, opens: isFirst ? opens : 0, closes: isFirst ? closes : 1e9 })
    }
  })
  return units
}

/** State of one way of spending the day so far, in quarter-hours. */
interface Standing {
  readonly time: number
  readonly driven: number
  readonly hasPart: boolean
  readonly worked: number
  readonly rested: number
  readonly halt: number
}

function findEnds(law: Law, units: readonly Unit[], start: number): number | undefined {
  let standings = [{ time: start, driven: 0, hasPart: false, worked: 0, rested: 0, halt: 0 }] as Standing[]
  units.forEach((unit, index) => {
    const next = new Map<number, Standing>()
    for (const standing of standings) {
      const wait = unit.opens - standing.time
      const rests = new Set(unit.isFree && index > 0 ? [0, 1, 2, 3, wait] : [0])
      for (const idle of rests) {
        if (idle < 0 || idle > 40) continue
        // Any part of a wait may be the break; the driver is available for the rest of it.
        for (const pause of new Set([0, 1, 2, 3, idle])) {
          const after = pause > idle ? undefined : step(law, standing, unit, idle, pause)
          if (after) next.set(getKey(after), after)
        }
      }
      // The first quarter-hour may wait for its window too.
      if (index === 0 && wait > 0) {
        const after = step(law, { ...standing, time: unit.opens }, unit, 0, 0)
        if (after) next.set(getKey(after), after)
      }
    }
    standings = [...next.values()]
  })
  const work = units.length
  const needed = law === 'eu work' || law === 'eu both' ? (work > 36 ? 3 : work > 24 ? 2 : 0) : 0
  const ends = standings.filter(({ rested }) => rested >= needed).map(({ time }) => time)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

function step(law: Law, standing: Standing, unit: Unit, idle: number, pause: number): Standing | undefined {
  const time = standing.time + idle
  if (time < unit.opens || time > unit.closes || time > 120) return undefined
  let { driven, hasPart, worked } = standing
  if (law === 'eu' || law === 'eu both') {
    if (pause >= 3 || (hasPart && pause >= 2)) {
      driven = 0
      hasPart = false
    } else if (pause >= 1) hasPart = true
  }
  if (law === 'us' && standing.halt + idle >= 2) driven = 0
  if ((law === 'eu work' || law === 'eu both') && pause >= 1) worked = 0
  if (law === 'plain' && pause >= 2) worked = 0
  const halt = unit.isDriving ? 0 : Math.min(2, standing.halt + idle + 1)
  if (law === 'us' && halt >= 2) driven = 0
  if (unit.isDriving) driven++
  worked++
  const mostDriven = { eu: 18, 'eu both': 18, us: 32, 'eu work': 1e9, plain: 1e9 }[law]
  const mostWorked = { eu: 1e9, us: 1e9, 'eu work': 24, 'eu both': 24, plain: 12 }[law]
  if (driven > mostDriven || worked > mostWorked) return undefined
  return { time: time + 1, driven, hasPart, worked, rested: Math.min(3, standing.rested + pause), halt }
}

function getKey({ time, driven, hasPart, worked, rested, halt }: Standing): number {
  return ((((time * 50 + driven) * 2 + (hasPart ? 1 : 0)) * 130 + worked) * 4 + rested) * 3 + halt
}

/** A route in the form that the law texts read. */
export function toRecord(problem: Problem, route: Route): Recorded[] {
  const kinds = { driving: 'driving', work: 'work', wait: 'ready', break: 'rest' } as const satisfies Record<
    Activity['kind'],
    Recorded['kind']
  >
  return recordActivities(problem, route).map(({ kind, seconds }) => ({
    kind: kinds[kind],
    minutes: seconds / 60,
  }))
}

/** Some stops spread over a region, and vehicles that leave in the morning: legs of up to five hours. */
export function makeRegion(seed: number, rules: readonly DrivingRules[], opensSeconds = 5 * 3600): Problem {
  const random = createRandomChoice(seed)
  // Up to six stops are solved exactly, more by the search.
  const count = random.chance(0.9) ? random.integer(2, 5) : random.integer(8, 12)
  const size = count + 1
  const points = Array.from({ length: size }, () => [random.integer(0, 200), random.integer(0, 200)] as const)
  const seconds = new Int32Array(size * size)
  for (let cell = 0; cell < size * size; cell++) {
    const [a, b] = [points[Math.floor(cell / size)]!, points[cell % size]!]
    seconds[cell] = Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) * 1.25) * 60
  }
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 0,
    stops: Array.from({ length: count }, (_, index) => makeVisit(random, index + 1)),
    vehicles: rules.map((drivingRules) => ({
      startLocation: 0,
      endLocation: random.chance(0.8) ? 0 : null,
      shift: [opensSeconds, 24 * 3600] as const,
      drivingRules,
      ...(random.chance(0.2) && {
        breaks: [{ earliestSeconds: 11 * 3600, latestSeconds: 14 * 3600, durationSeconds: 1800 }],
      }),
      cost: { perMeter: 1, perSecond: 0.1 },
    })),
    options: {},
  }
}

function makeVisit(random: RandomChoice, location: number): Stop {
  const opens = random.integer(5, 16) * 3600
  return {
    location,
    serviceSeconds: random.integer(0, 100) * 60,
    ...(random.chance(0.5) && { windows: [[opens, opens + random.integer(1, 6) * 3600]] }),
  }
}
