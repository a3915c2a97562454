// The life of a promise: held, booked, moved, released, kept by optimizations, and changed by hand only with a name.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.52 }
const tuesday = '2026-03-03'
const wednesday = '2026-03-04'
const morning = `${tuesday}/28800-43200`
const afternoon = `${tuesday}/46800-61200`
let account: Account

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const stop = { location: { lat: 47.16, lng: 9.55 }, duration: 300, label: 'Ida', phone: '+41 79 000 00 00' }
const holdPath = () => `/app/v1/project/${account.project_id}/slot_promises`
const hold = (key: string, slot_id = morning, more: object = {}) =>
  call('POST', holdPath(), { key, slot_id, stop, ...more })
const refuseHold = async (key: string, slot_id = morning) =>
  (await ask('POST', holdPath(), { key, slot_id, stop })).body
const find = (date = tuesday, windows = [[28_800, 43_200]]) =>
  call('POST', `/app/v1/project/${account.project_id}/slots`, { stop, from: date, to: date, windows })
const doTo = ({ id }: { id: string }, what: string, body: object = {}) =>
  call('POST', `/app/v1/slot_promise/${id}/${what}`, body)
const refuse = async ({ id }: { id: string }, what: string, body: object = {}) =>
  (await ask('POST', `/app/v1/slot_promise/${id}/${what}`, body)).body
const refused = async (method: string, path: string, body: object) => (await ask(method, path, body)).body
const runOut = ({ id }: { id: string }) =>
  sql`update slot_promises set held_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
    server.services.database.db,
  )
const van = (more: object = {}) =>
  call(
    'POST',
    '/v2/vehicle',
    { label: 'Van', default_start_location: depot, default_end_location: depot, ...more },
    ofProject(),
  )

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

describe('a hold', () => {
  test('counts in what is offered to others, until it runs out or is released', async () => {
    await van({ default_max_services: 1 })
    expect((await find()).fitting).toBe(1)
    const held = await hold('a')
    expect(held).toMatchObject({ state: 'held', slot_id: morning, date: tuesday, offer: { opens_vehicle: true } })
    expect(Date.parse(held.held_until)).toBeGreaterThan(Date.now() + 9 * 60_000)
    expect((await find()).refused).toMatchObject([{ reason: 'max_services' }])
    expect(await refuseHold('b')).toMatchObject({
      message_id: 'highway.slot.error.taken',
      message: expect.stringContaining('all the stops that they may have'),
    })
    await runOut(held)
    expect((await find()).fitting).toBe(1)
    expect((await call('GET', `/app/v1/slot_promise/${held.id}`)).state).toBe('expired')
    const other = await hold('b')
    expect((await find()).fitting).toBe(0)
    expect(await doTo(other, 'release')).toMatchObject({ state: 'released' })
    expect((await find()).fitting).toBe(1)
  })

  test('is the same for the same key, and a key stands for one slot', async () => {
    await van()
    const held = await hold('a')
    expect(await hold('a')).toEqual(held)
    expect((await refuseHold('a', afternoon)).message_id).toBe('highway.slot.error.key_used')
    await runOut(held)
    expect(await hold('a')).toMatchObject({ id: held.id, state: 'held' })
  })

  test('is refused for a day or a window that is none, or has passed', async () => {
    expect((await refuseHold('a', '2026-02-30/0-10')).message).toBe('slot_id: there is no day 2026-02-30')
    expect((await refuseHold('a', `${tuesday}/10-0`)).message).toMatch(/^slot_id: the window/)
    expect((await refuseHold('a', '2026-03-01/0-10')).message).toBe('slot_id: must not be before today, 2026-03-02')
    expect((await refuseHold('a')).message).toContain('No vehicle drives on this day')
  })
})

describe('a booking', () => {
  test('makes the plan of the day with its fleet and recurring orders, and the stop on a route with the slot as its window', async () => {
    const { id: vehicle_id } = await van()
    const order = { weekdays: ['tuesday'], starts_on: '2026-03-01', stop: { location: { lat: 47.15, lng: 9.53 } } }
    await call('POST', '/app/v1/recurring_order', order, ofProject())
    const booked = await doTo(await hold('a'), 'book')
    expect(booked).toMatchObject({ state: 'booked', offer: { vehicle_id } })
    const plan = await call('GET', `/v2/plan/${booked.plan_id}`)
    expect(plan).toMatchObject({ execution_date: '2026-03-03T00:00:00.000Z', total_stops: 2 })
    expect(plan.routes[0].stops).toMatchObject([
      { id: booked.stop_id, label: 'Ida', time_windows: [[28_800, 43_200]], optimization_warning: false },
    ])
    expect(await doTo(booked, 'book')).toEqual(booked)
    expect(await hold('a')).toEqual(booked)
    // The stop knows who it is for; the promise need not any longer.
    const { rows } = await server.services.database.executeSql(
      `select stop from slot_promises where id = '${booked.id}'`,
    )
    expect(rows).toEqual([{ stop: null }])
    const second = await doTo(await hold('b', afternoon), 'book')
    expect(second.plan_id).toBe(booked.plan_id)
  })

  test('of a hold that ran out is made while the slot is free, and refused when another has it', async () => {
    await van({ default_max_services: 1 })
    const first = await hold('a')
    await runOut(first)
    expect(await doTo(first, 'book')).toMatchObject({ state: 'booked' })
    const late = await hold('b', `${wednesday}/28800-43200`)
    await runOut(late)
    await hold('c', `${wednesday}/28800-43200`)
    expect((await refuse(late, 'book')).message_id).toBe('highway.slot.error.taken')
    expect((await call('GET', `/app/v1/slot_promise/${late.id}`)).state).toBe('expired')
  })

  test('moves to another window and another day, with its stop, and keeps the stop where there is no room', async () => {
    await van()
    const booked = await doTo(await hold('a'), 'book')
    const later = await doTo(booked, 'move', { slot_id: afternoon })
    expect(later).toMatchObject({ slot_id: afternoon, stop_id: booked.stop_id, plan_id: booked.plan_id })
    const otherDay = await doTo(booked, 'move', { slot_id: `${wednesday}/28800-43200` })
    expect(otherDay.plan_id).not.toBe(booked.plan_id)
    const moved = await call('GET', `/v2/stop/${booked.stop_id}`)
    expect(moved).toMatchObject({ plan_id: otherDay.plan_id, time_windows: [[28_800, 43_200]], status: 'pending' })
    const routes: { id: string }[] = await call('GET', `/v2/plan/${otherDay.plan_id}/routes`)
    expect(routes.map(({ id }) => id)).toContain(moved.route_id)
    expect((await refuse(booked, 'move', { slot_id: `${wednesday}/0-1` })).message_id).toBe('highway.slot.error.taken')
    expect(await call('GET', `/v2/stop/${booked.stop_id}`)).toMatchObject({ time_windows: [[28_800, 43_200]] })
  })

  test('is over when somebody deletes its stop; its key then holds the slot anew', async () => {
    await van({ default_max_services: 1 })
    const booked = await doTo(await hold('a'), 'book')
    expect((await find()).fitting).toBe(0)
    await call('DELETE', `/v2/stop/${booked.stop_id}`)
    expect((await call('GET', `/app/v1/slot_promise/${booked.id}`)).state).toBe('released')
    for (const what of ['book', 'move'])
      expect((await refuse(booked, what, what === 'move' ? { slot_id: afternoon } : {})).message_id).toBe(
        'highway.slot.error.released',
      )
    expect(await hold('a')).toMatchObject({ id: booked.id, state: 'held' })
    expect(await doTo(booked, 'release')).toMatchObject({ state: 'released' })
  })

  test('is released with its stop, or without it', async () => {
    await van()
    const [one, two] = [await doTo(await hold('a'), 'book'), await doTo(await hold('b'), 'book')]
    expect(await doTo(one, 'release')).toMatchObject({ state: 'released' })
    expect((await ask('GET', `/v2/stop/${one.stop_id}`)).status).toBe(404)
    await doTo(two, 'release', { keep_stop: true })
    expect(await call('GET', `/v2/stop/${two.stop_id}`)).toMatchObject({ plan_id: two.plan_id })
    await call('PUT', `/v2/stop/${two.stop_id}`, { time_windows: [] })
    expect((await refuse(one, 'book')).message_id).toBe('highway.slot.error.released')
  })
})

describe('a promise', () => {
  test('is kept by optimizations, also where the plan allows lateness and drops', async () => {
    await van({ default_time_window: [28_800, 61_200] })
    const booked = await doTo(await hold('a', `${tuesday}/30000-30900`), 'book')
    await call('PUT', `/v2/plan/${booked.plan_id}`, {
      optimizer_config: { allow_late: true, late_penalty: 0, drop_penalty: 1, time_limit_seconds: 1 },
    })
    const rivals = Array.from({ length: 6 }, (_, at) => ({
      location: { lat: 47 - at / 100, lng: 9.4 },
      duration: 600,
      reward: 1e6,
      time_windows: [[29_400, 31_500]],
    }))
    await call('POST', '/v2/stops', rivals, { plan_id: booked.plan_id })
    await call('POST', `/v2/plan/${booked.plan_id}/optimize`)
    const after = await call('GET', `/v2/stop/${booked.stop_id}`)
    expect(after.planned_arrival_time).toBeGreaterThanOrEqual(30_000)
    expect(after.planned_arrival_time).toBeLessThanOrEqual(30_900)
  })

  test('is changed by hand only with the name of who agrees, which the audit log keeps', async () => {
    await van()
    const booked = await doTo(await hold('a'), 'book')
    const change = () => ask('PUT', `/v2/stop/${booked.stop_id}`, { time_windows: [[50_000, 60_000]] })
    expect((await change()).body.message_id).toBe('highway.stop.error.promised')
    expect((await ask('POST', '/v2/stop/move', { stop_ids: [booked.stop_id] })).body.message_id).toBe(
      'highway.stop.error.promised',
    )
    await call('PUT', `/v2/stop/${booked.stop_id}`, { duration: 600, time_windows: [[28_800, 43_200]] })
    const window = { time_windows: [[50_000, 60_000]], reason: 'She asked for it' }
    expect((await refuse(booked, 'window', window)).message).toMatch(/^agreed_by/)
    const changed = await doTo(booked, 'window', { ...window, agreed_by: 'Ana Roth' })
    expect(changed).toMatchObject({ agreed_by: 'Ana Roth', changed_by_hand_at: expect.any(String) })
    expect(await call('GET', `/v2/stop/${booked.stop_id}`)).toMatchObject({ time_windows: [[50_000, 60_000]] })
    const headers = { cookie: await server.signIn(account.user_id) }
    const { docs } = (await server.call('GET', '/app/v1/audit', { headers, query: ofProject() })).body
    expect(docs.find(({ changes }: { changes?: object }) => changes && 'agreed_by' in changes)).toMatchObject({
      resource_type: 'slot_promise',
      changes: { agreed_by: 'Ana Roth' },
    })
    expect((await change()).status).toBe(200)
  })

  test('of another organization or project is not found', async () => {
    await van()
    const held = await hold('a')
    const other = await server.createAccount()
    expect((await server.call('GET', `/app/v1/slot_promise/${held.id}`, { key: other.key })).status).toBe(404)
    const stranger = await server.createUser(account, 'organization_user', [])
    const answer = await server.call('POST', `/app/v1/slot_promise/${held.id}/book`, { key: stranger.key, body: {} })
    expect(answer.status).toBe(403)
  })
})

test('many callers at once get what there is, each place once, and the others a reason', async () => {
  await van({ default_max_services: 3 })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => ask('POST', holdPath(), { key: `k${at}`, slot_id: morning, stop })),
  )
  const held = answers.filter(({ status }) => status === 200)
  expect(held).toHaveLength(3)
  for (const { status, body } of answers) if (status !== 200) expect(body.message_id).toBe('highway.slot.error.taken')
  const booked = await Promise.all(held.map(({ body }) => doTo(body, 'book')))
  expect(new Set(booked.map(({ stop_id }) => stop_id)).size).toBe(3)
  const { routes } = await call('GET', `/v2/plan/${booked[0].plan_id}`)
  expect(routes.flatMap(({ stops }: { stops: object[] }) => stops)).toHaveLength(3)
})

describe('a stop that is there', () => {
  const getPlan = (date: string, more: object = {}) =>
    call('POST', '/v2/plan', { label: date, execution_date: date, stops: [stop], ...more }, ofProject())
  const promise = (id: string, slot_id: string) => call('POST', `/app/v1/stop/${id}/slot`, { slot_id })

  test('moves to the slot with the promise, to another one, and does not stand in its own way', async () => {
    await van({ default_max_services: 1 })
    const { id: planId, stops } = await getPlan(tuesday)
    const [{ id }] = stops ?? (await call('GET', `/v2/plan/${planId}/stops`))
    const booked = await promise(id, `${wednesday}/28800-43200`)
    expect(booked).toMatchObject({ state: 'booked', stop_id: id, date: wednesday })
    expect(await call('GET', `/v2/stop/${id}`)).toMatchObject({
      plan_id: booked.plan_id,
      time_windows: [[28_800, 43_200]],
      route_id: expect.any(String),
    })
    expect(await promise(id, `${wednesday}/28800-43200`)).toEqual(booked)
    const question = { stop, from: wednesday, to: wednesday, windows: [[46_800, 61_200]] }
    const offers = (more: object) =>
      call('POST', `/app/v1/project/${account.project_id}/slots`, { ...question, ...more })
    expect((await offers({})).fitting).toBe(0)
    expect((await offers({ stop_id: id })).fitting).toBe(1)
    const later = await promise(id, `${wednesday}/46800-61200`)
    expect(later).toMatchObject({ id: booked.id, time_window: [46_800, 61_200], plan_id: booked.plan_id })
    // Its window is kept like any promise.
    expect((await refused('PUT', `/v2/stop/${id}`, { time_windows: [] })).message_id).toBe(
      'highway.stop.error.promised',
    )
  })

  test('is served again when it was not delivered, and stays as it is where there is no room', async () => {
    await van({ default_max_services: 1 })
    const { id: planId } = await getPlan('2026-03-02', { routes: [{ label: 'Van', stops: [stop] }], stops: [] })
    const [{ id }] = await call('GET', `/v2/plan/${planId}/stops`)
    const report = { stop_id: id, type: 'service_report_canceled', cancel_reason: 'closed' }
    await call('POST', '/v2/report', report)
    await hold('other', `${wednesday}/28800-43200`)
    expect((await refused('POST', `/app/v1/stop/${id}/slot`, { slot_id: `${wednesday}/28800-43200` })).message_id).toBe(
      'highway.slot.error.taken',
    )
    expect(await call('GET', `/v2/stop/${id}`)).toMatchObject({ status: 'canceled', plan_id: planId })
    const booked = await promise(id, morning)
    expect(await call('GET', `/v2/stop/${id}`)).toMatchObject({ status: 'pending', plan_id: booked.plan_id })
  })
})
