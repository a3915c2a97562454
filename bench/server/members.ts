// A thousand organizations on one service, a tenth of them at work: how long their calls wait, alone and while one of the others
// calls as often as it can; whatever was acknowledged is there afterwards.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findAdminSecret } from '../../apps/server/src/frame/platform/admin-secret.ts'
import type { Serving } from './load-servers.ts'
import { createOwnDatabase } from './own-database.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    members: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
  strict: false,
})
const memberCount = Number(options.members ?? (options.quick ? 50 : 1_000))
/** Rounds with a flood and without one take turns, so that both see what else the machine does. */
const rounds = Number(options.rounds ?? (options.quick ? 1 : 4))
const roundSeconds = Number(options.seconds ?? (options.quick ? 5 : 20))
const activeCount = Math.max(1, Math.floor(memberCount / 10))
/** Of each member at work, 500 stops a day on routes of sixty. */
const routesPerMember = 8
const stopsPerRoute = 62
/** 5,000 positions a minute from 100 members. */
const positionMilliseconds = (routesPerMember * 100 * 60_000) / 5_000
/** A dispatcher looks at the plan, searches, corrects a stop and adds one, in turn; a report comes with every fourth step. */
const officeMilliseconds = 6_000
const floodConnections = 16
const target = { p99Milliseconds: 250, floodShare: 0.1 }

interface Member {
  key: string
  projectId: string
  planId: string
  stopIds: string[]
  drivers: { token: string; lat: number; sent: number }[]
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  body: any
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 })
const floodAgent = new Agent({ keepAlive: true, maxSockets: floodConnections })
const acknowledged = { stops: 0, reports: 0, positions: 0 }
const refused: string[] = []
let flooded = { calls: 0, refused: 0 }

const directory = mkdtempSync(join(tmpdir(), 'routewright-members-'))
const database = await createOwnDatabase('members')
const child = fork(new URL('./load-servers.ts', import.meta.url), ['ours', directory], {
  env: { ...process.env, DATABASE_URL: database?.url ?? '', REQUESTS_PER_MINUTE: '2000' },
})
try {
  const [{ address }] = (await once(child, 'message')) as [Serving]
  const { active, idle } = await createMembers(address)
  console.log(
    `${memberCount} organizations, ${active.length} at work with ${acknowledged.stops} stops, on ${database ? 'PostgreSQL' : 'the embedded database'}`,
  )
  const times = { alone: [] as number[], flooded: [] as number[] }
  await runRound(address, active, undefined, [])
  for (let round = 0; round < rounds; round++) {
    await runRound(address, active, undefined, times.alone)
    await runRound(address, active, idle, times.flooded)
  }
  report(times.alone, times.flooded, await countLost(address, active))
} finally {
  agent.destroy()
  floodAgent.destroy()
  child.send({ type: 'stop' })
  await once(child, 'exit')
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
}

interface Sent {
  body?: unknown
  bearer?: string | undefined
  by?: Agent
}

function send(address: string, method: string, path: string, { body, bearer, by = agent }: Sent = {}): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string | number> = {
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  }
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { method, agent: by, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text ? JSON.parse(text) : undefined }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

async function must(address: string, method: string, path: string, sent: Sent = {}) {
  const { status, body } = await send(address, method, path, sent)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

async function createMembers(address: string): Promise<{ active: Member[]; idle: Member }> {
  const bearer = findAdminSecret(directory)
  const members: Member[] = []
  for (let number = 0; number < memberCount; number++) {
    const made = await must(address, 'POST', '/app/v1/organizations', { bearer, body: { name: `Member ${number}` } })
    members.push({ key: made.api_key, projectId: made.project_id, planId: '', stopIds: [], drivers: [] })
  }
  const [idle, ...others] = members
  if (!idle) throw new Error('There is no member')
  const active = others.slice(0, activeCount)
  await Promise.all([0, 1, 2, 3].map((lane) => beginDays(address, active, lane, 4)))
  return { active, idle }
}

async function beginDays(address: string, active: readonly Member[], lane: number, lanes: number): Promise<void> {
  for (let index = lane; index < active.length; index += lanes) await beginDay(address, active[index] as Member, index)
}

/** A plan of today, whose routes are all on the road. */
async function beginDay(address: string, member: Member, number: number): Promise<void> {
  const by = `private_key=${member.key}`
  const plan = await must(address, 'POST', `/v2/plan?project_id=${member.projectId}&${by}`, { body: {} })
  member.planId = plan.id
  const body = Array.from({ length: routesPerMember }, (_, route) => newRoute(number * routesPerMember + route))
  await must(address, 'POST', `/v2/routes?plan_id=${plan.id}&${by}`, { body })
  for (const route of await must(address, 'GET', `/v2/plan/${plan.id}/routes?${by}`)) {
    acknowledged.stops += route.stops.length
    member.stopIds.push(...route.stops.map(({ id }: { id: string }) => id))
    const { public_link } = await must(address, 'POST', `/v2/route/${route.id}/dispatch?${by}`)
    const token = String(public_link).split('/d/')[1] ?? ''
    await must(address, 'POST', '/driver/v1/start', { body: {}, bearer: token })
    member.drivers.push({ token, lat: route.start_location.lat, sent: 0 })
  }
}

function newRoute(number: number): object {
  const [lat, lng] = [47 + (number % 40) * 0.02, 9 + Math.floor(number / 40) * 0.02]
  return {
    label: `Route ${number}`,
    email: `driver${number}@example.test`,
    start_location: { lat, lng },
    stops: Array.from({ length: stopsPerRoute }, (_, index) => ({
      label: `Customer ${number}-${index}`,
      external_id: `ORDER-${number}-${index}`,
      location: { lat: lat + index * 0.0005, lng },
    })),
  }
}

/** All members at work for a while, and one more that calls as often as it can, if there is one. */
async function runRound(address: string, active: Member[], flood: Member | undefined, times: number[]): Promise<void> {
  const end = performance.now() + roundSeconds * 1_000
  const isOver = () => performance.now() >= end
  const timed = async (method: string, path: string, sent: Sent = {}) => {
    const before = performance.now()
    const answer = await send(address, method, path, sent)
    times.push(performance.now() - before)
    if (answer.status >= 300) refused.push(`${method} ${path.split('?')[0]}: ${answer.status}`)
    return answer
  }
  await Promise.all([
    ...active.flatMap((member) => member.drivers.map((driver) => drive(timed, driver, isOver))),
    ...active.map((member) => work(timed, member, isOver)),
    ...(flood ? Array.from({ length: floodConnections }, () => callOften(address, flood, isOver)) : []),
  ])
}

type Timed = (method: string, path: string, sent?: Sent) => Promise<Answer>

async function drive(timed: Timed, driver: Member['drivers'][number], isOver: () => boolean): Promise<void> {
  await pause(Math.random() * positionMilliseconds)
  for (; !isOver(); await pause(positionMilliseconds)) {
    driver.sent += 1
    const position = { lat: driver.lat + driver.sent * 0.0003, lng: 9, recorded_at: new Date().toISOString() }
    const { body } = await timed('POST', '/driver/v1/positions', {
      body: { positions: [position] },
      bearer: driver.token,
    })
    acknowledged.positions += body?.accepted ?? 0
  }
}

async function work(timed: Timed, { key, planId, projectId, stopIds }: Member, isOver: () => boolean): Promise<void> {
  const by = `private_key=${key}`
  const stop = () => stopIds[Math.floor(Math.random() * stopIds.length)]
  await pause(Math.random() * officeMilliseconds)
  for (let step = Math.floor(Math.random() * 5); !isOver(); step++) {
    const predicates = [{ field: 'external_id', operator: 'eq', value: `ORDER-${step}-${step % 60}` }]
    if (step % 5 === 0) await timed('GET', `/v2/plan/${planId}?${by}`)
    if (step % 5 === 1) await timed('POST', `/v2/stops/search?project_id=${projectId}&${by}`, { body: { predicates } })
    if (step % 5 === 2) await timed('PUT', `/v2/stop/${stop()}?${by}`, { body: { comments: `Ring ${step} times` } })
    if (step % 5 === 3) {
      const { status } = await timed('POST', `/v2/stops?plan_id=${planId}&${by}`, { body: [{ label: 'New' }] })
      acknowledged.stops += status === 201 ? 1 : 0
    }
    if (step % 5 === 4) {
      const body = { type: 'service_report_attempted', comments: 'Closed', client_id: randomUUID() }
      const { status } = await timed('POST', `/v3/stop/${stop()}/report?${by}`, { body })
      acknowledged.reports += status === 201 ? 1 : 0
    }
    await pause(officeMilliseconds)
  }
}

async function callOften(address: string, { key, projectId }: Member, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const path = `/v2/plans?project_id=${projectId}&private_key=${key}`
    const { status } = await send(address, 'GET', path, { by: floodAgent })
    flooded = { calls: flooded.calls + 1, refused: flooded.refused + (status === 429 ? 1 : 0) }
  }
}

/** Compares what was acknowledged with what is there; positions only where the database can be asked. */
async function countLost(address: string, active: readonly Member[]): Promise<string[]> {
  const found = { stops: 0, reports: 0, positions: acknowledged.positions }
  for (const { planId, key } of active) {
    const stops: { reports: object[] }[] = await must(address, 'GET', `/v2/plan/${planId}/stops?private_key=${key}`)
    found.stops += stops.length
    found.reports += stops.reduce((sum, { reports }) => sum + reports.length, 0)
  }
  const counted = await database?.query.query('select count(*)::int as count from positions')
  if (counted) found.positions = counted.rows[0].count
  return (['stops', 'reports', 'positions'] as const).flatMap((name) =>
    found[name] === acknowledged[name] ? [] : [`${name}: ${found[name]} of ${acknowledged[name]}`],
  )
}

function report(alone: number[], withFlood: number[], lost: string[]): void {
  const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
  const mean = (times: number[]) => times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length)
  const row = (times: number[]) => ({
    calls: times.length,
    'calls/s': Math.round(times.length / (rounds * roundSeconds)),
    'mean ms': Number(mean(times).toFixed(1)),
    'p50 ms': Number(at(times, 0.5).toFixed(1)),
    'p99 ms': Number(at(times, 0.99).toFixed(1)),
  })
  console.table({ alone: row(alone), 'beside a flood': row(withFlood) })
  const dearer = mean(withFlood) / mean(alone) - 1
  const p99 = at(alone, 0.99)
  console.log(`flood              ${flooded.calls} calls, ${flooded.refused} of them refused with 429
costs the others   ${(dearer * 100).toFixed(0)} % of their mean (target ≤ ${target.floodShare * 100} %)
p99 alone          ${p99.toFixed(0)} ms (target ≤ ${target.p99Milliseconds} ms)
refused or wrong   ${refused.length} ${refused.slice(0, 3).join('; ')}
lost or doubled    ${lost.length} ${lost.join('; ')}`)
  if (lost.length + refused.length > 0 || p99 > target.p99Milliseconds || dearer > target.floodShare)
    process.exitCode = 1
}
