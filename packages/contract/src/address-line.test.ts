// An address as it is written on an envelope.
import { expect, test } from 'vitest'
import { addressLine } from './address-line.ts'

test('the house number stands on the line once, wherever callers wrote it', () => {
  const town = { postal_code: '9490', city: 'Vaduz' }
  expect(addressLine({ street: 'Feldweg', house_number: '12b', ...town })).toBe('Feldweg 12b, 9490 Vaduz')
  expect(addressLine({ street: 'Feldweg 12B', house_number: '12b', ...town })).toBe('Feldweg 12B, 9490 Vaduz')
  expect(addressLine({ street: '12b, Field Lane', house_number: '12b' })).toBe('12b, Field Lane')
  expect(addressLine({ street: 'Route 66', house_number: '6' })).toBe('Route 66 6')
})

test('what is unknown leaves no gap', () => {
  expect(addressLine({ city: 'Vaduz' })).toBe('Vaduz')
  expect(addressLine({ house_number: '7', city: 'Vaduz' })).toBe('Vaduz')
  expect(addressLine({})).toBe('')
})
