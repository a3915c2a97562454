// The stop search: every operator on every kind of field, and what it refuses.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planIds: string[]

type Query = Record<string, string | number | boolean | undefined>

function call(method: string, path: string, body?: unknown, query?: Query) {
  return server.call(method, path, { key: account.key, body, query })
}

/** Labels of the stops that match, in order. */
async function search(...predicates: object[]): Promise<string[]> {
  const body = { predicates, sort_by: 'label', limit: 100 }
  const answer = await call('POST', '/v2/stops/search', body, { project_id: account.project_id })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.docs.map((stop: { label: string }) => stop.label)
}

beforeAll(async () => {
  account = await server.createAccount()
  const inProject = { project_id: account.project_id }
  const plans = [
    await call('POST', '/v2/plan', { label: 'Mon', execution_date: '2026-05-04' }, inProject),
    await call('POST', '/v2/plan', { label: 'Tue', execution_date: '2026-05-05' }, inProject),
  ]
  planIds = plans.map((plan) => plan.body.id)
  server.clock.set('2026-03-02T08:00:00.000Z')
  await call(
    'POST',
    '/v2/stops',
    [
      {
        label: 'a',
        external_id: 'ORDER-1',
        weight: 5,
        duration: 300,
        location: { city: 'Vaduz', street: 'Main 100%', lat: 47.1, lng: 9.5 },
        custom_fields: { zone: 'north', level: 3, fragile: true, due: '2026-06-01', deep: { x: 'y' } },
        packages: [{ identifier: 'P-1' }, { identifier: 'P-2' }],
        tasks: [{ barcode: 'B-1' }],
      },
      { label: 'b', external_id: 'order-10', weight: 10, type: 'pickup', custom_fields: { level: '12', due: 'soon' } },
    ],
    { plan_id: planIds[0] },
  )
  server.clock.set('2026-03-03T08:00:00.000Z')
  await call(
    'POST',
    '/v2/stops',
    [
      { label: 'c', external_id: 'X_1', weight: 7.5, location: { city: 'Schaan' }, packages: [{ identifier: 'P-3' }] },
      { label: 'd', custom_fields: { zone: 'south', level: 30, fragile: false, due: '2026-02-31T10:00:00Z' } },
    ],
    { plan_id: planIds[1] },
  )
  await call('POST', '/v2/stops', [{ label: 'e', external_id: 'ORDER-1', phone: '+423 7' }], inProject)
})

describe('POST /v2/stops/search', () => {
  test('answers the envelope; no predicate means every stop of the project, newest first', async () => {
    const { body } = await call('POST', '/v2/stops/search', {}, { project_id: account.project_id })
    expect(body).toMatchObject({ total: 5, limit: 20, offset: 0, pages: 1, page: 1 })
    expect(body.docs).toHaveLength(5)
    const page = { limit: 2, offset: 2, sort_by: 'label', sort_direction: 'desc' }
    const second = (await call('POST', '/v2/stops/search', page, { project_id: account.project_id })).body
    expect(second).toMatchObject({ total: 5, limit: 2, offset: 2, pages: 3, page: 2 })
    expect(second.docs.map((stop: { label: string }) => stop.label)).toEqual(['c', 'b'])
    const beyond = { limit: 2, offset: 50 }
    const empty = (await call('POST', '/v2/stops/search', beyond, { project_id: account.project_id })).body
    expect(empty).toMatchObject({ total: 5, docs: [] })
    expect((await call('POST', '/v2/stops/search', undefined, { project_id: account.project_id })).body.total).toBe(5)
  })

  test('eq is an exact match across the plans of the project; records carry their children', async () => {
    const predicates = [{ field: 'external_id', operator: 'eq', value: 'ORDER-1', type: 'string' }]
    const { body } = await call('POST', '/v2/stops/search', { predicates }, { project_id: account.project_id })
    expect(body.total).toBe(2)
    const inPlan = body.docs.find((stop: { label: string }) => stop.label === 'a')
    expect(inPlan).toMatchObject({ plan_id: planIds[0], plan_label: 'Mon', packages: [{ identifier: 'P-1' }, {}] })
  })

  test.each([
    [['external_id', 'ne', 'ORDER-1'], 'b c d'],
    [['external_id', 'eq', null], 'd'],
    [['external_id', 'ne', null], 'a b c e'],
    [['external_id', 'exists', true], 'a b c e'],
    [['external_id', 'exists', false], 'd'],
    [['external_id', 'in', ['X_1', 'ORDER-1']], 'a c e'],
    [['external_id', 'in', []], ''],
    [['external_id', 'in', ['X_1', null]], 'c d'],
    [['external_id', 'nin', ['X_1', 'ORDER-1']], 'b d'],
    [['external_id', 'contains', 'rder'], 'a b e'],
    [['external_id', 'contains', '_'], 'c'],
    [['external_id', 'contains', '%'], ''],
    [['external_id', 'starts_with', 'ORDER'], 'a b e'],
    [['external_id', 'starts_with', 'RDER'], ''],
    [['weight', 'gt', 5], 'b c'],
    [['weight', 'gte', 5], 'a b c'],
    [['weight', 'lt', 7.5], 'a'],
    [['weight', 'lte', 7.5], 'a c'],
    [['weight', 'eq', '10'], 'b'],
    [['weight', 'in', [5, 10]], 'a b'],
    [['type', 'eq', 'pickup'], 'b'],
    [['status', 'eq', 'pending'], 'a b c d e'],
    [['plan_label', 'eq', 'Tue'], 'c d'],
    [['plan_execution_date', 'eq', '2026-05-04'], 'a b'],
    [['plan_execution_date', 'gt', '2026-05-04'], 'c d'],
    [['created_at', 'lte', '2026-03-02'], 'a b'],
    [['created_at', 'gte', '2026-03-02T08:00:00.001Z'], 'c d e'],
    [['location.city', 'eq', 'Vaduz'], 'a'],
    [['location.street', 'contains', '100%'], 'a'],
    [['location.lat', 'gt', 47], 'a'],
    [['location.lat', 'exists', false], 'b c d e'],
    [['custom_fields.zone', 'eq', 'north'], 'a'],
    [['custom_fields.level', 'gt', 4], 'b d'],
    [['custom_fields.level', 'eq', 3], 'a'],
    [['custom_fields.fragile', 'eq', false], 'd'],
    [['custom_fields.deep.x', 'eq', 'y'], 'a'],
    [['custom_fields.zone', 'exists', true], 'a d'],
    [['packages.identifier', 'eq', 'P-2'], 'a'],
    [['packages.identifier', 'in', ['P-2', 'P-3']], 'a c'],
    [['packages.identifier', 'starts_with', 'p-'], 'a c'],
    [['packages.identifier', 'ne', 'P-2'], 'b c d e'],
    [['packages.identifier', 'eq', null], 'b d e'],
    [['packages.identifier', 'exists', true], 'a c'],
    [['tasks.barcode', 'eq', 'B-1'], 'a'],
    [['tasks.barcode', 'exists', false], 'b c d e'],
    [['optimization_warning', 'eq', true], ''],
    [['fixed_id', 'eq', '2'], 'b d'],
    [['route_id', 'eq', null], 'a b c d e'],
    [['order', 'exists', false], 'a b c d e'],
  ] as const)('%j', async ([field, operator, value], labels) => {
    expect((await search({ field, operator, value })).join(' ')).toBe(labels)
  })

  test('a type says how the value and a text are compared; what is no such value never matches', async () => {
    const due = (operator: string, value: string) => ({ field: 'custom_fields.due', operator, value, type: 'date' })
    expect(await search(due('gte', '2026-05-01'))).toEqual(['a'])
    expect(await search(due('eq', '2026-06-01'))).toEqual(['a'])
    // 31 February counts on from the first of the month; it must not fail the statement.
    expect(await search(due('lt', '2026-05-01'))).toEqual(['d'])
    expect(await search({ field: 'custom_fields.level', operator: 'eq', value: '12', type: 'number' })).toEqual(['b'])
    expect(await search({ field: 'external_id', operator: 'gt', value: 1, type: 'number' })).toEqual([])
    expect(await search({ field: 'weight', operator: 'eq', value: '7.5', type: 'string' })).toEqual(['c'])
    expect(await search({ field: 'plan_id', operator: 'eq', value: planIds[1], type: 'id' })).toEqual(['c', 'd'])
  })

  test('predicates are ANDed', async () => {
    const both = [
      { field: 'external_id', operator: 'eq', value: 'ORDER-1' },
      { field: 'phone', operator: 'exists', value: true },
    ]
    expect(await search(...both)).toEqual(['e'])
  })

  test('no text of a caller becomes part of the statement', async () => {
    for (const value of ["'; drop table stops; --", "\\'", '$1', '%_\\', '{}', '"']) {
      expect(await search({ field: 'label', operator: 'eq', value })).toEqual([])
      expect(await search({ field: 'label', operator: 'contains', value })).toEqual([])
      expect(await search({ field: `custom_fields.${value}`, operator: 'exists' })).toEqual([])
    }
  })

  test.each([
    [{ field: 'colour', operator: 'eq', value: 1 }, 'predicates[0].field'],
    [{ field: 'requires', operator: 'eq', value: 'x' }, 'predicates[0].field'],
    [{ field: 'tracking_token', operator: 'exists' }, 'predicates[0].field'],
    [{ field: 'custom_fields.', operator: 'exists' }, 'predicates[0].field'],
    [{ field: 'label', operator: 'like', value: 'x' }, 'predicates[0].operator'],
    [{ field: 'label', value: 'x' }, 'predicates[0].operator'],
    [{ operator: 'eq', value: 'x' }, 'predicates[0].field'],
    [{ field: 'label', operator: 'eq', value: {} }, 'predicates[0].value'],
    [{ field: 'label', operator: 'eq' }, 'predicates[0].value'],
    [{ field: 'label', operator: 'gt' }, 'predicates[0].value'],
    [{ field: 'weight', operator: 'eq', value: 'heavy' }, 'predicates[0].value'],
    [{ field: 'weight', operator: 'contains', value: '5' }, 'predicates[0].operator'],
    [{ field: 'label', operator: 'in', value: 'x' }, 'predicates[0].value'],
    [{ field: 'label', operator: 'contains', value: '' }, 'predicates[0].value'],
    [{ field: 'plan_id', operator: 'eq', value: 'x' }, 'predicates[0].value'],
    [{ field: 'created_at', operator: 'gt', value: 'yesterday' }, 'predicates[0].value'],
    [{ field: 'location_validated', operator: 'eq', value: 'yes' }, 'predicates[0].value'],
    [{ field: 'label', operator: 'exists', value: 'x' }, 'predicates[0].value'],
    [{ field: 'label', operator: 'eq', value: 'x', type: 'text' }, 'predicates[0].type'],
  ])('%j is an invalid predicate', async (predicate, place) => {
    const body = { predicates: [predicate] }
    const answer = await call('POST', '/v2/stops/search', body, { project_id: account.project_id })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.search.error.invalid_predicate' } })
    expect(answer.body.message).toContain(place)
  })

  test('the project is required and decides what is seen', async () => {
    expect((await call('POST', '/v2/stops/search', {})).body.message_id).toBe(
      'highway.validation.error.invalid_parameter',
    )
    const other = await server.createProject(account)
    const predicates = [{ field: 'project_id', operator: 'eq', value: account.project_id }]
    expect((await call('POST', '/v2/stops/search', { predicates }, { project_id: other })).body.total).toBe(0)
    const stranger = await server.createAccount()
    const query = { project_id: stranger.project_id }
    const found = await server.call('POST', '/v2/stops/search', { key: stranger.key, query, body: { predicates } })
    expect(found.body.total).toBe(0)
  })

  test('deleted stops are not found', async () => {
    const [stop] = (await call('POST', '/v2/stops', [{ label: 'zz' }], { project_id: account.project_id })).body
    await call('DELETE', `/v2/stop/${stop.id}`)
    expect(await search({ field: 'label', operator: 'eq', value: 'zz' })).toEqual([])
    expect(await search({ field: 'deleted', operator: 'eq', value: true })).toEqual([])
  })
})

describe('GET /v2/stops/search', () => {
  const labels = async (query: Query) => {
    const { body } = await call('GET', '/v2/stops/search', undefined, { sort: 'label:asc', ...query })
    return body.docs.map((stop: { label: string }) => stop.label).join(' ')
  }

  test('finds a text in ids, address, contact and packages, in any case', async () => {
    expect(await labels({ text: 'order-1' })).toBe('a b e')
    expect(await labels({ text: 'main 100%' })).toBe('a')
    expect(await labels({ text: 'vaduz' })).toBe('a')
    expect(await labels({ text: '423' })).toBe('e')
    expect(await labels({ text: 'p-3' })).toBe('c')
  })

  test('narrows to a project or plan, sorts and pages', async () => {
    expect(await labels({ plan_id: planIds[1] })).toBe('c d')
    expect(
      await labels({ project_id: account.project_id, sort: 'plan_execution_date:desc,label:desc', limit: 3 }),
    ).toBe('e d c')
    expect(await labels({ project_id: await server.createProject(account) })).toBe('')
  })

  test('plan_id=null finds the stops that are in no plan, as older clients ask for them', async () => {
    expect(await labels({ project_id: account.project_id, plan_id: 'null' })).toBe('e')
    expect(await labels({ plan_id: 'null', text: 'order-1' })).toBe('e')
    const refused = await call('GET', '/v2/stops/search', undefined, { plan_id: 'none' })
    expect(refused.body.message_id).toBe('highway.validation.error.invalid_id')
  })
})
