import { readFileSync } from 'node:fs'
import type * as contract from '@routewright/contract'
import { endpoints } from '@routewright/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { operations, readingOperations } from './generated/operations.ts'
import type { Operations } from './generated/wire.ts'

type ContractInput<Id extends keyof Operations & contract.OperationId> = contract.ParamsOf<Id> &
  contract.QueryInputOf<Id>
type Body<Id extends keyof Operations> = Operations[Id]['input'] extends { body?: infer B } ? B : never

describe('the generated types are those of the contract', () => {
  test('in what is answered', () => {
    expectTypeOf<Operations['getPlan']['answer']>().toExtend<contract.ResponseOf<'getPlan'>>()
    expectTypeOf<contract.ResponseOf<'getPlan'>>().toExtend<Operations['getPlan']['answer']>()
    expectTypeOf<Operations['searchStops']['answer']>().toExtend<contract.ResponseOf<'searchStops'>>()
    expectTypeOf<contract.ResponseOf<'searchStops'>>().toExtend<Operations['searchStops']['answer']>()
    expectTypeOf<Operations['createReport']['answer']>().toExtend<contract.ResponseOf<'createReport'>>()
    expectTypeOf<contract.ResponseOf<'createReport'>>().toExtend<Operations['createReport']['answer']>()
    expectTypeOf<contract.ResponseOf<'listVehicles'>>().toExtend<Operations['listVehicles']['answer']>()
    expectTypeOf<contract.ResponseOf<'getRunningOptimization'>>().toExtend<
      Operations['getRunningOptimization']['answer']
    >()
    expectTypeOf<Operations['deleteStops']['answer']>().toEqualTypeOf<undefined>()
  })

  test('in what is sent', () => {
    expectTypeOf<Body<'createStops'>>().toExtend<contract.BodyOf<'createStops'>>()
    expectTypeOf<contract.BodyOf<'createStops'>>().toExtend<Body<'createStops'>>()
    expectTypeOf<Body<'createRoutes'>>().toExtend<contract.BodyOf<'createRoutes'>>()
    expectTypeOf<contract.BodyOf<'createRoutes'>>().toExtend<Body<'createRoutes'>>()
    expectTypeOf<contract.BodyOf<'updatePlan'>>().toExtend<Body<'updatePlan'>>()
    expectTypeOf<contract.BodyOf<'createReport'>>().toExtend<Body<'createReport'>>()
    expectTypeOf<contract.BodyOf<'createVehicles'>>().toExtend<Body<'createVehicles'>>()
    expectTypeOf<ContractInput<'listPlans'>>().toExtend<Operations['listPlans']['input']>()
    expectTypeOf<Operations['listPlans']['input']>().toExtend<ContractInput<'listPlans'>>()
    expectTypeOf<ContractInput<'getStop'>>().toExtend<Operations['getStop']['input']>()
  })
})

test('the table has every public operation, those that promise times, and nothing else of the contract', () => {
  const promising = ['findSlots', 'holdSlot', 'getSlotPromise', 'bookSlot', 'moveSlot', 'releaseSlot']
  const shown = endpoints.filter(
    ({ visibility, operationId }) => visibility === 'public' || promising.includes(operationId),
  )
  expect(Object.entries(operations)).toEqual(
    shown.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
  )
  for (const operation of readingOperations) expect(operations).toHaveProperty(operation)
})

test('no file that is published imports the contract', () => {
  const own = [
    'index',
    'create-routewright',
    'send',
    'exchange',
    'patience',
    'iterate',
    'create-stops-once',
    'verify-webhook',
  ]
  const published = [...own, 'generated/wire', 'generated/operations']
  for (const name of published) {
    expect(readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8')).not.toContain('@routewright/')
  }
})
