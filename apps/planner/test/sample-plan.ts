// A small plan as the planner holds it, for tests of what is made of one: two routes, two stops on the first, two in the inbox.
import type { Plan, BareRoute as Route, Stop } from '@routewright/contract'
import { readBoard } from '../src/plan/plan-data.ts'

const at = '2026-03-02T08:00:00.000Z'

/** A stop as the service has it when nothing else is said. */
export const stop = (id: string, fields: Partial<Stop> = {}) =>
  ({
    id,
    fixed_id: id.slice(1),
    label: `Customer ${id}`,
    status: 'pending',
    time_windows: [],
    requires: [],
    packages: [],
    reports: [],
    tasks: [],
    optimization_warnings: [],
    updated_at: at,
    deleted: false,
    plan_id: 'plan',
    ...fields,
  }) as unknown as Stop

const route = (id: string, order: number) =>
  ({
    id,
    order,
    label: id,
    status: 'not_started',
    breaks: [],
    provides: [],
    updated_at: at,
    deleted: false,
  }) as unknown as Route

export const data = readBoard({
  plan: { id: 'plan' } as Plan,
  common: { type: 'delivery', requires: [] },
  routes: [route('B', 1), route('A', 0)],
  stops: [
    stop('s10'),
    stop('s2'),
    stop('s3', { route_id: 'A', order: 1, planned_arrival_time: 36_000, planned_departure_time: 36_600 }),
    stop('s4', { route_id: 'A', order: 0, planned_arrival_time: 30_000, planned_departure_time: 30_600 }),
  ],
})
