import { createFormats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { chargingLine } from './charging-text.ts'

const formats = createFormats({ language: 'en-GB', timeZone: 'UTC' })

test('charging is told with when, how much, where, and what is in the battery before and after', () => {
  const told: unknown[] = []
  const t = ((key: string, values: object) => {
    told.push(key, values)
    return 'Charge'
  }) as unknown as TFunction
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
  const line = chargingLine(visit, t, formats)
  expect(line).toMatch(/^0?9:42.*10:12.* Charge$/)
  expect(told).toEqual(['editor:charging_line', { energy: '7.2', place: 'Fast chargers', from: '8%', to: '45%' }])
  expect(chargingLine({ ...visit, planned_end_time: 34_930 }, t, formats)).toMatch(/^0?9:42 Charge$/)
  // A reported visit needs no planned time next to it.
  expect(chargingLine({ ...visit, real_end_time: '2026-03-02T10:20:00Z' }, t, formats)).toBe('Charge')
  const time = formats.clock('2026-03-02T10:20:00Z')
  expect(told.slice(-2)).toEqual([
    'editor:charging_told',
    { energy: '7.2', place: 'Fast chargers', from: '8%', to: '45%', time },
  ])
})
