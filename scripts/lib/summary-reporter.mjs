// A vitest reporter that leaves the counts in a file, so that the test script can end with them.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { sayCompared, sayNeverAnswered } from './answered.mjs'
import { ROOT } from './paths.mjs'

/** Writes `{ passed, failed, skipped, skippedIn, neverAnswered, compared }` to the file named by ROUTEWRIGHT_TEST_SUMMARY; `failed` says of each what and why. */
export default class SummaryReporter {
  /** Says at once what failed: a long run need not be waited for, and one that is broken off has told what it found. */
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    if (state === 'failed') console.log(`FAILED so far: ${nameTest(test)} (${errors?.map(sayError).join('; ')})`)
  }

  async onTestRunEnd(modules, unhandledErrors) {
    const neverAnswered = await findNeverAnswered()
    const counts = {
      passed: 0,
      failed: unhandledErrors.map((error) => `outside of every test (${sayWhy([error])})`),
      skipped: 0,
      skippedIn: {},
      neverAnswered,
      compared: sayCompared(process.env.ROUTEWRIGHT_TEST_ANSWERED),
    }
    for (const module of modules) countModule(module, counts)
    writeFileSync(process.env.ROUTEWRIGHT_TEST_SUMMARY, JSON.stringify(counts))
  }
}

/** Only a whole run is asked. */
async function findNeverAnswered() {
  const folder = process.env.ROUTEWRIGHT_TEST_ANSWERED
  if (!folder) return undefined
  // Imported only here: it needs the Node that the tests run with.
  const { endpoints } = await import('../../packages/contract/src/index.ts')
  const operations = endpoints.map(({ operationId }) => operationId)
  return sayNeverAnswered(folder, operations)
}

function countModule(module, counts) {
  const own = { passed: 0, skipped: 0 }
  const failed = []
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    const line = `${nameTest(test)} (${sayWhy(errors)})`
    if (state === 'failed' || state === 'pending') failed.push(line)
    else own[state] += 1
  }
  const file = relative(ROOT, module.moduleId)
  // A file that does not load, or whose set-up fails, has no failed test of its own; it counts as one.
  if (module.state() === 'failed' && failed.length === 0) failed.push(`${file} (${sayWhy(module.errors())})`)
  counts.passed += own.passed
  counts.skipped += own.skipped
  counts.failed.push(...failed)
  if (own.skipped > 0) counts.skippedIn[file] = (counts.skippedIn[file] ?? 0) + own.skipped
}

function nameTest({ module, fullName }) {
  return `${relative(ROOT, module.moduleId)}: ${fullName}`
}

/** The first lines of the error, and where in the test it came up. */
function sayError({ message, stacks }) {
  const place = stacks?.find(({ file }) => file.endsWith('.test.ts'))
  const lines = message.split('\n').slice(0, 4).join(' ')
  return place ? `${lines}, line ${place.line}` : lines
}

/** The first line of the first error. */
function sayWhy(errors) {
  return errors?.[0]?.message?.split('\n')[0] ?? 'no reason given'
}
