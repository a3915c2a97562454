// Past days replayed: as driven against optimized anew, with vehicles, hours and depot that are other; the plans stay.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const hour = 3_600
const depot = { lat: 47.14, lng: 9.52 }
let account: Account
let vanIds: string[]

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>, key = account.key) =>
  server.call(method, path, { key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const replaysPath = () => `/app/v1/project/${account.project_id}/replays`
async function replay(input: object = {}) {
  const { id } = await call('POST', replaysPath(), { from: '2026-03-02', to: '2026-03-03', seconds: 1, ...input })
  const read = () => call('GET', `/app/v1/replay/${id}`)
  await until('the replay', async () => ['ready', 'failed'].includes((await read()).state), 120)
  const found = await read()
  expect(found.state, found.reason).toBe('ready')
  return found
}
/** A row of customers, of whom the even ones come first and then the odd ones: a van that passes everybody twice. */
const zigzag = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

async function makeDay(date: string): Promise<{ planId: string; stopIds: string[]; routeId: string }> {
  const stops = Array.from({ length: 10 }, (_, index) => ({
    label: `Customer ${index}`,
    location: { lat: 47.15 + 0.0123 * index, lng: 9.5123 },
    duration: 300,
    time_windows: [[8 * hour, 16 * hour]],
  }))
  const plan = await call(
    'POST',
    '/v2/plan',
    { label: date, execution_date: date, stops },
    { project_id: account.project_id },
  )
  const [route] = await call('POST', '/v2/routes', [{ vehicle_id: vanIds[0] }], { plan_id: plan.id })
  const rows = await call('GET', `/v2/plan/${plan.id}/stops`)
  const byName = rows.toSorted((a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1))
  const stopIds = byName.map(({ id }: { id: string }) => id)
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: zigzag.map((at) => stopIds[at]) })
  return { planId: plan.id, stopIds, routeId: route.id }
}

let monday: Awaited<ReturnType<typeof makeDay>>

beforeEach(async () => {
  server.clock.set('2026-03-01T08:00:00.000Z')
  account = await server.createAccount()
  const van = {
    default_start_location: depot,
    default_end_location: depot,
    default_time_window: [8 * hour, 16 * hour],
    price_per_minute: 0.5,
    price_per_distance: 0.4,
    fuel_type: 'diesel',
    consumption: 10,
  }
  const vehicles = ['Anna', 'Ben'].map((label) => ({ label, ...van }))
  const made = await call('POST', '/v3/vehicles', vehicles, { project_id: account.project_id })
  vanIds = made.map(({ id }: { id: string }) => id)
  monday = await makeDay('2026-03-02')
  await makeDay('2026-03-03')
  server.clock.set('2026-03-05T08:00:00.000Z')
})

describe('past days replayed', () => {
  test('the order of the plan against the best one, in kilometres, hours, money and CO2e; the plans stay', async () => {
    const before = await call('GET', `/v2/plan/${monday.planId}/stops`)
    const found = await replay()
    expect(await call('GET', `/v2/plan/${monday.planId}/stops`)).toEqual(before)
    expect(found.days.map(({ date }: { date: string }) => date)).toEqual(['2026-03-02', '2026-03-03'])
    for (const day of found.days) {
      expect(day).toMatchObject({
        is_driven: false,
        before: { vehicles: 1, stops: 10 },
        after: { stops: 10, unassigned: 0 },
      })
      // Everybody is passed twice before, and once to and once from afterwards.
      expect(day.after.distance).toBeLessThan(0.75 * day.before.distance)
      for (const side of [day.before, day.after]) {
        expect(side.cost).toBeCloseTo(side.duration / 120 + (0.4 * side.distance) / 1_000, 0)
        expect(side.emissions).toBeCloseTo((side.distance / 100_000) * 10 * (2.66155 + 0.62409), 1)
      }
    }
    const sum = found.days.reduce((all: number, day: { after: { distance: number } }) => all + day.after.distance, 0)
    expect(found.after.distance).toBeCloseTo(sum, 0)
    expect(found.assumptions).toMatchObject({ driven: 0, priced: true, roads: false, by_hour: false })
    const file = await ask('GET', `/app/v1/replay/${found.id}/export`, undefined, { language: 'de' })
    expect(file.text).toContain('Vorher')
    expect(file.text).toContain('Worauf diese Zahlen beruhen')
    expect(file.text.trim().split('\r\n').length).toBeGreaterThan(1 + 4 + 2 + 6)
    const sheet = await ask('GET', `/app/v1/replay/${found.id}/export`, undefined, { format: 'xlsx' })
    expect(sheet.status).toBe(200)
  })

  test('a driven day is compared in the order in which its stops were reported, without what was canceled before', async () => {
    server.clock.set('2026-03-02T08:00:00.000Z')
    const best = monday.stopIds
    for (const id of best.slice(0, 9)) {
      server.clock.advanceSeconds(600)
      await call('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed' })
    }
    server.clock.set('2026-03-05T08:00:00.000Z')
    const { days, assumptions } = await replay({ from: '2026-03-02', to: '2026-03-02' })
    expect(days).toHaveLength(1)
    expect(days[0]).toMatchObject({ is_driven: true, before: { stops: 10 } })
    // The driver already drove along the row, so nothing can be saved.
    expect(days[0].after.distance).toBeGreaterThan(0.97 * days[0].before.distance)
    expect(assumptions.driven).toBe(1)
  })

  test('other vehicles, hours and another depot count; weekdays choose', async () => {
    const base = await replay({ weekdays: ['tuesday'] })
    expect(base.days.map(({ date }: { date: string }) => date)).toEqual(['2026-03-03'])
    const place = { label: 'Far', location: { lat: 47.4, lng: 9.52 } }
    const far = await call('POST', '/app/v1/depot', place, { project_id: account.project_id })
    const moved = await replay({ weekdays: ['tuesday'], depot_id: far.id })
    expect(moved.after.distance).toBeGreaterThan(base.after.distance + 20_000)
    expect(moved.before.distance).toBe(base.before.distance)
    const short = await replay({ weekdays: ['tuesday'], time_window: [8 * hour, 9 * hour] })
    expect(short.after.unassigned).toBeGreaterThan(0)
    const more = await replay({
      weekdays: ['tuesday'],
      time_window: [8 * hour, 9 * hour],
      without_vehicle_ids: [vanIds[0]],
      added: [{ vehicle_id: vanIds[1], count: 3 }],
    })
    expect(more.after.unassigned).toBeLessThan(short.after.unassigned)
    expect(more.after.vehicles).toBeGreaterThan(1)
    const file = await ask('GET', `/app/v1/replay/${more.id}/export`)
    for (const line of ['Without: Anna', 'More vehicles like Ben: 3', 'Working hours: 8:00–9:00'])
      expect(file.text).toContain(line)
    const nobody = await replay({ weekdays: ['tuesday'], without_vehicle_ids: [vanIds[0]] })
    expect(nobody.after).toMatchObject({ unassigned: 10, vehicles: 0, kept_share: 0 })
  })

  test('days that are not past, too many, or without plans are refused by name; one is thrown away', async () => {
    for (const [input, text] of [
      [{ to: '2026-03-05' }, 'before today'],
      [{ from: '2026-03-03', to: '2026-03-02' }, 'must not be before from'],
      [{ from: '2026-01-01', to: '2026-03-02' }, 'at most 31 days'],
      [{ without_vehicle_ids: [monday.planId] }, 'without_vehicle_ids[0]'],
      [{ added: [{ vehicle_id: vanIds[0], count: 11 }] }, 'count'],
      [{ from: '2026-02-02', to: '2026-02-03' }, 'none of these days has a plan'],
    ] as const) {
      const refused = await ask('POST', replaysPath(), { from: '2026-03-02', to: '2026-03-03', ...input })
      expect(refused.status, refused.text).toBe(400)
      expect(refused.body.message).toContain(text)
    }
    const { id } = await call('POST', replaysPath(), { from: '2026-03-02', to: '2026-03-03', seconds: 60 })
    await call('DELETE', `/app/v1/replay/${id}`)
    expect((await ask('GET', `/app/v1/replay/${id}`)).status).toBe(404)
    const other = await server.createAccount('Other')
    expect((await ask('GET', replaysPath(), undefined, undefined, other.key)).status).toBe(404)
  })
})
