/** Rich days: the search keeps its deadline and its rules on each of them, however short the budget. */

import { expect, test } from 'vitest'
import { check } from '../src/check/check.ts'
import { runEngine } from '../src/cli/run-engine.ts'
import { dayFeatures, makeRichDay } from './rich-day.ts'

test.each(dayFeatures)(
  'a day with %s is sound and ends soon after a budget too short for its threads to warm up',
  async (feature) => {
    const problem = makeRichDay(200, 10, feature)
    const startedAtMs = performance.now()
    const { solution } = await runEngine(problem, {
      seed: 1,
      threads: 2,
      iterations: undefined,
      deadlineMs: startedAtMs + 200,
    })
    // Far above the 100 ms that a quiet machine keeps, far below a search that forgot its deadline.
    expect(performance.now() - startedAtMs).toBeLessThan(8000)
    expect(check(problem, solution)).toEqual([])
  },
)
