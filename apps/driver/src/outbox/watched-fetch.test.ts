import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchedFetch } from './watched-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns an object with the present outcome of the call. */
function follow(call: Promise<Response>): { outcome: string } {
  const seen = { outcome: 'open' }
  call.then(
    (answer) => Object.assign(seen, { outcome: String(answer.status) }),
    (error: Error) => Object.assign(seen, { outcome: error.message }),
  )
  return seen
}

describe('in the worker, which does not see how an upload moves', () => {
  const send = (init: RequestInit) => follow(watchedFetch('/pictures', init))

  beforeEach(() => {
    vi.stubGlobal(
      'fetch',
      (_address: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
    )
  })

  test.each([
    ['nothing', {}, 20_000],
    ['20,000 letters', { body: 'x'.repeat(20_000) }, 30_000],
  ])('%s may take as long as a very slow line needs for it, and 20 seconds', async (_, init, milliseconds) => {
    const sending = send(init)
    await vi.advanceTimersByTimeAsync(milliseconds - 100)
    expect(sending.outcome).toBe('open')
    await vi.advanceTimersByTimeAsync(200)
    expect(sending.outcome).toBe('The line does not answer.')
  })

  test('of a form its texts and its files count', async () => {
    const body = new FormData()
    body.set('words', 'x'.repeat(2_000))
    body.set('photo', new Blob([new Uint8Array(4_000)]))
    const sending = send({ body })
    await vi.advanceTimersByTimeAsync(22_900)
    expect(sending.outcome).toBe('open')
    await vi.advanceTimersByTimeAsync(200)
    expect(sending.outcome).toBe('The line does not answer.')
  })

  test('an answer without a body is one', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204, headers: { etag: 'a' } }))
    const answer = await watchedFetch('/start')
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([204, 'a', ''])
  })
})

describe('in a page, which sees each piece of an upload', () => {
  let request: FakeRequest
  class FakeRequest {
    upload: { onprogress?: () => void } = {}
    status = 201
    response = new TextEncoder().encode('{"id":"p"}').buffer
    sentHeaders: string[] = []
    onload = () => {}
    onabort = () => {}
    onerror = () => {}
    constructor() {
      request = this
    }
    open() {}
    send() {}
    setRequestHeader(name: string, value: string) {
      this.sentHeaders.push(`${name}: ${value}`)
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-time: 08:00: right\r\n'
    }
    abort() {
      this.onabort()
    }
  }
  beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
  const send = () => watchedFetch('/pictures', { method: 'POST', headers: { 'x-key': 'k' }, body: 'x'.repeat(90_000) })

  test('it goes on as long as something moves, and is given up 20 seconds after the last piece', async () => {
    const sending = follow(send())
    for (let piece = 0; piece < 5; piece += 1) {
      await vi.advanceTimersByTimeAsync(19_000)
      request.upload.onprogress!()
    }
    await vi.advanceTimersByTimeAsync(19_900)
    expect(sending.outcome).toBe('open')
    await vi.advanceTimersByTimeAsync(200)
    expect(sending.outcome).toBe('The line does not answer.')
  })

  test('the answer has status, headers and body, and nobody watches any more', async () => {
    const sending = send()
    request.onload()
    const answer = await sending
    expect(request.sentHeaders).toEqual(['x-key: k'])
    expect(answer.status).toBe(201)
    expect([...answer.headers]).toEqual([
      ['content-type', 'application/json'],
      ['x-time', '08:00: right'],
    ])
    expect(await answer.json()).toEqual({ id: 'p' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a lost line is told as one', async () => {
    const sending = follow(send())
    request.onerror()
    await vi.advanceTimersByTimeAsync(0)
    expect(sending.outcome).toBe('The line does not answer.')
    expect(vi.getTimerCount()).toBe(0)
  })
})
