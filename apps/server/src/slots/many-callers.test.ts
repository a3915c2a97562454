// Many callers at two processes over one PostgreSQL for the last places of a day, and one of the processes killed among them.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTenant, type ServiceProcess, startService, type Tenant } from '../../test/scenarios/service-process.ts'
import { createServicePlace } from '../../test/template.ts'

const depot = { lat: 47.14, lng: 9.52 }
/** Far enough ahead that no clock of a test makes it today. */
const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const slot = `${date}/28800-64800`
const vans = 4
const placesPerVan = 3
const places = vans * placesPerVan
const callers = 60

let place: Awaited<ReturnType<typeof createServicePlace>>
let services: ServiceProcess[]
let tenant: Tenant

beforeEach(async () => {
  place = await createServicePlace()
  const first = await startService(place)
  services = [first, await startService(place)]
  tenant = await createTenant(first, 'Last places')
  const van = { default_start_location: depot, default_end_location: depot, default_max_services: placesPerVan }
  for (let index = 0; index < vans; index++)
    await call(0, 'POST', '/v2/vehicle', { ...van, label: `Van ${index}` }, { project_id: tenant.project_id })
})

afterEach(async () => {
  for (const service of services) await service.stop()
  await place.drop()
})

async function call(node: number, method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  const { status, text } = await services[node]!.call(method, path, { key: tenant.api_key, body, query })
  return { status, body: JSON.parse(text) }
}

/** Holds a place for itself and books it, both at one process; undefined where that process is gone. */
async function buy(
  caller: number,
  node: number,
  slot_id = slot,
): Promise<{ refused?: string; booked?: string } | undefined> {
  const stop = {
    location: { lat: 47.1 + (caller % 10) / 100, lng: 9.5 + (caller % 7) / 100 },
    duration: 60,
    label: `C${caller}`,
  }
  try {
    const path = `/app/v1/project/${tenant.project_id}/slot_promises`
    const held = await call(node, 'POST', path, { key: `caller ${caller}`, slot_id, stop })
    if (held.status !== 200) return { refused: held.body.message_id }
    const booked = await call(node, 'POST', `/app/v1/slot_promise/${held.body.id}/book`)
    return booked.status === 200 ? { booked: booked.body.stop_id } : { refused: booked.body.message_id }
  } catch {
    return undefined
  }
}

/** The stops of the day as the first process tells them. */
async function stopsOfDay(): Promise<{ id: string; label: string; route_id?: string }[]> {
  const { body } = await call(0, 'GET', '/v2/plans', undefined, { project_id: tenant.project_id, limit: '10' })
  expect(body.docs.length, 'one plan was made for the day, or none').toBeLessThanOrEqual(1)
  if (body.docs.length === 0) return []
  return (await call(0, 'GET', `/v2/plan/${body.docs[0].id}/stops`)).body
}

test('as many are booked as there are places, on vans and by the rules of the seller, none twice, and the others are told why', async () => {
  const bought = await Promise.all(Array.from({ length: callers }, (_, caller) => buy(caller, caller % 2)))
  const booked = bought.flatMap((one) => one?.booked ?? [])
  expect(booked).toHaveLength(places)
  const refused = bought.flatMap((one) => one?.refused ?? [])
  expect(refused).toHaveLength(callers - places)
  expect(new Set(refused)).toEqual(new Set(['highway.slot.error.taken']))
  const stops = await stopsOfDay()
  expect(stops.map(({ id }) => id).sort()).toEqual(booked.sort())
  const byRoute = Map.groupBy(stops, ({ route_id }) => route_id)
  expect([...byRoute.values()].map((ofRoute) => ofRoute.length)).toEqual(
    Array.from({ length: vans }, () => placesPerVan),
  )
  // The next day the vans have room for more than the seller sells.
  const capacity = 5
  const rules = { grid: [{ windows: [[28_800, 64_800]], capacity }] }
  const set = await call(0, 'PUT', `/app/v1/project/${tenant.project_id}/slot_rules`, rules)
  expect(set.status).toBe(200)
  const nextDay = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const others = Array.from({ length: 20 }, (_, caller) => buy(100 + caller, caller % 2, `${nextDay}/28800-64800`))
  const sold = await Promise.all(others)
  expect(sold.flatMap((one) => one?.booked ?? [])).toHaveLength(capacity)
  expect(sold.flatMap((one) => one?.refused ?? [])).toHaveLength(20 - capacity)
})

test('a process that is killed in the middle loses no booking that was acknowledged, and leaves none half done', async () => {
  let acknowledged = 0
  const killed: Promise<void>[] = []
  const bought = await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const one = await buy(caller, caller % 2)
      if (one?.booked) acknowledged += 1
      if (acknowledged === 3 && killed.length === 0) killed.push(services[1]!.kill())
      return one
    }),
  )
  await Promise.all(killed)
  expect(killed).toHaveLength(1)
  const stops = await stopsOfDay()
  const ids = new Set(stops.map(({ id }) => id))
  for (const { booked } of bought.flatMap((one) => (one?.booked ? one : []))) expect(ids).toContain(booked)
  expect(new Set(stops.map(({ label }) => label)).size, 'nobody was booked twice').toBe(stops.length)
  expect(stops.length).toBeLessThanOrEqual(places)
  expect(stops.every(({ route_id }) => route_id !== undefined)).toBe(true)
  // Whoever heard nothing asks again with the same key: he gets what he had, or what is left.
  const again = await Promise.all(bought.flatMap((one, caller) => (one === undefined ? [buy(caller, 0)] : [])))
  const total = new Set([...bought, ...again].flatMap((one) => one?.booked ?? []))
  const after = await stopsOfDay()
  expect(new Set(after.map(({ id }) => id))).toEqual(total)
  expect(total.size).toBe(places)
})
