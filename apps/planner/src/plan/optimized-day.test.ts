import { expect, test } from 'vitest'
import { noteOptimizedDay, useOptimizedDay } from './optimized-day.ts'

test('a run that the stream tells of once more, after it was opened again, is told of once', () => {
  noteOptimizedDay({ run_id: 'one', status: 'in progress' })
  expect(useOptimizedDay.getState().runId).toBeUndefined()
  noteOptimizedDay({ run_id: 'one', status: 'success' })
  expect(useOptimizedDay.getState().runId).toBe('one')
  // The part that tells people takes it away.
  useOptimizedDay.setState({ runId: undefined })
  noteOptimizedDay({ run_id: 'one', status: 'success' })
  expect(useOptimizedDay.getState().runId).toBeUndefined()
  noteOptimizedDay({ run_id: 'two', status: 'success' })
  expect(useOptimizedDay.getState().runId).toBe('two')
})
