// How a stop is called on the driver's screens.
import type { DriverStop } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { expectedAt, findPlace, isNotes, parcelMark, stopName } from './stop-words.ts'

const stop = (more: object) => ({ id: 's1', ...more }) as unknown as DriverStop

test('by its label, else the person, else the address, else its number', () => {
  const all = {
    label: 'Anna',
    reference_person: 'Mr. Kaiser',
    location: { street: 'Feldweg 1', city: 'Vaduz' },
    fixed_id: '7',
  }
  expect(stopName(stop(all))).toBe('Anna')
  expect(stopName(stop({ ...all, label: '' }))).toBe('Mr. Kaiser')
  expect(stopName(stop({ ...all, label: '', reference_person: '' }))).toContain('Feldweg 1')
  expect(stopName(stop({ fixed_id: '7' }))).toBe('#7')
})

test('its number counts from one along the route, and is missing where it is not on it', () => {
  const stops = [stop({ id: 'a' }), stop({ id: 'b' })]
  expect(findPlace({ stops }, stops[0])).toBe('1')
  expect(findPlace({ stops }, stops[1])).toBe('2')
  expect(findPlace({ stops }, stop({ id: 'c' }))).toBeUndefined()
  expect(findPlace({ stops }, undefined)).toBeUndefined()
  expect([parcelMark(stop({ fixed_id: '7' })), parcelMark(stop({}))]).toEqual(['#7', undefined])
})

test('an estimate comes before the plan; midnight is a time, too', () => {
  const formats = { clock: (moment: string) => `at ${moment}`, timeOfDay: (seconds: number) => `${seconds} s` }
  const say = (more: object) => expectedAt(stop(more), formats as unknown as Formats)
  expect(say({ estimated_arrival_time: 'ten', planned_arrival_time: 36_000 })).toBe('at ten')
  expect(say({ planned_arrival_time: 0 })).toBe('0 s')
  expect(say({})).toBeUndefined()
})

test('notes are there where any of them says something', () => {
  expect(isNotes(stop({}))).toBe(false)
  for (const name of ['comments', 'location_details', 'customer_text_field']) {
    expect(isNotes(stop({ [name]: 'ring twice' }))).toBe(true)
  }
})
