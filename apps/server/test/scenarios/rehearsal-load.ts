// The mixed load of a rehearsal: clients that read, write, optimize and follow plans, and that note what was answered.

import { readEvents, type StreamedEvent } from '../event-stream.ts'
import { createRandom } from '../random.ts'
import { createCaller, type HttpAnswer } from './http-caller.ts'

/** The calling account and the service. */
export interface Account {
  baseUrl: string
  key: string
  /** Session cookie for the pages. */
  cookie: string
  projectId: string
}

/** One plan that is read and written. */
interface LoadedPlan {
  id: string
  /** Stops that were there from the beginning and are on its route. */
  routedIds: string[]
  /** Acknowledged stops, those included. */
  stopIds: Set<string>
}

export interface Load {
  readonly plans: readonly LoadedPlan[]
  /** How long each answer took, by what was asked. */
  readonly milliseconds: ReadonlyMap<string, number[]>
  /** Wrong responses, in words. */
  readonly failures: readonly string[]
  /** Streams that the server ended, and of these how many told all that was missed; the others had their plan read anew. */
  readonly streams: { ended: number; resumed: number }
  /** Stops that no page was told of although it followed their plan; waits a while until all were. */
  listUntold(): Promise<string[]>
  /** Resolves when what was asked is answered. */
  stop(): Promise<void>
}

export interface LoadOptions {
  account: Account
  clients: number
  /** Clients that optimize a plan of their own, again and again. */
  optimizers: number
  /** Pages, spread over the plans. */
  pages: number
}

const planCount = 4
const routedStops = 10
const bulkStops = 3
const optimizedStops = 60
const optimizedSeconds = 2
const pauseMilliseconds = 20

/** Prepares the plans, then begins. Throws when preparing fails. */
export async function startLoad({ account, clients, optimizers, pages }: LoadOptions): Promise<Load> {
  const notes = new Notes(account)
  const plans = await Promise.all(Array.from({ length: planCount }, (_, index) => makePlan(notes, index)))
  const optimized = await Promise.all(Array.from({ length: optimizers }, () => makeOptimizedPlan(notes)))
  const streams = { ended: 0, resumed: 0 }
  const followers = Array.from({ length: pages }, (_, index) =>
    follow(account, plans[index % planCount]!, notes, streams),
  )
  let isOver = false
  const forever = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
    }
  }
  const working = [
    ...Array.from({ length: clients }, (_, index) => {
      const random = createRandom(index + 1)
      return forever(() => askSomething(notes, plans, random))
    }),
    ...optimized.map((id) => forever(() => notes.ask('optimize', 'POST', `/v2/plan/${id}/optimize`, 200))),
  ]
  return {
    plans,
    milliseconds: notes.milliseconds,
    failures: notes.failures,
    streams,
    listUntold: async () => (await Promise.all(followers.map((follower) => follower.listUntold()))).flat(),
    async stop() {
      isOver = true
      await Promise.all(working)
      await Promise.all(followers.map((follower) => follower.hangUp()))
    },
  }
}

/** Calls, and what came of them. */
class Notes {
  readonly milliseconds = new Map<string, number[]>()
  readonly failures: string[] = []
  readonly account: Account
  private readonly call

  constructor(account: Account) {
    this.account = account
    this.call = createCaller(account.baseUrl)
  }

  /** Notes how long it took, and a failure if the status is another one; then it throws. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  async ask(name: string, method: string, path: string, status: number, body?: unknown): Promise<any> {
    const begun = performance.now()
    let answer: HttpAnswer | undefined
    try {
      answer = await this.call(method, path, { key: this.account.key, body })
      return answer.expect(status)
    } catch (error) {
      const { message, cause } = error as Error
      const why = answer ? message : `${method} ${path}: ${message} ${cause ?? ''}`
      this.failures.push(`${new Date().toISOString()} ${why}`)
      throw error
    } finally {
      const all = this.milliseconds.get(name) ?? []
      all.push(performance.now() - begun)
      this.milliseconds.set(name, all)
    }
  }
}

async function makePlan(notes: Notes, number: number): Promise<LoadedPlan> {
  const { projectId } = notes.account
  const { id } = await notes.ask('create plan', 'POST', `/v2/plan?project_id=${projectId}`, 201, {
    label: `Plan ${number}`,
  })
  const [route] = await notes.ask('create routes', 'POST', `/v2/routes?plan_id=${id}`, 201, [{ label: 'Route' }])
  const plan: LoadedPlan = { id, routedIds: [], stopIds: new Set() }
  await createStops(notes, plan, routedStops, createRandom(number))
  plan.routedIds = [...plan.stopIds]
  await notes.ask('order stops', 'PUT', `/v2/route/${route.id}/stops`, 200, { stops: plan.routedIds })
  return plan
}

const depot = { lat: 47.14, lng: 9.52 }
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }

async function makeOptimizedPlan(notes: Notes): Promise<string> {
  const random = createRandom(7)
  const stops = Array.from({ length: optimizedStops }, () => newStop(random))
  const body = { stops, routes: [shift, shift, shift], optimizer_config: { time_limit_seconds: optimizedSeconds } }
  return (await notes.ask('create plan', 'POST', `/v2/plan?project_id=${notes.account.projectId}`, 201, body)).id
}

function newStop(random: () => number) {
  const number = Math.floor(random() * 1_000_000)
  return {
    external_id: `ORDER-${number}`,
    label: `Customer ${number}`,
    location: { lat: 47.05 + random() * 0.18, lng: 9.49 + random() * 0.06 },
  }
}

async function createStops(notes: Notes, plan: LoadedPlan, count: number, random: () => number): Promise<void> {
  const body = Array.from({ length: count }, () => newStop(random))
  const stops = await notes.ask('create stops', 'POST', `/v2/stops?plan_id=${plan.id}`, 201, body)
  for (const { id } of stops as { id: string }[]) plan.stopIds.add(id)
}

/** Two thirds read. */
async function askSomething(notes: Notes, plans: readonly LoadedPlan[], random: () => number): Promise<unknown> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const plan = pick(plans)
  const stop = `/v2/stop/${pick([...plan.stopIds])}`
  const number = Math.floor(random() * 1_000_000)
  const { projectId } = notes.account
  const chance = random()
  if (chance < 0.12) return notes.ask('list plans', 'GET', '/v2/plans', 200)
  if (chance < 0.44) return notes.ask('read stop', 'GET', stop, 200)
  if (chance < 0.54) return notes.ask('list routes', 'GET', `/v2/plan/${plan.id}/routes`, 200)
  if (chance < 0.66) {
    const predicates = [{ field: 'external_id', operator: 'eq', value: `ORDER-${number}` }]
    return notes.ask('search', 'POST', `/v2/stops/search?project_id=${projectId}`, 200, { predicates })
  }
  if (chance < 0.76) return createStops(notes, plan, bulkStops, random)
  if (chance < 0.88) return notes.ask('change stop', 'PUT', stop, 200, { comments: `Ring ${number} times` })
  const report = { type: 'service_report_attempted', comments: `Nobody opened at the ${number}. ring` }
  return notes.ask('report', 'POST', `/v3/stop/${pick(plan.routedIds)}/report`, 201, report)
}

/** A page that keeps its stream open as a browser does, and knows the stops that it was told of. */
function follow({ baseUrl, key, cookie }: Account, plan: LoadedPlan, notes: Notes, streams: Load['streams']) {
  const told = new Set<string>()
  const over = new AbortController()
  const call = createCaller(baseUrl)
  let last: string | undefined
  const readAnew = async () => {
    const stops = (await call('GET', `/v2/plan/${plan.id}/stops`, { key })).expect(200)
    for (const { id } of stops as { id: string }[]) told.add(id)
  }
  const onEvent = (isFirst: boolean) => (event: StreamedEvent) => {
    last = event.id ?? last
    if (event.event === 'change') for (const { id } of event.data.stops as { id: string }[]) told.add(id)
    const isResumed = event.event === 'hello' && event.data.resumed
    if (isResumed) streams.resumed += 1
    if ((event.event === 'hello' && !isResumed && !isFirst) || event.event === 'reload') void readAnew().catch(() => {})
  }
  const once = async (isFirst: boolean) => {
    const headers = { cookie, ...(last === undefined ? {} : { 'last-event-id': last }) }
    const answer = await fetch(`${baseUrl}/app/v1/plan/${plan.id}/live`, { headers, signal: over.signal })
    if (answer.status !== 200) throw new Error(`The stream answered ${answer.status}: ${await answer.text()}`)
    if (isFirst) await readAnew()
    await readEvents(answer, onEvent(isFirst))
    streams.ended += 1
  }
  const keeping = (async () => {
    for (let isFirst = true; !over.signal.aborted; isFirst = false) {
      await once(isFirst).catch((error) => {
        if (!over.signal.aborted) notes.failures.push(`${new Date().toISOString()} a stream broke: ${error}`)
      })
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  return {
    async listUntold() {
      const untold = () => [...plan.stopIds].filter((id) => !told.has(id))
      const deadline = performance.now() + 20_000
      while (untold().length > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 50))
      return untold()
    },
    async hangUp() {
      over.abort()
      await keeping
    },
  }
}
