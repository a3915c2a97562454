// Bodies are validated as the specification says, and an error gives its code, its place and its reason.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoint, endpoints, type OperationId } from './all-endpoints.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { ajvKeywords } from './keywords.ts'
import { customFieldsLimits } from './limits.ts'
import { explainViolation } from './violations.ts'

const ajv = createAjv()

function createAjv(): Ajv2020 {
  const created = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false })
  formats.default(created)
  for (const keyword of ajvKeywords) created.addKeyword(keyword as Parameters<Ajv2020['addKeyword']>[0])
  return created
}

/** The error of a body, or undefined. */
function judge(operationId: OperationId, value: unknown) {
  const { body }: Endpoint = endpoint(operationId)
  const validate = ajv.compile(body!)
  if (validate(value)) return undefined
  return explainViolation(body as unknown as Record<string, unknown>, validate.errors![0]!, {
    whole: 'body',
    general: 'highway.validation.error.invalid_payload',
    malformedId: 'highway.validation.error.invalid_payload',
  })
}

const payload = (place: string, reason: string) => ({
  message_id: 'highway.validation.error.invalid_payload',
  place,
  reason,
})

describe('time windows', () => {
  const windows = (...time_windows: unknown[]) => [{}, {}, {}, { time_windows }]

  test('a window whose end is before its start is refused by its place; a window of one moment is an appointment', () => {
    expect(judge('createStops', windows([3600, 60]))).toEqual({
      message_id: 'highway.stop.error.invalid_time_window',
      place: '[3].time_windows[0]',
      reason: 'end must be after start',
    })
    expect(judge('createStops', windows([60, 60]))).toBeUndefined()
  })

  test('windows ascend and do not overlap, but may touch', () => {
    expect(judge('createStops', windows([0, 100], [100, 200]))).toBeUndefined()
    expect(judge('createStops', windows([0, 100], [99, 200]))?.place).toBe('[3].time_windows[1]')
    expect(judge('createStops', windows([300, 400], [100, 200]))?.place).toBe('[3].time_windows[1]')
  })

  test('what is no number is a wrong type, not a wrong window', () => {
    expect(judge('createStops', windows('morning'))).toMatchObject(payload('[3].time_windows[0]', 'must be array'))
    expect(judge('createStops', windows([60, '120']))?.message_id).toBe('highway.validation.error.invalid_payload')
    expect(judge('createStops', windows([60]))?.message_id).toBe('highway.stop.error.invalid_time_window')
    expect(judge('updateRoute', { time_window: [60] })?.message_id).toBe('highway.route.error.invalid_time_window')
  })

  test('at most 20 windows per stop', () => {
    const many = Array.from({ length: 21 }, (_, index) => [index * 10, index * 10 + 5])
    expect(judge('createStops', windows(...many.slice(0, 20)))).toBeUndefined()
    expect(judge('createStops', windows(...many))).toMatchObject({
      message_id: 'highway.stop.error.invalid_time_window',
      place: '[3].time_windows',
    })
  })

  test('a night shift passes midnight', () => {
    expect(judge('createStops', windows([79_200, 108_000]))).toBeUndefined()
  })
})

describe('types and ranges', () => {
  test('a wrong type is invalid_payload at its place', () => {
    expect(judge('createPlan', { label: 7 })).toEqual(payload('label', 'must be string or null'))
    expect(judge('createStops', { label: 'x' })).toEqual(payload('body', 'must be array'))
  })

  test('lat lies in [-90, 90], lng in [-180, 180], and both come together', () => {
    expect(judge('createStops', [{ location: { lat: 90, lng: -180 } }])).toBeUndefined()
    expect(judge('createStops', [{ location: { lat: 90.1, lng: 0 } }])?.place).toBe('[0].location.lat')
    expect(judge('createStops', [{ location: { lat: 0, lng: 180.5 } }])?.place).toBe('[0].location.lng')
    expect(judge('createStops', [{ location: { lat: 47 } }])).toEqual(
      payload('[0].location.lng', 'is required beside lat'),
    )
    expect(judge('createStops', [{ location: { lat: null, lng: null, city: 'Vaduz' } }])).toBeUndefined()
  })

  test('numbers are finite', () => {
    expect(judge('createStops', [{ weight: Number.POSITIVE_INFINITY }])?.place).toBe('[0].weight')
    expect(judge('createStops', [{ weight: Number.NaN }])?.place).toBe('[0].weight')
  })

  test('labels and external ids hold 500 characters, other strings 10,000', () => {
    expect(judge('createStops', [{ label: 'x'.repeat(500), comments: 'x'.repeat(10_000) }])).toBeUndefined()
    expect(judge('createStops', [{ label: 'x'.repeat(501) }])?.place).toBe('[0].label')
    expect(judge('createStops', [{ external_id: 'x'.repeat(501) }])?.place).toBe('[0].external_id')
    expect(judge('createStops', [{ comments: 'x'.repeat(10_001) }])?.place).toBe('[0].comments')
  })

  test('custom_fields hold 64 KiB and 20 levels', () => {
    const { maxBytes, maxDepth } = customFieldsLimits
    const bytes = (count: number) => ({ a: 'x'.repeat(count - '{"a":""}'.length) })
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
    expect(judge('createStops', [{ custom_fields: bytes(maxBytes) }])).toBeUndefined()
    expect(judge('createStops', [{ custom_fields: bytes(maxBytes + 1) }])?.place).toBe('[0].custom_fields')
    expect(judge('createStops', [{ custom_fields: nested(maxDepth) }])).toBeUndefined()
    expect(judge('createStops', [{ custom_fields: nested(maxDepth + 1) }])?.place).toBe('[0].custom_fields')
    expect(judge('createStops', [{ custom_fields: { a: 'é'.repeat(maxBytes / 2) } }])?.place).toBe('[0].custom_fields')
  })

  test('a time of day and a duration reach a week, a quantity 10^9', () => {
    expect(judge('createStops', [{ duration: 604_800, time_windows: [[0, 604_800]], weight: 1e9 }])).toBeUndefined()
    expect(judge('createStops', [{ duration: 604_801 }])?.place).toBe('[0].duration')
    expect(judge('createStops', [{ time_windows: [[0, 604_801]] }])?.place).toBe('[0].time_windows[0][1]')
    expect(judge('createStops', [{ weight: 1e9 + 1 }])?.place).toBe('[0].weight')
  })

  test('optimizer fields of older clients that have no effect are accepted as they are', () => {
    const optimizer_config = { first_solution_strategy: 7, local_search_strategy: 'AUTOMATIC', lns_time_limit: null }
    expect(judge('updatePlan', { optimizer_config })).toBeUndefined()
  })

  test('null in a creation is the same as leaving the field out', () => {
    expect(judge('createPlan', { label: null, execution_date: null, optimizer_config: null })).toBeUndefined()
    expect(judge('createStops', [{ label: null, tasks: null, packages: null, pickup: null }])).toBeUndefined()
    expect(judge('createStops', [{ type: null }])?.place).toBe('[0].type')
  })

  test('null clears a field that may be empty, but not a status, a type or a flag', () => {
    expect(judge('updateStop', { label: null, duration: null, time_windows: null, route_id: null })).toBeUndefined()
    expect(judge('updateStop', { type: null })?.place).toBe('type')
    expect(judge('updatePlan', { status: null })?.place).toBe('status')
    expect(judge('updateRoute', { is_locked: null })?.place).toBe('is_locked')
  })

  test('unknown and read-only fields are no fault', () => {
    expect(judge('createStops', [{ id: 7, status: 'done', created_at: 'yesterday', whatever: {} }])).toBeUndefined()
    expect(judge('createPlan', {})).toBeUndefined()
    expect(judge('createVehicle', {})).toBeUndefined()
  })

  test('a malformed id in a body names its field', () => {
    const reason = 'must be an id of 24 lowercase hexadecimal characters'
    expect(judge('deleteStops', { stop_ids: ['x'] })).toEqual(payload('stop_ids[0]', reason))
    expect(judge('deleteStops', { stop_ids: ['691EF3B25E1F0A97C4D8B631'] })?.reason).toBe(reason)
    expect(judge('deleteStops', { stop_ids: ['691ef3b25e1f0a97c4d8b6310'] })?.reason).toBe(reason)
    expect(judge('deleteStops', {})).toEqual(payload('stop_ids', 'is required'))
  })
})

test('a zone is a ring of at least three different points that exist', () => {
  const zone = (...polygon: unknown[]) => judge('createZone', { polygon })
  expect(zone([9.5, 47.1], [9.6, 47.1], [9.6, 47.2])).toBeUndefined()
  expect(zone([9.5, 47.1], [9.6, 47.1])?.place).toBe('polygon')
  expect(zone([9.5, 47.1], [9.6, 47.1], [9.5, 47.1])?.place).toBe('polygon')
  expect(zone([9.5, 47.1], [9.6, 91], [9.6, 47.2])?.place).toBe('polygon[1][1]')
})

test('a package without identifier is no duplicate', () => {
  expect(judge('createStops', [{ packages: [{}] }])).toEqual(payload('[0].packages[0].identifier', 'is required'))
})

test('a bulk creation ends at 20,000 records', () => {
  expect(judge('createStops', Array(20_000).fill({}))).toBeUndefined()
  expect(judge('createStops', Array(20_001).fill({}))?.message_id).toBe('highway.validation.error.invalid_payload')
})

describe('codes of their own', () => {
  test.each([
    ['createStops', [{ type: 'parcel' }], 'highway.stop.error.invalid_type', '[0].type'],
    ['createPlan', { execution_date: '2026-02-30' }, 'highway.plan.error.invalid_execution_date', 'execution_date'],
    ['createPlan', { execution_date: 'tomorrow' }, 'highway.plan.error.invalid_execution_date', 'execution_date'],
    [
      'updatePlan',
      { optimizer_config: { time_limit_seconds: 0 } },
      'highway.plan.error.invalid_optimizer_config',
      'optimizer_config.time_limit_seconds',
    ],
    [
      'updatePlan',
      { traffic_options: { mode: 'boat' } },
      'highway.plan.error.invalid_optimizer_config',
      'traffic_options.mode',
    ],
    ['updateRoute', { time_window: [7, 7] }, 'highway.route.error.invalid_time_window', 'time_window'],
    ['createReport', { type: 'done' }, 'highway.report.error.invalid_type', 'type'],
    ['createReport', {}, 'highway.report.error.invalid_type', 'type'],
    ['updateTask', { status: 'finished' }, 'highway.task.error.invalid_status', 'status'],
    [
      'createStops',
      [{ packages: [{ identifier: 'A' }, { identifier: 'A' }] }],
      'highway.package.error.duplicated_identifier',
      '[0].packages[1].identifier',
    ],
    [
      'searchStops',
      { predicates: [{ field: 'label', operator: 'like' }] },
      'highway.search.error.invalid_predicate',
      'predicates[0].operator',
    ],
    [
      'geocodeStops',
      [{ address: 'Vaduz', location: { lat: 1, lng: 1 } }],
      'highway.stop.error.location_not_allowed',
      '[0].location',
    ],
    ['geocodeStops', [{ label: 'no address' }], 'highway.geocoding.error.address_required', '[0].address'],
    [
      'createWebhook',
      { url: 'https://example.com', events: ['svc.nothing'] },
      'highway.webhook.error.unknown_event',
      'events[0]',
    ],
  ] as [OperationId, unknown, string, string][])('%s %j', (operationId, body, message_id, place) => {
    expect(judge(operationId, body)).toMatchObject({ message_id, place })
  })
})

describe('dates', () => {
  test.each(['2026-01-31', '2024-02-29', '2026-01-31T08:00:00.000Z', '2026-01-31T08:00:00+02:00', '2026-01-31T08:00Z'])(
    '%s is accepted as an execution date',
    (execution_date) => {
      expect(judge('createPlan', { execution_date })).toBeUndefined()
      if (execution_date.includes('T')) expect(Number.isNaN(Date.parse(execution_date))).toBe(false)
    },
  )

  test.each([
    '',
    '2026-1-31',
    '2025-02-29',
    '2026-13-01',
    '2026-01-31T25:00:00Z',
    '2026-01-31T08:00:00',
    '0000-01-01',
    '1969-12-31',
    '2026-01-31T08:00:60Z',
  ])('%s is refused', (execution_date) => {
    expect(judge('createPlan', { execution_date })?.message_id).toBe('highway.plan.error.invalid_execution_date')
  })
})

describe('any JSON', () => {
  const bodies = endpoints.filter((candidate) => candidate.body !== undefined)

  test.each(bodies.map((candidate) => [candidate.operationId] as const))('%s accepts or explains it', (operationId) => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 4 }), shaped(operationId)), (value) => {
        const violation = judge(operationId, value)
        if (violation === undefined) return
        expect(violation.place).not.toBe('')
        expect(violation.reason).not.toBe('')
      }),
      { numRuns: 60 },
    )
  })

  /** Objects with the declared names and random values, so that the checks inside are reached too. */
  function shaped(operationId: OperationId): fc.Arbitrary<unknown> {
    const { body }: Endpoint = endpoint(operationId)
    const { items, properties } = body as { items?: { properties?: object }; properties?: object }
    const names = Object.keys(items?.properties ?? properties ?? {})
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.array(fc.integer())), fc.constant(null))
    const one = fc.dictionary(fc.constantFrom(...names, 'other'), value)
    return items ? fc.array(one, { maxLength: 3 }) : one
  }
})

describe('a pause', () => {
  const vehicle = (start: number, end: number, duration: number) => ({ default_break: { start, end, duration } })

  test('must have room between its earliest begin and its latest end', () => {
    expect(judge('createVehicle', vehicle(43_200, 46_800, 3_600))).toBeUndefined()
    expect(judge('createVehicle', vehicle(0, 0, 0))).toBeUndefined()
    for (const [start, end, duration] of [
      [43_200, 46_800, 3_601],
      [46_800, 43_200, 60],
    ] as const) {
      const refused = payload('default_break', 'duration must fit between start and end')
      expect(judge('createVehicle', vehicle(start, end, duration))).toMatchObject(refused)
    }
  })
})

test('the colour of a route is a hex colour; the paint of a vehicle may have any name', () => {
  for (const color of ['#3366ff', '#36F', null]) expect(judge('createRoutes', [{ color }])).toBeUndefined()
  for (const color of ['red', '3366ff', '#3366f', '#36f;x', '']) {
    expect(judge('createRoutes', [{ color }])?.place).toBe('[0].color')
  }
  expect(judge('createVehicle', { color: 'white' })).toBeUndefined()
})
