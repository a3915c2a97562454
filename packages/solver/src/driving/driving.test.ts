/**
 * Breaks by rule and driving limits: a scenario for each article, small sequences against an exhaustive search, weeks against the law
 * texts.
 */
import { describe, expect, test } from 'vitest'
import { countDrawnCases } from '../../test/drawn-cases.ts'
import { compareWithExhaustive, driveWeeks } from '../../test/lawful-runs.ts'
import { evaluate, explain, listReasons } from '../answer/explain.ts'
import { check } from '../check/check.ts'
import type { DrivingRules } from '../driving-rules.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import type { Route } from '../solution.ts'
import { solve } from '../solve.ts'
import { euDriving, euDrivingAndWork, euWork, plainRule, usDriving } from './presets.ts'

const minute = 60
const hour = 3600

/** Stops on a line, `at` in minutes from the depot, with minutes of service and a window in minutes. */
interface Visit {
  readonly at: number
  readonly service?: number
  readonly window?: readonly [number, number]
}

function makeDay(visits: readonly Visit[], drivingRules: DrivingRules, vehicle: Partial<Vehicle> = {}): Problem {
  const points = [0, ...visits.map(({ at }) => at)]
  const size = points.length
  const seconds = Int32Array.from({ length: size * size }, (_, cell) => {
    return Math.abs(points[Math.floor(cell / size)]! - points[cell % size]!) * minute
  })
  const stops = visits.map(
    ({ service = 0, window }, index): Stop => ({
      location: index + 1,
      serviceSeconds: service * minute,
      ...(window && { windows: [[window[0] * minute, window[1] * minute]] }),
    }),
  )
  const cost = { perMeter: 1, perSecond: 0.01 }
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 0,
    stops,
    vehicles: [{ startLocation: 0, endLocation: null, shift: [0, 30 * hour], cost, drivingRules, ...vehicle }],
    options: {},
  }
}

function drive(visits: readonly Visit[], rules: DrivingRules, vehicle: Partial<Vehicle> = {}): Route {
  const problem = makeDay(visits, rules, vehicle)
  const route = evaluate(
    problem,
    0,
    visits.map((_, index) => index),
  )
  const undeclared = check(problem, { ...solve(problem, { seed: 1, iterations: 1 }).solution })
  expect(undeclared).toEqual([])
  return route
}

/** Breaks as minutes from the start of the route, with their length and place. */
function listBreaks(route: Route): string[] {
  return route.steps
    .filter(({ kind }) => kind === 'break')
    .map(({ startSeconds, departureSeconds, location }) => {
      const after = (startSeconds - route.startSeconds) / minute
      return `${(departureSeconds - startSeconds) / minute} after ${after} at ${location ?? 'the way'}`
    })
}

const codes = (route: Route): string[] => route.violations.map(({ code, amount }) => `${code} ${amount / minute}`)

describe('Regulation (EC) 561/2006', () => {
  test('Article 7: no break is due after four and a half hours to the minute', () => {
    expect(listBreaks(drive([{ at: 270 }], euDriving()))).toEqual([])
  })

  test('Article 7: 45 minutes on the way when a leg is longer', () => {
    const route = drive([{ at: 271 }], euDriving())
    expect(listBreaks(route)).toEqual(['45 after 270 at the way'])
    expect(route.steps.map(({ legSeconds }) => legSeconds / minute)).toEqual([0, 270, 1, 0])
  })

  test('Article 7: a wait of a quarter is the first part, so that only 30 minutes are lost later', () => {
    const visits = [{ at: 120, service: 10, window: [200, 200] as const }, { at: 300 }]
    const route = drive(visits, euDriving(), { departureSeconds: 65 * minute })
    expect(listBreaks(route)).toEqual(['15 after 120 at 1', '30 after 295 at the way'])
  })

  test('Article 7: a wait of 80 minutes is a whole break and the first part of the next, with driving in between', () => {
    const wait = { service: 10, window: [200, 200] as const }
    const fixed = { departureSeconds: 0 }
    const route = drive([{ at: 120, ...wait }, { at: 570 }], euDriving({ longDaysLeft: 1 }), fixed)
    expect(listBreaks(route)).toEqual(['45 after 105 at the way', '15 after 165 at 1', '30 after 465 at the way'])
    expect(route.endSeconds).toBe(690 * minute)
    // A short leg is not divided: the whole break comes before it.
    const near = drive([{ at: 10, ...wait }, { at: 510 }], euDriving({ drivingSinceBreakSeconds: 2 * hour }), fixed)
    expect(listBreaks(near)).toEqual(['45 after 0 at 0', '15 after 55 at 1', '30 after 470 at the way'])
  })

  test('Article 7: 30 minutes and then 15 are no divided break: 30 more are due', () => {
    const visits = [{ at: 100, service: 1 }, { at: 200, service: 1 }, { at: 400 }]
    const at = (from: number, minutes: number) => ({
      earliestSeconds: from * minute,
      latestSeconds: (from + 40) * minute,
      durationSeconds: minutes * minute,
    })
    const route = drive(visits, euDriving(), { breaks: [at(100, 30), at(225, 15)], departureSeconds: 0 })
    expect(codes(route)).toEqual([])
    expect(listBreaks(route).map((text) => text.split(' ')[0])).toEqual(['30', '15', '30'])
  })

  test('Article 7: what was driven before the route counts, and the part of a break that was taken', () => {
    const fixed = { departureSeconds: 0 }
    const tired = { drivingSinceBreakSeconds: 4 * hour }
    expect(listBreaks(drive([{ at: 60 }], euDriving(tired), fixed))).toEqual(['45 after 30 at the way'])
    const half = { ...tired, isFirstPartTaken: true }
    expect(listBreaks(drive([{ at: 60 }], euDriving(half), fixed))).toEqual(['30 after 30 at the way'])
  })

  test('Article 6(1): nine hours a day, ten where a long day is left', () => {
    expect(codes(drive([{ at: 541 }], euDriving()))).toEqual(['driving_time 1'])
    expect(codes(drive([{ at: 600 }], euDriving({ longDaysLeft: 1 })))).toEqual([])
    expect(codes(drive([{ at: 601 }], euDriving({ longDaysLeft: 1 })))).toEqual(['driving_time 1'])
  })

  test('Article 6(2) and (3): 56 hours a week, 90 in two', () => {
    expect(codes(drive([{ at: 61 }], euDriving({ drivingThisWeekSeconds: 55 * hour })))).toEqual(['driving_time 1'])
    const weeks = { drivingThisWeekSeconds: 40 * hour, drivingLastWeekSeconds: 49 * hour }
    expect(codes(drive([{ at: 61 }], euDriving(weeks)))).toEqual(['driving_time 1'])
  })

  test('Article 8: eleven hours of rest before, and a day that leaves room for it behind', () => {
    expect(drive([{ at: 10 }], euDriving({ dutyEndedSeconds: -4 * hour })).startSeconds).toBe(7 * hour)
    const late = [
      { at: 10, window: [60, 60] as const },
      { at: 20, window: [900, 900] as const },
    ]
    expect(codes(drive(late, euDriving()))).toEqual(['work_time 70'])
  })
})

describe('Directive 2002/15/EC', () => {
  test('Article 5(1): no more than six hours of work without a break, 30 minutes in all for more than six', () => {
    expect(listBreaks(drive([{ at: 60, service: 300 }], euWork()))).toEqual([])
    const route = drive(
      [
        { at: 60, service: 240 },
        { at: 120, service: 30 },
      ],
      euWork(),
    )
    expect(route.breakSeconds).toBe(30 * minute)
  })

  test('Article 5(1): 45 minutes in all for more than nine hours', () => {
    const route = drive(
      [
        { at: 60, service: 240 },
        { at: 120, service: 230 },
      ],
      euWork(),
    )
    expect(route.breakSeconds).toBe(45 * minute)
  })

  test('Article 4: sixty hours a week', () => {
    expect(codes(drive([{ at: 60, service: 1 }], euWork({ workThisWeekSeconds: 59 * hour })))).toEqual(['work_time 1'])
  })

  test('both laws together: breaks of one count for the other', () => {
    const route = drive(
      [
        { at: 250, service: 60 },
        { at: 400, service: 60 },
      ],
      euDrivingAndWork(),
    )
    expect(codes(route)).toEqual([])
    expect(route.breakSeconds).toBe(45 * minute)
  })
})

describe('49 CFR 395.3', () => {
  test('(a)(3)(ii): 30 minutes after eight hours of driving', () => {
    expect(listBreaks(drive([{ at: 480 }], usDriving()))).toEqual([])
    expect(listBreaks(drive([{ at: 481 }], usDriving()))).toEqual(['30 after 480 at the way'])
  })

  test('(a)(3)(ii): half an hour at a stop is as good, and less is made up', () => {
    expect(listBreaks(drive([{ at: 300, service: 30 }, { at: 600 }], usDriving()))).toEqual([])
    expect(drive([{ at: 300, service: 20 }, { at: 600 }], usDriving()).breakSeconds).toBe(10 * minute)
  })

  test('(a)(2) and (3)(i): eleven hours of driving in a window of fourteen', () => {
    expect(codes(drive([{ at: 661 }], usDriving()))).toEqual(['driving_time 1'])
    expect(codes(drive([{ at: 300, service: 240 }, { at: 600 }], usDriving()))).toEqual([])
    expect(codes(drive([{ at: 300, service: 241 }, { at: 600 }], usDriving()))).toEqual(['work_time 1'])
  })
})

describe('rules beside others', () => {
  test('a plain rule: after so much work a break of so much', () => {
    const route = drive(
      [
        { at: 60, service: 100 },
        { at: 120, service: 30 },
      ],
      plainRule('work', 3 * hour, 20 * minute),
    )
    expect(listBreaks(route)).toEqual(['20 after 180 at the way'])
  })

  test('a break by clock counts for the rule', () => {
    const breaks = [{ earliestSeconds: 4 * hour, latestSeconds: 5 * hour, durationSeconds: 45 * minute }]
    const route = drive([{ at: 200, service: 40 }, { at: 400 }], euDriving(), { breaks, departureSeconds: 0 })
    expect(listBreaks(route)).toEqual(['45 after 240 at 1'])
  })

  test('a stop that would take more driving than is left stays out, and the explanation tells by how much', () => {
    const problem = makeDay([{ at: 200 }, { at: -200 }], euDriving({ drivingTodaySeconds: 5 * hour }))
    const { solution } = solve(problem, { seed: 1, iterations: 10 })
    expect(check(problem, solution)).toEqual([])
    const [out] = solution.unassigned
    expect(listReasons(problem, solution, out!.stop)).toEqual(['driving_hours'])
    const [obstacle] = explain(problem, solution, out!.stop)
    expect(obstacle).toMatchObject({ rule: 'driving_time' })
    expect(obstacle!.remedy).toMatch(/more might be driven/)
  })

  test('the checker sees a break that is missing', () => {
    const problem = makeDay([{ at: 271 }], euDriving())
    const lawless = makeDay([{ at: 271 }], {})
    const found = check(problem, solve(lawless, { seed: 1, iterations: 1 }).solution)
    expect(found.map(({ code, amount }) => [code, amount])).toEqual([['break', minute]])
  })

  test('a rule that is no number is refused by name', () => {
    const rules = { breaks: [{ counts: 'driving' as const, afterSeconds: 0, breakSeconds: 10 }] }
    expect(() => evaluate(makeDay([{ at: 1 }], rules), 0, [0])).toThrow(
      'vehicles[0].drivingRules.breaks[0].afterSeconds',
    )
  })

  test('the same seed gives the same days', () => {
    const visits = [{ at: 200, service: 30 }, { at: 300, service: 30 }, { at: -100, service: 60 }, { at: 150 }]
    const answers = [1, 2].map(() => solve(makeDay(visits, euDrivingAndWork()), { seed: 3, iterations: 50 }).solution)
    expect(answers[0]).toEqual(answers[1])
  })
})

test('a break by clock behind one by rule is one long break once the start has moved later', () => {
  const { breaches } = driveWeeks(470, 1)
  expect(breaches).toEqual([])
})

// 2,000 sequences and 10,000 days: `npm run bench -- driving`.
test('small sequences end as early as an exhaustive search finds', () => {
  const { wrong, withBreaks } = compareWithExhaustive(100_000, 3 * countDrawnCases(20))
  expect(wrong).toEqual([])
  expect(withBreaks).toBeGreaterThan(10)
  // A long wait that serves as a whole break and a first part.
  for (const seed of [352, 462, 567]) expect(compareWithExhaustive(seed, 1).wrong).toEqual([])
})

test('weeks of drivers keep the texts of the laws', () => {
  const { breaches, breaks, laterRoutes } = driveWeeks(100_000, 15)
  expect(breaches).toEqual([])
  expect(breaks).toBeGreaterThan(30)
  expect(laterRoutes).toBeGreaterThan(30)
  // Two routes with a longer break between them than could be counted on.
  expect(driveWeeks(630, 1).breaches).toEqual([])
})
