/** Every move of the index is applied here, each time at its predicted price: `MoveAudit` throws otherwise. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type PlaneRules, planeCases, planeProblem, withoutLongWaits } from '../../test/plane-problem.ts'
import { makeRandomProblem } from '../../test/random-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import { Random } from '../model/random.ts'
import type { Problem, Stop } from '../problem.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { annealSettings } from './anneal-settings.ts'
import { LocalSearch } from './genetic/local-search.ts'
import { compileTerms } from './genetic/terms.ts'
import { MoveAudit } from './move-audit.ts'
import { moves } from './moves.ts'

type Applied = ReadonlyMap<string, number>

function annealed(problem: Problem, steps: number): Applied {
  const model = compileModel(problem)
  // The compiled steps have no audit; they are compared with these steps in lean-steps.test.ts.
  const annealer = new Annealer(model, prepareNeighbours(model), 1, { ...annealSettings(model), isCompiled: false })
  begin(annealer, [])
  const leg = annealer.legCost()
  for (let step = 0; step < steps; step++) {
    annealer.temperature = leg * (1 - step / steps) + 1e-6
    annealer.step()
  }
  return annealer.kernel.audit!.applied
}

function bred(problem: Problem): Applied {
  const model = compileModel(problem)
  const random = new Random(2)
  const plan = new LocalSearch(compileTerms(model), prepareNeighbours(model), random)
  for (let trial = 0; trial < 4; trial++) {
    plan.clear()
    plan.loadPenalty.fill(trial % 2 === 0 ? 2 : 200)
    const order = Array.from({ length: model.stopCount }, (_, stop) => stop).sort(() => random.unit() - 0.5)
    for (const stop of order) plan.insert(stop)
    plan.run(() => false)
  }
  return plan.audit!.applied
}

function pairs(rules: PlaneRules): Problem {
  const problem = planeProblem(3, 60, { windows: true, ...rules })
  const stops = problem.stops.map((stop, index): Stop => {
    if (index % 2 === 1) return { ...stop, pickup: index - 1 }
    const { delivered: _, ...pickup } = stop
    return pickup
  })
  return { ...problem, stops }
}

/** The problem with vehicles that have different prices for each stop. */
function pricedByStop(problem: Problem): Problem {
  const vehicles = problem.vehicles.map((vehicle, v) => ({
    ...vehicle,
    cost: { ...vehicle.cost, perStop: 40 * (v % 3) },
  }))
  return { ...problem, vehicles }
}

/** The problem without shifts. */
function untimed(problem: Problem): Problem {
  return { ...problem, vehicles: problem.vehicles.map(({ shift: _, ...vehicle }) => vehicle) }
}

const scenarios: Record<string, () => Applied[]> = {
  'lean stops': () => [
    ...planeCases.map(([, rules]) => annealed(planeProblem(5, 60, rules), 400)),
    ...[5, 6, 7].map((seed) => annealed(pricedByStop(untimed(planeProblem(seed, 60, { types: true }))), 400)),
  ],
  pairs: () => [
    annealed(pairs({}), 300),
    annealed(pairs({ types: true }), 300),
    annealed(pairs({ durations: true }), 300),
    annealed(withoutLongWaits(pairs({ durations: true }), 100), 300),
  ],
  'rich stops': () =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      annealed(makeRandomProblem(seed, { leastStops: 20, mostStops: 40, kind: 'rich' }), 100),
    ),
  vehicles: () => [1, 2, 3, 4, 5, 6].map((seed) => annealed(untimed(planeProblem(seed, 40, { types: true })), 1500)),
  populations: () => [
    ...planeCases.map(([, rules]) => bred(planeProblem(5, 70, rules))),
    ...[5, 6, 7].map((seed) => bred(untimed(planeProblem(seed, 120, {})))),
  ],
}

describe('each move is applied at the price that it told', () => {
  test.each(Object.keys(scenarios))('%s', (name) => {
    const found = scenarios[name]!()
    const listed = Object.entries(moves).filter(([, move]) => move.deltaTest === name)
    expect(listed.length).toBeGreaterThan(0)
    for (const [move] of listed) {
      const times = found.reduce((sum, applied) => sum + (applied.get(move) ?? 0), 0)
      expect(times, `${move} was applied`).toBeGreaterThan(0)
    }
  })
})

test('every move of the index has a delta test, and stands in its file', () => {
  for (const [move, { deltaTest, file }] of Object.entries(moves)) {
    expect(Object.keys(scenarios), move).toContain(deltaTest)
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    expect(text.includes(`'${move}'`), `${move} in ${file}`).toBe(true)
  }
})

test('a move at another price than it told is refused', () => {
  const audit = new MoveAudit()
  audit.record('swap', -5, -5, 1000)
  expect(() => audit.record('swap', -4, -5, 1000)).toThrow('the move "swap" was to change the cost by -5')
})
