// A vitest reporter that leaves the counts in a file, so that the test script can end with them.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { sayNeverAnswered } from './answered.mjs'
import { ROOT } from './paths.mjs'

/** Writes `{ passed, failed, skipped, skippedIn, failedTests, atSecondTry, neverAnswered }` to the file named by ROUTEWRIGHT_TEST_SUMMARY. */
export default class SummaryReporter {
  async onTestRunEnd(modules, unhandledErrors) {
    const neverAnswered = await findNeverAnswered()
    const counts = {
      passed: 0,
      failed: unhandledErrors.length,
      skipped: 0,
      skippedIn: {},
      failedTests: [],
      atSecondTry: [],
      neverAnswered,
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
  const own = { passed: 0, failed: 0, skipped: 0 }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    const counted = state === 'pending' ? 'failed' : state
    own[counted] += 1
    if (counted === 'failed') counts.failedTests.push(sayWhere(test, module))
    if (test.diagnostic()?.flaky) counts.atSecondTry.push(sayWhere(test, module))
  }
  // A file that does not load, or whose set-up fails, has no failed test of its own; it counts as one.
  if (module.state() === 'failed' && own.failed === 0) {
    own.failed = 1
    counts.failedTests.push(`${relative(ROOT, module.moduleId)}: ${sayWhy(module.errors())}`)
  }
  for (const key of Object.keys(own)) counts[key] += own[key]
  if (own.skipped > 0) {
    const file = relative(ROOT, module.moduleId)
    counts.skippedIn[file] = (counts.skippedIn[file] ?? 0) + own.skipped
  }
}

/** Where it is, and why it failed at the first try. */
function sayWhere(test, module) {
  return `${relative(ROOT, module.moduleId)}: ${test.fullName} (${sayWhy(test.result().errors)})`
}

function sayWhy(errors) {
  return errors?.[0]?.message?.split('\n')[0] ?? 'no reason given'
}
