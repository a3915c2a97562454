// Drivers in crews: a plan is made and dispatched, everybody drives it by the drivers' own calls, then the next one, and the
// last one is deleted.
import { randomUUID } from 'node:crypto'
import type { DriverRoute, DriverStop, Route } from '@routewright/contract'
import { doorPicture } from '../../src/annexes/demo/drawings/drawings.ts'
import { multipart } from '../pictures.ts'
import { ask, askWithKey, type Ground, wait } from './soak-ground.ts'

/** Drivers of one plan. */
export const crewSize = 20
/** One of this many reports has a photo. */
const photoEvery = 12
const photo = multipart(doorPicture(7, 2), 'photo.png', 'image/png')

/** Shift after shift until the run is over; `onPlan` is told of each plan. */
export async function driveShifts(
  ground: Ground,
  crew: { number: number; size: number },
  onPlan: (planId: string) => void,
): Promise<void> {
  let last: string | undefined
  for (let shift = 1; Date.now() < ground.end; shift++) {
    const made = await makePlan(ground, `Crew ${crew.number}, shift ${shift}`, crew)
    if (!made) {
      if (!(await wait(ground, 5_000))) return
      continue
    }
    onPlan(made.planId)
    // Counted from here: where making the plan takes longer than a shift, nobody would drive otherwise.
    const end = Math.min(ground.end, Date.now() + ground.size.shiftSeconds * 1_000)
    await Promise.all([...made.tokens.map((token) => driveRoute(ground, token, end)), deleteLater(ground, last)])
    last = made.planId
  }
}

/** A while after its pages turned to the next one, so that none asks for what is gone. */
async function deleteLater(ground: Ground, planId: string | undefined): Promise<void> {
  if (!planId || !(await wait(ground, Math.min(5, ground.size.shiftSeconds / 5) * 1_000))) return
  await askWithKey(ground, 'plan deleted', 200, ['DELETE', `/v2/plan/${planId}`])
}

async function makePlan(
  ground: Ground,
  label: string,
  crew: { number: number; size: number },
): Promise<{ planId: string; tokens: string[] } | undefined> {
  const { project_id } = ground.tenant
  const plan = await askWithKey(ground, 'plan created', 201, ['POST', '/v2/plan', { label }, { project_id }])
  if (!plan) return undefined
  const routes = Array.from({ length: crew.size }, (_, index) => newRoute(ground, crew.number, index))
  const made = await askWithKey(ground, 'routes created', 201, ['POST', '/v2/routes', routes, { plan_id: plan.id }])
  if (!made) return undefined
  const tokens: string[] = []
  for (const { id } of made as Route[]) {
    const sent = await askWithKey(ground, 'route dispatched', 200, ['POST', `/v2/route/${id}/dispatch`])
    if (sent) tokens.push(sent.public_link.split('/d/')[1])
  }
  return { planId: plan.id, tokens }
}

function newRoute({ size, random }: Ground, crew: number, index: number): object {
  const lat = 47.05 + random() * 0.18
  const lng = 9.49 + random() * 0.06
  return {
    label: `Route ${crew}-${index}`,
    email: `driver-${crew}-${index}@drivers.example`,
    start_location: { lat, lng },
    stops: Array.from({ length: size.stopsPerDriver }, (_, stop) => ({
      label: `Customer ${crew}-${index}-${stop}`,
      location: { lat: lat + stop * 0.001, lng: lng + (stop % 3) * 0.001 },
      packages: [{ identifier: `P-${crew}-${index}-${stop}` }],
      tasks: [{ label: 'Ring twice' }],
    })),
  }
}

type Send = (what: string, status: number, method: string, path: string, body?: unknown) => ReturnType<typeof ask>

async function driveRoute(ground: Ground, token: string, end: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const send: Send = (what, status, method, path, body) =>
    ask(ground, `driver: ${what}`, status, ground.service.call(method, `/driver/v1${path}`, { headers, body }))
  await wait(ground, ground.random() * ground.size.positionSeconds * 1_000)
  const session = await send('session', 200, 'GET', '/session')
  const route: DriverRoute | undefined = await send('start', 200, 'POST', '/start', {})
  if (!session || !route) return void (await wait(ground, end - Date.now()))
  const [first] = route.stops
  const moving = first ? sendPositions(ground, send, first, end) : undefined
  const looking = lookForChanges(ground, send, session.server_time, end)
  const perStop = (end - Date.now()) / (route.stops.length + 1)
  for (const stop of route.stops) {
    if (!(await wait(ground, perStop * (0.6 + 0.4 * ground.random())))) break
    await deliver(ground, send, stop, token)
  }
  await Promise.all([moving, looking])
}

async function deliver(ground: Ground, send: Send, stop: DriverStop, token: string): Promise<void> {
  await send('arrive', 200, 'POST', `/stop/${stop.id}/arrive`, { client_id: randomUUID() })
  const images = ground.random() * photoEvery < 1 ? await uploadPhoto(ground, stop, token) : []
  const clientId = randomUUID()
  const report = {
    type: 'service_report_completed',
    client_id: clientId,
    location: stop.location,
    images,
    packages: stop.packages.map(({ identifier }) => ({ identifier })),
    tasks: stop.tasks.map(({ id }) => ({ task_id: id, status: 'completed' })),
    comments: 'Handed over.',
  }
  ground.events.expect(clientId)
  if (!(await send('report', 201, 'POST', `/stop/${stop.id}/report`, report))) ground.events.forget(clientId)
}

async function uploadPhoto({ service, ...ground }: Ground, stop: DriverStop, token: string): Promise<string[]> {
  const headers = { ...photo.headers, authorization: `Bearer ${token}` }
  const path = `/driver/v1/stop/${stop.id}/report/image`
  const uploading = service.call('POST', path, { headers, body: photo.body })
  const made = await ask({ service, ...ground }, 'driver: photo', 201, uploading)
  return made ? [made.id] : []
}

async function sendPositions(ground: Ground, send: Send, { location }: DriverStop, end: number): Promise<void> {
  let { lat = 47, lng = 9.5 } = location ?? {}
  do {
    lat += 0.0005 * ground.random()
    lng += 0.0003 * ground.random()
    const position = { lat, lng, recorded_at: new Date().toISOString(), speed: 9, accuracy: 8 }
    await send('positions', 200, 'POST', '/positions', { positions: [position] })
  } while ((await wait(ground, ground.size.positionSeconds * 1_000)) && Date.now() < end)
}

async function lookForChanges(ground: Ground, send: Send, serverTime: string, end: number): Promise<void> {
  let since = serverTime
  while ((await wait(ground, ground.size.changesSeconds * 1_000)) && Date.now() < end) {
    const changes = await send('changes', 200, 'GET', `/changes?since=${encodeURIComponent(since)}`)
    since = changes?.server_time ?? since
  }
}
