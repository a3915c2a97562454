// How long an order takes from the shop's call to a stop that others read, over HTTP: told, not judged, as machines differ.
import { beforeAll, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { getPreset } from './presets/presets.ts'

const server = useTestServer({ listen: true, realClock: true })
const count = 20
let account: Account
let path: string

beforeAll(async () => {
  account = await server.createAccount()
  const cookie = await server.signIn(account.user_id)
  const body = { project_id: account.project_id, kind: 'woocommerce', signature: null }
  const made = await server.call('POST', '/app/v1/order_source', { headers: { cookie }, body })
  path = new URL(made.body.address).pathname
})

const sample = getPreset('woocommerce').sample as Record<string, object>

async function send(id: number): Promise<void> {
  const shipping = { ...sample.shipping, address_1: '47.14, 9.52', address_2: '', postcode: '', city: '', country: '' }
  const order = { ...sample, id, number: String(id), status: 'processing', shipping, meta_data: [] }
  const answer = await fetch(server.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(answer.status).toBe(200)
}

/** Whether a program that asks sees the order's stop. */
async function isThere(id: number): Promise<boolean> {
  const query = new URLSearchParams({ private_key: account.key, project_id: account.project_id, limit: '100' })
  const answer = await fetch(`${server.address}/v2/stops/search?${query}`)
  const { docs } = (await answer.json()) as { docs: { external_id?: string }[] }
  return docs.some(({ external_id }) => external_id === String(id))
}

test('an order of a shop appears as a stop', async () => {
  const milliseconds: number[] = []
  for (let id = 1; id <= count; id++) {
    const started = performance.now()
    await send(id)
    await expect.poll(() => isThere(id), { interval: 10 }).toBe(true)
    milliseconds.push(performance.now() - started)
  }
  milliseconds.sort((a, b) => a - b)
  const [median, longest] = [milliseconds[count / 2]!, milliseconds.at(-1)!].map(Math.round)
  console.log(`${count} orders, each a stop after ${median} ms (median), ${longest} ms at most (${server.backend})`)
})
