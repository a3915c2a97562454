// The main job on real input, as one scenario over HTTP: plan, optimize, dispatch, drive, report, listen. Used by the test
// and by `npm run demo:day`.
import type { FullPlan, Route } from '@routewright/contract'
import type { TravelProvider } from '../../src/geography/travel/travel.ts'
import type { Address } from './addresses.ts'
import { judgePlan, type Verdict } from './day-check.ts'
import { expectedEvents, listEventFaults } from './day-events.ts'
import { dayOrders, dayVehicles } from './day-input.ts'
import { createByAddress, type PlacedOrders } from './day-orders.ts'
import { createDriver, type Driver } from './driver-day.ts'
import type { KeyedCall } from './http-caller.ts'
import type { Mailbox } from './mailbox.ts'
import type { ServiceProcess, Tenant } from './service-process.ts'
import type { Receiver } from './webhook-receiver.ts'

export interface DayOptions {
  service: ServiceProcess
  mailbox: Mailbox
  receiver: Receiver
  addresses: readonly Address[]
  /** The service's source of travel times, for its judges. */
  travel: TravelProvider
  /** Budget of the optimizer. */
  solverSeconds: number
  /** Told what happens, one line each. */
  say?: (line: string) => void
  /** Told how far the optimizer is, 0..1. */
  progress?: (share: number) => void
}

export interface DayResult {
  tenant: Tenant
  /** Places found for the orders' addresses. */
  places: PlacedOrders
  /** The plan after the optimizer. */
  optimized: FullPlan
  verdict: Verdict
  /** While one route still had an attempted stop. */
  almostDone: { plan: FullPlan; openRouteId: string; attemptedStopId: string }
  /** At the end. */
  finished: FullPlan
  drivers: readonly Driver['log'][]
  /** Everything that was not as specified beyond what threw on the way; empty when all is well. */
  faults: string[]
  events: { distinct: number; deliveries: number }
  mails: number
  milliseconds: Record<string, number>
}

/** Runs the day. Throws when a call is refused that must not be; other findings are in the result. */
export async function runDay(options: DayOptions): Promise<DayResult> {
  const { receiver, mailbox, travel, say = () => {} } = options
  const milliseconds: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    milliseconds[name] = Math.round(performance.now() - start)
    return result
  }
  const { tenant, planId, call, places } = await timed('create', () => create(options))
  const readPlan = async () => (await call('GET', `/v2/plan/${planId}`)).expect(200) as FullPlan
  const created = await readPlan()
  say(`Created 8 vehicles and ${created.total_stops} stops by their addresses alone in ${milliseconds.create} ms.`)
  say(`${places.near} of ${places.all} doors were found within 30 m of where they are.`)

  await timed('optimize', () => optimize(options, call, planId))
  const optimized = await dropUnusedRoutes(call, await readPlan())
  const verdict = await judgePlan(optimized, travel)
  const placed = optimized.stops.filter((stop) => stop.route_id).length
  say(
    `Optimized: ${placed} of ${optimized.total_stops} stops on ${optimized.routes.length} routes; every rule checked.`,
  )

  let reports = 0
  const onReport = () => {
    reports += 1
    if (reports % 75 === 0) say(`${reports} reports are in.`)
  }
  const drivers = await timed('dispatch', () => dispatchAll(call, options, optimized.routes, onReport))
  say(`Dispatched ${drivers.length} routes; the links came by mail.`)
  await timed('drive', () => Promise.all(drivers.map((driver, index) => workDay(driver, index === 0))))
  const almostDone = describeOpenRoute(await readPlan())
  say(`All but one stop are done; the plan is ${almostDone.plan.status}, the driver goes back to the last door.`)
  await drivers[0]!.finish()

  const finished = await readPlan()
  const logs = drivers.map((driver) => driver.log)
  const expected = expectedEvents(created, logs)
  const total = [...expected.values()].reduce((sum, count) => sum + count, 0)
  await timed('events', () => waitFor(() => receiver.distinct().length >= total, 30))
  // Whatever comes beyond what was expected would come now.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const events = receiver.distinct()
  say(`The plan is ${finished.status}; the webhook receiver saw ${events.length} events.`)
  return {
    tenant,
    places,
    optimized,
    verdict,
    almostDone,
    finished,
    drivers: logs,
    faults: [...verdict.faults, ...listEventFaults(expected, events, tenant), ...listCounterFaults(finished)],
    events: { distinct: events.length, deliveries: receiver.deliveries.length },
    mails: mailsTo(mailbox, 'drivers.example').length,
    milliseconds,
  }
}

async function create({ service, receiver, addresses, solverSeconds }: DayOptions) {
  const created = await service.administer('POST', '/app/v1/organizations', undefined, { name: 'A day in the valley' })
  const tenant: Tenant = created.expect(201)
  const call: KeyedCall = (method, path, body, query) =>
    service.call(method, path, { key: tenant.api_key, body, query })
  const hook = { url: receiver.url, label: 'Scenario' }
  ;(await service.administer('POST', '/app/v1/webhook', tenant.organization_id, hook)).expect(201)
  const project = { project_id: tenant.project_id }
  ;(await call('POST', '/v3/vehicles', dayVehicles(), project)).expect(201)
  const plan = { label: 'The day', optimizer_config: { time_limit_seconds: solverSeconds, seed: 7 } }
  const planId: string = (await call('POST', '/v2/plan', plan, project)).expect(201).id
  const orders = dayOrders(addresses, 7)
  const places = await createByAddress(call, planId, orders)
  return { tenant, planId, call, places }
}

async function optimize({ progress = () => {} }: DayOptions, call: KeyedCall, planId: string): Promise<void> {
  ;(await call('POST', `/v2/plan/${planId}/optimize/async`)).expect(200)
  const deadline = Date.now() + 180_000
  for (;;) {
    const run = (await call('GET', `/v2/plan/${planId}/running_optimization`)).expect(200)
    progress(run.progress)
    if (run.status === 'success') return
    if (run.finished) throw new Error(`The optimization ended as ${run.status}: ${JSON.stringify(run.error)}`)
    if (Date.now() > deadline) throw new Error('The optimization does not end.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** A van that is not needed stays at home: as a dispatcher would, its empty route is deleted, else the plan never finishes. */
async function dropUnusedRoutes(call: KeyedCall, plan: FullPlan): Promise<FullPlan> {
  const unused = plan.routes.filter((route) => route.stops!.length === 0)
  for (const { id } of unused) (await call('DELETE', `/v2/route/${id}`)).expect(200)
  return { ...plan, routes: plan.routes.filter((route) => !unused.includes(route)) }
}

async function dispatchAll(
  call: KeyedCall,
  { service, mailbox }: DayOptions,
  routes: readonly Route[],
  onReport: () => void,
): Promise<Driver[]> {
  for (const { id } of routes) (await call('POST', `/v2/route/${id}/dispatch`)).expect(200)
  await waitFor(() => mailsTo(mailbox, 'drivers.example').length >= routes.length, 30)
  return routes.map(({ id, email }) => {
    const mail = mailbox.mails.find(({ to }) => to?.some(({ address }) => address === email))
    const link = /https?:\/\/\S+\/d\/\S+/.exec(mail?.text ?? '')?.[0]
    if (!link?.startsWith(service.baseUrl)) throw new Error(`No link for ${email} among ${mailbox.mails.length} mails.`)
    return createDriver(service.call, id, link, onReport)
  })
}

/** Mails to addresses of one domain: drivers get their links, recipients questions about their place. */
function mailsTo(mailbox: Mailbox, domain: string) {
  return mailbox.mails.filter(({ to }) => to?.some(({ address }) => address?.endsWith(`@${domain}`)))
}

async function workDay(driver: Driver, leavesOneBehind: boolean): Promise<void> {
  await driver.open()
  await driver.load()
  await driver.drive((_stop, index, { stops }) => leavesOneBehind && index === stops.length - 1)
}

function describeOpenRoute(plan: FullPlan): DayResult['almostDone'] {
  const pending = plan.stops.filter((stop) => stop.status === 'pending' && stop.route_id)
  if (pending.length !== 1) throw new Error(`${pending.length} stops are still pending on routes instead of one.`)
  return { plan, openRouteId: pending[0]!.route_id!, attemptedStopId: pending[0]!.id }
}

/** The plan's counters are what its stops say. */
export function listCounterFaults(plan: FullPlan): string[] {
  const count = (status: string) => plan.stops.filter((stop) => stop.status === status).length
  const counted = {
    total_stops: plan.stops.length,
    pending_stops: count('pending'),
    completed_stops: count('completed'),
    incomplete_stops: count('incomplete'),
    canceled_stops: count('canceled'),
    total_routes: plan.routes.length,
  }
  return Object.entries(counted).flatMap(([name, number]) => {
    const stated = plan[name as keyof typeof counted]
    return stated === number ? [] : [`${name} is ${stated}, there are ${number}`]
  })
}

/** Waits until it is so; after `seconds` it goes on, and the comparison that follows tells what is missing. */
async function waitFor(isSo: () => boolean, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!isSo() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}
