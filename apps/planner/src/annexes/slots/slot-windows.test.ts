import { expect, test } from 'vitest'
import { windowsOver } from './slot-windows.ts'

test('windows of two hours go from the first start of a vehicle to the last end', () => {
  const windows = windowsOver([[25_200, 39_600], null, [30_600, 45_000]])
  expect(windows).toEqual([
    [25_200, 32_400],
    [32_400, 39_600],
    [39_600, 46_800],
  ])
})

test('without working hours the day is from eight to six', () => {
  expect(windowsOver([undefined])).toHaveLength(5)
  expect(windowsOver([])[0]).toEqual([28_800, 36_000])
})
