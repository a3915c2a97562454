// How the queue reads a response of the service, or the lack of one.
import { getDriverPushKey } from '@routewright/client/operations'
import { afterEach, expect, test, vi } from 'vitest'
import { callService } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the outcome of a call for this result of the network. */
async function getOutcome(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  return await callService('token', getDriverPushKey, {})
}

const refusal = JSON.stringify({ message_id: 'highway.stop.error.not_found', message: 'No such stop.' })

test('without an answer the phone is offline', async () => {
  const lost = () => {
    throw new TypeError('network')
  }
  expect(await getOutcome(lost)).toEqual({ kind: 'later', why: 'offline' })
})

test.each([
  [429, 'busy'],
  [408, 'busy'],
  [500, 'failing'],
  [503, 'failing'],
])('an answer of %i may be another next time: the service is %s', async (status, why) => {
  expect(await getOutcome(() => new Response(refusal, { status }))).toEqual({ kind: 'later', why })
})

test('401 closes the link; any other refusal of the service is final', async () => {
  expect(await getOutcome(() => new Response(refusal, { status: 401 }))).toEqual({ kind: 'closed' })
  const refused = { kind: 'refused', message_id: 'highway.stop.error.not_found', message: 'No such stop.' }
  for (const status of [400, 404, 409, 499]) {
    expect(await getOutcome(() => new Response(refusal, { status }))).toEqual({ ...refused, status })
  }
})

test.each([
  [403, '<html>Welcome to the hotel</html>'],
  [401, '<html>Proxy authentication</html>'],
  [401, ''],
  [404, '{"error":"no route"}'],
])('%i %s of a hotspot or a proxy is no answer of the service', async (status, text) => {
  expect(await getOutcome(() => new Response(text, { status }))).toEqual({ kind: 'later', why: 'failing' })
})

test('a line on which nothing moves for 20 seconds is given up, one that trickles is not', async () => {
  vi.useFakeTimers()
  const silent = (_address: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
  vi.stubGlobal('fetch', silent)
  const given = callService('token', getDriverPushKey, {})
  await vi.advanceTimersByTimeAsync(20_100)
  expect(await given).toEqual({ kind: 'later', why: 'offline' })

  const bytes = new TextEncoder().encode('{"key":"k"}')
  const trickle = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const byte of bytes) {
        await new Promise((resolve) => setTimeout(resolve, 15_000))
        controller.enqueue(Uint8Array.of(byte))
      }
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(trickle))
  const slow = callService('token', getDriverPushKey, {})
  await vi.advanceTimersByTimeAsync(15_000 * (bytes.length + 1))
  expect(await slow).toEqual({ kind: 'done', body: { key: 'k' } })
  vi.useRealTimers()
})
