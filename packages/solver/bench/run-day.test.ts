/** Rich days: the search keeps its deadline and its rules on each of them, however short the budget. */

import { expect, test } from 'vitest'
import { check } from '../src/check/check.ts'
import { runEngine } from '../src/cli/run-engine.ts'
import { dayFeatures, makeRichDay } from './rich-day.ts'

test.each(dayFeatures)(
  'a day with %s is sound and ends although its budget is too short for its threads to warm up',
  async (feature) => {
    const problem = makeRichDay(200, 10, feature)
    const { solution } = await runEngine(problem, {
      seed: 1,
      threads: 2,
      // Only the deadline ends the search: without it the search would run into the test's own limit.
      iterations: undefined,
      deadlineMs: performance.now() + 200,
    })
    expect(check(problem, solution)).toEqual([])
  },
)
