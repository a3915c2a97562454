// Types that handlers and clients get from the tables; a mistake fails the type check, not this test.
import { expectTypeOf, test } from 'vitest'
import type { BodyOf, OperationId, ParamsOf, QueryInputOf, QueryOf, ResponseOf } from '../all-endpoints.ts'
import type { StopStatus } from '../lifecycle.ts'
import type { FullPlan } from '../schemas/plan.ts'
import type { ReportType } from '../schemas/report.ts'

test('a handler always receives the parameters that have a default, a caller may leave them out', () => {
  expectTypeOf<QueryOf<'listPlans'>['limit']>().toEqualTypeOf<number>()
  expectTypeOf<QueryOf<'listPlans'>['sort']>().toEqualTypeOf<string>()
  expectTypeOf<QueryOf<'listPlans'>['project_id']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Record<never, never>>().toExtend<QueryInputOf<'listPlans'>>()
  expectTypeOf<Record<never, never>>().not.toExtend<QueryInputOf<'listVehicles'>>()
})

test('path parameters are named by the path', () => {
  expectTypeOf<ParamsOf<'getZone'>>().toEqualTypeOf<Record<'project_id' | 'zone_id', string>>()
})

test('an input field may be left out or null', () => {
  type Input = BodyOf<'createStops'>[number]
  expectTypeOf<Input['label']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Input['time_windows']>().toEqualTypeOf<[number, number][] | null | undefined>()
  expectTypeOf<BodyOf<'dispatchRoute'>>().toEqualTypeOf<undefined>()
})

test('answers have the types of their records', () => {
  expectTypeOf<ResponseOf<'getPlan'>>().toEqualTypeOf<FullPlan>()
  expectTypeOf<ResponseOf<'getStop'>['status']>().toEqualTypeOf<StopStatus>()
  expectTypeOf<ResponseOf<'createReport'>['type']>().toEqualTypeOf<ReportType>()
  expectTypeOf<ResponseOf<'deleteStops'>>().toEqualTypeOf<undefined>()
})

test('a driver is never sent the handover code', () => {
  type DriverStop = ResponseOf<'getDriverRoute'>['stops'][number]
  expectTypeOf<DriverStop>().toHaveProperty('pin_required')
  expectTypeOf<DriverStop>().not.toHaveProperty('pin')
})

test('operation ids are literal', () => {
  expectTypeOf<'createPlan'>().toExtend<OperationId>()
  expectTypeOf<'flyToTheMoon'>().not.toExtend<OperationId>()
})
