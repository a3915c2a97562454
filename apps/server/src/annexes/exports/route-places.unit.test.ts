// Beginning and end of a route sheet.
import { expect, test } from 'vitest'
import { chargingLines, endLine, startLines } from './route-places.ts'

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

test('charging on the way stands before its stop: where, from when to when, and how much', () => {
  const visit = {
    charging_place_id: 'C',
    label: 'Fast chargers',
    location: { lat: 47.2, lng: 9.5 },
    order: 1,
    planned_arrival_time: 34_800,
    planned_start_time: 34_920,
    planned_end_time: 36_720,
    energy: 7_240,
    arrival: 0.08,
    departure: 0.45,
  }
  const charged = { planned_charge: { start: 1, lowest: 0.08, end: 0.2, stops: [], charging: [visit] } }
  const line = { word: 'charging', seconds: 34_920, place: 'Fast chargers · 09:42–10:12 · 7,2 kWh' }
  expect(chargingLines(charged, 1, 'de')).toEqual([line])
  expect(chargingLines(charged, 0, 'de')).toEqual([])
  expect(chargingLines({ planned_charge: null }, 1, 'de')).toEqual([])
})
