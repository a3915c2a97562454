// The problem with drivers in it: skills joined, hours bounded, costs where the vehicle has none.
import { expect, test } from 'vitest'
import type { DriverAssignmentRow, DriverRow } from '../../data/driver-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { newRoute } from '../routes/new-routes.ts'
import { createPlanProblem } from './plan-problem.ts'
import { driversOfDay, getDriver } from './route-drivers.ts'
import { planSettings } from './settings.ts'

const noSettings = { optimizer_config: null, traffic_options: null }
const settings = planSettings(noSettings, { ...noSettings, timezone: 'UTC' })
const scope = { now: new Date('2026-03-02T08:00:00Z'), organizationId: 'o', projects: 'all', actor: { type: 'system' } }
const plan = { id: 'plan', project_id: 'project' } as PlanRow
const date = '2026-03-02'

const route = (id: string, values: Partial<RouteRow> = {}): RouteRow => ({
  ...newRoute(scope as never, plan, undefined, {}, 0),
  id,
  vehicle_id: id,
  ...values,
})

const driver = (id: string, values: Partial<DriverRow> = {}): DriverRow =>
  ({
    id,
    label: id,
    archived: false,
    usual_vehicle_id: id,
    provides: [],
    shifts: [],
    absences: [],
    cost_per_hour: null,
    cost_per_day: null,
    ...values,
  }) as DriverRow

const named = (values: Partial<DriverAssignmentRow>) => ({ day: date, ...values }) as DriverAssignmentRow

function listVehicles(routes: RouteRow[], drivers: DriverRow[], assignments: DriverAssignmentRow[] = []) {
  return createPlanProblem({
    settings,
    zones: [],
    nowSeconds: 0,
    isLive: false,
    unassigned: [],
    withPackages: new Set(),
    freedom: 'rebuild',
    routes: routes.map((route) => ({ route, stops: [] })),
    drivers: driversOfDay(date, drivers, assignments),
  }).vehicles
}

test('skills of driver and vehicle are one set', () => {
  const drivers = [driver('a', { provides: ['cooling', 'lift'] })]
  const [a, b] = listVehicles([route('a', { provides: ['lift'] }), route('b', { provides: ['lift'] })], drivers)
  expect(a!.skills).toEqual(['lift', 'cooling'])
  expect(b!.skills).toEqual(['lift'])
})

test('his hours of the weekday bound those of the route; hours that never meet bound nothing and are told', () => {
  const shifts = [{ weekday: 'monday' as const, time_window: [28_800, 43_200] as [number, number] }]
  const hours = (time_window: [number, number] | null) =>
    listVehicles([route('a', { time_window })], [driver('a', { shifts })])[0]!.shift
  expect(hours([21_600, 36_000])).toEqual([28_800, 36_000])
  expect(hours(null)).toEqual([28_800, 43_200])
  expect(hours([50_000, 60_000])).toEqual([50_000, 60_000])
  const day = driversOfDay(date, [driver('a', { shifts })], [])
  expect(getDriver(route('a', { time_window: [50_000, 60_000] }), day)).toMatchObject({ trouble: 'hours' })
})

test('his costs count where the vehicle has no prices, and his day where the route has no toll', () => {
  const paid = { cost_per_hour: 36, cost_per_day: 50 }
  const drivers = [driver('a', paid), driver('b', paid)]
  const [a, b] = listVehicles([route('a'), route('b', { price_per_minute: 3, toll_price: 7 })], drivers)
  expect(a!.cost).toMatchObject({ perSecond: 0.01, toll: 50 })
  expect(b!.cost).toMatchObject({ perSecond: 0.05, toll: 7 })
})

test('an absent or archived driver adds nothing, and a name for the route goes before one for the vehicle', () => {
  const away = driver('a', { provides: ['x'], absences: [{ from: '2026-03-01', to: '2026-03-02' }] })
  const others = [
    driver('v', { provides: ['v'], usual_vehicle_id: null }),
    driver('r', { provides: ['r'], usual_vehicle_id: null }),
  ]
  const skills = (drivers: DriverRow[], ...assignments: DriverAssignmentRow[]) =>
    listVehicles([route('a')], drivers, assignments)[0]!.skills
  expect(skills([away])).toEqual([])
  expect(skills([driver('a', { provides: ['x'], archived: true })])).toEqual([])
  const ofVehicle = named({ vehicle_id: 'a', driver_id: 'v' })
  expect(skills([away, ...others], ofVehicle)).toEqual(['v'])
  expect(skills([away, ...others], ofVehicle, named({ route_id: 'a', driver_id: 'r' }))).toEqual(['r'])
  expect(skills([driver('a', { provides: ['x'] })], named({ route_id: 'a', driver_id: null }))).toEqual([])
  expect(skills([away, ...others], named({ day: '2026-03-03', vehicle_id: 'a', driver_id: 'v' }))).toEqual([])
})
