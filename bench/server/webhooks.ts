// How long events are under way to many receivers on one host, one of which never responds: from the beginning of the call
// that made the event, which is before its commit, to its arrival. And how fast one receiver gets a backlog.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { databaseUrl, type Serving } from './served.ts'
import { measureBacklog } from './webhook-backlog.ts'
import { startWebhookServer } from './webhook-process.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Subscriptions; the first one's receiver never responds. */
    endpoints: { type: 'string' },
    /** Events in all, and how many of them a second. */
    events: { type: 'string' },
    rate: { type: 'string' },
    /** Events of the backlog, and the delay of its receiver; 0 events leave it out. */
    backlog: { type: 'string' },
    answer: { type: 'string', default: '15' },
  },
  strict: false,
})
const endpointCount = Number(options.endpoints ?? 50)
const eventCount = Number(options.events ?? (options.quick ? 20 : 141))
const eventsPerSecond = Number(options.rate ?? 2)
const backlogEvents = Number(options.backlog ?? (options.quick ? 2_000 : 10_000))
const targetMilliseconds = 2_000
/** A delivery that is missing this long after the last event counts as lost. */
const patienceMilliseconds = 120_000

const delays: number[] = []
const seen = new Map<string, number>()
const healthyDeliveries = (endpointCount - 1) * eventCount
if (endpointCount > 0) await measureMany()
if (backlogEvents > 0) await tellBacklog(Number(options.answer))

async function measureMany(): Promise<void> {
  const receiver = await startReceiver()
  const service = await startWebhookServer(receiver.url, endpointCount)
  try {
    await makeEvents(service.serving)
    const end = Date.now() + patienceMilliseconds
    while (seen.size < healthyDeliveries && Date.now() < end) await pause(50)
    tell()
  } finally {
    await service.stop()
    receiver.close()
  }
}

async function tellBacklog(answerMilliseconds: number): Promise<void> {
  const result = await measureBacklog({ events: backlogEvents, answerMilliseconds })
  const { events, seconds, lost, doubled, atOnce } = result
  console.log(`a backlog of ${events} events to one receiver that answers after ${answerMilliseconds} ms`)
  console.log(`${(events / seconds).toFixed(0)} a second, all in ${seconds.toFixed(1)} s, at most ${atOnce} at once`)
  console.log(`lost ${lost}, doubled ${doubled}: ${lost === 0 ? 'good' : 'MISSED'}`)
  if (lost > 0) process.exitCode = 1
}

/** Its first path never responds. */
async function startReceiver() {
  const server = createServer(async (request, response) => {
    const arrived = Date.now()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url === '/0') return
    response.end()
    const event = JSON.parse(Buffer.concat(chunks).toString()) as { created_at: string; data: { id: string } }
    const name = `${request.url} ${event.data.id}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    if (times === 1) delays.push(arrived - Date.parse(event.created_at))
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One stop after the other, each an event. */
async function makeEvents({ address, key, project_id }: Serving): Promise<void> {
  const begun = Date.now()
  const url = `${address}/v2/stops?project_id=${project_id}&private_key=${key}`
  const headers = { 'content-type': 'application/json' }
  for (let event = 0; event < eventCount; event++) {
    await pause(Math.max(0, begun + (event * 1_000) / eventsPerSecond - Date.now()))
    const body = JSON.stringify([{ label: `Stop ${event}`, location: { lat: 47.14, lng: 9.52 } }])
    const { status } = await fetch(url, { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`POST /v2/stops answered ${status}`)
  }
}

function tell(): void {
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
  const doubled = [...seen.values()].filter((times) => times > 1).length
  const lost = healthyDeliveries - seen.size
  const p99 = at(0.99)
  const isGood = lost === 0 && p99 <= targetMilliseconds
  console.log(
    `${endpointCount} subscriptions to one host, the first never answers; ${databaseUrl ? 'PostgreSQL' : 'embedded database'}`,
  )
  console.log(`${eventCount} events, ${eventsPerSecond} a second: ${healthyDeliveries} deliveries to the others`)
  console.log(`p50 ${at(0.5)} ms, p99 ${p99} ms (goal ${targetMilliseconds}), longest ${delays.at(-1)} ms`)
  console.log(`lost ${lost}, doubled ${doubled}: ${isGood ? 'good' : 'MISSED'}`)
  if (!isGood) process.exitCode = 1
}
