// Drivers who are offered to take routes over.
import type { DriverDay, DriverRecord } from '@routewright/contract'
import { expect, test } from 'vitest'
import { standIns } from './driver-days.ts'

const driver = (id: string, provides: string[] = []) => ({ id, label: id, provides }) as unknown as DriverRecord

test('free ones with the skills come first, busy ones last, and who is off or away is not offered', () => {
  const states = [
    { driver_id: 'busy', state: 'works', is_free: false },
    { driver_id: 'free', state: 'works', is_free: true },
    { driver_id: 'able', state: 'works', is_free: true },
    { driver_id: 'driving', state: 'works', is_free: true },
    { driver_id: 'away', state: 'absent', is_free: false },
    { driver_id: 'off', state: 'off', is_free: false },
  ]
  const vehicles = [{ vehicle_id: 'van', driver_id: 'driving', works: true }]
  const day = { drivers: states, vehicles } as unknown as DriverDay
  const people = [
    driver('away'),
    driver('busy', ['cooling']),
    driver('free'),
    driver('off'),
    driver('able', ['cooling']),
    driver('driving', ['cooling']),
  ]
  const offered = standIns(day, people, ['cooling'])
  expect(offered.map(({ id, isFree, lacks }) => [id, isFree, lacks])).toEqual([
    ['able', true, []],
    ['free', true, ['cooling']],
    ['driving', true, []],
    ['busy', false, []],
  ])
})
