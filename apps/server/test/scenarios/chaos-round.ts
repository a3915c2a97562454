// One plan under fire: writers that note what was sent and what was acknowledged, and the comparison with what is there
// after the service was killed and started again.
import type { FullPlan, Stop } from '@routewright/contract'
import { createRandom } from '../random.ts'
import { listCounterFaults } from './day.ts'
import type { HttpAnswer } from './http-caller.ts'
import type { ServiceProcess, Tenant } from './service-process.ts'

type Note = 'sent' | 'acknowledged'

/** Record of the writers of one round. */
export interface Round {
  planId: string
  /** Stops that were there before the shooting. */
  stopIds: string[]
  /** Bulk creations by the beginning of their stops' external ids. */
  bulks: Map<string, Note>
  /** The last label sent, and the last acknowledged, by number. */
  label: { sent: number; acknowledged: number }
  /** Reports by client_id. */
  reports: Map<string, { stopId: string; note: Note }>
  optimizations: number
}

export const bulkSize = 40
const firstStops = 30

/** A new plan with located stops; everything here is acknowledged before the shooting begins. */
export async function beginRound(service: ServiceProcess, tenant: Tenant, number: number): Promise<Round> {
  const query = { project_id: tenant.project_id }
  const body = {
    label: 'label-0',
    optimizer_config: { time_limit_seconds: 1 },
    stops: locatedStops(`r${number}-first`, firstStops, number),
  }
  const planId: string = (await service.call('POST', '/v2/plan', { key: tenant.api_key, query, body })).expect(201).id
  const stops: Stop[] = (await service.call('GET', `/v2/plan/${planId}/stops`, { key: tenant.api_key })).expect(200)
  return {
    planId,
    stopIds: stops.map(({ id }) => id),
    bulks: new Map(),
    label: { sent: 0, acknowledged: 0 },
    reports: new Map(),
    optimizations: 0,
  }
}

/** Writes in several ways at once until the service is gone; resolves then. Throws when a call is refused while it serves. */
export async function writeUntilKilled(service: ServiceProcess, tenant: Tenant, round: Round): Promise<void> {
  const forever = async (write: Write) => {
    for (let turn = 1; ; turn++) {
      try {
        await write(turn)
      } catch (error) {
        // fetch throws a TypeError when the connection broke: the service is gone.
        if (error instanceof TypeError) return
        throw error
      }
    }
  }
  const send: Send = (method, path, body, query) => service.call(method, path, { key: tenant.api_key, body, query })
  await Promise.all(listWriters(round, send).map(forever))
}

/** Longest time that a call may go without a response. */
const longestCallMilliseconds = 120_000

/**
 * The same over all nodes in turn, while calls may fail because something else is out of order: what was not acknowledged
 * may or may not be there. Resolves to the number of failed calls. Throws when a call is refused, or hangs.
 */
export async function writeThrough(
  nodes: readonly ServiceProcess[],
  tenant: Tenant,
  round: Round,
  isOver: () => boolean,
): Promise<number> {
  let failed = 0
  let calls = 0
  const send: Send = async (method, path, body, query) => {
    const node = nodes[calls++ % nodes.length]!
    const options = { key: tenant.api_key, body, query }
    const answer = await Promise.race([node.call(method, path, options), hanging(`${method} ${path}`)])
    if (answer.status >= 500) throw new Unanswered(answer.text)
    return answer
  }
  const untilOver = async (write: Write) => {
    for (let turn = 1; !isOver(); turn++) {
      try {
        await write(turn)
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof Unanswered)) throw error
        failed += 1
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
  await Promise.all(listWriters(round, send).map(untilOver))
  return failed
}

class Unanswered extends Error {}

function hanging(what: string): Promise<never> {
  return new Promise((_, reject) => {
    const late = () => reject(new Error(`${what} was not answered within ${longestCallMilliseconds / 1_000} s`))
    setTimeout(late, longestCallMilliseconds).unref()
  })
}

type Send = (method: string, path: string, body?: unknown, query?: Record<string, string>) => Promise<HttpAnswer>
type Write = (turn: number) => Promise<void>

/** Writers of bulks, labels, reports and optimizations; each records what it sends before, and what was acknowledged after. */
function listWriters(round: Round, call: Send): Write[] {
  const { planId, stopIds } = round
  return [
    async (turn) => {
      const name = `${planId}-bulk${turn}`
      round.bulks.set(name, 'sent')
      ;(await call('POST', '/v2/stops', locatedStops(name, bulkSize, turn), { plan_id: planId })).expect(201)
      round.bulks.set(name, 'acknowledged')
    },
    async (turn) => {
      round.label.sent = turn
      ;(await call('PUT', `/v2/plan/${planId}`, { label: `label-${turn}` })).expect(200)
      round.label.acknowledged = turn
    },
    async (turn) => {
      const stopId = stopIds[turn % stopIds.length]!
      const clientId = `${planId}-report${turn}`
      round.reports.set(clientId, { stopId, note: 'sent' })
      const report = { type: 'service_report_attempted', client_id: clientId, comments: 'Nobody opened.' }
      ;(await call('POST', `/v3/stop/${stopId}/report`, report)).expect(201)
      round.reports.set(clientId, { stopId, note: 'acknowledged' })
    },
    async () => {
      const asked = await call('POST', `/v2/plan/${planId}/optimize/async`)
      if (asked.status === 200) round.optimizations += 1
      // One run at a time, and a limit of calls per minute: both refusals are correct, not failures.
      else if (asked.status !== 429 && !asked.text.includes('sync_optimization_already_progress')) asked.expect(200)
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (round.optimizations > 0) (await call('GET', `/v2/plan/${planId}/running_optimization`)).expect(200)
    },
  ]
}

/** Writes of the round that were acknowledged so far. */
export function countAcknowledged({ bulks, label, reports, optimizations }: Round): number {
  const isAcknowledged = (note: Note) => note === 'acknowledged'
  const bulksDone = [...bulks.values()].filter(isAcknowledged).length
  const reportsDone = [...reports.values()].filter(({ note }) => isAcknowledged(note)).length
  return bulksDone + label.acknowledged + reportsDone + optimizations
}

/** Returns faults in words: lost acknowledged writes, partial writes, wrong counters. */
export function judgeRound(round: Round, plan: FullPlan): string[] {
  const faults = listCounterFaults(plan)
  const sizes = new Map<string, number>()
  for (const { external_id } of plan.stops) {
    const name = external_id!.slice(0, external_id!.lastIndexOf('-'))
    sizes.set(name, (sizes.get(name) ?? 0) + 1)
  }
  for (const [name, note] of round.bulks) {
    const size = sizes.get(name) ?? 0
    if (size !== bulkSize && (size !== 0 || note === 'acknowledged')) faults.push(`${name} (${note}) has ${size} stops`)
    sizes.delete(name)
  }
  const [others, count] = [...sizes][0] ?? []
  if (sizes.size !== 1 || count !== firstStops) faults.push(`there are ${sizes.size} other sets of stops, ${others}`)
  const label = Number(plan.label!.slice('label-'.length))
  if (!(label >= round.label.acknowledged && label <= round.label.sent)) {
    faults.push(`the label is ${plan.label}; ${round.label.acknowledged} was acknowledged, ${round.label.sent} sent`)
  }
  return [...faults, ...listReportFaults(round, plan)]
}

function listReportFaults({ reports }: Round, plan: FullPlan): string[] {
  const faults: string[] = []
  const kept = new Map<string, number>()
  for (const stop of plan.stops) {
    if (stop.report_attempts !== stop.reports.length) {
      faults.push(`stop ${stop.id} counts ${stop.report_attempts} attempts and has ${stop.reports.length} reports`)
    }
    for (const { client_id } of stop.reports) kept.set(client_id!, (kept.get(client_id!) ?? 0) + 1)
  }
  for (const [clientId, { note }] of reports) {
    const count = kept.get(clientId) ?? 0
    if (count > 1 || (count === 0 && note === 'acknowledged'))
      faults.push(`${clientId} (${note}) is there ${count} times`)
    kept.delete(clientId)
  }
  if (kept.size > 0) faults.push(`${kept.size} reports are there that nobody sent`)
  return faults
}

function locatedStops(name: string, count: number, seed: number) {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, index) => ({
    external_id: `${name}-${index}`,
    label: `Stop ${index}`,
    location: { lat: 47.05 + random() * 0.18, lng: 9.49 + random() * 0.06 },
    duration: 120,
    packages: [{ identifier: `${name}-${index}` }],
    tasks: [{ label: 'Ring twice' }],
  }))
}
