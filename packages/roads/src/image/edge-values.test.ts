import { expect, it } from 'vitest'
import { NOT_ALLOWED } from '../graph/network.ts'
import { computeDuration, measureLength, packEdgeValues } from './edge-values.ts'

it('lengths and durations come back as they were, however long, and closed directions stay closed', () => {
  const lengths = Int32Array.of(1, 65_533, 65_534, 65_535, 65_536, 3_000_000)
  const durations = Int32Array.of(1, NOT_ALLOWED, 65_533, 65_534, 65_535, 65_536, NOT_ALLOWED, 9_000_000, 0, 12, 7, 7)
  const values = packEdgeValues(lengths, durations)
  expect([...lengths.keys()].map((edge) => measureLength(values, edge))).toEqual([...lengths])
  expect([...durations.keys()].map((directed) => computeDuration(values, directed))).toEqual([...durations])
})
