import { expect, test } from 'vitest'
import { metersBetween } from './last-fix.ts'
import { isWorthKeeping } from './positions.ts'

const at = (seconds: number, lat = 47.14, speed: number | null = null) => ({
  lat,
  lng: 9.52,
  at: seconds * 1000,
  speed,
})

test('the first position is kept', () => {
  expect(isWorthKeeping(at(0), undefined)).toBe(true)
})

test('moving, every ten seconds; still, every minute', () => {
  expect(isWorthKeeping(at(9, 47.15, 12), at(0))).toBe(false)
  expect(isWorthKeeping(at(10, 47.15, 12), at(0))).toBe(true)
  // Phones that tell no speed have moved all the same.
  expect(isWorthKeeping(at(10, 47.141), at(0))).toBe(true)
  expect(isWorthKeeping(at(30), at(0))).toBe(false)
  expect(isWorthKeeping(at(60), at(0))).toBe(true)
})

test('a thousandth of a degree of latitude is 111 metres', () => {
  expect(metersBetween({ lat: 47, lng: 9 }, { lat: 47.001, lng: 9 })).toBeCloseTo(111.2, 0)
})
