// Broken rules in sentences. Minutes and energy are rounded up, so that what is broken is never told as nothing.
import { expect, test } from 'vitest'
import { depotWarning, lateWarning, unassignedWarning, violationWarning } from './warnings.ts'

const say = (code: Parameters<typeof violationWarning>[0]['code'], amount: number) =>
  violationWarning({ code, amount } as Parameters<typeof violationWarning>[0]).message

test.each([
  [1, '1 min'],
  [60, '1 min'],
  [61, '2 min'],
  [3_600, '60 min'],
])('%i seconds late are %s', (seconds, text) => {
  expect(lateWarning(seconds)).toEqual({
    code: 'time_window',
    message: `The stop begins ${text} after its time window.`,
  })
  expect(depotWarning(seconds, false).message).toBe(`The route ends ${text} after the depot closes.`)
})

test('metres are told as kilometres and watt hours as kilowatt hours, each with one digit', () => {
  expect(say('max_distance', 12_340)).toContain('12.3 km')
  expect(say('min_distance', 12_360)).toContain('12.4 km')
  expect(say('battery', 1)).toContain('0.1 kWh')
  expect(say('battery', 12_300)).toContain('12.3 kWh')
  expect(say('battery', 12_301)).toContain('12.4 kWh')
})

test('what the law asks is told by what the driver does too long', () => {
  expect(say('driving_time', 600)).toBe('The driver drives 10 min longer than the law allows.')
  expect(say('work_time', 600)).toBe('The driver is on duty 10 min longer than the law allows.')
  expect(say('driving_hours', 600)).toBe(unassignedWarning('driving_hours').message)
})

test('a depot that is closed all day is told as that, whatever the amount', () => {
  expect(depotWarning(600, true)).toEqual({ code: 'depot_hours', message: 'The depot is closed on this day.' })
})
