// kill -9 again and again while plans are written to, optimized and told of; afterwards nothing may be lost or half done.
import type { FullPlan } from '@routewright/contract'
import { createRandom } from './addresses.ts'
import { beginRound, countAcknowledged, judgeRound, type Round, writeUntilKilled } from './chaos-round.ts'
import {
  createTenant,
  type ServiceProcess,
  type ServiceSettings,
  startService,
  type Tenant,
} from './service-process.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

export interface ChaosOptions {
  settings: ServiceSettings
  kills: number
  seed: number
  say?: (line: string) => void
}

export interface ChaosResult {
  /** Everything that must not be; empty when all is well. */
  faults: string[]
  acknowledged: { bulks: number; labels: number; reports: number; optimizations: number }
  /** Writes that were cut off, and of these how many are there (whole). */
  cutOff: { bulks: number; kept: number }
  events: { distinct: number; deliveries: number }
  /** From the start of the process until it serves. */
  startSeconds: number[]
  /** How the plans' optimizations ended that were under way at the last kill of their plan. */
  endings: Record<string, number>
  /** Until the last event had arrived and the last optimization had ended after the last start. */
  settledSeconds: number
}

/** Acknowledged writes before a kill, at most: from hardly begun to in full swing, however slow the machine is. */
const mostWrites = 15
/** After so long it is killed whatever was written. */
const longestMilliseconds = 8_000

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { settings, say = () => {} } = options
  const random = createRandom(options.seed)
  const receiver = await openReceiver({ delayMilliseconds: 15 })
  const startSeconds: number[] = []
  const start = async () => {
    const begun = performance.now()
    const service = await startService(settings)
    startSeconds.push((performance.now() - begun) / 1000)
    return service
  }
  const faults: string[] = []
  const rounds: Round[] = []
  let service = await start()
  try {
    const tenant = await prepare(service, receiver)
    for (let kill = 1; kill <= options.kills; kill++) {
      const round = await beginRound(service, tenant, kill)
      rounds.push(round)
      const writing = writeUntilKilled(service, tenant, round)
      // Heard even if it fails before the kill.
      writing.catch(() => {})
      await untilFullSwing(round, Math.floor(random() * mostWrites))
      // Somewhere within the writes that are under way.
      await new Promise((resolve) => setTimeout(resolve, random() * 60))
      await service.kill()
      await writing
      service = await start()
      const found = judgeRound(round, await readPlan(service, tenant, round.planId))
      faults.push(...found.map((fault) => `kill ${kill}: ${fault}`))
      say(
        `Kill ${kill}: ${describe(round)}; serving again after ${startSeconds.at(-1)!.toFixed(1)} s; ${found.length} faults.`,
      )
    }
    const begun = performance.now()
    const endings = await waitForOptimizations(service, tenant, rounds, faults)
    const plans = await waitForEvents(service, tenant, rounds, receiver, faults)
    await optimizeOnceMore(service, tenant, rounds.at(-1)!, faults)
    return {
      faults,
      ...countWrites(rounds, plans),
      events: { distinct: receiver.distinct().length, deliveries: receiver.deliveries.length },
      startSeconds,
      endings,
      settledSeconds: (performance.now() - begun) / 1000,
    }
  } finally {
    await service.stop()
    await receiver.close()
  }
}

async function prepare(service: ServiceProcess, receiver: Receiver): Promise<Tenant> {
  const tenant = await createTenant(service, 'Under fire')
  const hook = { url: receiver.url }
  ;(await service.administer('POST', '/app/v1/webhook', tenant.organization_id, hook)).expect(201)
  const depot = { lat: 47.14, lng: 9.52 }
  const van = { default_start_location: depot, default_end_location: depot, default_time_window: [25_200, 64_800] }
  const vehicles = Array.from({ length: 4 }, (_, index) => ({ ...van, label: `Van ${index + 1}` }))
  const query = { project_id: tenant.project_id }
  ;(await service.call('POST', '/v3/vehicles', { key: tenant.api_key, query, body: vehicles })).expect(201)
  return tenant
}

async function untilFullSwing(round: Round, writes: number): Promise<void> {
  const deadline = performance.now() + longestMilliseconds
  while (countAcknowledged(round) < writes && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function readPlan(service: ServiceProcess, tenant: Tenant, planId: string): Promise<FullPlan> {
  return (await service.call('GET', `/v2/plan/${planId}`, { key: tenant.api_key })).expect(200)
}

/** No plan stays "in progress": each run ends in success or in a clean failure. */
async function waitForOptimizations(
  service: ServiceProcess,
  tenant: Tenant,
  rounds: readonly Round[],
  faults: string[],
): Promise<Record<string, number>> {
  const endings: Record<string, number> = {}
  const deadline = Date.now() + 120_000
  for (const { planId } of rounds.filter(({ optimizations }) => optimizations > 0)) {
    const path = `/v2/plan/${planId}/running_optimization`
    let run = (await service.call('GET', path, { key: tenant.api_key })).expect(200)
    while (!run.finished && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      run = (await service.call('GET', path, { key: tenant.api_key })).expect(200)
    }
    endings[run.status] = (endings[run.status] ?? 0) + 1
    if (!run.finished) faults.push(`the optimization of plan ${planId} is stuck at ${run.progress}`)
    if (run.status === 'failed' && !run.error?.message_id)
      faults.push(`the optimization of ${planId} failed wordlessly`)
  }
  return endings
}

/** Every event of everything that is there arrives within 120 s, in order, and none of what is not there. */
async function waitForEvents(
  service: ServiceProcess,
  tenant: Tenant,
  rounds: readonly Round[],
  receiver: Receiver,
  faults: string[],
): Promise<FullPlan[]> {
  const plans: FullPlan[] = []
  for (const { planId } of rounds) plans.push(await readPlan(service, tenant, planId))
  const missing = new Set<string>()
  const known = new Set<string>()
  for (const plan of plans) {
    missing.add(`svc.planner.2.plan.created ${plan.id}`)
    known.add(plan.id)
    for (const route of plan.routes) known.add(route.id)
    for (const stop of plan.stops) {
      missing.add(`svc.planner.2.stop.created ${stop.id}`)
      known.add(stop.id)
      for (const { id } of stop.reports) missing.add(`svc.planner.2.stop.reported ${stop.id} ${id}`)
    }
  }
  const deadline = Date.now() + 120_000
  let seen = 0
  while (missing.size > 0 && Date.now() < deadline) {
    for (; seen < receiver.deliveries.length; seen++) {
      const { event_id, data } = receiver.deliveries[seen]!
      missing.delete(`${event_id} ${data.id}`)
      for (const { id } of 'reports' in data ? data.reports : []) missing.delete(`${event_id} ${data.id} ${id}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (missing.size > 0) faults.push(`${missing.size} events never came, the first: ${[...missing][0]}`)
  const strangers = receiver.distinct().filter(({ data }) => !known.has(data.id))
  if (strangers.length > 0)
    faults.push(`${strangers.length} events tell of what is not there: ${strangers[0]!.event_id}`)
  const last = new Map<string, string>()
  for (const { data } of receiver.distinct()) {
    const before = last.get(data.id)
    if (before !== undefined && before > data.updated_at) faults.push(`events of ${data.id} came out of order`)
    last.set(data.id, data.updated_at)
  }
  return plans
}

/** A plan whose run was killed can be optimized again. */
async function optimizeOnceMore(
  service: ServiceProcess,
  tenant: Tenant,
  round: Round,
  faults: string[],
): Promise<void> {
  const answer = await service.call('POST', `/v2/plan/${round.planId}/optimize`, { key: tenant.api_key })
  if (answer.status !== 200) faults.push(`optimizing once more answers ${answer.status}: ${answer.text.slice(0, 200)}`)
}

function describe({ bulks, label, reports, optimizations }: Round): string {
  const stops = [...bulks.values()].filter((note) => note === 'acknowledged').length
  return `${stops} bulks, ${label.acknowledged} labels, ${reports.size} reports, ${optimizations} optimizations`
}

function countWrites(rounds: readonly Round[], plans: readonly FullPlan[]) {
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0)
  const acknowledgedOf = (notes: Iterable<string>) => [...notes].filter((note) => note === 'acknowledged').length
  const names = new Set(plans.flatMap(({ stops }) => stops.map(({ external_id }) => external_id!)))
  const cut = rounds.flatMap(({ bulks }) => [...bulks].filter(([, note]) => note === 'sent'))
  return {
    acknowledged: {
      bulks: sum(({ bulks }) => acknowledgedOf(bulks.values())),
      labels: sum(({ label }) => label.acknowledged),
      reports: sum(({ reports }) => acknowledgedOf([...reports.values()].map(({ note }) => note))),
      optimizations: sum(({ optimizations }) => optimizations),
    },
    cutOff: { bulks: cut.length, kept: cut.filter(([name]) => names.has(`${name}-0`)).length },
  }
}
