// The stop search where more stops match than are counted one by one.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account

function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  return server.call(method, path, { key: account.key, body, query })
}

describe('among thousands of matching stops', () => {
  const many = 5_200
  let plan: { id: string }
  const search = (body: object) =>
    call('POST', '/v2/stops/search', body, { project_id: account.project_id }).then((answer) => answer.body)

  beforeAll(async () => {
    account = await server.createAccount()
    plan = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body
    const inputs = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        label: `Bakery ${first + index}`,
        external_id: `E-${first + index}`,
      }))
    for (let first = 0; first < many; first += 2_600) {
      await call('POST', '/v2/stops', inputs(first, 2_600), { plan_id: plan.id })
    }
    await call('POST', '/v2/stops', inputs(90_000, 3), { project_id: account.project_id })
  })

  test('all of a status are counted, with and without a plan', async () => {
    expect((await search({})).total).toBe(many + 3)
    const pending = { predicates: [{ field: 'status', operator: 'eq', value: 'pending' }] }
    expect((await search({ ...pending, limit: 2 })).total).toBe(many + 3)
    expect(await search({ predicates: [{ field: 'status', operator: 'eq', value: 'canceled' }] })).toMatchObject({
      total: 0,
      docs: [],
    })
  })

  test('pages of a text lead to the last match and to no stop twice', async () => {
    const seen = new Set<string>()
    let total = 1
    for (let offset = 0; offset < total; offset += 1_000) {
      const page = await search({
        limit: 1_000,
        offset,
        predicates: [{ field: 'label', operator: 'contains', value: 'bakery' }],
      })
      expect(page.total).toBeGreaterThan(5_000)
      for (const stop of page.docs) seen.add(stop.id)
      total = page.total
    }
    expect(seen.size).toBe(many + 3)
    expect(total).toBe(many + 3)
  })

  test('a text of another order is sorted as a whole', async () => {
    const page = await search({
      sort_by: 'label',
      limit: 2,
      predicates: [{ field: 'external_id', operator: 'contains', value: 'E-' }],
    })
    expect(page).toMatchObject({ total: many + 3, docs: [{ label: 'Bakery 0' }, { label: 'Bakery 1' }] })
  })
})
