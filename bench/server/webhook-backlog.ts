// How fast one receiver gets a backlog: many events made at once, told to one subscription, counted where they arrive.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Serving } from './served.ts'
import { startWebhookServer } from './webhook-process.ts'

/** Stops of one call. */
const bulkSize = 1_000
/** A delivery that is missing this long after the last call counts as lost. */
const patienceMilliseconds = 300_000

export interface BacklogOptions {
  events: number
  /** Delay of the receiver's responses. */
  answerMilliseconds: number
}

export interface BacklogResult {
  /** Arrived since the last call was answered, and how long it took until the last of them. */
  events: number
  seconds: number
  lost: number
  doubled: number
  /** The most calls that the receiver had open at once. */
  atOnce: number
}

export async function measureBacklog({ events, answerMilliseconds }: BacklogOptions): Promise<BacklogResult> {
  const receiver = await startReceiver(answerMilliseconds)
  const service = await startWebhookServer(receiver.url, 1)
  try {
    await makeEvents(service.serving, events)
    const begun = performance.now()
    const before = receiver.seen.size
    while (receiver.seen.size < events && performance.now() < begun + patienceMilliseconds) await pause(20)
    const seconds = (performance.now() - begun) / 1_000
    const doubled = [...receiver.seen.values()].filter((times) => times > 1).length
    const { size } = receiver.seen
    return { events: size - before, seconds, lost: events - size, doubled, atOnce: receiver.atOnce() }
  } finally {
    await service.stop()
    receiver.close()
  }
}

async function startReceiver(answerMilliseconds: number) {
  const seen = new Map<string, number>()
  let open = 0
  let most = 0
  const server = createServer(async (request, response) => {
    open += 1
    most = Math.max(most, open)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { event_id, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
      event_id: string
      data: { id: string }
    }
    const name = `${event_id} ${data.id}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    if (answerMilliseconds > 0) await pause(answerMilliseconds)
    open -= 1
    response.end()
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    atOnce: () => most,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Stops without a plan, each an event of its own. */
async function makeEvents({ address, key, project_id }: Serving, count: number): Promise<void> {
  const url = `${address}/v2/stops?project_id=${project_id}&private_key=${key}`
  const headers = { 'content-type': 'application/json' }
  for (let made = 0; made < count; made += bulkSize) {
    const stops = Array.from({ length: Math.min(bulkSize, count - made) }, (_, index) => ({
      label: `Stop ${made + index}`,
      location: { lat: 47.14, lng: 9.52 },
    }))
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(stops) })
    if (status !== 201) throw new Error(`POST /v2/stops answered ${status}`)
  }
}
