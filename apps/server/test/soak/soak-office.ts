// The office and other programs: plans are made, optimized, read, changed, searched and deleted, call after call at a steady pace.
import type { Stop } from '@routewright/contract'
import { ask, askWithKey, type Ground, wait } from './soak-ground.ts'

/** Calls on one plan before the next one is made. */
const callsPerPlan = 60
const stopsPerPlan = 24

/** One plan after the other until the run is over. */
export async function workInOffice(ground: Ground): Promise<void> {
  for (let number = 1; Date.now() < ground.end; number++) {
    const plan = await makePlan(ground, number)
    if (!plan) {
      if (!(await wait(ground, 5_000))) return
      continue
    }
    for (let turn = 0; turn < callsPerPlan; turn++) {
      if (!(await wait(ground, ground.size.officeMilliseconds * 2 * ground.random()))) return
      await callSomething(ground, plan, turn)
    }
    await askWithKey(ground, 'office: plan deleted', 200, ['DELETE', `/v2/plan/${plan.id}`])
  }
}

interface OfficePlan {
  id: string
  number: number
  stopIds: string[]
}

async function makePlan(ground: Ground, number: number): Promise<OfficePlan | undefined> {
  const { project_id } = ground.tenant
  const body = {
    label: `Office ${number}`,
    optimizer_config: { time_limit_seconds: 1 },
    stops: newStops(ground, number, stopsPerPlan),
  }
  const plan = await askWithKey(ground, 'office: plan created', 201, ['POST', '/v2/plan', body, { project_id }])
  if (!plan) return undefined
  const depot = { lat: 47.14, lng: 9.52 }
  const routes = [1, 2].map((index) => ({ label: `Van ${index}`, start_location: depot, end_location: depot }))
  await askWithKey(ground, 'office: routes created', 201, ['POST', '/v2/routes', routes, { plan_id: plan.id }])
  const path = `/v2/plan/${plan.id}`
  await askWithKey(ground, 'office: plan optimized', 200, ['POST', `${path}/optimize`])
  const stops: Stop[] | undefined = await askWithKey(ground, 'office: stops read', 200, ['GET', `${path}/stops`])
  return stops && { id: plan.id, number, stopIds: stops.map(({ id }) => id) }
}

function newStops({ random }: Ground, number: number, count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    external_id: `office-${number}-${index}`,
    label: `Order ${number}-${index}`,
    location: { lat: 47.05 + random() * 0.18, lng: 9.49 + random() * 0.06 },
    duration: 120,
  }))
}

async function callSomething(ground: Ground, plan: OfficePlan, turn: number): Promise<void> {
  const { project_id } = ground.tenant
  const stopId = plan.stopIds[Math.floor(ground.random() * plan.stopIds.length)]!
  const stopOf = { plan_id: plan.id }
  const predicates = [{ field: 'external_id', operator: 'eq', value: `office-${plan.number}-${turn % stopsPerPlan}` }]
  const calls: (() => Promise<unknown>)[] = [
    () => askWithKey(ground, 'office: stop read', 200, ['GET', `/v2/stop/${stopId}`]),
    () => askWithKey(ground, 'office: stop changed', 200, ['PUT', `/v2/stop/${stopId}`, { comments: `Turn ${turn}` }]),
    () => askWithKey(ground, 'office: plans listed', 200, ['GET', '/v2/plans', undefined, { project_id, limit: '20' }]),
    () => askWithKey(ground, 'office: routes read', 200, ['GET', `/v2/plan/${plan.id}/routes`]),
    () => askWithKey(ground, 'office: searched', 200, ['POST', '/v2/stops/search', { predicates }, { project_id }]),
    () => askWithKey(ground, 'office: stops created', 201, ['POST', '/v2/stops', newStops(ground, turn, 2), stopOf]),
    () => lookAtToday(ground),
    () => askWithKey(ground, 'office: stop changed', 200, ['PUT', `/v2/stop/${stopId}`, { duration: 60 + turn }]),
  ]
  await calls[turn % calls.length]!()
}

async function lookAtToday(ground: Ground): Promise<void> {
  const { service, tenant, cookie } = ground
  const path = `/app/v1/project/${tenant.project_id}/today`
  await ask(ground, 'office: today read', 200, service.call('GET', path, { headers: { cookie } }))
}
