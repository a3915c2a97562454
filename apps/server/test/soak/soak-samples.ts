// How much the service holds, looked at again and again, and whether that is the same at the end as when it had warmed up.
import { request } from 'node:http'
import type { ServiceProcess } from '../scenarios/service-process.ts'
import type { ProbeReading } from './memory-probe.ts'

/** One look. Bytes, counts, percent of one processor core since the look before. */
export interface Sample {
  minute: number
  rss: number
  heapUsed: number
  external: number
  arrayBuffers: number
  handles: number
  sockets: number
  connections: number
  waitingForConnection: number
  jobsDue: number
  webhooksDue: number
  processorPercent: number
}

/** How far the last quarter may lie above the second one. */
export const flatShare = 0.05

/** Starts sampling; `take` returns the next sample. */
export function createSampler(service: ServiceProcess, socketPath: string, metricsToken: string) {
  const begun = Date.now()
  let last = { at: begun, processorSeconds: 0 }
  return async function take(): Promise<Sample> {
    const metrics = await readMetrics(service, metricsToken)
    const probe = await readProbe(socketPath)
    const { handles, processorSeconds, ...memory } = probe
    const now = Date.now()
    const percent = (100 * (processorSeconds - last.processorSeconds)) / Math.max(0.001, (now - last.at) / 1_000)
    last = { at: now, processorSeconds }
    return {
      minute: (now - begun) / 60_000,
      ...memory,
      handles: Object.values(handles).reduce((sum, count) => sum + count, 0),
      sockets: (handles.TCPSocketWrap ?? 0) + (handles.TCPSERVERWRAP ?? 0),
      connections: metrics('database_connections', 'state="total"'),
      waitingForConnection: metrics('database_connections', 'state="waiting"'),
      jobsDue: metrics('backlog_due') - metrics('backlog_due', 'queue="webhooks"'),
      webhooksDue: metrics('backlog_due', 'queue="webhooks"'),
      processorPercent: percent,
    }
  }
}

/** Sum of a measurement's lines, of those only that carry the label. */
async function readMetrics(service: ServiceProcess, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await service.call('GET', '/metrics', { headers })
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`)
  const lines = answer.text.split('\n')
  return (name: string, label = '') =>
    lines
      .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

function readProbe(socketPath: string): Promise<ProbeReading> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/' }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(JSON.parse(text) as ProbeReading))
    })
    asking.on('error', reject)
    asking.end()
  })
}

/** One line of the judgement. */
export interface Level {
  what: string
  /** Median of the second and of the last quarter. */
  before: number
  after: number
  isFlat: boolean
  /** Whether growing is a fault; the parts of the memory are shown only. */
  isJudged: boolean
}

/** Memory by its whole and its heap, and whatever must not pile up. Fewer than eight samples tell nothing, and are judged so. */
export function judgeLevels(samples: readonly Sample[]): Level[] {
  const quarter = Math.floor(samples.length / 4)
  if (quarter < 2) return []
  const second = samples.slice(quarter, 2 * quarter)
  const fourth = samples.slice(-quarter)
  const level = (what: keyof Sample, isJudged: boolean, slack = 0): Level => {
    const [before, after] = [median(second, what), median(fourth, what)]
    return { what, before, after, isFlat: after <= before * (1 + flatShare) + slack, isJudged }
  }
  return [
    level('rss', true),
    level('heapUsed', true),
    level('external', false),
    level('arrayBuffers', false),
    // Pages and drivers come and go: some more or fewer are open at any moment.
    level('handles', true, 10),
    level('connections', true, 2),
    level('jobsDue', true, 5),
    level('webhooksDue', false),
    level('processorPercent', false),
  ]
}

function median(samples: readonly Sample[], what: keyof Sample): number {
  const values = samples.map((sample) => sample[what]).sort((a, b) => a - b)
  const middle = Math.floor(values.length / 2)
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2
}
