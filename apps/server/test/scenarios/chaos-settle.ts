// Checks after the chaos: every optimization ends, every event arrives, and a plan can be optimized again.
import type { FullPlan } from '@routewright/contract'
import type { Round } from './chaos-round.ts'
import { createTenant, type ServiceProcess, type Tenant } from './service-process.ts'
import type { Receiver } from './webhook-receiver.ts'

export async function prepareTenant(service: ServiceProcess, receiver: Receiver): Promise<Tenant> {
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

/** How it ended, and how long that took; what must not be goes to `faults`. */
export interface Settled {
  plans: FullPlan[]
  endings: Record<string, number>
  seconds: number
}

export async function settle(
  service: ServiceProcess,
  tenant: Tenant,
  rounds: readonly Round[],
  receiver: Receiver,
  faults: string[],
): Promise<Settled> {
  const begun = performance.now()
  const endings = await waitForOptimizations(service, tenant, rounds, faults)
  const plans = await waitForEvents(service, tenant, rounds, receiver, faults)
  await optimizeOnceMore(service, tenant, rounds.at(-1)!, faults)
  return { plans, endings, seconds: (performance.now() - begun) / 1000 }
}

export async function readPlan(service: ServiceProcess, tenant: Tenant, planId: string): Promise<FullPlan> {
  return (await service.call('GET', `/v2/plan/${planId}`, { key: tenant.api_key })).expect(200)
}

/**
 * No plan stays "in progress": each run ends in success or in a clean failure. After many kills many runs wait, and two are
 * worked off at a time: 120 s in which not one of them ends is too long.
 */
async function waitForOptimizations(
  service: ServiceProcess,
  tenant: Tenant,
  rounds: readonly Round[],
  faults: string[],
): Promise<Record<string, number>> {
  const endings: Record<string, number> = {}
  let deadline = Date.now() + 120_000
  for (const { planId } of rounds.filter(({ optimizations }) => optimizations > 0)) {
    const path = `/v2/plan/${planId}/running_optimization`
    let run = (await service.call('GET', path, { key: tenant.api_key })).expect(200)
    while (!run.finished && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      run = (await service.call('GET', path, { key: tenant.api_key })).expect(200)
    }
    endings[run.status] = (endings[run.status] ?? 0) + 1
    if (run.finished) deadline = Date.now() + 120_000
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

export interface CountedWrites {
  acknowledged: { bulks: number; labels: number; reports: number; optimizations: number }
  /** Interrupted writes without a response, and how many of them were stored (completely). */
  cutOff: { bulks: number; kept: number }
}

/** Writes of all rounds. */
export function countWrites(rounds: readonly Round[], plans: readonly FullPlan[]): CountedWrites {
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0)
  const countAcknowledged = (notes: Iterable<string>) => [...notes].filter((note) => note === 'acknowledged').length
  const names = new Set(plans.flatMap(({ stops }) => stops.map(({ external_id }) => external_id!)))
  const cut = rounds.flatMap(({ bulks }) => [...bulks].filter(([, note]) => note === 'sent'))
  return {
    acknowledged: {
      bulks: sum(({ bulks }) => countAcknowledged(bulks.values())),
      labels: sum(({ label }) => label.acknowledged),
      reports: sum(({ reports }) => countAcknowledged([...reports.values()].map(({ note }) => note))),
      optimizations: sum(({ optimizations }) => optimizations),
    },
    cutOff: { bulks: cut.length, kept: cut.filter(([name]) => names.has(`${name}-0`)).length },
  }
}
