// Optimization through HTTP on a running server: constraints hold, what must stay stays, and one run at a time.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../test/harness.ts'

const server = useTestServer({ listen: true })
let own: Account

beforeAll(async () => {
  own = await server.createAccount('Own')
})

const depot = { lat: 47.14, lng: 9.52 }

/** Places on a grid of about 700 m around the depot. */
function place(index: number) {
  return { lat: 47.1 + (index % 8) * 0.008, lng: 9.48 + Math.floor(index / 8) * 0.009 }
}

async function call(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  return server.call(method, path, { key: own.key, body, query })
}

async function createPlan(body: object, projectId = own.project_id) {
  const answer = await call('POST', '/v2/plan', body, { project_id: projectId })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

describe('a plan', () => {
  test('without routes gets one for every enabled vehicle that works on that weekday, and each stop its place', async () => {
    const project = await server.createProject(own)
    await call(
      'POST',
      '/v3/vehicles',
      [
        { label: 'A', default_start_location: depot, default_end_location: depot, default_time_window: [28_800, 61_200] },
        { label: 'B', default_start_location: depot, default_working_days: ['monday'] },
        { label: 'C', default_working_days: ['tuesday'] },
        { label: 'D', enabled: false },
      ],
      { project_id: project },
    )
    const stops = Array.from({ length: 20 }, (_, index) => ({ label: `s${index}`, location: place(index) }))
    const plan = await createPlan({ execution_date: '2026-03-02', stops }, project)
    const started = performance.now()
    const answer = await call('POST', `/v2/plan/${plan}/optimize`)
    console.log('took', performance.now() - started)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.routes.map((route: { label: string }) => route.label)).toEqual(['A', 'B'])
    console.log(JSON.stringify(answer.body.routes[0]).slice(0, 3000))
    console.log(answer.body.routes.map((r: any) => [r.label, r.stops.length, r.planned_start_time, r.planned_end_time, r.planned_distance]))
    expect(answer.body.stops.every((stop: { route_id?: string }) => stop.route_id)).toBe(true)
  })
})
