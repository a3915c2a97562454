import type { DriverRoute, DriverSession, DriverStop } from '@routewright/contract'
import { expect, test } from 'vitest'
import { emptyDraft } from '../route/doings.ts'
import { findOnRoute, findParcel } from '../scan/find-parcel.ts'
import type { StopDraft } from '../store/database.ts'
import { completion, listUnmet, parcelsAt, parcelsToLoad } from './demands.ts'

const stop = (changed: object): DriverStop =>
  ({ id: 's', type: 'delivery', status: 'pending', packages: [], tasks: [], pin_required: true, ...changed }) as never
const draft = (changed: Partial<StopDraft> = {}): StopDraft => ({
  ...emptyDraft({ id: 's' } as DriverStop, 'r', 'p'),
  ...changed,
})
const session = (settings: object): DriverSession => ({ settings }) as never
const everything = session({
  photo_required: true,
  signature_required: true,
  pin_required: true,
  custom_field_definitions: [{ name: 'km', label: 'Mileage', type: 'number', applies_to: 'report', required: true }],
})

test('a project that demands nothing lets the driver go on', () => {
  expect(listUnmet(session({}), stop({}), draft())).toEqual([])
})

test('everything that is demanded and missing is named, in the order of the screen; open tasks are not', () => {
  const unmet = listUnmet(everything, stop({ tasks: [{ id: 't' }, { id: 'u' }] }), draft({ tasks: { t: 'completed' } }))
  expect(unmet.map(({ demand }) => demand)).toEqual(['photo', 'signature', 'pin', 'field'])
  expect(unmet[3]).toMatchObject({ field: { label: 'Mileage' } })
})

test('met demands are gone; a code has four digits', () => {
  const done = { picture_ids: ['p'], signature: 'data:', fields: { km: 0 } }
  expect(listUnmet(everything, stop({}), draft({ ...done, pin: '1234' }))).toEqual([])
  expect(listUnmet(everything, stop({}), draft({ ...done, pin: '123' }))).toEqual([{ demand: 'pin' }])
  expect(listUnmet(everything, stop({ pin_required: false }), draft(done))).toEqual([])
})

const delivery = stop({ id: 'd', fixed_id: '2', pickup_id: 'p', packages: [{ identifier: '012345678905' }] })
const own = stop({ id: 'o', fixed_id: '3', packages: [{ identifier: 'B' }] })
const route = { stops: [stop({ id: 'p', type: 'pickup' }), delivery, own] } as unknown as DriverRoute

test('what a pickup brings is not loaded at the depot, but picked up there', () => {
  expect(parcelsToLoad(route).map(({ identifier }) => identifier)).toEqual(['B'])
  expect(parcelsAt(route, route.stops[0]!).map(({ identifier }) => identifier)).toEqual(['012345678905'])
})

test('a completed report names the parcels that changed hands, and none where there are none', () => {
  const parcels = parcelsAt(route, own)
  const check = { scanned_at: '2026-03-02T08:00:00.000Z', manual: false }
  expect(completion(own, parcels, draft({ parcels: { B: check } })).packages).toEqual([{ identifier: 'B', ...check }])
  expect(completion(own, parcels, draft()).packages).toEqual([])
  expect(completion(own, [], draft())).not.toHaveProperty('packages')
})

test('a completed report says what was collected where something is due, and nothing elsewhere', () => {
  const payment = { amount: '12.50', currency: 'CHF', method: 'cash' } as const
  const due = stop({ cash_on_delivery: { amount: '12.50', currency: 'CHF' } })
  const paid = draft({ payment: { amount: '12.50', method: 'cash', reason: '' } })
  expect(completion(due, [], paid).payment_collected).toEqual(payment)
  expect(completion(due, [], draft())).not.toHaveProperty('payment_collected')
  expect(completion(own, [], paid)).not.toHaveProperty('payment_collected')
})

test('a completed report has the tasks that were answered, and no list where none was', () => {
  const asked = stop({ tasks: [{ id: 't' }, { id: 'u' }] })
  expect(completion(asked, [], draft({ tasks: { t: 'completed' } })).tasks).toEqual([
    { task_id: 't', status: 'completed' },
  ])
  expect(completion(asked, [], draft())).not.toHaveProperty('tasks')
})

test('a code finds its parcel, also where the reader tells a UPC-A as EAN-13', () => {
  expect(findParcel(parcelsAt(route, delivery), '0012345678905')?.stop.id).toBe('d')
  expect(findParcel(parcelsAt(route, own), '012345678905')).toBeUndefined()
  expect(findOnRoute(route, '012345678905')?.stop.fixed_id).toBe('2')
})
