// The requests of the mixed load, and the servers that they are sent to, each in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { ServerKind, Serving, Used } from './load-servers.ts'

const planCount = 20
const routesPerPlan = 2
const stopsPerRoute = 20
const stopsWithoutRoute = 10

export interface Server extends Serving {
  process: ChildProcess
  /** The keys that take turns; searches, which have a cap per key, take turns with all. */
  usedKeys: string[]
  agent: Agent
  planIds: string[]
  /** Plans that ten stops at a time are added to; nothing reads them, so what is read stays as large as it was. */
  growingPlanIds: string[]
  stopIds: string[]
  /** Ids of stops on a route. */
  routedStopIds: string[]
  used(): Promise<Used>
}

/** Shares in a hundred requests. In both two thirds or more read. */
export const mixes = {
  /** Small calls by many programs. */
  own: {
    listPlans: 12,
    getStop: 32,
    listPlanStops: 9,
    listPlanRoutes: 9,
    searchStops: 5,
    createStop: 10,
    updateStop: 12,
    report: 8,
    createPlan: 3,
  },
  /** What somebody who tries the service out sends, all by one key: whole plans and ten stops at once among it. */
  outsider: {
    getStop: 25,
    searchStops: 15,
    listPlans: 15,
    getPlan: 10,
    createTenStops: 10,
    updateStop: 15,
    report: 10,
  },
} satisfies Record<string, Record<string, number>>
export type MixName = keyof typeof mixes
export type Kind = keyof typeof mixes.own | keyof typeof mixes.outsider
export const kindsOfRequests = [...new Set(Object.values(mixes).flatMap((mix) => Object.keys(mix)))] as Kind[]

/** The kinds of a mix, each as often as its share in a hundred. */
export function listKindsByShare(name: MixName): Kind[] {
  return Object.entries(mixes[name]).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind))
}

/** How a server is started: its connections, and options of Node for its process. */
interface StartOptions {
  connections: number
  execArgv?: string[]
  /** Whether everything but searches is sent by one key. */
  oneKey?: boolean
}

export async function startServer(kind: ServerKind, directory: string, options: StartOptions): Promise<Server> {
  const { connections, execArgv = process.execArgv, oneKey } = options
  const child = fork(new URL('./load-servers.ts', import.meta.url), [kind, directory], { execArgv })
  const [serving] = (await once(child, 'message')) as [Serving]
  const used = async () => {
    const answer = once(child, 'message') as Promise<[Used]>
    child.send({ type: 'used' })
    return (await answer)[0]
  }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const server = {
    ...serving,
    process: child,
    usedKeys: oneKey ? serving.keys.slice(0, 1) : serving.keys,
    agent,
    planIds: [],
    growingPlanIds: [],
    stopIds: [],
    routedStopIds: [],
    used,
  } as Server
  try {
    for (let plan = 0; plan < planCount; plan++) {
      await makePlan(server, plan)
      server.growingPlanIds.push((await make(server, 'POST', planPath(server), { label: `Growing ${plan}` })).id)
    }
  } catch (error) {
    // Nobody knows of it yet who could stop it, and it would keep the command from ending.
    child.kill()
    throw error
  }
  return server
}

export async function stopServer(server: Server): Promise<void> {
  server.agent.destroy()
  server.process.send({ type: 'stop' })
  await once(server.process, 'exit')
}

/** A plan with stops on routes, which are reported on, and others. */
async function makePlan(server: Server, number: number): Promise<void> {
  const { id } = await make(server, 'POST', planPath(server), { label: `Plan ${number}` })
  server.planIds.push(id)
  const routes = Array.from({ length: routesPerPlan }, (_, index) => ({ label: `Route ${index}` }))
  for (const route of await make(server, 'POST', `/v2/routes?plan_id=${id}`, routes)) {
    const stopIds = await makeStops(server, id, stopsPerRoute)
    await make(server, 'PUT', `/v2/route/${route.id}/stops`, { stops: stopIds })
    server.routedStopIds.push(...stopIds)
    server.stopIds.push(...stopIds)
  }
  server.stopIds.push(...(await makeStops(server, id, stopsWithoutRoute)))
}

const planPath = (server: Server) => `/v2/plan?project_id=${server.project_id}`

async function make(server: Server, method: string, path: string, body: object) {
  const { status, text } = await send(server, method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return JSON.parse(text)
}

let stopNumber = 0

async function makeStops(server: Server, planId: string, count: number): Promise<string[]> {
  const stops: { id: string }[] = await make(server, 'POST', `/v2/stops?plan_id=${planId}`, newStops(count, stopNumber))
  stopNumber += count
  return stops.map(({ id }) => id)
}

const newStops = (count: number, first: number) => Array.from({ length: count }, (_, index) => newStop(first + index))

function newStop(number: number): object {
  return {
    external_id: `ORDER-${number}`,
    label: `Customer ${number}`,
    location: { lat: 47 + (number % 1_000) / 10_000, lng: 9.5, city: 'Vaduz' },
  }
}

let keyIndex = 0

/** Without a key in particular, by the next one that all requests share in turn. */
function send(
  server: Server,
  method: string,
  path: string,
  body?: object,
  key = server.usedKeys[keyIndex++ % server.usedKeys.length],
): Promise<{ status: number; text: string }> {
  const url = `${server.address}${path}${path.includes('?') ? '&' : '?'}private_key=${key}`
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers =
    payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: server.agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** A generator with a seed: both servers get the same requests. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Sends a request of the kind, about records that `random` picks. */
export function sendOne(server: Server, random: () => number, kind: Kind): Promise<{ status: number; text: string }> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const stop = `/v2/stop/${pick(server.stopIds)}`
  const planId = pick(server.planIds)
  const number = Math.floor(random() * 1_000_000)
  switch (kind) {
    case 'listPlans':
      return send(server, 'GET', '/v2/plans')
    case 'getStop':
      return send(server, 'GET', stop)
    case 'listPlanStops':
      return send(server, 'GET', `/v2/plan/${planId}/stops`)
    case 'getPlan':
      return send(server, 'GET', `/v2/plan/${planId}`)
    case 'listPlanRoutes':
      return send(server, 'GET', `/v2/plan/${planId}/routes`)
    case 'searchStops': {
      const predicates = [{ field: 'external_id', operator: 'eq', value: `ORDER-${number % 1_000}` }]
      const key = server.keys[keyIndex++ % server.keys.length]!
      return send(server, 'POST', `/v2/stops/search?project_id=${server.project_id}`, { predicates }, key)
    }
    case 'createStop':
      return send(server, 'POST', `/v2/stops?plan_id=${planId}`, [newStop(number)])
    case 'createTenStops':
      return send(server, 'POST', `/v2/stops?plan_id=${pick(server.growingPlanIds)}`, newStops(10, number))
    case 'updateStop':
      return send(server, 'PUT', stop, { comments: `Ring ${number} times` })
    case 'report': {
      const report = { type: 'service_report_attempted', comments: `Nobody opened at the ${number}. ring` }
      return send(server, 'POST', `/v3/stop/${pick(server.routedStopIds)}/report`, report)
    }
    case 'createPlan':
      return send(server, 'POST', `/v2/plan?project_id=${server.project_id}`, { label: `Plan ${number}` })
  }
}
