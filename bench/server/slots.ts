// How long an offer of slots takes, asked over HTTP from another process: days × windows against booked stops and vans.
// `npm run bench -- slots`; with DATABASE_URL on PostgreSQL. `--per-day 1000` books so many stops on each day, `--stops` in all.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CpuUsed, Serving } from './served.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Booked stops over all days. */
    stops: { type: 'string' },
    /** Booked stops of each day. */
    'per-day': { type: 'string' },
    vans: { type: 'string' },
    days: { type: 'string' },
    /** Number of first days with plans; the others have the usual fleet. */
    planned: { type: 'string' },
    runs: { type: 'string' },
    /** An OpenStreetMap extract instead of straight lines. */
    extract: { type: 'string' },
    /** Middle of the places, and how far they lie around it, degrees. */
    lat: { type: 'string' },
    lng: { type: 'string' },
    spread: { type: 'string' },
  },
  strict: false,
})
const number = (name: keyof typeof options, usual: number) => Number(options[name] ?? usual)
const days = number('days', 14)
const planned = number('planned', days)
const perDay = number('per-day', Math.ceil(number('stops', options.quick ? 280 : 1_000) / Math.max(1, planned)))
const vans = number('vans', options.quick ? 10 : 40)
const runs = number('runs', options.quick ? 5 : 60)
const middle = { lat: number('lat', 41.16), lng: number('lng', -8.61) }
const spread = number('spread', 0.12)
const hour = 3_600
const windows = Array.from({ length: 8 }, (_, index) => [(8 + index) * hour, (10 + index) * hour] as [number, number])

let firstPlan = ''

/** The same numbers in [0, 1) every time (a linear congruential generator). */
let state = 20_261_124
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const place = () => ({
  lat: middle.lat + (random() - 0.5) * 2 * spread,
  lng: middle.lng + (random() - 0.5) * 2 * spread,
})

const directory = mkdtempSync(join(tmpdir(), 'routewright-slots-'))
const given = typeof options.extract === 'string' ? [options.extract] : []
const child = fork(new URL('./slot-server.ts', import.meta.url), [directory, ...given])
try {
  const [serving] = (await once(child, 'message')) as [Serving]
  const call = createCaller(serving)
  await book(call, serving.project_id)
  console.log(
    `${days} days × ${windows.length} windows, ${planned} of the days with a plan of ${perDay} stops on ${vans} vans, ` +
      `${process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database'}, ${given.length > 0 ? 'roads' : 'straight lines'}`,
  )
  await measure('first question, nothing known', 1, call, serving.project_id)
  await measure('another place, one after the other', runs, call, serving.project_id)
  await measure('the same place again', Math.ceil(runs / 3), call, serving.project_id, place())
  await measure(
    'another place, a stop added before each',
    Math.ceil(runs / 3),
    call,
    serving.project_id,
    undefined,
    true,
  )
} finally {
  if (child.connected) {
    child.send({ type: 'stop' })
    await once(child, 'exit')
  }
  rmSync(directory, { recursive: true, force: true })
}

type Call = (method: string, path: string, body?: object) => Promise<{ body: Answer; milliseconds: number }>
// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type Answer = any

/** Vans and days: the stops of each day have one of the windows, and the optimizer puts them on the routes. */
async function book(call: Call, projectId: string): Promise<void> {
  const zoned = {
    default_start_location: middle,
    default_end_location: middle,
    default_time_window: [7 * hour, 19 * hour],
  }
  const fleet = Array.from({ length: vans }, (_, index) => ({ ...zoned, label: `Van ${index + 1}` }))
  await call('POST', `/v2/vehicles?project_id=${projectId}`, fleet)
  for (let day = 0; day < planned; day++) {
    const stops = Array.from({ length: perDay }, () => ({
      location: place(),
      duration: 300,
      weight: 5,
      time_windows: [windows[Math.floor(random() * windows.length)]!],
    }))
    const { body: plan } = await call('POST', `/v2/plan?project_id=${projectId}`, {
      execution_date: getDate(day + 1),
      optimizer_config: { time_limit_seconds: 3, max_wait_time: 6 * hour },
    })
    await call('POST', `/v2/stops?plan_id=${plan.id}`, stops)
    const { body: optimized } = await call('POST', `/v2/plan/${plan.id}/optimize`)
    if (!optimized) throw new Error('the plan was not optimized')
    firstPlan ||= plan.id
  }
}

function getDate(day: number): string {
  return new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
}

async function measure(
  name: string,
  count: number,
  call: Call,
  projectId: string,
  where?: { lat: number; lng: number },
  hasChanges = false,
): Promise<void> {
  const taken: number[] = []
  let fitting = 0
  const cpuBefore = await usedCpu()
  for (let run = 0; run < count; run++) {
    if (hasChanges) await call('POST', `/v2/stops?plan_id=${firstPlan}`, [{ location: place(), duration: 300 }])
    const stop = { location: where ?? place(), duration: 300, weight: 5 }
    const query = { stop, windows, from: getDate(1), to: getDate(days), most: 20 }
    const { body, milliseconds } = await call('POST', `/app/v1/project/${projectId}/slots`, query)
    taken.push(milliseconds)
    fitting += body.fitting
  }
  const cpu = ((await usedCpu()) - cpuBefore) / count
  taken.sort((a, b) => a - b)
  const at = (share: number) => `${taken[Math.min(count - 1, Math.floor(count * share))]!.toFixed(0)} ms`.padStart(8)
  const share = Math.round((100 * fitting) / (count * days * windows.length))
  console.log(
    `${name.padEnd(44)} p50 ${at(0.5)}  p95 ${at(0.95)}  ${cpu.toFixed(0)} ms CPU  ${share} % of the windows fit`,
  )
}

async function usedCpu(): Promise<number> {
  const answer = once(child, 'message') as Promise<[CpuUsed]>
  child.send({ type: 'cpu' })
  return (await answer)[0].cpuMilliseconds
}

function createCaller({ address, key }: Serving): Call {
  const agent = new Agent({ keepAlive: true })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const url = new URL(path, address)
      url.searchParams.set('private_key', key)
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      const sent = request(url, { method, agent, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const milliseconds = performance.now() - started
          const whole = Buffer.concat(parts).toString()
          if ((answer.statusCode ?? 500) >= 300) return reject(new Error(`${method} ${path}: ${whole.slice(0, 300)}`))
          resolve({ body: whole ? JSON.parse(whole) : undefined, milliseconds })
        })
      })
      sent.on('error', reject)
      sent.end(text)
    })
}
