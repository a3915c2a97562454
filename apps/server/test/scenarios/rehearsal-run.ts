// Several api and worker processes with a load balancer, each restarted once under load; nothing may fail meanwhile.
import { openBalancer } from './balancer.ts'
import { type Account, type Load, startLoad } from './rehearsal-load.ts'
import { type ServiceProcess, type ServiceSettings, startService } from './service-process.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

export interface RehearsalOptions {
  /** With a database address: several processes need a PostgreSQL. */
  settings: ServiceSettings
  apis: number
  workers: number
  /** Concurrent clients, in addition to two that optimize and four pages. */
  clients: number
  /** For how long all processes run before, between and after the restarts. */
  calmSeconds: number
  /** routewright.mjs of another version, which all processes begin with; each restart brings them to this one. */
  upgradeFrom?: string
  /** DRAIN_SECONDS of the api processes. */
  drainSeconds: number
  say?: (line: string) => void
}

export interface Restart {
  name: string
  /** From SIGTERM to its end. */
  stopSeconds: number
  /** From its new start until it serves. */
  startSeconds: number
  code: number | null
}

export interface RehearsalResult {
  /** Everything that must not be; empty when all is well. */
  faults: string[]
  requests: number
  failed: number
  /** Response times by kind of call, in milliseconds. */
  answers: { name: string; count: number; median: number; longest: number }[]
  /** Calls that a stopped node refused, so that the balancer asked the next one. */
  refused: number
  streams: Load['streams']
  restarts: Restart[]
  stops: number
}

interface Node {
  name: string
  role: 'api' | 'worker'
  service: ServiceProcess
}

export async function runRehearsal(options: RehearsalOptions): Promise<RehearsalResult> {
  const { say = () => {} } = options
  const receiver = await openReceiver()
  const nodes = await startNodes(options)
  const apis = nodes.filter(({ role }) => role === 'api')
  const balancer = await openBalancer(apis.map(({ service }) => service.baseUrl))
  const calm = () => new Promise((resolve) => setTimeout(resolve, options.calmSeconds * 1_000))
  const restarts: Restart[] = []
  try {
    await until('all nodes to be ready', () => balancer.ready().length === apis.length)
    const account = await prepare(apis[0]!.service, balancer.url, receiver)
    const load = await startLoad({ account, clients: options.clients, optimizers: 2, pages: 4 })
    await calm()
    for (const node of nodes) {
      const restart = await restartNode(node, options)
      if (node.role === 'api') {
        await until(`${node.name} to be ready`, () => balancer.ready().includes(node.service.baseUrl))
      }
      restarts.push(restart)
      say(`${describe(restart)}; ${load.failures.length} failed so far`)
      await calm()
    }
    const untold = await load.listUntold()
    await load.stop()
    return judge({ load, restarts, refused: balancer.refused }, [
      ...untold.map((id) => `a page was never told of stop ${id}`),
      ...(await listLost(apis[0]!.service, account, load)),
      ...(await listUndelivered(receiver, load)),
    ])
  } finally {
    await Promise.all(nodes.map(({ service }) => service.stop()))
    await balancer.close()
    await receiver.close()
  }
}

/** The first one brings the database up to date; the others follow together. */
async function startNodes(options: RehearsalOptions): Promise<Node[]> {
  const start = async (role: Node['role'], number: number) => {
    const settings = { ...options.settings, program: options.upgradeFrom }
    return { name: `${role} ${number}`, role, service: await startNode(role, { ...options, settings }) }
  }
  const first = await start('api', 1)
  const apis = Array.from({ length: options.apis - 1 }, (_, index) => start('api', index + 2))
  const workers = Array.from({ length: options.workers }, (_, index) => start('worker', index + 1))
  return [first, ...(await Promise.all([...apis, ...workers]))]
}

function startNode(
  role: Node['role'],
  { settings, drainSeconds }: RehearsalOptions,
  port = 0,
): Promise<ServiceProcess> {
  const others = { ...settings.others, ROLE: role, DRAIN_SECONDS: String(drainSeconds) }
  return startService({ ...settings, port, others })
}

async function restartNode(node: Node, options: RehearsalOptions): Promise<Restart> {
  const begun = performance.now()
  await node.service.stop()
  const ended = performance.now()
  const { code } = await node.service.command.ended()
  node.service = await startNode(node.role, options, Number(new URL(node.service.baseUrl).port))
  const startSeconds = (performance.now() - ended) / 1_000
  return { name: node.name, stopSeconds: (ended - begun) / 1_000, startSeconds, code }
}

/** The first administrator with a session, a key, and a receiver of events. */
async function prepare(service: ServiceProcess, baseUrl: string, receiver: Receiver): Promise<Account> {
  const token = service.setupUrl!.split('/').at(-1)
  const person = { email: 'rehearsal@example.test', name: 'Rehearsal', password: 'four plain words here' }
  const body = { organization: 'Rehearsal', ...person }
  const answer = await service.call('POST', `/app/v1/setup/${token}`, { body })
  const { organization } = answer.expect(201)
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0]!)
    .join('; ')
  const { key } = (await service.call('POST', '/app/v1/api_key', { headers: { cookie }, body: {} })).expect(201)
  const hook = { url: receiver.url, events: ['svc.planner.2.stop.created'] }
  ;(await service.administer('POST', '/app/v1/webhook', organization.id, hook)).expect(201)
  const { docs } = (await service.call('GET', '/v2/projects', { key })).expect(200)
  return { baseUrl, key, cookie, projectId: docs[0].id }
}

/** Acknowledged stops that are not there. */
async function listLost(service: ServiceProcess, { key }: Account, { plans }: Load): Promise<string[]> {
  const faults: string[] = []
  for (const plan of plans) {
    const stops = (await service.call('GET', `/v2/plan/${plan.id}/stops`, { key })).expect(200) as { id: string }[]
    const there = new Set(stops.map(({ id }) => id))
    for (const id of plan.stopIds) if (!there.has(id)) faults.push(`stop ${id} was acknowledged and is lost`)
    if (stops.length !== plan.stopIds.size)
      faults.push(`plan ${plan.id} has ${stops.length} stops, not ${plan.stopIds.size}`)
  }
  return faults
}

/** Stops whose creation the receiver was not told of within two minutes. */
async function listUndelivered(receiver: Receiver, { plans }: Load): Promise<string[]> {
  const missing = () => {
    const told = new Set(receiver.distinct().map(({ data }) => data.id))
    return plans.flatMap(({ stopIds }) => [...stopIds].filter((id) => !told.has(id)))
  }
  await until('all events', () => missing().length === 0, 120).catch(() => {})
  return missing().map((id) => `the event of stop ${id} never came`)
}

function judge(
  { load, restarts, refused }: Pick<RehearsalResult, 'restarts' | 'refused'> & { load: Load },
  found: readonly string[],
): RehearsalResult {
  const answers = [...load.milliseconds].map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b)
    return { name, count: all.length, median: sorted[Math.floor(all.length / 2)]!, longest: sorted.at(-1)! }
  })
  return {
    faults: [
      ...load.failures,
      ...restarts.filter(({ code }) => code !== 0).map(({ name, code }) => `${name} ended with code ${code}`),
      ...found,
    ],
    requests: answers.reduce((sum, { count }) => sum + count, 0),
    failed: load.failures.length,
    answers,
    refused,
    streams: load.streams,
    restarts,
    stops: load.plans.reduce((sum, { stopIds }) => sum + stopIds.size, 0),
  }
}

export function describe({ name, stopSeconds, startSeconds }: Restart): string {
  return `${name} ended ${stopSeconds.toFixed(1)} s after SIGTERM and served again ${startSeconds.toFixed(1)} s later`
}

async function until(what: string, isSo: () => boolean, seconds = 30): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain for ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
