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
  agent: Agent
  planIds: string[]
  stopIds: string[]
  /** Ids of stops on a route. */
  routedStopIds: string[]
  used(): Promise<Used>
}

/** Shares in a hundred requests: two thirds read. */
const mix = {
  listPlans: 12,
  getStop: 32,
  listPlanStops: 9,
  listPlanRoutes: 9,
  searchStops: 5,
  createStop: 10,
  updateStop: 12,
  report: 8,
  createPlan: 3,
}
export type Kind = keyof typeof mix
export const kindsOfRequests = Object.keys(mix) as Kind[]
const kindsByShare = Object.entries(mix).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind))

/** How a server is started: its connections, and options of Node for its process. */
interface StartOptions {
  connections: number
  execArgv?: string[]
}

export async function startServer(kind: ServerKind, directory: string, options: StartOptions): Promise<Server> {
  const { connections, execArgv = process.execArgv } = options
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
    agent,
    planIds: [],
    stopIds: [],
    routedStopIds: [],
    used,
  } as Server
  try {
    for (let plan = 0; plan < planCount; plan++) await makePlan(server, plan)
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
  const make = async (method: string, path: string, body: object) => {
    const { status, text } = await send(server, method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const { id } = await make('POST', `/v2/plan?project_id=${server.project_id}`, { label: `Plan ${number}` })
  server.planIds.push(id)
  const routes = Array.from({ length: routesPerPlan }, (_, index) => ({ label: `Route ${index}` }))
  for (const route of await make('POST', `/v2/routes?plan_id=${id}`, routes)) {
    const stopIds = await makeStops(make, id, stopsPerRoute)
    await make('PUT', `/v2/route/${route.id}/stops`, { stops: stopIds })
    server.routedStopIds.push(...stopIds)
    server.stopIds.push(...stopIds)
  }
  server.stopIds.push(...(await makeStops(make, id, stopsWithoutRoute)))
}

let stopNumber = 0

async function makeStops(
  make: (method: string, path: string, body: object) => Promise<{ id: string }[]>,
  planId: string,
  count: number,
): Promise<string[]> {
  const stops = Array.from({ length: count }, () => newStop(stopNumber++ % 1_000))
  return (await make('POST', `/v2/stops?plan_id=${planId}`, stops)).map(({ id }) => id)
}

function newStop(number: number): object {
  return {
    external_id: `ORDER-${number}`,
    label: `Customer ${number}`,
    location: { lat: 47 + (number % 1_000) / 10_000, lng: 9.5, city: 'Vaduz' },
  }
}

let keyIndex = 0

function send(server: Server, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const key = server.keys[keyIndex++ % server.keys.length]!
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

/** A request of the kind, or of any by their shares. */
export function sendOne(server: Server, random: () => number, kind?: Kind): Promise<{ status: number; text: string }> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const stop = `/v2/stop/${pick(server.stopIds)}`
  const planId = pick(server.planIds)
  const number = Math.floor(random() * 1_000_000)
  switch (kind ?? pick(kindsByShare)) {
    case 'listPlans':
      return send(server, 'GET', '/v2/plans')
    case 'getStop':
      return send(server, 'GET', stop)
    case 'listPlanStops':
      return send(server, 'GET', `/v2/plan/${planId}/stops`)
    case 'listPlanRoutes':
      return send(server, 'GET', `/v2/plan/${planId}/routes`)
    case 'searchStops': {
      const predicates = [{ field: 'external_id', operator: 'eq', value: `ORDER-${number % 1_000}` }]
      return send(server, 'POST', `/v2/stops/search?project_id=${server.project_id}`, { predicates })
    }
    case 'createStop':
      return send(server, 'POST', `/v2/stops?plan_id=${planId}`, [newStop(number)])
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
