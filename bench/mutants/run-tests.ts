// Runs in a copy of the checkout, as a process of its own: keeps vitest open, and runs the test files that it is sent, until one fails.

import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'
// @ts-expect-error The scripts are plain JavaScript, as they begin on a Node without type stripping.
import { PROJECTS } from '../../scripts/lib/test-runs.mjs'
import type { RunAnswer, RunOrder } from './test-runner.ts'

/** Shorter than in `npm test`: a fault that makes a test wait is noticed all the same. */
const WAIT_MS = 20_000

const root = process.cwd()
const vitest = await createVitest('test', {
  root,
  watch: false,
  project: [...PROJECTS.quick, ...(process.argv.includes('--pages') ? ['browser'] : [])],
  bail: 1,
  maxWorkers: 1,
  fileParallelism: false,
  reporters: [{}],
  onConsoleLog: () => false,
  expect: { poll: { timeout: WAIT_MS } },
})
const specifications = new Map((await vitest.globTestSpecifications()).map((found) => [found.moduleId, found]))

process.on('message', async ({ changed, tests }: RunOrder) => {
  for (const path of changed) vitest.invalidateFile(join(root, path))
  const asked = tests.flatMap((test) => specifications.get(join(root, test)) ?? [])
  if (asked.length === 0) return answer({ ran: [] })
  vitest.state.clearErrors()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked)
  // The result holds the files of earlier runs, too.
  const own = testModules.filter(({ moduleId }) => asked.some((specification) => specification.moduleId === moduleId))
  const failed = own.map(describeFailure).find((found) => found !== undefined)
  const first = unhandledErrors[0] as Error | undefined
  const ran = own.map(({ moduleId }) => moduleId.slice(root.length + 1))
  answer({ ran, failed: failed ?? (first && { file: ran[0]!, test: `an error outside of tests: ${first.message}` }) })
})
answer({ ran: [] })

function answer(message: RunAnswer): void {
  process.send!(message)
}

/** The first failed test of a file, or what kept the file from running. */
function describeFailure(module: TestModule): RunAnswer['failed'] {
  const file = module.moduleId.slice(root.length + 1)
  for (const test of module.children.allTests('failed')) return { file, test: test.fullName }
  const error = module.errors()[0] ?? [...module.children.allSuites()].flatMap((suite) => suite.errors())[0]
  return error && { file, test: `the file itself: ${error.message.split('\n')[0]}` }
}
