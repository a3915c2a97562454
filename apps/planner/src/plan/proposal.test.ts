import type { PlanComparison } from '@routewright/contract'
import { expect, test } from 'vitest'
import { data, stop } from '../../test/sample-plan.ts'
import { readBoard } from './plan-data.ts'
import { withProposal } from './proposal.ts'

const figures = { stops: 1, distance: 1_000, planned_start_time: 28_800, planned_end_time: 40_000 }
const compared = (route_id: string, stop_ids: string[], more: object = {}) => ({
  route_id,
  is_new: false,
  before: {},
  after: figures,
  stop_ids,
  stops: stop_ids.map((stop_id, place) => ({
    stop_id,
    planned_arrival_time: 30_000 + place * 1_000,
    planned_departure_time: 30_300 + place * 1_000,
  })),
  ...more,
})
const proposal = (routes: object[], unassigned: string[] = []) =>
  ({
    routes,
    unassigned: unassigned.map((stop_id) => ({ stop_id, warnings: [{ code: 'capacity', message: 'full' }] })),
  }) as unknown as PlanComparison

test('every view shows the proposed orders with the times of then, and the plan itself stays as it is', () => {
  const before = structuredClone({ orders: data.orders, stops: data.stops })
  const shown = withProposal(data, proposal([compared('A', ['s2', 's4']), compared('B', ['s3'])], ['s10']))
  expect([...shown.orders]).toEqual([
    ['A', ['s2', 's4']],
    ['B', ['s3']],
  ])
  expect(shown.unassigned).toEqual(['s10'])
  expect(shown.stops.get('s2')).toMatchObject({ route_id: 'A', order: 0, planned_arrival_time: 30_000 })
  expect(shown.stops.get('s3')).toMatchObject({ route_id: 'B', order: 0, planned_departure_time: 30_300 })
  expect(shown.stops.get('s10')?.optimization_warnings).toMatchObject([{ code: 'capacity' }])
  expect(shown.routes[0]).toMatchObject({ id: 'A', planned_start_time: 28_800, planned_distance: 1_000 })
  expect({ orders: data.orders, stops: data.stops }).toEqual(before)
})

test('routes that the proposal makes come behind those of the plan, so that each keeps its colour when it is applied', () => {
  const route = { ...data.routes[0]!, id: 'C', order: 2 }
  const shown = withProposal(data, proposal([compared('A', []), compared('B', []), compared('C', ['s2'], { route })]))
  expect(shown.routes.map(({ id }) => id)).toEqual(['A', 'B', 'C'])
  expect(shown.orders.get('C')).toEqual(['s2'])
})

test('what came meanwhile is unassigned, what was deleted meanwhile is left out, and what is done keeps its times', () => {
  const { plan, routes } = data
  const done = stop('s3', { route_id: 'A', order: 0, status: 'completed', planned_arrival_time: 29_000 })
  const now = readBoard({ plan, routes: [...routes], common: {}, stops: [done, stop('s2'), stop('s99')] })
  const shown = withProposal(now, proposal([compared('A', ['s3', 'gone', 's2']), compared('B', [])]))
  expect(shown.orders.get('A')).toEqual(['s3', 's2'])
  expect(shown.stops.get('s3')?.planned_arrival_time).toBe(29_000)
  expect(shown.unassigned).toEqual(['s99'])
})
