// Many callers at two processes over one PostgreSQL for the last places of a day, and one of the processes killed among them.
import { createServicePlace } from '../template.ts'
import { createTenant, type ServiceProcess, startService, type Tenant } from './service-process.ts'

const depot = { lat: 47.14, lng: 9.52 }
/** Far enough ahead that no clock of a test makes it today. */
const daysAhead = 7

/** Result of a caller; both are missing where the process died before it responded. */
export interface Bought {
  booked?: string
  refused?: string
  /** Why the slot was refused, in words. */
  reason?: string
  /** Network error where there was no response. */
  silence?: string
}

export interface LastPlaces {
  readonly tenant: Tenant
  /** The slot that all ask for, `after` days after the first. */
  slotOf(after?: number): string
  call(node: number, method: string, path: string, body?: unknown, query?: Record<string, string>): Promise<Answer>
  /** Holds a place and books it, both at one of the two processes. */
  buy(caller: number, node: number, slotId?: string): Promise<Bought>
  /** The stops of the first day as the first process tells them. Throws where two plans were made for it. */
  stopsOfDay(): Promise<{ id: string; label: string; route_id?: string }[]>
  /** kill -9 of the second process. */
  kill(): Promise<void>
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type Answer = { status: number; body: any }

/** Starts two processes on a database of their own, with this many vans and places per van. */
export async function openLastPlaces(vans: number, placesPerVan: number): Promise<LastPlaces> {
  const place = await createServicePlace()
  const first = await startService(place)
  const services: ServiceProcess[] = [first, await startService(place)]
  const tenant = await createTenant(first, 'Last places')
  const call: LastPlaces['call'] = async (node, method, path, body, query = {}) => {
    const { status, text } = await services[node]!.call(method, path, { key: tenant.api_key, body, query })
    if (text === '') throw new Error(`${method} ${path.split('?')[0]} answered ${status} without a word`)
    return { status, body: JSON.parse(text) }
  }
  const van = { default_start_location: depot, default_end_location: depot, default_max_services: placesPerVan }
  for (let index = 0; index < vans; index++)
    await call(0, 'POST', '/v2/vehicle', { ...van, label: `Van ${index}` }, { project_id: tenant.project_id })
  const getSlot = (after = 0) => {
    const day = new Date(Date.now() + (daysAhead + after) * 86_400_000)
    return `${day.toISOString().slice(0, 10)}/28800-64800`
  }
  return {
    tenant,
    slotOf: getSlot,
    call,
    buy: (caller, node, slotId = getSlot()) => buy(call, tenant, { caller, node, slotId }),
    stopsOfDay: () => stopsOfDay(call, tenant),
    kill: () => services[1]!.kill(),
    async close() {
      for (const service of services) await service.stop()
      await place.drop()
    },
  }
}

async function buy(
  call: LastPlaces['call'],
  { project_id }: Tenant,
  { caller, node, slotId }: { caller: number; node: number; slotId: string },
): Promise<Bought> {
  const location = { lat: 47.1 + (caller % 10) / 100, lng: 9.5 + (caller % 7) / 100 }
  const stop = { location, duration: 60, label: `C${caller}` }
  try {
    const hold = { key: `caller ${caller}`, slot_id: slotId, stop }
    const held = await call(node, 'POST', `/app/v1/project/${project_id}/slot_promises`, hold)
    if (held.status !== 200) return { refused: held.body.message_id, reason: held.body.message }
    const booked = await call(node, 'POST', `/app/v1/slot_promise/${held.body.id}/book`)
    if (booked.status === 200) return { booked: booked.body.stop_id }
    return { refused: booked.body.message_id, reason: booked.body.message }
  } catch (error) {
    // The process is gone.
    const { cause } = error as { cause?: unknown }
    return { silence: String(cause ?? error).replaceAll(/[0-9a-f]{24}/g, '…') }
  }
}

async function stopsOfDay(call: LastPlaces['call'], { project_id }: Tenant) {
  const { body } = await call(0, 'GET', '/v2/plans', undefined, { project_id, limit: '10' })
  if (body.docs.length > 1) throw new Error(`${body.docs.length} plans were made for the day`)
  return body.docs.length === 0 ? [] : (await call(0, 'GET', `/v2/plan/${body.docs[0].id}/stops`)).body
}

export interface LastPlacesResult {
  booked: number
  /** Callers by the reason that they were told. */
  refused: Map<string, number>
  /** Callers that heard nothing, and asked again. */
  askedAgain: number
  faults: string[]
}

/** All callers at once, with or without a kill -9 when a tenth of the places is acknowledged; what is wrong afterwards. */
export async function sellLastPlaces(options: {
  callers: number
  vans: number
  placesPerVan: number
  isKilled: boolean
}): Promise<LastPlacesResult> {
  const { callers, vans, placesPerVan, isKilled } = options
  const places = vans * placesPerVan
  const sale = await openLastPlaces(vans, placesPerVan)
  try {
    let acknowledged = 0
    let killed: Promise<void> | undefined
    const one = async (caller: number) => {
      const bought = await sale.buy(caller, caller % 2)
      if (bought.booked) acknowledged += 1
      if (isKilled && acknowledged >= places / 10) killed ??= sale.kill()
      return bought
    }
    const bought = await Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)))
    await killed
    const faults = isKilled && !killed ? ['no process was killed'] : []
    const kept = new Set((await sale.stopsOfDay()).map(({ id }) => id))
    const lost = bought.filter(({ booked }) => booked && !kept.has(booked))
    if (lost.length > 0) faults.push(`${lost.length} acknowledged bookings were lost by the kill`)
    // Callers without a response ask again with the same key.
    const silent = bought.flatMap(({ booked, refused }, caller) => (booked || refused ? [] : [caller]))
    const why = [...new Set(bought.flatMap(({ silence }) => silence ?? []))].slice(0, 5).join('; ')
    if (silent.length > 0 && !isKilled) faults.push(`${silent.length} callers got no answer: ${why}`)
    const again = await Promise.all(silent.map((caller) => sale.buy(caller, 0)))
    const outcomes = [...bought, ...again]
    faults.push(...listFaults(outcomes, await sale.stopsOfDay(), { callers, places, placesPerVan }))
    const reasons = Map.groupBy(
      outcomes.flatMap(({ refused, reason }) => (refused ? [`${refused}: ${reason}`] : [])),
      (text) => text,
    )
    const refused = new Map([...reasons].map(([text, those]) => [text, those.length]))
    return { booked: outcomes.filter(({ booked }) => booked).length, refused, askedAgain: silent.length, faults }
  } finally {
    await sale.close()
  }
}

function listFaults(
  outcomes: readonly Bought[],
  stops: Awaited<ReturnType<LastPlaces['stopsOfDay']>>,
  { callers, places, placesPerVan }: { callers: number; places: number; placesPerVan: number },
): string[] {
  const booked = outcomes.flatMap((outcome) => outcome.booked ?? [])
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? [])
  const faults: string[] = []
  const expect = (isRight: boolean, text: string) => void (isRight || faults.push(text))
  expect(booked.length === places, `${booked.length} callers were told that they are booked, for ${places} places`)
  expect(refused.length === callers - places, `${refused.length} callers were refused, not ${callers - places}`)
  const others = refused.filter((id) => id !== 'highway.slot.error.taken')
  expect(others.length === 0, `${others.length} were refused for another reason: ${[...new Set(others)].join(', ')}`)
  expect(new Set(booked).size === booked.length, 'a stop was given to two callers')
  const ids = new Set(stops.map(({ id }) => id))
  expect(ids.size === booked.length && booked.every((id) => ids.has(id)), `the plan has ${ids.size} stops`)
  expect(new Set(stops.map(({ label }) => label)).size === stops.length, 'a caller stands in the plan twice')
  const byRoute = Map.groupBy(stops, ({ route_id }) => route_id)
  expect(!byRoute.has(undefined), 'a booked stop is on no route')
  const fullest = Math.max(0, ...[...byRoute.values()].map((those) => those.length))
  expect(fullest <= placesPerVan, `a van has ${fullest} stops for ${placesPerVan} places`)
  return faults
}
