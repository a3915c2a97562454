/** Limits of a driver used up on the way, and the reason for each break. */
import { describe, expect, test } from 'vitest'
import { makeLawfulDay, toProblem } from '../../test/lawful-days.ts'
import { evaluate } from '../answer/explain.ts'
import { recordActivities } from '../check/check-driving.ts'
import type { DrivingRules } from '../driving-rules.ts'
import type { Problem } from '../problem.ts'
import type { Route } from '../solution.ts'
import { explainBreaks } from './break-reasons.ts'
import { euDriving, euDrivingAndWork, euWork, plainRule, usDriving } from './presets.ts'
import { rulesAfter } from './record.ts'

const minute = 60
const hour = 3600

describe('rules after a record', () => {
  test('driving runs on until a whole break, or until both of its parts', () => {
    const spent = (...record: Parameters<typeof rulesAfter>[1]) => {
      const [rule] = rulesAfter(euDriving(), record).breaks!
      return [rule!.spentSeconds! / minute, rule!.partsTaken]
    }
    const drive = (minutes: number) => ({ kind: 'driving' as const, seconds: minutes * minute })
    const rest = (minutes: number) => ({ kind: 'break' as const, seconds: minutes * minute })
    expect(spent(drive(100), { kind: 'work', seconds: hour }, drive(20))).toEqual([120, 0])
    expect(spent(drive(100), rest(15), drive(20))).toEqual([120, 1])
    expect(spent(drive(100), rest(15), drive(20), rest(20), drive(5))).toEqual([125, 1])
    expect(spent(drive(100), rest(15), drive(20), rest(30), drive(5))).toEqual([5, 0])
    expect(spent(drive(100), rest(20), rest(25), drive(7))).toEqual([7, 0])
  })

  test('limits and breaks of the day are used up, and the rest stays', () => {
    const rules = rulesAfter({ ...euDrivingAndWork({ drivingTodaySeconds: hour }), restUntilSeconds: 5 }, [
      { kind: 'driving', seconds: 2 * hour },
      { kind: 'break', seconds: 20 * minute },
      { kind: 'work', seconds: hour },
      { kind: 'wait', seconds: 10 * minute },
    ])
    expect(rules.limits!.map(({ counts, spentSeconds }) => [counts, spentSeconds! / minute])).toEqual([
      ['driving', 180],
      ['driving', 120],
      ['driving', 120],
      ['span', 210],
      ['work', 180],
    ])
    expect(rules.breakTotals![0]).toMatchObject({ spentSeconds: 3 * hour, takenSeconds: 20 * minute })
    expect(rules.restUntilSeconds).toBe(5)
  })

  test('in the United States any halt of half an hour will do', () => {
    const [rule] = rulesAfter(usDriving(), [
      { kind: 'driving', seconds: 3 * hour },
      { kind: 'work', seconds: 20 * minute },
      { kind: 'wait', seconds: 10 * minute },
      { kind: 'driving', seconds: hour },
    ]).breaks!
    expect(rule!.spentSeconds).toBe(hour)
  })

  test('a lawful route stays lawful from each of its stops on, and ends no later', () => {
    let cuts = 0
    for (let seed = 0; seed < 200; seed++) {
      const day = makeLawfulDay(seed)
      const problem = toProblem(day)
      const route = evaluate(
        problem,
        0,
        day.service.map((_, index) => index),
      )
      if (route.violations.length > 0) continue
      for (const [at, step] of route.steps.entries()) {
        // A halt that is still going on counts only as far as it has come.
        if (step.kind !== 'stop' || (day.law === 'us' && route.steps[at + 1]!.kind === 'break')) continue
        const rest = continueFrom(problem, route, at)
        expect(rest.violations, `seed ${seed} (${day.law}) from step ${at}`).toEqual([])
        expect(rest.endSeconds, `seed ${seed} (${day.law}) from step ${at}`).toBeLessThanOrEqual(route.endSeconds)
        cuts++
      }
    }
    expect(cuts).toBeGreaterThan(150)
  })
})

/** The rest of the route, starting where and when step `at` is left. */
function continueFrom(problem: Problem, route: Route, at: number): Route {
  const [vehicle] = problem.vehicles
  const step = route.steps[at]!
  const record = recordActivities(problem, { ...route, steps: route.steps.slice(0, at + 1) })
  const rest = {
    ...vehicle!,
    startLocation: step.location,
    departureSeconds: step.departureSeconds,
    drivingRules: rulesAfter(vehicle!.drivingRules!, record),
  }
  const stops = route.steps.slice(at + 1).flatMap(({ kind, stop }) => (kind === 'stop' ? [stop!] : []))
  return evaluate({ ...problem, vehicles: [rest] }, 0, stops)
}

describe('why a break is taken', () => {
  /** Reasons of a route with one leg of the given minutes and back, with work at its end. */
  function listReasons(leg: number, work: number, drivingRules: DrivingRules, more: object = {}): unknown[] {
    const seconds = Int32Array.from([0, leg * minute, leg * minute, 0])
    const problem: Problem = {
      locationCount: 2,
      profiles: [{ seconds, meters: seconds }],
      loadDimensions: 0,
      stops: [{ location: 1, serviceSeconds: work * minute }],
      vehicles: [{ startLocation: 0, endLocation: 0, cost: { perSecond: 1 }, drivingRules, ...more }],
      options: {},
    }
    const route = evaluate(problem, 0, [0])
    expect(route.violations).toEqual([])
    return explainBreaks(problem, route)
  }

  test('after so much driving or work', () => {
    expect(listReasons(200, 10, euDriving())).toEqual([{ kind: 'driving', afterSeconds: 4.5 * hour }])
    expect(listReasons(100, 200, plainRule('work', 5 * hour, hour))).toEqual([{ kind: 'work', afterSeconds: 5 * hour }])
    expect(listReasons(290, 10, usDriving())).toEqual([{ kind: 'driving', afterSeconds: 8 * hour }])
  })

  test('because the day is long, beside a break that another rule asks for', () => {
    expect(listReasons(120, 130, euWork())).toContainEqual({ kind: 'work', afterSeconds: 6 * hour })
    const breaksToday = euWork({ workTodaySeconds: 5 * hour })
    expect(listReasons(60, 30, breaksToday)).toEqual([{ kind: 'day', afterSeconds: 6 * hour }])
  })

  test('by the clock', () => {
    const breaks = [{ earliestSeconds: hour, latestSeconds: 2 * hour, durationSeconds: 600 }]
    expect(listReasons(100, 10, euDriving(), { breaks, departureSeconds: 0 })).toEqual([{ kind: 'clock' }])
  })
})
