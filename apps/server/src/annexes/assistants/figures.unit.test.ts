// Figures and names as assistants read them.
import { expect, test } from 'vitest'
import {
  clockTime,
  differences,
  kilometers,
  localMoment,
  minutes,
  nameOfRoute,
  nameOfStop,
  secondsOfClock,
  windows,
} from './figures.ts'

test('a time is told as a clock shows it, a later day by its number', () => {
  expect([0, 30_600, 86_399, 86_400, 180_000].map(clockTime)).toEqual(['00:00', '08:30', '23:59', '00:00+1', '02:00+2'])
  expect(clockTime(undefined)).toBeUndefined()
  expect(clockTime(null)).toBeUndefined()
})

test('a clock is read back; hours go on into the following days', () => {
  expect(['00:00', '08:30', '24:00', '100:59'].map(secondsOfClock)).toEqual([0, 30_600, 86_400, 363_540])
  expect(['8.30', '08:60', '', '1000:00'].map(secondsOfClock)).toEqual([undefined, undefined, undefined, undefined])
})

test('windows stand one after the other; without any nothing is told', () => {
  const two = [
    [28_800, 43_200],
    [46_800, 64_800],
  ]
  expect(windows(two)).toBe('08:00–12:00, 13:00–18:00')
  expect(windows(two.slice(1))).toBe('13:00–18:00')
  expect(windows([])).toBeUndefined()
  expect(windows(null)).toBeUndefined()
})

test('minutes are whole, kilometres have one digit, and what is not known is not told', () => {
  expect([29, 30, 600].map(minutes)).toEqual([0, 1, 10])
  expect([49, 50, 12_340].map(kilometers)).toEqual([0, 0.1, 12.3])
  expect([minutes(null), kilometers(undefined)]).toEqual([undefined, undefined])
  expect(localMoment('2026-03-02T07:30:00Z', 'Europe/Zurich')).toBe('2026-03-02 08:30')
  expect(localMoment(null, 'Europe/Zurich')).toBeUndefined()
})

test('differences are after minus before, of numbers that changed', () => {
  const before = { stops: 4, km: 10, cost: 1.1, starts: '08:00' }
  const after = { stops: 4, km: 12.5, cost: 1, starts: '09:00', late_stops: 1 }
  expect(differences(before, after)).toEqual({ km: 2.5, cost: -0.1 })
})

test('what has no name is told by the last six signs of its id', () => {
  const id = '65a1b2c3d4e5f60718293a4b'
  expect(nameOfStop({ id })).toBe('stop 293a4b')
  expect(nameOfRoute({ id })).toBe('route 293a4b')
  expect(nameOfStop({ id, location: { street: 'Feldweg 1' } })).toContain('Feldweg 1')
  expect(nameOfStop({ id, label: 'Anna', location: { label: 'Shop', street: 'Feldweg 1' } })).toContain('Anna')
  expect(nameOfRoute({ id, label: null, vehicle_label: 'Van 1', plate: 'FL 1' })).toContain('Van 1')
})
