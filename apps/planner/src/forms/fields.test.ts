// Declared fields: what of a record they show, what they send, and what cannot be sent.
import { ServiceError } from '@routewright/client/service'
import { expect, test } from 'vitest'
import type { FieldKind } from './field-kinds.ts'
import { type Field, getValues, mergeWhole, nestFields, readForm } from './fields.ts'
import { refusedField } from './refused-field.ts'

const mile = 1_609.344
const place = { street: 'Äulestrasse 1', postal_code: '9490', city: 'Vaduz', lat: 47.1, lng: 9.5 }

test.each<[FieldKind, unknown, unknown]>([
  ['text', 'Van', 'Van'],
  ['number', 2.5, 2.5],
  ['minutes', 100, 1.67],
  ['hours', 27_000, 7.5],
  ['distance', 16_093, 10],
  ['window', [28_800, 43_200], '08:00-12:00'],
  ['break', { start: 43_200, end: 50_400, duration: 1_800 }, '12:00-14:00 / 30'],
  ['switch', true, true],
  ['choices', ['monday'], ['monday']],
])('a value of kind %s is shown to be edited, and read back as it was', (kind, stored, shown) => {
  const fields: Field[] = [{ name: 'x', kind }]
  const values = getValues(fields, { x: stored }, mile)
  expect(values.x).toEqual(shown)
  expect(readForm(fields, values, mile)).toEqual({ body: { x: stored }, faults: {} })
})

test('a cleared field is sent as nothing, a list as an empty one', () => {
  const fields: Field[] = [
    { name: 'label', kind: 'text' },
    { name: 'hours', kind: 'windows' },
    { name: 'words', kind: 'words' },
    { name: 'place', kind: 'place' },
  ]
  const { body } = readForm(fields, getValues(fields, undefined, 1_000), 1_000)
  expect(body).toEqual({ label: null, hours: null, words: [], place: null })
})

test.each<[FieldKind, unknown, string]>([
  ['window', '8-9, 10-11', 'records:fault.window'],
  ['windows', 'early', 'records:fault.windows'],
  ['break', '12-14', 'records:fault.break'],
  ['place', { label: '', lat: 47.1, lng: '' }, 'records:fault.coordinates'],
  ['text', '  ', 'records:fault.required'],
])('a faulty %s is not sent', (kind, value, word) => {
  const { body, faults } = readForm([{ name: 'x', kind, isRequired: true }], { x: value }, 1_000)
  expect(body).toEqual({})
  expect(faults.x).toMatchObject({ word })
})

test('an address keeps its parts as long as its text stays', () => {
  const fields: Field[] = [{ name: 'place', kind: 'place' }]
  const { place: shown } = getValues(fields, { place }, 1_000)
  expect(readForm(fields, { place: shown }, 1_000).body.place).toMatchObject(place)
  const typed = { ...(shown as object), label: 'Elsewhere' }
  expect(readForm(fields, { place: typed }, 1_000).body.place).toEqual({ label: 'Elsewhere', lat: 47.1, lng: 9.5 })
})

test('a field that is left out is not sent, whatever it holds', () => {
  const fields: Field[] = [{ name: 'parcels', kind: 'words', isLeftOut: ({ type }) => type === 'visit' }]
  expect(readForm(fields, { parcels: ['1'], type: 'visit' }, 1_000).body).toEqual({})
  expect(readForm(fields, { parcels: ['1'], type: 'delivery' }, 1_000).body).toEqual({ parcels: ['1'] })
})

test('parts of a part are sent by themselves, or with the rest of it where it goes as a whole', () => {
  const change = { label: 'North', 'settings.units': null, 'settings.phone': '1' }
  expect(nestFields(change)).toEqual({ label: 'North', settings: { units: null, phone: '1' } })
  const over = { label: 'Old', settings: { units: 'metric', language: 'de' } }
  expect(mergeWhole(change, over)).toEqual({ label: 'North', settings: { language: 'de', phone: '1' } })
})

test('a refusal is told at the field that it names', () => {
  const names = ['label', 'time_windows', 'branding.website', 'tasks']
  const refused = (message: string, status = 400) => refusedField(new ServiceError(message, status), names)
  expect(refused('time_windows[0]: end must be after start')?.name).toBe('time_windows')
  expect(refused('[0].label: is too long')).toEqual({ name: 'label', reason: 'is too long' })
  expect(refused('branding.website: no address')?.name).toBe('branding.website')
  expect(refused('website: no address')?.name).toBe('branding.website')
  expect(refused('tasks[1].label: is too long')?.name).toBe('tasks')
  expect(refused('plate: is too long')).toBeUndefined()
  expect(refused('label: is too long', 409)).toBeUndefined()
})
