// The form of a vehicle: what everybody fills in, and what stands open because it is in use.
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { changedValues, type Field, type FormValues, getValues } from '../forms/fields.ts'
import { isSame } from '../forms/is-same.ts'
import { findOpenSections } from '../forms/open-sections.ts'
import { commonFields, vehicleSections } from './vehicle-fields.ts'

const t = ((key: string) => key) as unknown as TFunction
const depots = ['north', 'south'].map((value) => ({ value, label: value }))
const place = { lat: 47.1, lng: 9.5 }
const fresh = { enabled: true, default_start_location: place, default_end_location: place }

const sectionsWith = (options: typeof depots) => vehicleSections(t, [], options, undefined)
const fieldsWith = (options: typeof depots) => sectionsWith(options).flatMap(({ fields }) => fields)

/** The sections that are open where a vehicle is stored like this. */
function openFor(options: typeof depots, stored: object, errors: Record<string, string> = {}): string[] {
  const usual = getValues(fieldsWith(options), fresh, 1_000)
  const values = getValues(fieldsWith(options), stored, 1_000)
  const isSet = ({ name }: Field) => !isSame(values[name], usual[name])
  return findOpenSections(sectionsWith(options), { values, errors, isSet })
}

test('a new vehicle asks for seven values, and nothing else is open', () => {
  const asked = sectionsWith([])
    .slice(0, 1)
    .flatMap(({ fields }) => fields.filter(({ isLeftOut }) => !isLeftOut?.({})))
  expect(asked.map(({ name }) => name)).toEqual([
    'label',
    'phone',
    'email',
    'default_time_window',
    'default_max_weight',
    'default_start_location',
    'default_provides',
  ])
  expect(openFor([], fresh)).toEqual(['vehicle'])
})

test('what is in use stands open, and what the service refused', () => {
  const battery = { ...fresh, default_battery: { capacity: 60_000 } }
  expect(openFor([], battery)).toEqual(['vehicle', 'records:sections.battery'])
  expect(openFor([], { ...fresh, default_battery: { reserve: 0.2 } }), 'it is not shown without a capacity').toEqual([
    'vehicle',
  ])
  expect(openFor([], { ...fresh, default_travel: { low_emission: false } })).toEqual([
    'vehicle',
    'records:sections.travel',
  ])
  expect(openFor([], fresh, { plate: 'is taken' })).toEqual(['vehicle', 'details'])
})

test('another start or end is open where the vehicle has one', () => {
  expect(openFor([], { ...fresh, default_end_location: undefined })).toContain('places')
  const both = { enabled: true, default_start_depot_id: 'north', default_end_depot_id: 'north' }
  expect(openFor(depots, both)).toEqual(['vehicle'])
  expect(openFor(depots, { ...both, default_end_depot_id: 'south' })).toContain('places')
  expect(openFor(depots, { enabled: true, default_end_location: place })).toContain('places')
})

test('the end follows the depot as long as both are the same', () => {
  const starts = fieldsWith(depots).filter(({ followedBy }) => followedBy)
  expect(starts.map(({ name }) => name)).toEqual(['default_start_depot_id'])
  const chosen = (values: FormValues) =>
    Object.assign({}, ...starts.map((start) => changedValues(start, values, 'south')))
  expect(chosen({ default_start_depot_id: '', default_end_depot_id: '' })).toEqual({
    default_start_depot_id: 'south',
    default_end_depot_id: 'south',
  })
  expect(chosen({ default_start_depot_id: 'north', default_end_depot_id: '' })).toEqual({
    default_start_depot_id: 'south',
  })
})

test('every field that several vehicles may be given has a place in the form of one', () => {
  const known = new Set(fieldsWith(depots).map(({ name }) => name))
  expect(commonFields(t, [], depots).filter(({ name }) => !known.has(name))).toEqual([])
})
