// A long hostile run against a service process: what was sent, what came back, and what must not have.
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { type Endpoint, endpoints } from '@routewright/contract'
import { createHostileRequest } from '../hostile-input.ts'
import { createRandom } from '../random.ts'
import { createTenant, type ServiceProcess } from '../scenarios/service-process.ts'
import { createHostileBytes, type RawRequest } from './hostile-bytes.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** Requests at the same time. */
  concurrency: number
  /** A longer time without a response is a hang. */
  hangMs: number
  progress?: (sent: number) => void
}

export interface FuzzResult {
  requests: number
  byStatus: Map<number, number>
  /** Requests below the declarations, among all. */
  rawRequests: number
  /** Faults, each with the request that caused it. */
  faults: string[]
  slowestMs: number
}

interface Prey {
  ids: Record<string, string>
  key: string
  cookie: string
  driverToken: string
}

interface Answer {
  status: number
  body: string
}

const operations = endpoints.filter(({ operationId }) => operationId !== 'logout')
/** Operations that wait for the optimizer are tried less often. */
const waiting = new Set<string>(['optimizePlan', 'optimizeRoute'])
const preyLasts = 150

/** Sends them all; `adminSecret` is that of the service's data directory. */
export async function runFuzz(service: ServiceProcess, adminSecret: string, options: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { requests: 0, byStatus: new Map(), rawRequests: 0, faults: [], slowestMs: 0 }
  // Idle connections are given up long before the service does, so that both never do it at once.
  const agent = new Agent({ keepAlive: true, timeout: 30_000 })
  const stranger = await createTenant(service, 'Stranger')
  await Promise.all(Array.from({ length: options.concurrency }, (_, index) => work(options.seed + index)))
  agent.destroy()
  return result

  async function work(seed: number): Promise<void> {
    const random = createRandom(seed)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
    let prey = await createPrey(service)
    for (let own = 1; result.requests < options.requests; own += 1) {
      result.requests += 1
      if (result.requests % 1_000 === 0) options.progress?.(result.requests)
      if (own % preyLasts === 0) prey = await createPrey(service)
      if (random() < 0.2) {
        result.rawRequests += 1
        await sendRaw(prey, pick)
      } else {
        const endpoint = pick(operations)
        if (waiting.has(endpoint.operationId) && random() < 0.95) continue
        await sendDeclared(endpoint, prey, random)
      }
    }
  }

  async function sendRaw(prey: Prey, pick: <T>(values: readonly T[]) => T): Promise<void> {
    const { project_id, id, stop_id } = prey.ids as { project_id: string; id: string; stop_id: string }
    const host = new URL(service.baseUrl).host
    const raw = createHostileBytes({ host, key: prey.key, project_id, plan_id: id, stop_id }, pick)
    await judged(raw.what, () => exchange(raw))
  }

  async function sendDeclared(endpoint: Endpoint, prey: Prey, random: () => number): Promise<void> {
    const { method, path, query, body } = createHostileRequest(endpoint, prey.ids, random)
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    if (endpoint.auth === 'driver') headers.authorization = `Bearer ${prey.driverToken}`
    else if (endpoint.auth === 'admin') headers.authorization = `Bearer ${adminSecret}`
    else if (endpoint.auth === 'session' || random() < 0.3) headers.cookie = prey.cookie
    else query.push(['private_key', random() < 0.1 ? stranger.api_key : prey.key])
    const url = `${service.baseUrl}${path}?${new URLSearchParams(query)}`
    const what = `${method} ${path}?${new URLSearchParams(query.filter(([name]) => name !== 'private_key'))} ${body ?? ''}`
    await judged(what, () => ask(url, method, headers, body))
  }

  async function judged(what: string, send: () => Promise<Answer | undefined>): Promise<void> {
    const fault = (why: string) => result.faults.push(`${why}: ${what.slice(0, 1_500)}`)
    const start = performance.now()
    try {
      const answer = await send()
      if (!answer) return
      result.byStatus.set(answer.status, (result.byStatus.get(answer.status) ?? 0) + 1)
      if (answer.status >= 500) fault(`status ${answer.status}`)
      if (answer.status >= 400 && /undefined|\[object /.test(answer.body) && !what.includes('undefined')) {
        fault(`says ${answer.body.slice(0, 300)}`)
      }
    } catch (error) {
      const { name, message, cause } = error as Error
      fault(name === 'TimeoutError' ? 'no answer in time' : `dropped (${message} ${String(cause ?? '')})`)
    }
    result.slowestMs = Math.max(result.slowestMs, performance.now() - start)
  }

  /** Unlike fetch, it also sends bodies with GET. */
  function ask(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Answer> {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(options.hangMs)
      const asked = httpRequest(url, { method, agent, headers: { ...headers, ...length }, signal }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode!, body: text }))
        response.on('error', reject)
      })
      asked.on('error', (error) => reject(signal.aborted ? signal.reason : error))
      asked.end(body)
    })
  }

  /** Resolves with the response; undefined when an unfinished request got none before it was given up. */
  function exchange({ bytes, isUnfinished }: RawRequest): Promise<Answer | undefined> {
    const { hostname, port } = new URL(service.baseUrl)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      const patience = setTimeout(
        () => {
          socket.destroy()
          if (isUnfinished) resolve(undefined)
          else reject(new DOMException('late', 'TimeoutError'))
        },
        isUnfinished ? 300 : options.hangMs,
      )
      socket.setEncoding('latin1').on('data', (part) => {
        text += part
      })
      // Answered and then reset, because more was on its way, is answered.
      socket.on('error', (error) => (text || isUnfinished ? undefined : reject(error)))
      socket.on('close', () => {
        clearTimeout(patience)
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
        if (status) resolve({ status, body: text.slice(text.indexOf('\r\n\r\n') + 4) })
        else if (isUnfinished) resolve(undefined)
        else reject(new Error('closed without an answer'))
      })
    })
  }
}

let organizations = 0

/** An organization with a plan, route, stops, vehicle, driver's link and signed-in user: some requests will delete it all. */
async function createPrey(service: ServiceProcess): Promise<Prey> {
  organizations += 1
  const email = `fuzz-${organizations}@example.test`
  const sign = { email, password: 'correct horse battery' }
  const tenant = (
    await service.administer('POST', '/app/v1/organizations', undefined, { name: 'Fuzz', ...sign })
  ).expect(201)
  const { organization_id, project_id, api_key: key } = tenant as Record<string, string>
  const post = async (path: string, query: Record<string, string>, body: unknown) =>
    (await service.call('POST', path, { key: key!, query, body })).expect(201)
  const plan = await post('/v2/plan', { project_id: project_id! }, { optimizer_config: { time_limit_seconds: 1 } })
  const vehicle = await post('/v2/vehicle', { project_id: project_id! }, { email: 'driver@example.test' })
  const [route] = await post('/v2/routes', { plan_id: plan.id }, [{ vehicle_id: vehicle.id }])
  const location = { lat: 47.1, lng: 9.5 }
  const stops = [{ location, packages: [{ identifier: 'P1' }] }, { location }]
  const [stop] = await post('/v2/stops', { plan_id: plan.id }, stops)
  ;(await service.call('PUT', `/v2/route/${route.id}/stops`, { key: key!, body: { stops: [stop.id] } })).expect(200)
  const task = await post('/v2/task', { stop_id: stop.id }, {})
  const { public_link } = (await service.call('POST', `/v2/route/${route.id}/dispatch`, { key: key! })).expect(200)
  const signedIn = await service.call('POST', '/app/v1/session', { body: sign })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const byName = { plan_id: plan.id, route_id: route.id, stop_id: stop.id, task_id: task.id, vehicle_id: vehicle.id }
  const token = lastPart(stop.tracking_url)
  const ids = { id: plan.id, project_id, organization_id, token, 'Routes.id': route.id, 'Stops.id': stop.id, ...byName }
  return { ids: ids as Record<string, string>, key: key!, cookie, driverToken: lastPart(public_link) }
}

function lastPart(url: string): string {
  return new URL(url).pathname.split('/').at(-1)!
}
