// Drivers' reports of charging on the way.
import { expect, test } from 'vitest'
import type { ChargingVisit } from './schemas/battery.ts'
import { tellCharging } from './told-charging.ts'

const visit: ChargingVisit = {
  charging_place_id: 'a',
  label: 'Halfway',
  location: { lat: 47, lng: 9 },
  order: 1,
  planned_arrival_time: 100,
  planned_start_time: 100,
  planned_end_time: 700,
  energy: 6_000,
  arrival: 0.2,
  departure: 0.4,
  cost: 3,
}
const other = { ...visit, charging_place_id: 'b', order: 2 }
const at = '2026-03-03T09:00:00.000Z'

test('energy and price follow from what the driver told, and other visits stay', () => {
  const told = tellCharging([visit, other], { charging_place_id: 'a', charge: 0.6, at }, 30_000)
  expect(told).toEqual([{ ...visit, departure: 0.6, energy: 12_000, cost: 6, real_end_time: at }, other])
})

test('what was charged up to some moment and the rest of it are one stay', () => {
  const parts = [
    { ...visit, planned_end_time: 400, energy: 3_000, departure: 0.3, cost: 1.5 },
    { ...visit, planned_start_time: 400, energy: 3_000, arrival: 0.3, cost: 1.5 },
  ]
  const told = tellCharging(parts, { charging_place_id: 'a', charge: 0.4, at }, 30_000)
  expect(told).toEqual([{ ...visit, real_end_time: at }])
})

test('each visit is told once, the second one at the same place after the first', () => {
  const twice = [visit, { ...visit, order: 3 }]
  const told = (visits: ChargingVisit[]) => tellCharging(visits, { charging_place_id: 'a', charge: 0.4, at }, 30_000)
  const once = told(twice)!
  expect(once.map(({ real_end_time }) => real_end_time)).toEqual([at, undefined])
  expect(told(once)!.map(({ real_end_time }) => real_end_time)).toEqual([at, at])
  expect(told(told(once)!)).toBeUndefined()
})

test('told before a stop that was planned before it, it lies before that stop', () => {
  const told = { charging_place_id: 'a', charge: 0.4, at }
  const getOrder = (passed: number) => tellCharging([visit], { ...told, passed }, 30_000)![0]!.order
  expect([0, 1, 2].map(getOrder)).toEqual([0, 1, 1])
})

test('with less than on arrival nothing was charged', () => {
  const [told] = tellCharging([visit], { charging_place_id: 'a', charge: 0.1, at }, 30_000)!
  expect(told).toMatchObject({ energy: 0, cost: 0, departure: 0.1 })
})
