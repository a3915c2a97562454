// One fault judged: what a test notices is killed, and a test that fails without the fault, too, is not believed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFaults } from '../../bench/mutants/faults.ts'
import { Judge, type Runs } from '../../bench/mutants/judge.ts'
import type { RunResult } from '../../bench/mutants/test-runner.ts'

const file = { path: 'src/sum.ts', text: 'export const sum = (a, b) => a + b\n' }
const drawn = { room: 'toy', file, fault: listFaults(file.path, file.text)[0]! }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'routewright-judge-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, file.path), file.text)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readToy = () => readFileSync(join(folder, file.path), 'utf8')
const passes = (tests: readonly string[]): RunResult => ({ ran: [...tests] })
const failsIn = (test: string): RunResult => ({ ran: [], failed: { file: test, test: 'two and two are four' } })

/** A judge whose tests are asked what they think of the toy's text, instead of a real run. */
function makeJudge(calls: string[][], answer: (tests: readonly string[], text: string) => RunResult): Judge {
  const runner: Runs = { noteChange: () => {}, run: async (tests) => answer(tests, readToy()) }
  return new Judge(folder, runner, () => structuredClone(calls), 1_000)
}

const notices = (tests: readonly string[], text: string) =>
  text.includes('a - b') ? failsIn('sum.test.ts') : passes(tests)

test('a test that fails kills the fault', async () => {
  const verdict = await makeJudge([['sum.test.ts']], notices).judge(drawn)
  expect(verdict).toMatchObject({ outcome: 'killed', killer: 'sum.test.ts', by: 'two and two are four' })
})

test('a fault that every test passes with survives', async () => {
  const verdict = await makeJudge([['a.test.ts'], ['b.test.ts']], passes).judge(drawn)
  expect(verdict).toMatchObject({ outcome: 'survived', passed: 2, left: 0 })
})

test('a test that hangs with the fault and not without it kills it', async () => {
  const judge = makeJudge([['a.test.ts']], (tests, text) => (text.includes('a - b') ? 'timed_out' : passes(tests)))
  expect(await judge.judge(drawn)).toMatchObject({ outcome: 'killed', by: 'timed out' })
})

test('a test that is too slow without the fault, too, is left out', async () => {
  const judge = makeJudge([['slow.test.ts'], ['b.test.ts']], (tests) =>
    tests.includes('slow.test.ts') ? 'timed_out' : passes(tests),
  )
  expect(await judge.judge(drawn)).toMatchObject({ outcome: 'survived', passed: 1 })
})

test('a test that fails without any fault is found, and not run again', async () => {
  const judge = makeJudge([['broken.test.ts'], ['b.test.ts']], (tests) =>
    tests.includes('broken.test.ts') ? failsIn('broken.test.ts') : passes(tests),
  )
  expect(await judge.findBroken(['b.test.ts', 'broken.test.ts', 'c.test.ts'])).toEqual(['broken.test.ts'])
  expect(await judge.judge(drawn)).toMatchObject({ outcome: 'survived', passed: 1 })
})

test('without a test there is nothing to ask', async () => {
  expect(await makeJudge([], passes).judge(drawn)).toMatchObject({ outcome: 'not_asked' })
})

test('the file is afterwards as it was', async () => {
  await makeJudge([['sum.test.ts']], notices).judge(drawn)
  expect(readToy()).toBe(file.text)
})
