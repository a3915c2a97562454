import { expect, test, vi } from 'vitest'
import { createService, ServiceError, type Waiting } from './service.ts'

interface Sent {
  url: string
  init: RequestInit
}

/** A fetch that returns these responses, one after another; `undefined` is a lost response. */
function scripted(...answers: (Response | undefined)[]) {
  const sent: Sent[] = []
  const fake = (async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const answer = answers[sent.length - 1]
    if (!answer) throw new TypeError('network')
    return answer
  }) as unknown as typeof fetch
  return { sent, fetch: fake }
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const planId = '65a000000000000000000001'

test('path and query parameters and the body go where they belong', async () => {
  const { sent, fetch } = scripted(json({ preview: true }))
  const service = createService({ fetch })
  await service.call('POST /app/v1/plan/{plan_id}/insert', {
    plan_id: planId,
    preview: true,
    body: { stop_ids: [planId] },
  })
  expect(sent[0]!.url).toBe(`/app/v1/plan/${planId}/insert?preview=true`)
  expect(sent[0]!.init).toMatchObject({ method: 'POST', body: `{"stop_ids":["${planId}"]}` })
})

test('a refusal is an error with its status, text and id', async () => {
  const body = { message: 'No.', message_id: 'highway.plan.error.finished' }
  const service = createService({ fetch: scripted(json(body, 400)).fetch })
  const error = await service.call('GET /v2/plan/{id}', { id: planId }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ status: 400, messageId: body.message_id, message: 'No.' })
})

test('what the caller saw goes along, and who was faster comes back in words of any script', async () => {
  const body = { message: 'Changed.', message_id: 'highway.plan.error.changed_meanwhile' }
  const headers = { 'x-changed-by': encodeURIComponent('Zoë Жук'), 'x-changed-at': '2026-03-02T08:00:00.000Z' }
  const { sent, fetch } = scripted(new Response(JSON.stringify(body), { status: 400, headers }))
  const input = { id: planId, body: { label: 'Mine' } }
  const options = { seenUpdatedAt: '2026-03-02T07:00:00.000Z' }
  const error = await createService({ fetch })
    .call('PUT /v2/plan/{id}', input, options)
    .catch((thrown) => thrown)
  expect(sent[0]!.init.headers).toMatchObject({ 'x-if-updated-at': options.seenUpdatedAt })
  expect(error).toMatchObject({ changedBy: { name: 'Zoë Жук', at: '2026-03-02T08:00:00.000Z' } })
})

test('reading is tried again after a lost answer and a 503, and the banner is told', async () => {
  const told: (Waiting | undefined)[] = []
  const { sent, fetch } = scripted(undefined, new Response(null, { status: 503 }), json({ docs: [] }))
  const service = createService({ fetch, onWaiting: (waiting) => told.push(waiting) })
  expect(await service.call('GET /v2/projects')).toEqual({ docs: [] })
  expect(sent).toHaveLength(3)
  expect(told.map((waiting) => waiting?.reason)).toEqual(['offline', 'failing', undefined])
})

test('who does not want to wait has what failed tried again at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const told: (Waiting | undefined)[] = []
    const { sent, fetch } = scripted(undefined, undefined, new Response(null, { status: 503 }), json({ docs: [] }))
    const service = createService({ fetch, onWaiting: (waiting) => told.push(waiting) })
    const read = service.call('GET /v2/projects')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(told).toMatchObject([{ tries: 1 }, { tries: 2 }, { tries: 3, until: Date.now() + 4_000 }])
    told.at(-1)!.again()
    expect(await read).toEqual({ docs: [] })
    expect(sent).toHaveLength(4)
    expect(told.at(-1)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('a change that was refused for too many calls is told as waiting until its turn, whatever is answered beside it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const told: (Waiting | undefined)[] = []
    const { fetch } = scripted(json({}, 429), json({ docs: [] }), json({ id: planId }))
    const service = createService({ fetch, onWaiting: (waiting) => told.push(waiting) })
    const change = service.call('PUT /v2/plan/{id}', { id: planId, body: { label: 'Kept' } })
    await vi.advanceTimersByTimeAsync(0)
    await service.call('GET /v2/projects')
    expect(told).toMatchObject([{ reason: 'busy', until: Date.now() + 5_000 }])
    // Retrying sooner does not help: the call would be rejected again.
    told[0]!.again()
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_000)
    await change
    expect(told.slice(1)).toEqual([undefined])
  } finally {
    vi.useRealTimers()
  }
})

test('a change is never sent twice after a lost answer', async () => {
  const { sent, fetch } = scripted(undefined, json({}))
  const call = createService({ fetch }).call('DELETE /v2/plan/{id}', { id: planId })
  await expect(call).rejects.toMatchObject({ status: 0 })
  expect(sent).toHaveLength(1)
})

test('an ended session waits for somebody to sign in, and then the same call goes out again', async () => {
  const { sent, fetch } = scripted(json({}, 401), json({ id: planId }))
  let asked = 0
  const signInAgain = async () => {
    asked += 1
  }
  await createService({ fetch, signInAgain }).call('PUT /v2/plan/{id}', { id: planId, body: { label: 'Kept' } })
  expect(asked).toBe(1)
  expect(sent.map(({ init }) => init.body)).toEqual(['{"label":"Kept"}', '{"label":"Kept"}'])
})
