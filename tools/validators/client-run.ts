// A run over every public operation by our own client, through whatever stands between it and the service:
// `ROUTEWRIGHT_URL=… ROUTEWRIGHT_KEY=… node tools/validators/client-run.ts`. What a checking proxy complains of in its header
// `sl-violations` is printed at the end; the exit code is 1 when there was any, or when an operation was left out. A picture goes to
// ROUTEWRIGHT_DIRECT instead, where that is set: Prism reads the bytes of a form as text and would spoil it.
import { randomUUID } from 'node:crypto'
import { createRoutewright, RoutewrightError } from '@routewright/client'
import { operations } from '../../packages/client/src/generated/operations.ts'

const { ROUTEWRIGHT_URL: baseUrl, ROUTEWRIGHT_DIRECT: direct, ROUTEWRIGHT_KEY: privateKey } = process.env
if (!baseUrl || !privateKey) {
  console.error('Set ROUTEWRIGHT_URL to the proxy and ROUTEWRIGHT_KEY to a key of the service behind it.')
  process.exit(2)
}

const complaints: string[] = []
const answered = new Map<string, number>()
let calls = 0

/** The operations of the description; slots are beyond it. */
const described = Object.entries(operations).filter(([, text]) => !text.includes(' /app/'))

/** A shape of a path for each operation: what was answered is counted by it. */
const shapes = described
  .map(([id, text]) => {
    const [method, path] = text.split(' ') as [string, string]
    return { id, method, shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), isFixed: !path.includes('{') }
  })
  .sort((a, b) => Number(b.isFixed) - Number(a.isFixed))

const watched: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { pathname } = new URL(String(input instanceof Request ? input.url : input))
  const method = init?.method ?? 'GET'
  calls += 1
  const found = response.headers.get('sl-violations')
  if (found) complaints.push(`${method} ${pathname} (${response.status}): ${found}`)
  const operation = shapes.find((shape) => shape.method === method && shape.shape.test(pathname))
  if (operation && response.ok) answered.set(operation.id, (answered.get(operation.id) ?? 0) + 1)
  return response
}

const client = createRoutewright({ baseUrl, privateKey, fetch: watched })
const pictures = createRoutewright({ baseUrl: direct ?? baseUrl, privateKey, fetch: watched })
const place = { lat: 47.1393, lng: 9.5228, label: 'Städtle 1' }
const today = new Date().toISOString().slice(0, 10)

/** It must be refused, with this status. */
async function refused(status: number, call: Promise<unknown>): Promise<void> {
  const answer = await call.then(
    () => 'taken',
    (error: unknown) => (error instanceof RoutewrightError ? error.status : error),
  )
  if (answer !== status) throw new Error(`Expected the refusal ${status}, and it was ${String(answer)}`)
}

const [project] = (await client.listProjects()).docs
const project_id = project!.id

async function planAndDrive(): Promise<void> {
  const routes = [{ label: 'Van', email: 'driver@example.test', start_location: place, end_location: place }]
  const stops = Array.from({ length: 6 }, (_, at) => ({
    label: `Stop ${at}`,
    external_id: randomUUID(),
    duration: 300,
    weight: 2 + at,
    location: { lat: 47.12 + at * 0.008, lng: 9.52 },
    time_windows: [[0, 86_400]] as [number, number][],
    packages: [{ identifier: randomUUID() }],
    tasks: [{ label: 'Sign' }],
  }))
  const optimizer_config = { time_limit_seconds: 1 }
  const body = { label: 'By the checking proxy', execution_date: today, optimizer_config, routes, stops }
  const { id } = await client.createPlan({ project_id, body })
  await client.updatePlan({ id, body: { label: 'Checked' } })
  await client.optimizePlan({ id })
  await client.optimizePlanAsync({ id, keep_current_assignment: true })
  await client.waitForOptimization(id)
  await client.getRunningOptimization({ id })
  const full = await client.getPlan({ id })
  const [route] = await client.listPlanRoutes({ id })
  await client.listPlanStops({ id, status: 'pending' })
  await client.listPlans({ project_id, text: 'Checked', sort: 'created_at:desc' })
  await client.listDayRoutes({ project_id, date: today, stops: true })
  await client.getRoute({ id: route!.id })
  await client.updateRoute({ id: route!.id, body: { comments: 'Checked' } })
  await client.optimizeRoute({ id: route!.id })
  await client.setRouteStops({ id: route!.id, body: { stops: full.stops!.map((stop) => stop.id).reverse() } })
  await client.dispatchRoute({ id: route!.id })
  await driveRoute(full.stops!.map((stop) => stop.id))
  await client.listDayStops({ project_id, date: today })
  await refused(404, client.getPlan({ id: 'f'.repeat(24) }))
  await rearrange(id)
}

async function driveRoute([first, second, third]: string[]): Promise<void> {
  const image = await pictures.uploadReportImage({ stop_id: first!, file: new Blob([onePixel], { type: 'image/png' }) })
  const type = 'service_report_completed' as const
  await client.createReport({ stop_id: first!, body: { type, images: [{ id: image.id }], location: place } })
  await client.createReportOfStop({ body: { stop_id: second!, type: 'service_report_attempted' } })
  await refused(400, client.createReport({ stop_id: first!, body: { type } }))
  const stop = await client.getStop({ stop_id: third! })
  const task = await client.createTask({ stop_id: third!, body: { label: 'Collect' } })
  await client.updateTask({ task_id: task.id, body: { status: 'completed' } })
  await client.deleteTask({ task_id: task.id })
  await client.updateStop({ stop_id: third!, body: { comments: 'Checked', email: null } })
  const predicates = [{ field: 'external_id', operator: 'eq' as const, value: stop.external_id! }]
  await client.searchStops({ project_id, body: { limit: 5, predicates } })
  await client.searchStopsByText({ project_id, text: 'Stop' })
}

/** Undoes the arrangement again. */
async function rearrange(planId: string): Promise<void> {
  const made = await client.createStops({ plan_id: planId, body: [{ location: place }, {}, { location: place }] })
  await client.geocodeStops({ project_id, body: [{ address: 'Städtle 32, 9490 Vaduz', label: 'Found' }] })
  const other = await client.createPlan({ project_id, body: { label: 'Other', status: 'draft' } })
  const [moved, gone, last] = made.map((stop) => stop.id)
  await client.moveStops({ plan_id: other.id, body: { stop_ids: [moved!] } })
  await client.deleteStop({ stop_id: gone! })
  await client.deleteStops({ body: { stop_ids: [last!] } })
  const [route] = await client.createRoutes({ plan_id: other.id, body: [{ label: 'Second', is_locked: true }] })
  await refused(400, client.deleteRoute({ id: route!.id }))
  await client.updateRoute({ id: route!.id, body: { is_locked: false } })
  await client.deleteRoute({ id: route!.id })
  await client.optimizePlanAsync({ id: planId })
  await client.cancelRunningOptimization({ id: planId, apply: true })
  await client.deletePlan({ id: other.id })
  await client.deletePlan({ id: planId })
}

/** Switched off, so that no day of a demonstration that is being made meanwhile takes them. */
async function fleet(): Promise<void> {
  const enabled = false
  const one = await client.createVehicle({ project_id, body: { label: 'Van', plate: 'FL 1', enabled } })
  const [two] = await client.createVehicles({ project_id, body: [{ enabled, default_provides: ['fridge'] }] })
  const [three] = await client.createVehiclesAlias({ project_id, body: [{ enabled }] })
  await client.getVehicle({ vehicle_id: one.id })
  await client.updateVehicle({ vehicle_id: one.id, body: { brand: 'A brand', default_max_weight: 900 } })
  await client.listVehicles({ project_id, enabled: true })
  await client.getVehicleSessions({ project_id, body: { vehicle_ids: [one.id] } })
  await client.getVehiclePerformance({ project_id, body: { vehicle_ids: [one.id] } })
  for (const vehicle of [one, two!, three!]) await client.deleteVehicle({ vehicle_id: vehicle.id })
}

async function addressBookAndZones(): Promise<void> {
  await client.getProject({ project_id })
  const made = await client.createClient({ project_id, body: { label: 'Hotel Post', location: place } })
  await client.getClient({ client_id: made.id })
  await client.updateClient({ client_id: made.id, body: { phone: '+423 555 01 01' } })
  await client.listClients({ project_id })
  await client.deleteClient({ client_id: made.id })
  const polygon = [[9, 47], [9.1, 47], [9.1, 47.1]] as [number, number][] // biome-ignore format: one ring
  const { id: zone_id } = await client.createZone({ project_id, body: { label: 'far', polygon } })
  await client.getZone({ project_id, zone_id })
  await client.updateZone({ project_id, zone_id, body: { enabled: false } })
  await client.listZones({ project_id })
  await client.deleteZone({ project_id, zone_id })
}

async function webhooks(): Promise<void> {
  const body = { url: 'https://hooks.example.com/routewright', signed: true, enabled: false }
  const { id: webhook_id } = await client.createWebhookSubscription({ body })
  await client.getWebhookSubscription({ webhook_id })
  await client.updateWebhookSubscription({ webhook_id, body: { label: 'Orders' } })
  await client.listWebhookSubscriptions()
  await client.sendTestEvent({ webhook_id })
  await client.listDeliveries({ webhook_id })
  await client.deleteWebhookSubscription({ webhook_id })
  const stranger = createRoutewright({ baseUrl: baseUrl!, privateKey: 'api_key_wrong', fetch: watched })
  await refused(401, stranger.listProjects())
}

/** A proxy that complains of nothing must be one that looks: a call that is wrong is found, and not counted. */
async function expectWatchfulProxy(): Promise<void> {
  const before = complaints.length
  await refused(400, client.listPlans({ project_id, deleted: 'perhaps' as never }))
  const found = complaints.splice(before)
  if (direct !== undefined && found.length !== 1) throw new Error('The proxy did not see that a call was wrong.')
}

/** A white one. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

await fleet()
await planAndDrive()
await addressBookAndZones()
await webhooks()
await expectWatchfulProxy()

const left = described.map(([id]) => id).filter((id) => !answered.has(id))
console.log(`${calls} calls, ${answered.size} of ${described.length} described operations answered`)
if (left.length > 0) console.log(`left out: ${left.join(', ')}`)
console.log(`${complaints.length} violations${complaints.length > 0 ? `:\n${complaints.join('\n')}` : ''}`)
process.exit(left.length + complaints.length > 0 ? 1 : 0)
