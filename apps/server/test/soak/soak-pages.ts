// Open pages of the planner: each follows its plan by the live stream, reads the board as the page does, shows what it has
// selected, and is closed and opened anew now and then.
import { Agent, get, type IncomingMessage } from 'node:http'
import { ask, type Ground, wait } from './soak-ground.ts'

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })

/** One page until the run is over; `planNow` tells the plan that its dispatcher looks at. */
export async function keepPageOpen(ground: Ground, planNow: () => string | undefined): Promise<void> {
  while (Date.now() < ground.end) {
    const planId = planNow()
    if (planId) await lookAtPlan(ground, planId, planNow)
    else if (!(await wait(ground, 200))) return
  }
}

async function lookAtPlan(ground: Ground, planId: string, planNow: () => string | undefined): Promise<void> {
  const { service, cookie, size, random } = ground
  const stream = await openStream(ground, planId)
  if (!stream) return void (await wait(ground, 2_000))
  const headers = { cookie, origin: service.baseUrl }
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `/app/v1/plan/${planId}${path}`, { headers, body })
  const board = await ask(ground, 'page: board', 200, call('GET', '/board'))
  const ids: string[] = (board?.stops ?? []).map(({ id }: { id: string }) => id)
  const closesAt = Date.now() + size.pageSeconds * 1_000 * (0.5 + random())
  const isOpen = () => planNow() === planId && Date.now() < closesAt && !stream.isOver
  while (isOpen() && (await wait(ground, Math.min(20_000, size.pageSeconds * 250) * (0.5 + random())))) {
    if (!isOpen() || ids.length === 0) continue
    const body = { viewer_id: stream.viewerId, stop_ids: [ids[Math.floor(random() * ids.length)]] }
    await ask(ground, 'page: presence', 200, call('PUT', '/presence', body))
  }
  // The service ends the streams of a plan that is deleted, and those only.
  if (stream.isOver && planNow() === planId && Date.now() < ground.end && !stream.wasEnded)
    ground.faults.add(`a page's stream broke off`)
  stream.close()
}

interface Stream {
  viewerId: string
  isOver: boolean
  /** True when the service ended it and said so. */
  wasEnded: boolean
  close(): void
}

/** Resolves once the stream has said who the page is. */
async function openStream(ground: Ground, planId: string): Promise<Stream | undefined> {
  const url = `${ground.service.baseUrl}/app/v1/plan/${planId}/live`
  ground.counts.set('page: opened', (ground.counts.get('page: opened') ?? 0) + 1)
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { cookie: ground.cookie } })
    const stream: Stream = { viewerId: '', isOver: false, wasEnded: false, close: () => request.destroy() }
    const fail = (why: string) => {
      if (!stream.viewerId) ground.faults.add(`a page's stream did not open: ${why}`)
      stream.isOver = true
      resolve(undefined)
    }
    request.on('error', ({ message }) => fail(message))
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        request.destroy()
        return fail(`status ${response.statusCode}`)
      }
      follow(ground, response, stream, () => resolve(stream))
      response.on('close', () => fail('it was closed at once'))
    })
  })
}

function follow(ground: Ground, response: IncomingMessage, stream: Stream, onHello: () => void): void {
  response.on('error', () => {})
  let beginning = ''
  response.setEncoding('utf8').on('data', (text: string) => {
    ground.counts.set('page: kilobytes', (ground.counts.get('page: kilobytes') ?? 0) + text.length / 1_000)
    if (text.includes('event: end')) stream.wasEnded = true
    if (stream.viewerId) return
    beginning += text
    // News of other viewers may come before it.
    stream.viewerId = /event: hello\ndata: {"viewer_id":"(\w+)"/.exec(beginning)?.[1] ?? ''
    if (stream.viewerId) onHello()
  })
}
