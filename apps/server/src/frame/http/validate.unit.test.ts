// Schemas are compiled when they are first needed, so that here all of them are needed.
import { type Endpoint, endpoint, endpoints } from '@routewright/contract'
import { expect, test } from 'vitest'
import { ApiError, apiError } from '../platform/api-error.ts'
import { compileInput, compileOutput, requireDeclaredRefusal } from './validate.ts'

/** Parameters of an operation without any in its path. */
const none = endpoint('listPlans').params
/** A request that no schema accepts: a refusal proves that the schema was compiled. */
const request = { params: {}, query: {}, body: {} } as never

test.each(endpoints.map((declared: Endpoint) => [declared.operationId, declared] as const))(
  'the schemas of %s can be compiled',
  (_operationId, declared) => {
    const { params, query, body, ...rest } = declared
    const parts = [{ params }, { params: none, ...(query && { query }) }, { params: none, ...(body && { body }) }]
    for (const part of parts) {
      expect(getRefusal(() => compileInput({ ...rest, ...part })(request))).toMatch(/^$|^highway\./)
    }
    const check = compileOutput(declared)
    for (const [status, schema] of Object.entries(declared.response)) {
      if (schema) expect(getRefusal(() => check(Number(status), { unlikely: null }))).toMatch(/^$|it does not declare/)
    }
  },
)

test('an answer with a field that its declaration does not name is refused, deep inside too', () => {
  const response = {
    200: {
      type: 'object',
      properties: { stops: { type: 'array', items: { type: 'object', properties: { id: {} } } } },
    },
  }
  const check = compileOutput({ ...endpoint('listPlans'), response } as unknown as Endpoint)
  check(200, { stops: [{ id: 'a' }] })
  expect(getRefusal(() => check(200, { stops: [{ id: 'a', more: 1 }] }))).toMatch(/does not declare.*stops\/0/)
  expect(getRefusal(() => check(200, { stops: [], more: 1 }))).toMatch(/does not declare/)
})

test('a refusal that its declaration does not name is no answer', () => {
  const finished = apiError('highway.plan.error.finished')
  expect(getRefusal(() => requireDeclaredRefusal(endpoint('moveStops'), finished))).toBe('')
  expect(getRefusal(() => requireDeclaredRefusal(endpoint('listPlans'), finished))).toMatch(/plan\.error\.finished/)
})

/** Empty where nothing is refused; the message_id of a refusal by the schema, the message of any other error. */
function getRefusal(check: () => unknown): string {
  try {
    check()
    return ''
  } catch (error) {
    return error instanceof ApiError ? error.messageId : String(error)
  }
}
