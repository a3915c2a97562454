// A second route of a driver's day starts with the limits that the first has left.
import { expect, test } from 'vitest'
import { evaluate } from '../answer/explain.ts'
import { check } from '../check/check.ts'
import type { Problem, Vehicle } from '../problem.ts'
import type { Route } from '../solution.ts'
import { solve } from '../solve.ts'
import { type EarlierRoute, rulesBehind } from './earlier-routes.ts'
import { euDriving, euDrivingAndWork, usDriving } from './presets.ts'

const minute = 60
const hour = 3600

/** A route on a line whose only stop is the given minutes away. */
function makeProblem(minutes: number, vehicle: Partial<Vehicle>): Problem {
  const seconds = Int32Array.of(0, minutes * minute, minutes * minute, 0)
  return {
    locationCount: 2,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 0,
    stops: [{ location: 1, serviceSeconds: 0 }],
    vehicles: [
      {
        startLocation: 0,
        endLocation: null,
        shift: [0, 30 * hour],
        cost: { perMeter: 1, perSecond: 0.01 },
        ...vehicle,
      },
    ],
    options: {},
  }
}

function drive(minutes: number, vehicle: Partial<Vehicle>): Route {
  const problem = makeProblem(minutes, vehicle)
  expect(check(problem, solve(problem, { seed: 1, iterations: 1 }).solution)).toEqual([])
  return evaluate(problem, 0, [0])
}

/** An earlier route from a given hour, driving without a break. */
const morning = (fromHour: number, drivenHours: number): EarlierRoute => ({
  beganSeconds: fromHour * hour,
  endedSeconds: (fromHour + drivenHours) * hour,
  record: [{ kind: 'driving', seconds: drivenHours * hour }],
})

test('nothing changes for the first route of the day', () => {
  const rules = euDriving()
  expect(rulesBehind(rules, [], { seconds: 6 * hour })).toBe(rules)
})

test('it starts behind the first; what was driven counts on to the next break', () => {
  const drivingRules = rulesBehind(euDriving(), [morning(6, 4)], { seconds: 6 * hour })
  const route = drive(60, { drivingRules, shift: [6 * hour, 30 * hour] })
  expect(route.startSeconds).toBe(10 * hour)
  expect(route.breakSeconds).toBe(45 * minute)
})

test('the time between two routes is a break, as far as the second cannot begin earlier', () => {
  const drivingRules = rulesBehind(euDriving(), [morning(6, 4)], { seconds: 10.75 * hour })
  const route = drive(60, { drivingRules, shift: [10.75 * hour, 30 * hour] })
  expect([route.startSeconds, route.breakSeconds]).toEqual([10.75 * hour, 0])
})

test('driving of the day counts together', () => {
  const drivingRules = rulesBehind(euDriving(), [morning(6, 4), morning(11, 4)], { seconds: 16 * hour })
  expect(drive(60, { drivingRules, shift: [16 * hour, 30 * hour] }).violations).toEqual([])
  const { violations } = evaluate(makeProblem(61, { drivingRules, shift: [16 * hour, 30 * hour] }), 0, [0])
  expect(violations.map(({ code, amount }) => [code, amount])).toEqual([['driving_time', minute]])
})

test('thirteen hours run from the start of the first, however late the second begins', () => {
  const drivingRules = rulesBehind(euDriving(), [morning(6, 1)], { seconds: 18 * hour })
  const shift = [18 * hour, 30 * hour] as const
  expect(drive(60, { drivingRules, shift }).endSeconds).toBe(19 * hour)
  const { violations } = evaluate(makeProblem(70, { drivingRules, shift }), 0, [0])
  expect(violations.map(({ code, amount }) => [code, amount])).toEqual([['work_time', 10 * minute]])
})

test('breaks of a long day are asked of the second where the first took none', () => {
  const work: EarlierRoute = { ...morning(6, 5), record: [{ kind: 'work', seconds: 5 * hour }] }
  const drivingRules = rulesBehind(euDrivingAndWork(), [work], { seconds: 11 * hour })
  expect(drive(90, { drivingRules, shift: [11 * hour, 30 * hour] }).breakSeconds).toBe(30 * minute)
})

test('United States: the halt between two routes sets the eight hours back', () => {
  const drivingRules = rulesBehind(usDriving(), [morning(6, 7)], { seconds: 13.5 * hour })
  expect(drive(120, { drivingRules, shift: [13.5 * hour, 30 * hour] }).breakSeconds).toBe(0)
})

test('a first part before a start that may come later counts for nothing: a longer break would end it', () => {
  const rest: EarlierRoute = { ...morning(6, 4), record: [{ kind: 'driving', seconds: 4 * hour }] }
  const partsTaken = (isFixed: boolean) =>
    rulesBehind(euDriving(), [rest], { seconds: 10 * hour + 20 * minute, isFixed }).breaks!.map(
      (rule) => rule.partsTaken,
    )
  expect([partsTaken(true), partsTaken(false)]).toEqual([[1], [0]])
})
