// What an answer of the service, or the lack of one, means for the queue.
import { getDriverPushKey } from '@routewright/client/operations'
import { afterEach, expect, test, vi } from 'vitest'
import { callService } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a call comes to when the network gives this. */
async function outcomeOf(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  return await callService('token', getDriverPushKey, {})
}

const refusal = JSON.stringify({ message_id: 'highway.stop.error.not_found', message: 'No such stop.' })

test('without an answer the phone is offline', async () => {
  const lost = () => {
    throw new TypeError('network')
  }
  expect(await outcomeOf(lost)).toEqual({ kind: 'later', why: 'offline' })
})

test.each([
  [429, 'busy'],
  [408, 'busy'],
  [500, 'failing'],
  [503, 'failing'],
])('an answer of %i may be another next time: the service is %s', async (status, why) => {
  expect(await outcomeOf(() => new Response(refusal, { status }))).toEqual({ kind: 'later', why })
})

test('401 closes the link; any other refusal of the service is final', async () => {
  expect(await outcomeOf(() => new Response(refusal, { status: 401 }))).toEqual({ kind: 'closed' })
  const refused = { kind: 'refused', message_id: 'highway.stop.error.not_found', message: 'No such stop.' }
  for (const status of [400, 404, 409, 499]) {
    expect(await outcomeOf(() => new Response(refusal, { status }))).toEqual({ ...refused, status })
  }
})

test("a network's sign-in page is no answer of the service", async () => {
  const page = () => new Response('<html>Welcome to the hotel</html>', { status: 403 })
  expect(await outcomeOf(page)).toEqual({ kind: 'later', why: 'failing' })
})
