import { createFormats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { getValues, mergeWhole, readForm } from './fields.ts'
import { travelFields, travelText } from './travel-fields.ts'

const t = ((key: string, said?: { what: string; value: string }) =>
  said ? `${said.what} ${said.value}` : key.replace('records:travel.', '')) as unknown as TFunction
const fields = travelFields(t, 'default_travel')
const stored = { default_travel: { mode: 'van', height: 2.8, low_emission: false, avoid: ['tolls'] } }

test('what is stored is shown, and sent as it was', () => {
  const values = getValues(fields, stored, 1_000)
  expect(values).toMatchObject({ 'default_travel.height': 2.8, 'default_travel.low_emission': false })
  const { body, faults } = readForm(fields, values, 1_000)
  expect(faults).toEqual({})
  expect(mergeWhole(body)).toEqual(stored)
})

test('one part that is changed goes with the others that are stored', () => {
  expect(mergeWhole({ 'default_travel.weight': 3_500 }, stored)).toEqual({
    default_travel: { ...stored.default_travel, weight: 3_500 },
  })
})

test('a vehicle that is as usual says nothing', () => {
  const { body } = readForm(fields, getValues(fields, undefined, 1_000), 1_000)
  expect(mergeWhole(body)).toEqual({ default_travel: {} })
})

test('in one line stands only what is said', () => {
  const formats = createFormats({ language: 'en', timeZone: 'UTC', units: 'metric', currency: 'EUR' } as never)
  expect(
    travelText({ mode: 'van', height: 2.8, trailer: true, low_emission: false, avoid: ['tolls'] }, t, formats),
  ).toBe('modes.van · height 2.8 · trailer · no_low_emission · avoid: roads.tolls')
  expect(travelText(undefined, t, formats)).toBeUndefined()
})
