import { expect, test } from 'vitest'
import { data } from '../../test/sample-plan.ts'
import { listRows } from './list-rows.ts'

test('a filter keeps the routes that have a match, and the inbox', () => {
  const rows = listRows(data, new Set(['A']), 'customer s3')
  expect(rows.map(({ id }) => id)).toEqual(['inbox', 'A', 's3'])
  expect(listRows(data, new Set(['A']), '').map(({ id }) => id)).toEqual(['inbox', 's2', 's10', 'A', 'B', 'hint-B'])
})

test('a break by law stands behind the stops before it, where the order of the route is shown', () => {
  const pause = {
    is_completed: false,
    order: 1,
    planned_start_time: 36_000,
    planned_end_time: 38_700,
    law: 'eu' as const,
  }
  const clock = { is_completed: false, order: 0, planned_start_time: 30_000, planned_end_time: 31_800 }
  const routes = data.routes.map((route) => (route.id === 'A' ? { ...route, breaks: [clock, pause] } : route))
  const ids = (filter: string) => listRows({ ...data, routes }, new Set(), filter).map(({ id }) => id)
  const own = ids('').slice(ids('').indexOf('A'), ids('').indexOf('B'))
  expect(own.slice(0, 3)).toEqual(['A', data.orders.get('A')![0], 'A-break-1'])
  expect(own.filter((id) => id?.includes('break'))).toEqual(['A-break-1'])
  expect(ids('customer')).not.toContain('A-break-1')
})

test('charging on the way stands behind the stops before it, in the order of time beside a break', () => {
  const visit = {
    charging_place_id: 'C',
    label: 'Fast chargers',
    location: { lat: 47.2, lng: 9.5 },
    order: 1,
    planned_arrival_time: 35_000,
    planned_start_time: 35_000,
    planned_end_time: 35_900,
    energy: 7_200,
    arrival: 0.08,
    departure: 0.45,
  }
  const pause = {
    is_completed: false,
    order: 1,
    planned_start_time: 36_000,
    planned_end_time: 38_700,
    law: 'eu' as const,
  }
  const planned_charge = { start: 1, lowest: 0.08, end: 0.2, stops: [], charging: [visit] }
  const routes = data.routes.map((route) => (route.id === 'A' ? { ...route, breaks: [pause], planned_charge } : route))
  const rows = listRows({ ...data, routes }, new Set(), '')
  const own = rows.slice(
    rows.findIndex(({ id }) => id === 'A'),
    rows.findIndex(({ id }) => id === 'B'),
  )
  const first = data.orders.get('A')![0]
  expect(own.slice(0, 4).map(({ id }) => id)).toEqual(['A', first, 'A-charging-0', 'A-break-0'])
  expect(own[2]).toMatchObject({ before: first, visit: { label: 'Fast chargers' } })
})
