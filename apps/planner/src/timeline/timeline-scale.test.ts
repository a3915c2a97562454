import { expect, test } from 'vitest'
import { data } from '../../test/sample-plan.ts'
import { spanOf, stopBefore } from './timeline-scale.ts'

test('a drop on the timeline goes behind the last stop that is half done by then', () => {
  expect(stopBefore(data, 'A', 29_000, new Set())).toBeNull()
  expect(stopBefore(data, 'A', 33_000, new Set())).toBe('s4')
  expect(stopBefore(data, 'A', 40_000, new Set(['s3']))).toBe('s4')
  expect(spanOf(data).fromSeconds % 3600).toBe(0)
})
