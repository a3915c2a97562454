import { createFormats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { batteryFields, batteryText, chargeText } from './battery-fields.ts'
import { getValues, mergeWhole, readForm } from './fields.ts'

const t = ((key: string, said?: Record<string, string>) =>
  said
    ? [key.replace('records:battery.', ''), ...Object.values(said)].join(' ')
    : key.replace('records:battery.', '')) as unknown as TFunction
const formats = createFormats({ language: 'en', timeZone: 'UTC', units: 'metric' } as never)
const fields = batteryFields('default_battery')
const stored = { default_battery: { capacity: 75_500, reserve: 0.2, consumption: 215, temperature: -5 } }

test('what is stored in watt-hours and shares is shown in kWh and per cent, and sent as it was', () => {
  const values = getValues(fields, stored, 1_000)
  expect(values).toMatchObject({
    'default_battery.capacity': 75.5,
    'default_battery.reserve': 20,
    'default_battery.consumption': 21.5,
    'default_battery.temperature': -5,
  })
  const { body, faults } = readForm(fields, values, 1_000)
  expect(faults).toEqual({})
  expect(mergeWhole(body)).toEqual(stored)
})

test('without a capacity nothing else is asked for or sent', () => {
  const values = { ...getValues(fields, undefined, 1_000), 'default_battery.reserve': 10 }
  expect(fields.filter(({ isLeftOut }) => !isLeftOut?.(values)).map(({ name }) => name)).toEqual([
    'default_battery.capacity',
  ])
  expect(mergeWhole(readForm(fields, values, 1_000).body)).toEqual({ default_battery: {} })
})

test('a battery, and what is left in it, are told in one line', () => {
  expect(batteryText(stored.default_battery, t, formats)).toBe(
    'is capacity 75.5 · is reserve 20 · is consumption 21.5 · is temperature -5',
  )
  expect(batteryText({ reserve: 0.2 }, t, formats)).toBeUndefined()
  expect(chargeText({ start: 1, lowest: 0.184, end: 0.22, stops: [] }, t, formats)).toBe('along_lower 100% 22% 18%')
  expect(chargeText(undefined, t, formats)).toBeUndefined()
})
