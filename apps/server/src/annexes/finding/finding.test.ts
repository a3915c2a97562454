// The search over everything.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let stop: { id: string }
let plan: { id: string }

function call(method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) {
  return server.call(method, path, { key: account.key, body, query })
}

beforeAll(async () => {
  account = await server.createAccount()
  const query = { project_id: account.project_id }
  plan = (await call('POST', '/v2/plan', { label: 'Monday north', execution_date: '2026-03-02' }, query)).body
  const inputs = [
    {
      label: 'Bäckerei Müller',
      external_id: 'ORD-1001',
      phone: '+43 (660) 123 45 67',
      location: { street: 'Städtle 1', city: 'Vaduz', postal_code: '9490' },
      packages: [{ identifier: 'PKG-9001' }],
      tasks: [{ barcode: 'BAR-77' }],
    },
    { label: 'Müllerei', external_id: 'ORD-10011', reference_person: 'Ann Berger' },
  ]
  stop = (await call('POST', '/v2/stops', inputs, { plan_id: plan.id })).body[0]
  await call('POST', '/v2/vehicle', { label: 'Van Müller', plate: 'FL 12345' }, query)
  await call('POST', '/v2/client', { label: 'Museum Müller', external_id: 'C-7', phone: '0660 1234567' }, query)
})

const find = async (text: string, key = account.key) =>
  (await server.call('GET', '/app/v1/find', { key, query: { text } })).body.findings as {
    kind: string
    id: string
    title: string
    matched: string
  }[]
const titles = async (text: string, key?: string) =>
  (await find(text, key)).map(({ kind, title }) => `${kind} ${title}`)

describe('what was typed is found', () => {
  test('as an id, with all that people need to recognize it', async () => {
    expect(await find(stop.id)).toEqual([
      {
        kind: 'stop',
        id: stop.id,
        project_id: account.project_id,
        matched: 'id',
        match: stop.id,
        title: 'Bäckerei Müller',
        subtitle: 'Städtle 1, 9490 Vaduz',
        status: 'pending',
        plan_id: plan.id,
        plan_label: 'Monday north',
        date: '2026-03-02T00:00:00.000Z',
      },
    ])
    expect(await titles(plan.id)).toEqual(['plan Monday north'])
  })

  test('as an external id in any case, the whole one before those that begin with it', async () => {
    expect(await titles('ord-1001')).toEqual(['stop Bäckerei Müller', 'stop Müllerei'])
    expect(await find('c-7')).toMatchObject([])
    expect(await titles('C-7')).toEqual(['client Museum Müller'])
  })

  test('as a parcel, from its beginning, or the barcode of a task', async () => {
    expect(await find('pkg-9')).toMatchObject([{ id: stop.id, matched: 'package', match: 'PKG-9001' }])
    expect(await find('BAR-77')).toMatchObject([{ id: stop.id, matched: 'barcode' }])
  })

  test('as a phone number, however it is written', async () => {
    for (const text of ['+436601234567', '0660 123 45 67', '1234567', '00436601234567']) {
      expect(await titles(text)).toEqual(['stop Bäckerei Müller', 'client Museum Müller'])
    }
    expect(await titles('567')).toEqual([])
  })

  test('as the beginnings of the words of a name, or a part of a plan, vehicle or plate', async () => {
    expect(await titles('mül bäck')).toEqual(['stop Bäckerei Müller'])
    expect(await titles('berg')).toEqual(['stop Müllerei'])
    expect(await titles('MÜLLER')).toEqual([
      'vehicle Van Müller',
      'client Museum Müller',
      'stop Müllerei',
      'stop Bäckerei Müller',
    ])
    expect(await titles('orth')).toEqual(['plan Monday north'])
    expect(await titles('12345')).toContain('vehicle Van Müller')
    expect(await titles('2026-03-02')).toEqual(['plan Monday north'])
  })

  test('as a name in any script and spelling, from any of its words', async () => {
    const names = ['ร้านอาหารไทย', 'शर्मा किराना', 'Cafe\u0301 Wölfle', 'Speckibünt', 'Ｆｕｌｌ Width']
    await call(
      'POST',
      '/v2/stops',
      names.map((label) => ({ label })),
      { plan_id: plan.id },
    )
    for (const [typed, right] of [
      ['ร้านอาหารไทย', 'ร้านอาหารไทย'],
      ['อาหาร', 'ร้านอาหารไทย'],
      ['शर्मा', 'शर्मा किराना'],
      ['cafe wolfle', 'Cafe\u0301 Wölfle'],
      ['Café Woelfle', 'Cafe\u0301 Wölfle'],
      ['speckibunt', 'Speckibünt'],
      ['full', 'Ｆｕｌｌ Width'],
    ] as const)
      expect(await titles(typed)).toEqual([`stop ${right}`])
    expect(await titles('museum mueller')).toEqual(['client Museum Müller'])
    expect(await titles('Mónday')).toEqual(['plan Monday north'])
  })

  test('with one slip, where nothing is written so', async () => {
    expect(await titles('Bäckrei')).toEqual(['stop Bäckerei Müller'])
    expect(await titles('bakcerei mulelr')).toEqual(['stop Bäckerei Müller'])
    expect(await titles('Museun')).toEqual(['client Museum Müller'])
    expect(await titles('Musoun')).toEqual([])
  })

  test('and what matched is told where the title does not say it', async () => {
    expect(await find('berger')).toMatchObject([{ title: 'Müllerei', matched: 'label', match: 'Ann Berger' }])
    expect((await find('Müllerei'))[0]).not.toHaveProperty('match')
  })

  test('and nothing where there is nothing, whatever the text is made of', async () => {
    for (const text of ['zzz', '%', "';--", '& | !', ':*', '(', '\\', '0000']) expect(await find(text)).toEqual([])
  })
})

describe('only what the caller reaches', () => {
  test('and never the records of others', async () => {
    const stranger = await server.createAccount()
    for (const text of [stop.id, plan.id, 'ORD-1001', 'PKG-9001', 'BAR-77', '1234567', 'müller']) {
      expect(await find(text, stranger.key)).toEqual([])
    }
    const member = await server.createUser(account, 'organization_user', [])
    expect(await find('müller', member.key)).toEqual([])
    const query = { text: 'x', project_id: account.project_id }
    expect((await server.call('GET', '/app/v1/find', { key: member.key, query })).status).toBe(403)
  })

  test('and nothing that was deleted', async () => {
    const query = { project_id: account.project_id }
    const [gone] = (await call('POST', '/v2/stops', [{ label: 'Ephemeral', external_id: 'GONE-1' }], query)).body
    expect(await titles('gone-1')).toEqual(['stop Ephemeral'])
    await call('DELETE', `/v2/stop/${gone.id}`)
    expect([...(await titles('gone-1')), ...(await titles('ephem'))]).toEqual([])
  })
})
