import { expect, test } from 'vitest'
import { bulkValues } from './bulk-values.ts'

test('only what was ticked is changed, at every chosen stop, and an empty field clears', () => {
  expect(bulkValues(['a', 'b'], { minutes: 7.5 })).toEqual([
    { stop_id: 'a', duration: 450 },
    { stop_id: 'b', duration: 450 },
  ])
  expect(bulkValues(['a'], { windows: '8-12, 14:00-16:30', skills: ['crane'], priority: 3 })).toEqual([
    {
      stop_id: 'a',
      time_windows: [
        [28_800, 43_200],
        [50_400, 59_400],
      ],
      requires: ['crane'],
      reward: 3,
    },
  ])
  expect(bulkValues(['a'], { windows: '', minutes: '', skills: [], priority: '' })).toEqual([
    { stop_id: 'a', time_windows: [], duration: null, requires: [], reward: null },
  ])
})

test('windows that cannot be read change nothing', () => {
  expect(bulkValues(['a'], { windows: 'whenever' })).toBeUndefined()
})
