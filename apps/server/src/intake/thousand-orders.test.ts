// A shop's busy day: a thousand orders with doubles and disorder, each there once and in its last state.
import { beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../test/harness.ts'
import { presetOf } from './presets/presets.ts'

const server = useTestServer({ listen: true, realClock: true })
const count = 1_000
let account: Account
let cookie: string
let sourceId: string
let path: string

beforeAll(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const body = { project_id: account.project_id, kind: 'woocommerce', signature: null }
  const made = await server.call('POST', '/app/v1/order_source', { headers: { cookie }, body })
  sourceId = made.body.id
  path = new URL(made.body.address).pathname
})

interface Version {
  id: number
  version: number
}

/** The same numbers at every run. */
function createRandom(): () => number {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** One in four orders changes once more, one in twenty of these is canceled; then 5 % come twice and 5 % too late. */
function traffic(): { sent: Version[]; last: Map<number, number> } {
  const random = createRandom()
  const inOrder: Version[] = []
  const last = new Map<number, number>()
  for (let id = 1; id <= count; id++) {
    const versions = random() < 0.25 ? 2 : 1
    for (let version = 1; version <= versions; version++) inOrder.push({ id, version })
    last.set(id, versions)
  }
  const doubled = inOrder.flatMap((one) => (random() < 0.05 ? [one, one] : [one]))
  const sent: Version[] = []
  const held: Version[] = []
  for (const one of doubled) (random() < 0.05 ? held : sent).push(one)
  // What was held up comes at the end, and the second version of some before the first.
  return { sent: [...sent, ...held.reverse()], last }
}

const isCanceled = ({ id, version }: Version) => version === 2 && id % 20 === 0
const sample = presetOf('woocommerce').sample as Record<string, object>

function messageOf(one: Version): object {
  const { id, version } = one
  return {
    ...sample,
    ...{ id, number: String(id), status: isCanceled(one) ? 'cancelled' : 'processing' },
    ...{ date_modified_gmt: `2026-03-01T09:0${version}:00`, customer_note: `version ${version}` },
    shipping: { ...sample.shipping, address_1: '47.14, 9.52', address_2: '', postcode: '', city: '', country: '' },
    meta_data: [],
  }
}

test('1,000 orders, 5 % of the messages doubled and 5 % out of order', { timeout: 300_000 }, async () => {
  const { sent, last } = traffic()
  const waiting = [...sent]
  const statuses: number[] = []
  const sendOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await server.call('POST', path, { body: messageOf(next) })
      statuses.push(answer.status)
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendOn))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { db } = server.services.database
  const left = async () => {
    const rows = await db.selectFrom('source_messages').select('result').where('source_id', '=', sourceId).execute()
    return rows.filter(({ result }) => result === 'waiting').length
  }
  await expect.poll(left, { timeout: 280_000, interval: 500 }).toBe(0)

  const stops = await db
    .selectFrom('stops')
    .select(['external_id', 'comments', 'plan_id'])
    .where('project_id', '=', account.project_id)
    .where('deleted', '=', false)
    .execute()
  const expected = [...last].filter(([id, version]) => !isCanceled({ id, version }))
  const state = (id: string | number | null, comments: string | null) => `${id}: ${comments}`
  expect(stops.map(({ external_id, comments }) => state(external_id, comments)).sort()).toEqual(
    expected.map(([id, version]) => state(id, `version ${version}`)).sort(),
  )
  expect(new Set(stops.map(({ plan_id }) => plan_id)).size).toBe(1)
})
