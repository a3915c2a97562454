// A phone number that looks wrong is stored unchanged, and the response warns: for orders from the interface and from shops.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })

beforeEach(async () => {
  account = await server.createAccount()
  planId = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
})

test('a doubtful number is flagged in the answer, in the plan and when it is changed; a sound one is not', async () => {
  const stops = [
    { label: 'Sound', phone: '+41 44 668 18 00' },
    { label: 'No such number', phone: '+41 99 999 99 99' },
    { label: 'No number', phone: 'ask Anna' },
    { label: 'No country', phone: '044 668 18 00' },
    { label: 'None' },
  ]
  const made = await call('POST', '/v2/stops', stops, { plan_id: planId })
  const doubts = (all: { phone_doubt?: string }[]) => all.map(({ phone_doubt }) => phone_doubt)
  const found = [undefined, 'doubtful', 'unusable', 'country_unknown', undefined]
  expect(doubts(made.body), made.text).toEqual(found)
  expect(doubts((await call('GET', `/v2/plan/${planId}/stops`)).body)).toEqual(found)
  const [, wrong, , unknown] = made.body
  expect((await call('PUT', `/v2/stop/${wrong.id}`, { phone: '+41 44 668 18 01' })).body).not.toHaveProperty(
    'phone_doubt',
  )
  expect((await call('PUT', `/v2/stop/${wrong.id}`, { phone: '12' })).body).toMatchObject({ phone_doubt: 'unusable' })
  // The country of the address says of which country the number is.
  const location = { lat: 47.37, lng: 8.54, country_code: 'CH' }
  const again = await call('POST', '/v2/stops', [{ phone: '044 668 18 00', location }], { plan_id: planId })
  expect(again.body[0]).not.toHaveProperty('phone_doubt')
  expect(unknown.phone).toBe('044 668 18 00')
})
