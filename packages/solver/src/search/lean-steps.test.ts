/** The compiled steps equal those of the annealing: the same seed leads to the same plan, cost and next random number. */
import { describe, expect, test } from 'vitest'
import { auditPlan } from '../../test/audit.ts'
import { type PlaneRules, paidByTime, planeProblem, withoutLongWaits } from '../../test/plane-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Model } from '../model/model.ts'
import type { Problem, Vehicle } from '../problem.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { annealSettings } from './anneal-settings.ts'
import { supportsLeanSteps } from './lean-steps.ts'

/** State of a search after every tenth of its cooling, with its share of the vehicles changed half way. */
function follow(model: Model, isCompiled: boolean, steps: number): unknown[] {
  const annealer = new Annealer(model, prepareNeighbours(model), 3, { ...annealSettings(model), isCompiled })
  begin(annealer, [])
  const hot = annealer.legCost()
  const seen: unknown[] = []
  for (let tenth = 0; tenth < 10; tenth++) {
    annealer.temperature = hot * 0.5 ** tenth
    if (tenth === 5) {
      auditPlan(annealer)
      takeShare(annealer)
    }
    annealer.steps(steps / 10)
    seen.push(getState(annealer))
  }
  // Reading the cost brings the kernel up to date, and with it the random numbers.
  seen.push(annealer.kernel.cost > 0)
  seen.push(annealer.random.state)
  return seen
}

/** Takes a share as a thread does that gets every route but one. */
function takeShare(annealer: Annealer): void {
  const vehicles: number[] = []
  const routes: Int32Array[] = []
  annealer.readBest((v, elements) => {
    vehicles.push(v)
    routes.push(elements)
  })
  const served = new Set(routes.flatMap((route) => [...route]))
  const absent = Array.from(annealer.model.isRequired.keys()).filter((stop) => !served.has(stop))
  const unused = Array.from(annealer.model.typeOf.keys()).filter((v) => !vehicles.includes(v))
  annealer.kernel.load(
    [...vehicles.slice(1), ...unused],
    [...routes.slice(1), ...unused.map(() => new Int32Array(0))],
    absent,
  )
  annealer.days?.settle()
  annealer.start()
}

function getState(annealer: Annealer): unknown {
  const current: string[] = []
  const best: string[] = []
  annealer.readCurrent((v, elements) => current.push(`${v}: ${elements.join(' ')}`))
  annealer.readBest((v, elements) => best.push(`${v}: ${elements.join(' ')}`))
  const { bestCost, bestAbsent, currentCost, iterations } = annealer
  return { current, best, bestCost, bestAbsent, currentCost, iterations }
}

function withVehicles(problem: Problem, change: Partial<Vehicle>): Problem {
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, ...change })) }
}

/** The problem without shifts. */
function untimed(problem: Problem): Problem {
  return { ...problem, vehicles: problem.vehicles.map(({ shift: _, ...vehicle }) => vehicle) }
}

/** The problem with vehicles of several sizes, larger ones at a higher price. */
function sized(problem: Problem, sizes = 3): Problem {
  const vehicles = problem.vehicles.map((vehicle, v) => ({
    ...vehicle,
    capacity: [30 + 10 * (v % sizes), 1000],
    cost: { ...vehicle.cost, perMeter: 1 + (v % sizes) / 8, fixed: 50 * (1 + (v % sizes)) },
  }))
  return { ...problem, vehicles }
}

/** Every second vehicle starts and ends elsewhere. */
function depots(problem: Problem): Problem {
  const vehicles = problem.vehicles.map((vehicle, v) => ({
    ...vehicle,
    startLocation: v % 2,
    endLocation: v % 2,
    maxSeconds: 9000,
    capacity: [200, 1000],
  }))
  return { ...problem, vehicles }
}

/** Makes stops optional, each at its own price, except every `among`-th one. */
function optional(problem: Problem, among: number, dearest: number): Problem {
  const stops = problem.stops.map((stop, index) =>
    index % among === 0 ? stop : { ...stop, dropPenalty: 10.1 + ((index * 37) % dearest) },
  )
  return { ...problem, stops }
}

/** Fewer vehicles than the stops need. */
function tooFew(problem: Problem, vehicles: number): Problem {
  return { ...problem, vehicles: problem.vehicles.slice(0, vehicles) }
}

/** Some of the stops fit into no vehicle. */
function unplaceable(problem: Problem): Problem {
  const stops = problem.stops.map((stop, index) => (index % 20 === 7 ? { ...stop, delivered: [5000, 1] } : stop))
  return { ...problem, stops }
}

/** Groups of up to `most` stops, of which one is served. */
function withPlaces(problem: Problem, most: number): Problem {
  const stops = problem.stops.map((stop, index) => ({
    ...stop,
    oneOf: `parcel ${Math.floor((index * 2) / (most + 1))}`,
  }))
  return { ...problem, stops }
}

/** The first stops deliver, the others collect. */
function withBackhauls(problem: Problem, share: number): Problem {
  const stops = problem.stops.map(({ delivered = [], ...stop }, index) =>
    index < share * problem.stops.length ? { ...stop, delivered } : { ...stop, collected: delivered },
  )
  return { ...problem, stops, options: { ...problem.options, linehaulsFirst: true } }
}

const plane = (seed: number, rules: PlaneRules, stops = 90): Problem => planeProblem(seed, stops, rules)

const cases: [string, Problem][] = [
  ['without times', untimed(plane(1, {}))],
  ['shifts', plane(2, {})],
  ['fewer than fifty stops', plane(3, { windows: true }, 30)],
  ['time windows', plane(4, { windows: true })],
  ['more stops than are always tried everywhere', plane(5, { windows: true }, 140)],
  ['one-way streets and two loads', plane(6, { windows: true, asymmetric: true, twoDimensions: true })],
  ['durations that cost and are limited', plane(7, { windows: true, durations: true })],
  ['durations that are limited, without shifts', withVehicles(untimed(plane(8, {})), { maxSeconds: 4000 })],
  [
    'many stops whose time is limited and costs nothing',
    withVehicles(plane(9, {}, 310), { maxSeconds: 9000, capacity: [200, 1000] }),
  ],
  ['metres and stops limited', withVehicles(plane(10, { windows: true }), { maxMeters: 5200, maxServices: 9 })],
  [
    'prices of every kind',
    withVehicles(plane(11, { windows: true, asymmetric: true }), {
      cost: { perMeter: 0.37, perTravelSecond: 0.11, perStop: 3, fixed: 41 },
    }),
  ],
  ['vehicle types, skills and different ends', plane(13, { windows: true, types: true })],
  ['types, skills and durations', plane(14, { types: true, durations: true, windows: true })],
  ['types without times', untimed(plane(15, { types: true }))],
  ['slow and quick drivers', plane(16, { paces: true, durations: true, windows: true })],
  ['slow and quick drivers whose time costs nothing', plane(17, { paces: true, windows: true })],
  ['sizes that differ in capacity and price alone', sized(plane(18, { windows: true }))],
  ['many sizes', sized(plane(19, { durations: true }), 20)],
  ['two depots whose time is limited and costs nothing', depots(plane(20, {}, 310))],
  ['a few stops that may be left out', optional(plane(21, { windows: true }), 2, 90)],
  ['many stops that may be left out', optional(plane(22, { windows: true, durations: true }, 140), 1000, 300)],
  ['kinds of vehicles, and stops that may be left out', optional(sized(plane(23, { types: true })), 4, 200)],
  ['nothing worth a drive', optional(plane(24, {}), 1000, 20)],
  ['too few vehicles', tooFew(plane(25, { windows: true }), 9)],
  ['far too few vehicles', tooFew(plane(26, {}), 4)],
  ['too few vehicles, and stops that may be left out', optional(tooFew(plane(27, { windows: true }), 7), 2, 90)],
  ['stops that nobody can serve', unplaceable(plane(28, { windows: true, durations: true }))],
  ['one of several places', withPlaces(untimed(plane(29, {})), 5)],
  ['one of several places, with windows', withPlaces(plane(30, { windows: true }), 3)],
  ['places and kinds of vehicles', withPlaces(sized(plane(31, { types: true, durations: true })), 3)],
  ['places and too few vehicles', withPlaces(tooFew(plane(32, { windows: true }), 3), 3)],
  ['backhauls', withBackhauls(untimed(plane(33, {})), 0.6)],
  ['backhauls with windows and durations', withBackhauls(plane(34, { windows: true, durations: true }), 0.5)],
  ['limited waits', withoutLongWaits(plane(35, { windows: true, durations: true }), 60)],
  [
    'limited waits, paid by the way',
    withoutLongWaits(withVehicles(plane(36, { windows: true }), { cost: paidByTime }), 100),
  ],
  ['limited waits that cost nothing', withoutLongWaits(plane(37, { windows: true }), 30)],
  ['limited waits and sizes', withoutLongWaits(sized(plane(38, { windows: true, durations: true }), 6), 60)],
  ['limited waits and kinds of vehicles', withoutLongWaits(plane(39, { windows: true, types: true }), 60)],
  ['limited waits and too few vehicles', withoutLongWaits(tooFew(plane(40, { windows: true }), 9), 30)],
  ['other ends than starts', withVehicles(plane(12, { windows: true, durations: true }), { endLocation: 1 })],
]

describe.each(cases)('%s', (_, problem) => {
  test('are the same steps', () => {
    const model = compileModel(problem)
    expect(supportsLeanSteps(model)).toBe(true)
    const steps = follow(model, true, 6000)
    expect(steps).toEqual(follow(model, false, 6000))
    expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBeGreaterThan(8)
  })
})

test('what they do not know is left to the other steps', () => {
  const problem = plane(1, { windows: true })
  const changed: Problem[] = [
    { ...problem, stops: problem.stops.map((stop, index) => (index === 4 ? { ...stop, setupSeconds: 60 } : stop)) },
    { ...problem, stops: problem.stops.map((stop, index) => (index === 4 ? { ...stop, pickup: 3 } : stop)) },
  ]
  expect(changed.map((other) => supportsLeanSteps(compileModel(other)))).toEqual(changed.map(() => false))
})
