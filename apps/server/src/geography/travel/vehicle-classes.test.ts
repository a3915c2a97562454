// Vehicles of one plan travel differently: by their size, what they avoid, and the day.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeBridges } from '../../../test/road-town.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-classes-'))
let server: TestServer & { stop(): Promise<void> }
let own: Account

/** South of a river that runs between the streets 9 and 10. Across it lead a free bridge far west and others farther east. */
const depot = townPlace(1_500, 800)
const north = townPlace(1_500, 1_100)
const monday = '2026-03-02'
const saturday = '2026-03-07'
/** There and back by the bridge at this street. */
const metersBy = (column: number) => 2 * (2 * (15 - column) * 100 + 300)

beforeAll(async () => {
  const bridges = {
    15: { maxheight: '2.2' },
    13: { toll: 'yes' },
    11: { 'motor_vehicle:conditional': 'no @ (Sa-Su,PH)' },
  }
  const osmFiles = [writeBridges(folder, 0, bridges)]
  server = await startTestServer({ annexes: 'all', listen: true, config: { osmFiles, roadModes: ['car'] } })
  own = await server.createAccount()
  await until('the roads', async () => (await server.call('GET', '/health')).body.roads.car.state === 'ready')
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const call = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) => {
  const answer = await server.call(method, path, { key: own.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function createPlan(plan: object, routes: object[]) {
  const { id } = await call('POST', '/v2/plan', plan, { project_id: own.project_id })
  const ends = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
  const created = await call(
    'POST',
    '/v2/routes',
    routes.map((route) => ({ ...ends, ...route })),
    { plan_id: id },
  )
  return { planId: id as string, routeIds: created.map((route: { id: string }) => route.id) as string[] }
}

/**
 * Waits until a route to the other side and back has these metres. Straight after, the roads of its mode may stand in; a job
 * follows with the vehicle's own.
 */
async function expectMeters(meters: number, travel?: object, plan: object = { execution_date: monday }): Promise<void> {
  const stops = [{ label: 'north', location: north, duration: 60 }]
  const { routeIds } = await createPlan(plan, [{ travel, stops }])
  await until(`${meters} m`, async () => (await call('GET', `/v2/route/${routeIds[0]}`)).planned_distance === meters)
}

describe('a route', () => {
  test('goes over the bridges that its vehicle may cross', async () => {
    await expectMeters(metersBy(15))
    await expectMeters(metersBy(15), { height: 2.1 })
    await expectMeters(metersBy(13), { height: 2.8 })
    await expectMeters(metersBy(13), { mode: 'van' })
    await expectMeters(metersBy(15), { mode: 'van', height: 2.1 })
  })

  test('avoids what its vehicle avoids, or else its plan', async () => {
    await expectMeters(metersBy(11), { height: 2.8, avoid: ['tolls'] })
    const plan = { execution_date: monday, traffic_options: { avoid: ['tolls'] } }
    await expectMeters(metersBy(11), { height: 2.8 }, plan)
    await expectMeters(metersBy(13), { height: 2.8, avoid: [] }, plan)
  })

  test('says which ways take what its vehicle avoids, because nothing else leads there', async () => {
    const onToll = { label: 'on the toll bridge', location: townPlace(1_300, 950), duration: 60 }
    const stops = [{ label: 'north', location: north, duration: 60 }, onToll]
    const { routeIds } = await createPlan({ execution_date: monday }, [
      { travel: { height: 2.8, avoid: ['tolls'] }, stops },
      { travel: { height: 2.8 }, stops },
    ])
    const avoided = async (id: string) =>
      (await call('GET', `/app/v1/route/${id}/hours`)).legs.map((leg: { avoided?: string[] }) => leg.avoided ?? [])
    await until('the roads of the vehicle', async () =>
      (await avoided(routeIds[0]!)).some((kinds: string[]) => kinds[0]),
    )
    expect(await avoided(routeIds[0]!)).toEqual([[], ['tolls'], ['tolls']])
    expect(await avoided(routeIds[1]!)).toEqual([[], [], []])
  })

  test('knows the day that is planned', async () => {
    await expectMeters(metersBy(0), { height: 2.8, avoid: ['tolls'] }, { execution_date: saturday })
  })

  test('knows the holidays of its project', async () => {
    const plan = { execution_date: monday, traffic_options: { holidays: [monday] } }
    await expectMeters(metersBy(0), { height: 2.8, avoid: ['tolls'] }, plan)
  })

  test('has how its vehicle travels, and another way when that is changed', async () => {
    const travel = { mode: 'van', height: 2.8, weight: 3_500, low_emission: true }
    const query = { project_id: own.project_id }
    const vehicle = await call('POST', '/v2/vehicle', { label: 'High', default_travel: travel }, query)
    expect(vehicle.default_travel).toEqual(travel)
    const stops = [{ label: 'north', location: north, duration: 60 }]
    const { routeIds } = await createPlan({ execution_date: monday }, [{ vehicle_id: vehicle.id, stops }])
    const route = await call('GET', `/v2/route/${routeIds[0]}`)
    expect(route.travel).toEqual(travel)
    const changed = await call('PUT', `/v2/route/${routeIds[0]}`, { travel: null })
    expect(changed.travel).toBeUndefined()
    expect(changed.planned_distance).toBe(metersBy(15))
  })
})

test('an optimization gives each vehicle its own times, and a stop to the one that gets there', async () => {
  // Via the low bridge it is 600 m there and back, via the next one 1,400 m.
  const limited = { max_distance: 1_000 }
  const { planId, routeIds } = await createPlan({ execution_date: monday }, [
    { ...limited, travel: { height: 2.8 } },
    { ...limited, travel: { height: 2.1 } },
  ])
  await call('POST', '/v2/stops', [{ label: 'north', location: north, duration: 60 }], { plan_id: planId })
  const { routes } = await call('POST', `/v2/plan/${planId}/optimize`)
  const getStops = (id: string | undefined) => routes.find((route: { id: string }) => route.id === id).stops.length
  expect(routeIds.map(getStops)).toEqual([0, 1])
  await call('DELETE', `/v2/route/${routeIds[1]}`)
  const { stops } = await call('POST', `/v2/plan/${planId}/optimize`)
  expect(stops[0].optimization_warnings.map(({ code }: { code: string }) => code)).toEqual(['max_distance'])
})

test('a vehicle of impossible measures is refused in words that name the field', async () => {
  const input = { label: 'Tower', default_travel: { height: 250 } }
  const answer = await server.call('POST', '/v2/vehicle', {
    key: own.key,
    body: input,
    query: { project_id: own.project_id },
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('default_travel.height')
})
