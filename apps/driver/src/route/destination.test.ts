// Where the driver is led: to what earlier visits showed, else to the address.
import { expect, test } from 'vitest'
import { navigationLink } from '../screens/navigate.tsx'
import { findDestination, learnedWay, listPlaces } from './destination.ts'

const location = { label: 'Feldweg 1', lat: 47, lng: 9 }
const door = { lat: 47.0005, lng: 9 }
const learned_place = { kind: 'parking' as const, lat: 47.001, lng: 9, door }

test('a stop of which nothing was learned is where its address is', () => {
  expect(findDestination({ location })).toEqual({ lat: 47, lng: 9 })
  expect(findDestination({ location: { label: 'Feldweg 1' } })).toBeUndefined()
  expect(learnedWay({ location })).toBeUndefined()
})

test('where vans park beats the address, and tells how far the door is', () => {
  expect(findDestination({ location, learned_place })).toEqual({ lat: 47.001, lng: 9 })
  const way = learnedWay({ location, learned_place })!
  expect(way.kind).toBe('parking')
  expect(Math.round(way.meters)).toBe(111)
  expect(Math.round(way.toDoor!)).toBe(56)
  expect(listPlaces({ location, learned_place })).toHaveLength(3)
})

test("the driver's own navigation is sent there", () => {
  const stop = { id: 'a', location, learned_place } as unknown as Parameters<typeof navigationLink>[1]
  expect(navigationLink('google', stop)).toContain(encodeURIComponent('47.001,9'))
})
