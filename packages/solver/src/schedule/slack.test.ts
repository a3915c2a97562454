/** Wanted slack: margins from the work before a stop, a price for missing seconds, and no effect at a price of 0. */
import { describe, expect, test } from 'vitest'
import { makeRichDay } from '../../bench/rich-day.ts'
import { lineProblem } from '../../test/line-problem.ts'
import { evaluate } from '../answer/explain.ts'
import { check } from '../check/check.ts'
import { playPlan } from '../play/play.ts'
import type { Problem } from '../problem.ts'
import { solve } from '../solve.ts'
import { type Spreads, usualSpreads } from '../spreads.ts'

const ofLegs: Spreads = { travel: { day: 0, route: 0, leg: 0.5 }, service: { route: 0, stop: 0 } }

function withSlack(problem: Problem, pricePerSecond: number, spreads = usualSpreads): Problem {
  return { ...problem, options: { ...problem.options, slack: { pricePerSecond, spreads, deviations: 1 } } }
}

describe('slack', () => {
  test('costs what is missing of a margin that grows with the ways before the stop', () => {
    // Two legs of 300 and 400 s: margins of 150 s, and of √(150² + 200²) = 250 s. Service at 300 s and at 760 s.
    const problem = lineProblem(
      [
        { km: 3, windows: [[0, 400]] },
        { km: 7, windows: [[0, 900]] },
      ],
      [{ departureSeconds: 0 }],
    )
    const route = evaluate(withSlack(problem, 2, ofLegs), 0, [0, 1])
    expect(route.cost.slack).toBeCloseTo(2 * (50 + 110))
    expect(evaluate(problem, 0, [0, 1]).cost.slack).toBe(0)
  })

  test('counts the end of the shift, and no more than the whole margin of what is late', () => {
    const late = lineProblem(
      [{ km: 3, windows: [[0, 100]], latePenaltyPerSecond: 1 }],
      [{ departureSeconds: 0, shift: [0, 700] }],
    )
    // Back at 660 s with a margin of √(150² + 150²): 172.1 s are missing. The late stop lacks all of its 150 s.
    expect(evaluate(withSlack(late, 1, ofLegs), 0, [0]).cost.slack).toBeCloseTo(150 + Math.hypot(150, 150) - 40)
  })

  test('holds the start of a route, which else would be as late as the end allows', () => {
    const problem = lineProblem([
      { km: 3, windows: [[0, 1000]] },
      { km: 4, windows: [[3000, 4000]] },
    ])
    expect(evaluate(problem, 0, [0, 1]).steps[1]!.startSeconds).toBe(1000)
    expect(evaluate(withSlack(problem, 1, ofLegs), 0, [0, 1]).steps[1]!.startSeconds).toBe(850)
    // A margin of √(30² + 75²) = 80.8 s: times stay whole seconds.
    expect(evaluate(withSlack(problem, 1), 0, [0, 1]).steps[1]!.startSeconds).toBe(919)
  })

  test('of a stop whose work differs more than usual is wider', () => {
    const [first, second] = [
      { km: 3, serviceSpread: 1.5 },
      { km: 7, windows: [[0, 800]] as const },
    ]
    const usual = withSlack(lineProblem([{ km: 3 }, second], [{ departureSeconds: 0 }]), 1)
    const wide = withSlack(lineProblem([first, second], [{ departureSeconds: 0 }]), 1)
    expect(evaluate(wide, 0, [0, 1]).cost.slack).toBeGreaterThan(evaluate(usual, 0, [0, 1]).cost.slack)
  })

  test('at a price of 0 changes no plan, and a wrong price is refused', () => {
    for (const feature of ['plain', 'all'] as const) {
      const problem = makeRichDay(60, 5, feature)
      const options = { seed: 3, iterations: 300 }
      expect(solve(withSlack(problem, 0), options).solution).toEqual(solve(problem, options).solution)
    }
    expect(() => evaluate(withSlack(lineProblem([{ km: 1 }]), -1), 0, [0])).toThrow(/options\.slack has a price of -1/)
  })

  test('makes played days calmer, and the checker agrees with its price', () => {
    const problem = makeRichDay(60, 5, 'plain')
    const late = (other: Problem) => {
      const { solution } = solve(other, { seed: 1, iterations: 1_500 })
      expect(check(other, solution)).toEqual([])
      return playPlan(problem, solution.routes, usualSpreads).lateStops
    }
    expect(late(withSlack(problem, 0.006))).toBeLessThan(0.7 * late(problem))
  })
})
