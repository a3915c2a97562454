/** Matrices in 16 and in 32 bits: where one form ends and the other begins, and identical plans in both. */
import { describe, expect, test } from 'vitest'
import { check } from './check/check.ts'
import { computeRange, isShortEnough, leastShortEntries, type Matrix, mostOfShort, packMatrix } from './matrix.ts'
import { compileModel } from './model/compile-model.ts'
import { unreachableTravel } from './model/model.ts'
import { Random } from './model/random.ts'
import type { Problem } from './problem.ts'
import { solve } from './solve.ts'

const size = 1000

/** A matrix with just enough places for the 16-bit form; all entries are 7 but the given one. */
function tableWith(entry: number): Int32Array {
  const table = new Int32Array(size * size).fill(7)
  table[12_345] = entry
  return table
}

/** 999 stops around a depot, with asymmetric travel. */
function makeProblem(): Problem {
  const random = new Random(7)
  const places = Array.from({ length: size }, () => [random.below(20_000), random.below(20_000)] as const)
  const meters = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const [a, b] = [places[from]!, places[to]!]
      meters[from * size + to] = Math.round(Math.hypot(a[0] - b[0], a[1] - b[1])) + (from < to ? 9 : 0)
    }
  }
  const vehicle = { startLocation: 0, endLocation: 0, shift: [0, 30_000] as const, capacity: [60] }
  return {
    locationCount: size,
    profiles: [{ seconds: meters.map((meter) => Math.round(meter / 9)), meters }],
    loadDimensions: 1,
    stops: Array.from({ length: size - 1 }, (_, index) => {
      const opens = random.below(20_000)
      return { location: index + 1, serviceSeconds: 60, delivered: [1], windows: [[opens, opens + 7200]] as const }
    }),
    vehicles: Array.from({ length: 30 }, () => ({ ...vehicle, cost: { fixed: 500, perMeter: 1, perSecond: 0.1 } })),
    options: { requiredPenalty: 1e6 },
  }
}

/** The same problem with one more place, which is never visited and whose distances do not fit in 16 bits. */
function withFarPlace(problem: Problem): Problem {
  const wide = size + 1
  const widen = (table: Matrix): Int32Array => {
    const result = new Int32Array(wide * wide).fill(mostOfShort + 1)
    for (let row = 0; row < size; row++) result.set(table.subarray(row * size, (row + 1) * size), row * wide)
    return result
  }
  const profiles = problem.profiles.map(({ seconds, meters }) => ({ seconds: widen(seconds), meters: widen(meters) }))
  return { ...problem, locationCount: wide, profiles }
}

describe('a table in as few bits as hold it', () => {
  test('up to 65,535 it takes 16 bits an entry, in shared memory', () => {
    const packed = packMatrix(tableWith(65_535))
    expect(packed).toBeInstanceOf(Uint16Array)
    expect(packed.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(packed[12_345]).toBe(65_535)
    expect(packed[0]).toBe(7)
  })

  test.each([65_536, -1, 2_147_483_647, -2_147_483_648])('with an entry of %i it takes 32', (entry) => {
    const packed = packMatrix(tableWith(entry))
    expect(packed).toBeInstanceOf(Int32Array)
    expect(packed.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(packed[12_345]).toBe(entry)
  })

  test('a table that is shared and as short as it can be is not copied', () => {
    const short = packMatrix(tableWith(65_535))
    const long = packMatrix(tableWith(-1))
    expect(packMatrix(short)).toBe(short)
    expect(packMatrix(long)).toBe(long)
  })

  test('small ones stay as they are', () => {
    expect(packMatrix(Int32Array.of(0, 5, 5, 0))).toBeInstanceOf(Int32Array)
    expect(isShortEnough(leastShortEntries - 1, 0, 1)).toBe(false)
    expect(isShortEnough(leastShortEntries, 0, 1)).toBe(true)
  })
})

describe('the model of a problem', () => {
  test('has the entries of both forms alike, there and back', () => {
    const problem = makeProblem()
    const [short, long] = [compileModel(problem), compileModel(withFarPlace(problem))]
    for (const name of ['seconds', 'secondsInto', 'meters', 'metersInto'] as const) {
      expect(short[name][0]).toBeInstanceOf(Uint16Array)
      expect(long[name][0]).toBeInstanceOf(Int32Array)
      expect(Int32Array.from(short[name][0]!)).toEqual(long[name][0])
    }
    expect(short.secondsInto[0]).not.toBe(short.seconds[0])
  })

  test('counts what a slow vehicle takes: 32 bits for its own seconds only', () => {
    const problem = makeProblem()
    const [first, ...others] = problem.vehicles
    const far = computeRange(problem.profiles[0]!.seconds).most
    const speedFactor = (mostOfShort + 1) / far
    const { seconds } = compileModel({ ...problem, vehicles: [{ ...first!, speedFactor }, ...others] })
    expect(seconds[0]).toBeInstanceOf(Int32Array)
    expect(computeRange(seconds[0]!).most).toBe(mostOfShort + 1)
    expect(seconds[1]).toBeInstanceOf(Uint16Array)
  })

  test('keeps what cannot be reached apart: a stop without a place, a way that is not there', () => {
    const problem = makeProblem()
    const stops = problem.stops.map((stop, index) => (index === 3 ? { ...stop, location: null } : stop))
    const placeless = compileModel({ ...problem, stops })
    expect(placeless.seconds[0]![3 * placeless.nodeCount]).toBe(unreachableTravel)
    expect(placeless.features.hasUnreachable).toBe(true)
    problem.profiles[0]!.seconds[5 * size + 9] = -1
    const wayless = compileModel(problem)
    expect(wayless.seconds[0]![4 * wayless.nodeCount + 8]).toBe(unreachableTravel)
    expect(wayless.meters[0]).toBeInstanceOf(Uint16Array)
    expect(wayless.features.hasUnreachable).toBe(true)
  })
})

test('a plan is the same in 16 and in 32 bits, and with tables given in either', () => {
  const problem = makeProblem()
  const packed = problem.profiles.map(({ seconds, meters }) => ({
    seconds: packMatrix(seconds),
    meters: packMatrix(meters),
  }))
  const answer = solve(problem, { iterations: 300, seed: 5 })
  expect(check(problem, answer.solution)).toEqual([])
  expect(solve({ ...problem, profiles: packed }, { iterations: 300, seed: 5 })).toEqual(answer)
  expect(check({ ...problem, profiles: packed }, answer.solution)).toEqual([])
  expect(solve(withFarPlace(problem), { iterations: 300, seed: 5 })).toEqual(answer)
})
