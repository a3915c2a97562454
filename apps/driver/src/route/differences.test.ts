import type { DriverRoute, DriverStop } from '@routewright/contract'
import { expect, test } from 'vitest'
import { listDifferences } from './differences.ts'

function stop(id: string, changed: object = {}): DriverStop {
  const lists = { time_windows: [], packages: [], tasks: [], reports: [], requires: [], supervisors: [] }
  return { id, fixed_id: id, status: 'pending', type: 'delivery', ...lists, ...changed } as unknown as DriverStop
}
const route = (stops: DriverStop[], changed: object = {}): DriverRoute =>
  ({ id: 'r', status: 'in_transit', stops, ...changed }) as unknown as DriverRoute
const nothing = new Set<string>()
const none = { reported: nothing, ended: nothing, takenBack: nothing, isReordering: false }
const kinds = (before: DriverRoute, after: DriverRoute, own = none) =>
  listDifferences(before, after, own).map((difference) =>
    'stop' in difference ? `${difference.kind} ${difference.stop.id}` : difference.kind,
  )

const before = route([stop('1'), stop('2'), stop('3')])

test('the same route, only with other times of arrival, is no news', () => {
  const later = before.stops.map((stop) => ({ ...stop, estimated_arrival_time: '2026-03-02T09:00:00.000Z' }))
  expect(kinds(before, route(later))).toEqual([])
})

test('a stop that joined, one that left and one in another place are named', () => {
  expect(kinds(before, route([stop('3'), stop('1'), stop('4')]))).toEqual(['removed 2', 'added 4', 'order'])
})

test('what the driver has to know of a stop is compared, word for word', () => {
  const changed = stop('2', {
    location: { street: 'Feldweg 1', city: 'Vaduz' },
    time_windows: [[28_800, 36_000]],
    phone: '+423 1',
    comments: 'Ring twice',
    tasks: [{ id: 't', label: 'Take the boxes back' }],
    packages: [{ identifier: 'P9' }],
  })
  const found = listDifferences(before, route([stop('1'), changed, stop('3')]), none)
  expect(found.map(({ kind }) => kind)).toEqual(['address', 'time', 'contact', 'tasks', 'notes', 'parcels'])
  expect(found[0]).toMatchObject({ before: '', after: 'Feldweg 1, Vaduz' })
  expect(found[5]).toMatchObject({ added: ['P9'], removed: [] })
})

test('what the driver reported himself is no news, what the dispatcher ended is', () => {
  const after = route([stop('1', { status: 'completed' }), stop('2', { status: 'canceled' }), stop('3')])
  expect(kinds(before, after, { ...none, reported: new Set(['1']) })).toEqual(['ended 2'])
})

test('a stop that the driver reported and the dispatcher opened again is news, whether the end of it was read before or not', () => {
  const own = { ...none, reported: new Set(['1']) }
  const ended = route([stop('1', { status: 'canceled' }), stop('2'), stop('3')])
  expect(kinds(ended, before, own)).toEqual(['reopened 1'])
  expect(kinds(before, before, own)).toEqual([])
  expect(kinds(before, before, { ...own, ended: new Set(['1']) })).toEqual(['reopened 1'])
})

test('an order that the driver is about to send is no news either', () => {
  const after = route([stop('2'), stop('1'), stop('3')])
  expect(kinds(before, after, { ...none, isReordering: true })).toEqual([])
  expect(kinds(before, after)).toEqual(['order'])
})

test('a route that the dispatcher closed is said; one that ends with its last stop is not', () => {
  expect(kinds(before, route(before.stops, { status: 'finished' }))).toEqual(['closed'])
  const done = before.stops.map((stop) => ({ ...stop, status: 'completed' as const }))
  const own = { ...none, reported: new Set(['1', '2', '3']) }
  expect(kinds(before, route(done, { status: 'finished' }), own)).toEqual([])
})

test('a stop whose report this phone took back is open again, which is no news; opened by the dispatcher after a new report it is', () => {
  const done = route([stop('1', { status: 'completed' }), stop('2'), stop('3')])
  expect(kinds(done, before)).toEqual(['reopened 1'])
  expect(kinds(done, before, { ...none, takenBack: new Set(['1']) })).toEqual([])
  expect(kinds(done, before, { ...none, takenBack: new Set(['1']), ended: new Set(['1']) })).toEqual(['reopened 1'])
})
