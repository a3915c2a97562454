// The short form of what `npm run chaos` does at length; see docs/reliability.md.
import { expect, test } from 'vitest'
import { causeAll } from './trouble-places.ts'

test('sessions that end, a network that is cut and stalled, and a node an hour behind lose nothing and leave nothing half done', {
  timeout: 240_000,
}, async () => {
  const result = await causeAll({ seed: 4 })
  expect(result.faults).toEqual([])
  const { bulks, labels, reports } = result.acknowledged
  expect(bulks + labels + reports).toBeGreaterThan(10)
  expect(result.recoverySeconds).toHaveLength(3)
  expect(result.failedCalls).toBeGreaterThan(0)
})
