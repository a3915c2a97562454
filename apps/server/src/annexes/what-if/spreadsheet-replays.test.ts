// Days from a spreadsheet: as driven against optimized anew, with what was assumed; nothing of it stays but the figures.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const hour = 3_600
const depot = { lat: 47.14, lng: 9.5123, label: 'Yard' }
let account: Account

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>, key = account.key) =>
  server.call(method, path, { key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const path = (project = account.project_id) => `/app/v1/project/${project}/replays/spreadsheet`
async function finish(input: object) {
  const { id } = await call('POST', path(), { seconds: 1, ...input })
  const read = () => call('GET', `/app/v1/replay/${id}`)
  await until('the replay', async () => ['ready', 'failed'].includes((await read()).state), 120)
  return read()
}
async function replay(input: object) {
  const found = await finish(input)
  expect(found.state, found.reason).toBe('ready')
  return found
}

/** Customers in a row to the north, the even ones first and then the odd ones: a van that passes everybody twice. */
const zigzag = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
const customer = (at: number) => ({ lat: 47.15 + 0.0123 * at, lng: 9.5123 })
const listRows = (date: string, more: (at: number, place: number) => object = () => ({})) =>
  zigzag.map((at, place) => ({ date, vehicle: 'Anna', duration: 300, ...customer(at), ...more(at, place) }))
const prices = { price_per_minute: 0.5, price_per_distance: 0.4 }

beforeEach(async () => {
  server.clock.set('2026-03-05T08:00:00.000Z')
  account = await server.createAccount()
})

describe('days from a spreadsheet', () => {
  test('the order of the file against the best one, in kilometres, hours, money and CO2e', async () => {
    const found = await replay({
      rows: [...listRows('2026-03-02'), ...listRows('2026-03-03')],
      assumed: { depot, ...prices, time_window: [8 * hour, 17 * hour] },
      file_name: 'february.xlsx',
      columns: [{ title: 'Datum', meaning: 'Date' }],
    })
    expect(found.asked).toEqual({ from: '2026-03-02', to: '2026-03-03' })
    expect(found.spreadsheet).toMatchObject({ file_name: 'february.xlsx', columns: [{ title: 'Datum' }] })
    expect(found.days).toHaveLength(2)
    for (const day of found.days) {
      expect(day.plan_id).toBeUndefined()
      expect(day).toMatchObject({ is_driven: false, before: { vehicles: 1, stops: 10 }, after: { unassigned: 0 } })
      expect(day.after.distance).toBeLessThan(0.75 * day.before.distance)
      for (const side of [day.before, day.after]) {
        expect(side.cost).toBeCloseTo(side.duration / 120 + (0.4 * side.distance) / 1_000, 0)
        expect(side.emissions).toBeCloseTo((side.distance / 100_000) * 10 * (2.66155 + 0.62409), 1)
      }
    }
    expect(found.before.distance).toBeCloseTo(found.days[0].before.distance * 2, 0)
    expect(found.assumptions).toMatchObject({ driven: 0, priced: true, roads: false })
    expect(found.assumptions.spreadsheet).toMatchObject({
      rows: 20,
      used: 20,
      left_out: [],
      located: 0,
      doubtful: { count: 0, lines: [] },
      order: { position: 0, time: 0, row: 2 },
      unnamed: 0,
      without_windows: 20,
      without_duration: 0,
      depot,
      time_window: [8 * hour, 17 * hour],
      fuel_type: 'diesel',
      consumption: 10,
    })
    expect(await call('GET', `/app/v1/project/${account.project_id}/replays`)).toMatchObject([{ id: found.id }])
  })

  test('two stops and a yard: distance, hours and cost are those of the arithmetic', async () => {
    // Straight lines: 0.01 of a degree of latitude are 1,111.95 m; what the model makes of them is told by one leg of it.
    const stops = [1, 2].map((at) => ({ lat: depot.lat + 0.01 * at, lng: depot.lng }))
    const assumed = { depot, ...prices, duration: 600, time_window: [8 * hour, 17 * hour] }
    const one = await replay({ rows: [{ date: '2026-03-02', vehicle: 'A', ...stops[0] }], assumed })
    const leg = one.before.distance / 2
    expect(leg).toBeGreaterThan(1_111)
    const rows = [1, 0].map((at) => ({ date: '2026-03-02', vehicle: 'A', ...stops[at] }))
    const two = await replay({ rows, assumed })
    // Far, near, back, or near, far, back: two legs out and two home either way.
    for (const side of [two.before, two.after]) {
      expect(side.distance).toBeCloseTo(4 * leg, -1)
      expect(side.duration - side.travel_time).toBeCloseTo(1_200, -1)
      expect(side.cost).toBeCloseTo((0.5 * side.duration) / 60 + (0.4 * side.distance) / 1_000, 1)
    }
    expect(two.assumptions.spreadsheet).toMatchObject({ duration: 600, without_duration: 2 })
  })

  test('the order by a column or by times counts as driven; the times tell what was late', async () => {
    const best = (at: number) => ({ position: at + 1 })
    const timed = (at: number) => ({
      done_at: 8 * hour + 900 * (at + 1),
      time_windows: [[8 * hour, at === 9 ? 8 * hour + 8_940 : 12 * hour]],
    })
    const byColumn = await replay({ rows: listRows('2026-03-02', best), assumed: { depot } })
    const byTime = await replay({ rows: listRows('2026-03-02', timed), assumed: { depot } })
    for (const { days, assumptions } of [byColumn, byTime]) {
      expect(days[0].is_driven).toBe(true)
      expect(assumptions.driven).toBe(1)
      expect(days[0].after.distance).toBeGreaterThan(0.97 * days[0].before.distance)
    }
    expect(byColumn.assumptions.spreadsheet.order).toEqual({ position: 1, time: 0, row: 0 })
    expect(byTime.assumptions.spreadsheet.order).toEqual({ position: 0, time: 1, row: 0 })
    expect(byTime.days[0].told).toEqual({ stops: 10, late: 1 })
  })

  test('hours, loads and durations that nobody says are taken from the days, and told', async () => {
    const long = listRows('2026-03-02', () => ({ duration: undefined, weight: 20 }))
    const { assumptions, before, after } = await replay({ rows: long, assumed: { depot, duration: 3_600 } })
    const { time_window, max_weight, without_duration } = assumptions.spreadsheet
    expect(time_window[0]).toBe(8 * hour)
    expect(time_window[1]).toBeGreaterThanOrEqual(18 * hour)
    expect(time_window[1] % hour).toBe(0)
    expect({ max_weight, without_duration }).toEqual({ max_weight: 200, without_duration: 10 })
    // The hours last as long as the day took, so nothing has to be left out.
    expect([before.unassigned, after.unassigned]).toEqual([0, 0])
  })

  test('fewer vans, other hours and another depot count after, and not before', async () => {
    const rows = [
      ...listRows('2026-03-02', (_, place) => ({ vehicle: place < 5 ? 'Anna' : 'Ben' })),
      { date: '2026-03-02', ...customer(3) },
    ]
    const assumed = { depot, time_window: [8 * hour, 17 * hour] as const }
    const base = await replay({ rows, assumed })
    expect(base.before.vehicles).toBe(3)
    expect(base.assumptions.spreadsheet).toMatchObject({ unnamed: 1, unnamed_days: 0 })
    const fewer = await replay({ rows, assumed, other: { vehicles: -2 } })
    expect(fewer.before).toMatchObject({ vehicles: 3, distance: base.before.distance })
    expect(fewer.after).toMatchObject({ vehicles: 1, unassigned: 0 })
    const short = await replay({ rows, assumed, other: { vehicles: -9, time_window: [8 * hour, 9 * hour] } })
    expect(short.after.unassigned).toBeGreaterThan(0)
    const far = await replay({ rows, assumed, other: { depot: { lat: 47.4, lng: 9.52 } } })
    expect(far.after.distance).toBeGreaterThan(base.after.distance + 20_000)
    expect(far.before.distance).toBe(base.before.distance)
    const file = await ask('GET', `/app/v1/replay/${fewer.id}/export`)
    for (const line of ['Vans per day: −2', 'Working hours of all vans: 8:00–17:00', 'start and end at: Yard'])
      expect(file.text).toContain(line)
    expect(file.text).toMatch(/van of their own.*: 1/)
  })

  test('rows without a date or a place are left out and told by line', async () => {
    const rows = [
      ...listRows('2026-03-02'),
      { line: 31, vehicle: 'Anna', ...customer(1) },
      { line: 32, date: '2026-03-02', vehicle: 'Anna' },
    ]
    const { assumptions } = await replay({ rows, assumed: { depot } })
    expect(assumptions.spreadsheet).toMatchObject({
      rows: 12,
      used: 10,
      left_out: [
        { reason: 'no_date', count: 1, lines: [31] },
        { reason: 'no_place', count: 1, lines: [32] },
      ],
    })
  })

  test('nothing becomes a plan or a stop, and the rows are gone with the answer', async () => {
    const { id } = await replay({
      rows: listRows('2026-03-02', () => ({ address: 'Secret Street 7' })),
      assumed: { depot },
    })
    expect(await call('GET', '/v2/plans', undefined, { project_id: account.project_id })).toMatchObject({ docs: [] })
    const { db } = server.services.database
    const { rows } = await sql<{ kept: string }>`select what_ifs::text as kept from what_ifs where id = ${id}`.execute(
      db,
    )
    expect(rows[0]!.kept).not.toContain('Secret Street')
    expect(rows[0]!.kept).toContain('2026-03-02')
    const stranger = await server.createAccount('Stranger')
    for (const [method, end] of [
      ['GET', ''],
      ['GET', '/export'],
      ['DELETE', ''],
    ] as const)
      expect((await ask(method, `/app/v1/replay/${id}${end}`, undefined, undefined, stranger.key)).status).toBe(404)
    await call('DELETE', `/app/v1/replay/${id}`)
    expect((await ask('GET', `/app/v1/replay/${id}`)).status).toBe(404)
  })

  test('too much, too little and what is no row is refused by name', async () => {
    const dates = Array.from({ length: 32 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
    const tooMany = Array.from({ length: 10_001 }, () => ({ date: '2026-03-02', ...customer(0) }))
    for (const [rows, text] of [
      [dates.map((date) => ({ date, ...customer(0) })), '32 different days; at most 31'],
      [tooMany, 'rows'],
      [[], 'rows'],
      [[{ date: '2026-03-02' }, customer(1)], 'none has both a date and'],
      [[{ date: '2.3.2026', ...customer(1) }], 'rows[0].date'],
      [[{ date: '2026-03-02', lat: 47 }], 'rows[0]'],
      [[{ date: '2026-03-02', ...customer(1), time_windows: [[9, 8]] }], 'rows[0].time_windows'],
    ] as const) {
      const refused = await ask('POST', path(), { rows })
      expect(refused.status, refused.text).toBe(400)
      expect(refused.text).toContain(text)
    }
    const other = await server.createAccount('Other')
    const foreign = await ask('POST', path(), { rows: listRows('2026-03-02') }, undefined, other.key)
    expect(foreign.status).toBe(404)
  })
})
