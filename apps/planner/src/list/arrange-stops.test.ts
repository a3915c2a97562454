import type { Stop, Zone } from '@routewright/contract'
import { createFormats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { data, stop } from '../../test/sample-plan.ts'
import { readBoard } from '../plan/plan-data.ts'
import { type Grouping, groupStops, sortStops } from './arrange-stops.ts'
import { flatRows, listRows } from './list-rows.ts'
import { getOrder } from './list-tools.tsx'
import { type StopFacts, stopColumns } from './stop-columns.ts'
import { zoneFinder } from './use-stop-facts.ts'

const square = (label: string, west: number): Zone =>
  ({
    id: label,
    label,
    enabled: true,
    polygon: [
      [west, 47],
      [west + 1, 47],
      [west + 1, 48],
      [west, 48],
    ],
  }) as unknown as Zone

const facts: StopFacts = {
  data,
  routeIndexes: new Map([...data.routes.entries()].map(([index, { id }]) => [id, index])),
  zonesOf: zoneFinder([square('West', 9), square('East', 10)]),
  midnight: 0,
  formats: createFormats({ language: 'en' }),
  t: ((key: string) => key) as StopFacts['t'],
}
const column = (key: string) => stopColumns([]).find((column) => column.key === key)!
const ids = (stops: readonly Stop[]) => stops.map(({ id }) => id)

test('stops that have nothing to be sorted by come last both ways, and those that are alike keep their order', () => {
  const stops = [stop('a', { weight: 7 }), stop('b'), stop('c', { weight: 3 }), stop('d', { weight: 7 }), stop('e')]
  expect(ids(sortStops(stops, column('weight'), false, facts))).toEqual(['c', 'a', 'd', 'b', 'e'])
  expect(ids(sortStops(stops, column('weight'), true, facts))).toEqual(['a', 'd', 'c', 'b', 'e'])
  expect(ids(sortStops(stops, undefined, true, facts))).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('numbers in names are sorted as numbers, and windows by when they close', () => {
  const names = ['Customer 10', 'customer 2', 'Ärztehaus', 'Zoo'].map((label, at) => stop(`s${at}`, { label }))
  expect(ids(sortStops(names, column('name'), false, facts))).toEqual(['s2', 's1', 's0', 's3'])
  const windows = [[[0, 50_000]], [[30_000, 40_000]], [], [[10_000, 40_000]]].map((time_windows, at) =>
    stop(`w${at}`, { time_windows: time_windows as Stop['time_windows'] }),
  )
  expect(ids(sortStops(windows, column('windows'), false, facts))).toEqual(['w3', 'w1', 'w0', 'w2'])
})

const at = (lng: number) => ({ location: { lat: 47.5, lng, country: 'LI' } as Stop['location'] }) as Partial<Stop>

test('groups stand in the order of their names, those without one last', () => {
  const stops = [stop('a', at(9.5)), stop('b'), stop('c', at(10.5)), stop('d', at(9.2))]
  const groups = groupStops(stops, 'zone', facts)
  expect(groups.map(({ label, stops: all }) => [label, ids(all)])).toEqual([
    ['East', ['c']],
    ['West', ['a', 'd']],
    ['list.no_zone', ['b']],
  ])
})

test('windows are one group when they say the same, and clients when their entry of the address book is the same', () => {
  const early: Stop['time_windows'] = [[28_800, 36_000]]
  const stops = [
    stop('a', { time_windows: [[36_000, 50_000]], label: 'Bakery' }),
    stop('b', { time_windows: early, client_id: 'c1', label: 'Mill' }),
    stop('c', { time_windows: early, client_id: 'c1', label: 'Mill, back door' }),
    stop('d', { label: 'bakery' }),
  ]
  expect(groupStops(stops, 'window', facts).map(({ stops: all }) => ids(all))).toEqual([['b', 'c'], ['a'], ['d']])
  expect(groupStops(stops, 'client', facts).map(({ label, stops: all }) => [label, ids(all)])).toEqual([
    ['Bakery', ['a', 'd']],
    ['Mill', ['b', 'c']],
  ])
})

test('sorted or grouped, a stop keeps the number of its place on its route', () => {
  const getPlace = (row: ReturnType<typeof listRows>[number]) => (row.kind === 'stop' ? [[row.id, row.place]] : [])
  const arranged = (grouping: Grouping, key?: string, isDown = false) =>
    listRows(data, new Set(), '', { grouping, column: key ? column(key) : undefined, isDown, facts }).flatMap(getPlace)
  expect(arranged('route', 'arrival', true)).toEqual([
    ['s2', 0],
    ['s10', 1],
    ['s3', 1],
    ['s4', 0],
  ])
  expect(Object.fromEntries(arranged('client'))).toEqual({ s2: 0, s10: 1, s4: 0, s3: 1 })
  expect(flatRows(data, 's4', { column: undefined, isDown: false, facts }).flatMap(getPlace)).toEqual([['s4', 0]])
})

test('a folded group hides its stops until something is filtered', () => {
  const grouped = { grouping: 'window', column: undefined, isDown: false, facts } as const
  const [head] = listRows(data, new Set(), '', grouped)
  expect(head).toMatchObject({ kind: 'group', count: 4 })
  expect(listRows(data, new Set([head!.id]), '', grouped)).toEqual([{ ...head, isClosed: true }])
  expect(listRows(data, new Set([head!.id]), 's4', grouped).map(({ id }) => id)).toEqual([head!.id, 's4'])
})

test('orders are changed by hand only where the list shows the order of the routes', () => {
  const sorted = column('name')
  expect(getOrder({ grouping: 'route', column: undefined, isDown: false })).toBe('route')
  expect(getOrder({ grouping: 'route', column: sorted, isDown: false })).toBe('sorted')
  expect(getOrder({ grouping: 'route', column: undefined, isDown: true })).toBe('sorted')
  expect(getOrder({ grouping: 'none', column: undefined, isDown: false })).toBe('apart')
})

test('five thousand stops are sorted by each column, all of them once', () => {
  const stops = Array.from({ length: 5_000 }, (_, index) =>
    stop(`s${index}`, { weight: index % 17, ...at(9 + (index % 90) / 60) }),
  )
  const many = readBoard({ plan: data.plan, routes: [], common: {}, stops })
  for (const one of stopColumns([{ name: 'floor', label: 'Floor', type: 'number', applies_to: 'stop' } as never])) {
    const rows = flatRows(many, '', { column: one, isDown: false, facts: { ...facts, data: many } })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(5_000)
  }
})
