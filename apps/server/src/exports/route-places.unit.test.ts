// What stands at the beginning and the end of a route sheet.
import { expect, test } from 'vitest'
import { endLine, startLines } from './route-places.ts'

const location = { label: 'Im alten Riet 22, Schaan', lat: 47.17, lng: 9.51 }
const depot = { label: 'North hall', phone: '+423 1', comments: 'Ramp at the back' }
const route = {
  start_location: location,
  end_location: location,
  planned_start_time: 24_000,
  planned_loading_time: null,
  planned_end_time: 50_000,
}

test('a van without a depot leaves its place', () => {
  expect(startLines(route, undefined)).toEqual([{ word: 'start', seconds: 24_000, place: 'Im alten Riet 22, Schaan' }])
})

test('a van that loads is told when and where, and when it leaves', () => {
  expect(startLines({ ...route, planned_loading_time: 1_200 }, depot)).toEqual([
    { word: 'loading', seconds: 24_000, place: 'North hall · Im alten Riet 22, Schaan · +423 1 · Ramp at the back' },
    { word: 'start', seconds: 25_200, place: undefined },
  ])
})

test('it comes back to the depot that it names; what is not known is left out', () => {
  expect(endLine(route, { ...depot, phone: null, comments: null })).toEqual({
    word: 'end',
    seconds: 50_000,
    place: 'North hall · Im alten Riet 22, Schaan',
  })
  expect(endLine({ ...route, end_location: null }, undefined).place).toBeUndefined()
})
