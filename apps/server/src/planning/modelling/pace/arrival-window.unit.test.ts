import { expect, test } from 'vitest'
import type { Spread } from './arrival-spread.ts'
import { arrivalWindow } from './arrival-window.ts'

const at = (time: string) => new Date(`2026-03-02T${time}:00.000Z`)
const clock = (moment: Date) => moment.toISOString().slice(11, 16)
const told = (arrival: string, now: string, isStarted = true, wished: [Date, Date][] = []) => {
  const { from, to } = arrivalWindow({ arrival: at(arrival), isStarted, wished }, at(now))
  return `${clock(from)}-${clock(to)}`
}

test('before the start it is an hour to either side, in quarters of an hour', () => {
  expect(told('14:07', '06:00', false)).toBe('13:00-15:15')
})

test('before the start nobody is told an hour in which the route has not left yet', () => {
  const planned = (arrival: string, leaves: string, spread?: Spread) => {
    const { from, to } = arrivalWindow(
      { arrival: at(arrival), isStarted: false, leaves: at(leaves), wished: [], spread },
      at('02:00'),
    )
    return `${clock(from)}-${clock(to)}`
  }
  expect(planned('08:11', '08:00')).toBe('08:00-09:15')
  expect(planned('08:11', '07:40')).toBe('07:30-09:15')
  expect(planned('14:07', '08:00')).toBe('13:00-15:15')
  expect(planned('08:11', '08:00', [-30 * 60, 20 * 60])).toBe('08:00-08:30')
  // A plan that contradicts itself still tells its arrival.
  expect(planned('07:20', '08:00')).toBe('07:15-08:30')
})

test('before the start it stays inside the window that the recipient asked for and the plan keeps', () => {
  expect(told('14:07', '06:00', false, [[at('13:30'), at('14:30')]])).toBe('13:30-14:30')
  expect(told('14:07', '06:00', false, [[at('08:00'), at('09:00')]])).toBe('13:00-15:15')
  expect(told('14:07', '06:00', false, [[at('14:05'), at('14:10')]])).toBe('14:05-14:10')
})

test('on the way it narrows', () => {
  expect(told('14:07', '09:07')).toBe('13:05-15:10')
  expect(told('14:07', '12:07')).toBe('13:40-14:35')
  expect(told('14:07', '13:37')).toBe('13:55-14:20')
})

test('it begins no earlier than now, and who is overdue comes now at the earliest', () => {
  expect(told('14:07', '14:05')).toBe('14:05-14:25')
  expect(told('14:07', '14:30')).toBe('14:30-14:50')
})

test('past days narrow it to either side as far as they say, to the nearest five minutes, and never below ten', () => {
  const spread = (begin: number, end: number, now = '13:00', wished: [Date, Date][] = [], isStarted = true) => {
    const window = arrivalWindow({ arrival: at('14:07'), isStarted, wished, spread: [begin * 60, end * 60] }, at(now))
    return `${clock(window.from)}-${clock(window.to)}`
  }
  expect(spread(-12, 21)).toBe('13:55-14:30')
  expect(spread(3, 34)).toBe('14:10-14:40')
  expect(spread(-1, 1)).toBe('14:05-14:15')
  expect(spread(-12, 21, '14:04')).toBe('14:00-14:30')
  // Recipients are not served before their own window opens; its opening says nothing about when the driver comes.
  expect(spread(-30, 90, '06:00', [[at('14:00'), at('14:30')]], false)).toBe('14:00-15:35')
})
