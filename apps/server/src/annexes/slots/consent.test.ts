// Promises to customers are broken only by somebody who agrees by name: in edits by hand, results of optimizations, other days.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.52 }
const tuesday = '2026-03-03'
const early = `${tuesday}/28800-32400`
let account: Account

type Headers = Record<string, string>
const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>, headers?: Headers) =>
  server.call(method, path, { ...(!headers?.cookie && { key: account.key }), body, query, headers })
async function call(...asked: Parameters<typeof ask>) {
  const answer = await ask(...asked)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const agreed = (name: string): Headers => ({ 'x-agreed-by': encodeURIComponent(name) })
const near = (label: string, more: object = {}) => ({
  location: { lat: 47.15, lng: 9.53 },
  duration: 300,
  label,
  ...more,
})

async function book(label: string) {
  const held = await call('POST', `/app/v1/project/${account.project_id}/slot_promises`, {
    key: label,
    slot_id: early,
    stop: { location: { lat: 47.16, lng: 9.55 }, duration: 300, label },
  })
  return call('POST', `/app/v1/slot_promise/${held.id}/book`, {})
}

/** A booked stop on a route, with one that takes two hours and is on none. */
async function day() {
  await call(
    'POST',
    '/v2/vehicle',
    { label: 'Van', default_start_location: depot, default_end_location: depot, default_time_window: [28_800, 61_200] },
    ofProject(),
  )
  const ida = await book('Ida')
  const [long] = await call('POST', '/v2/stops', [near('Long', { duration: 7_200 })], { plan_id: ida.plan_id })
  const { route_id } = await call('GET', `/v2/stop/${ida.stop_id}`)
  const order = (...stop_ids: string[]) => ({ routes: [{ route_id, stop_ids }] })
  const arrange = `/app/v1/plan/${ida.plan_id}/arrangement`
  return { ida, long, route_id, order, arrange }
}

const readAudit = async () => {
  const headers = { cookie: await server.signIn(account.user_id) }
  const { docs } = await call('GET', '/app/v1/audit', undefined, ofProject(), headers)
  return docs.filter(({ changes }: { changes?: object }) => changes && 'agreed_by' in changes)
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

describe('an edit by hand', () => {
  test('that makes a promised stop late is told before, refused without a name, and kept with it', async () => {
    const { ida, long, order, arrange } = await day()
    const late = order(long.id, ida.stop_id)
    const { broken_promises } = await call('PUT', arrange, late, { preview: 'true' })
    const promise = { promise_id: ida.id, stop_id: ida.stop_id, date: tuesday, time_window: [28_800, 32_400] }
    expect(broken_promises).toMatchObject([{ ...promise, fault: 'late', label: expect.stringContaining('Ida') }])
    expect(broken_promises[0].late_seconds).toBeGreaterThan(3_600)
    const refused = await ask('PUT', arrange, late)
    expect(refused.body).toMatchObject({
      message_id: 'highway.plan.error.promises_broken',
      message: expect.stringMatching(/Ida \(2026-03-03\/28800-32400: \d+ min late\)/),
    })
    const told = JSON.parse(decodeURIComponent(String(refused.headers['x-broken-promises'])))
    expect(told).toMatchObject({ count: 1, promises: [{ stop_id: ida.stop_id, fault: 'late' }] })
    expect((await call('GET', `/v2/stop/${ida.stop_id}`)).planned_arrival_time).toBeLessThanOrEqual(32_400)
    const done = await call('PUT', arrange, late, undefined, agreed('Zoë Roth'))
    expect(await call('GET', `/app/v1/slot_promise/${ida.id}`)).toMatchObject({ agreed_by: 'Zoë Roth' })
    expect(await readAudit()).toMatchObject([{ changes: { agreed_by: 'Zoë Roth', fault: 'late' } }])
    // Undoing breaks nothing; doing it again asks again.
    const undone = await call('PUT', arrange, done.undo)
    expect((await ask('PUT', arrange, undone.undo)).body.message_id).toBe('highway.plan.error.promises_broken')
  })

  test('that keeps every promise, or a broken one as it is, needs nobody', async () => {
    const { ida, long, order, arrange } = await day()
    expect(await call('PUT', arrange, order(ida.stop_id, long.id))).not.toHaveProperty('broken_promises')
    await call('PUT', arrange, order(long.id, ida.stop_id), undefined, agreed('Ana'))
    const [other] = await call('POST', '/v2/stops', [near('Other')], { plan_id: ida.plan_id })
    await call('PUT', arrange, order(long.id, ida.stop_id, other.id))
    expect((await ask('PUT', arrange, order(long.id, other.id, ida.stop_id))).status).toBe(400)
  })

  test('that takes the stop off its route leaves it out, and who is signed in agrees by his own name', async () => {
    const { ida } = await day()
    const move = { moves: [{ stop_ids: [ida.stop_id], route_id: null }] }
    const path = `/app/v1/plan/${ida.plan_id}/move`
    expect((await call('POST', `${path}/preview`, move)).broken_promises).toMatchObject([{ fault: 'left_out' }])
    const cookie = await server.signIn(account.user_id)
    await call('POST', path, move, undefined, { cookie, ...agreed('Somebody else') })
    const user = await call('GET', `/app/v1/user/${account.user_id}`, undefined, undefined, { cookie })
    expect((await call('GET', `/app/v1/slot_promise/${ida.id}`)).agreed_by).toBe(user.name || user.email)
  })

  test('to another day or window ends the promise with the name of who agrees', async () => {
    const { ida } = await day()
    const windows = { time_windows: [[50_000, 60_000]] }
    const refused = await ask('PUT', `/v2/stop/${ida.stop_id}`, windows)
    expect(JSON.parse(decodeURIComponent(String(refused.headers['x-broken-promises'])))).toMatchObject({
      promises: [{ stop_id: ida.stop_id, fault: 'changed' }],
    })
    await call('PUT', `/v2/stop/${ida.stop_id}`, windows, undefined, agreed('Ana Roth'))
    const promise = await call('GET', `/app/v1/slot_promise/${ida.id}`)
    expect(promise).toMatchObject({ agreed_by: 'Ana Roth', changed_by_hand_at: expect.any(String) })
    expect(await readAudit()).toMatchObject([{ changes: { agreed_by: 'Ana Roth', fault: 'changed' } }])
  })

  test('is refused where the name is none', async () => {
    const { ida, arrange, order } = await day()
    for (const name of ['%', '%20', 'x'.repeat(201)]) {
      const answer = await ask('PUT', arrange, order(ida.stop_id), undefined, { 'x-agreed-by': name })
      expect(answer.body.message).toMatch(/^X-Agreed-By/)
    }
  })
})

describe('a change that puts nobody in another order', () => {
  const broken = 'highway.plan.error.promises_broken'
  const agreedTo = async (fault: string) =>
    expect(await readAudit()).toMatchObject([{ changes: { agreed_by: 'Ana Roth', fault } }])
  /** Refused without a name, with nothing changed, and done with it. */
  async function asksForConsent(method: string, path: string, body: object | undefined, messageId: string) {
    const refused = await ask(method, path, body)
    expect(refused.status, refused.text).toBe(400)
    expect(refused.body.message_id).toBe(messageId)
    expect(JSON.parse(decodeURIComponent(String(refused.headers['x-broken-promises'])))).toMatchObject({ count: 1 })
    return () => call(method, path, body, undefined, agreed('Ana Roth'))
  }

  test('deleting its route leaves a promised stop out', async () => {
    const { ida, long, route_id } = await day()
    await call('PUT', `/v2/stop/${long.id}`, { route_id })
    const agree = await asksForConsent('DELETE', `/v2/route/${route_id}`, undefined, broken)
    expect(await call('GET', `/v2/stop/${ida.stop_id}`)).toMatchObject({ route_id })
    await agree()
    expect(await call('GET', `/v2/stop/${ida.stop_id}`)).not.toHaveProperty('route_id')
    await agreedTo('left_out')
    // Nobody drives there any more: deleting another route of the plan takes nothing from anybody.
    const [other] = await call('POST', '/v2/routes', [{ label: 'Other' }], { plan_id: ida.plan_id })
    await call('DELETE', `/v2/route/${other.id}`)
  })

  test('deleting the plan deletes what was promised with it', async () => {
    const { ida } = await day()
    const agree = await asksForConsent('DELETE', `/v2/plan/${ida.plan_id}`, undefined, broken)
    expect(await call('GET', `/v2/stop/${ida.stop_id}`)).toMatchObject({ plan_id: ida.plan_id })
    await agree()
    await agreedTo('left_out')
  })

  test('another day for the plan is another day for everybody on it', async () => {
    const { ida } = await day()
    const path = `/v2/plan/${ida.plan_id}`
    await call('PUT', path, { execution_date: tuesday, label: 'The same day' })
    const agree = await asksForConsent('PUT', path, { execution_date: '2026-03-04' }, 'highway.stop.error.promised')
    await agree()
    await agreedTo('changed')
    // The promise is over now.
    await call('PUT', path, { execution_date: '2026-03-05' })
  })

  test('other hours of the van make a promised stop late', async () => {
    const { ida, route_id } = await day()
    const path = `/v2/route/${route_id}`
    await call('PUT', path, { time_window: [27_000, 61_200], label: 'Earlier' })
    const agree = await asksForConsent('PUT', path, { time_window: [39_600, 61_200] }, broken)
    expect((await call('GET', path)).time_window).toEqual([27_000, 61_200])
    await agree()
    await agreedTo('late')
    // An unchanged delay needs nobody's consent.
    await call('PUT', path, { time_window: [39_600, 60_000] })
    expect((await call('GET', `/v2/stop/${ida.stop_id}`)).planned_arrival_time).toBeGreaterThan(39_600)
  })

  test('more work at the stop before makes a promised stop late, and so it is off its route', async () => {
    const { ida, long, order, arrange } = await day()
    await call('PUT', `/v2/stop/${long.id}`, { duration: 300 })
    await call('PUT', arrange, order(long.id, ida.stop_id))
    await call('PUT', `/v2/stop/${long.id}`, { duration: 600, label: 'Longer' })
    const agree = await asksForConsent('PUT', `/v2/stop/${long.id}`, { duration: 7_200 }, broken)
    await agree()
    await agreedTo('late')
    await call('PUT', `/v2/stop/${ida.stop_id}`, { label: 'Ida Frick' })
    await asksForConsent('PUT', `/v2/stop/${ida.stop_id}`, { route_id: null }, broken)
  })

  test('deleting the stop itself ends its promise: the order is gone', async () => {
    const { ida } = await day()
    await call('DELETE', `/v2/stop/${ida.stop_id}`)
    const { slots } = await call('POST', `/app/v1/project/${account.project_id}/slots`, {
      stop: near('Next'),
      from: tuesday,
      to: tuesday,
      windows: [[28_800, 32_400]],
    })
    expect(slots).toHaveLength(1)
    // No promise stands against it any more.
    await call('DELETE', `/v2/plan/${ida.plan_id}`)
  })
})

describe('an optimization', () => {
  test('leaves out others before somebody who was promised a window', async () => {
    const { ida, long, route_id } = await day()
    await call('PUT', `/v2/route/${route_id}`, { max_services: 1 })
    await call('POST', `/v2/plan/${ida.plan_id}/optimize`)
    expect(await call('GET', `/v2/stop/${ida.stop_id}`)).toMatchObject({ route_id })
    expect(await call('GET', `/v2/stop/${long.id}`)).not.toHaveProperty('route_id')
  })

  test('that cannot keep all promises tells which, and is applied only with a name', async () => {
    const { ida, route_id } = await day()
    const jo = await book('Jo')
    await call('PUT', `/v2/route/${route_id}`, { max_services: 1 })
    const runs = `/app/v1/plan/${ida.plan_id}/optimization`
    const { id } = await call('POST', runs, { mode: 'from_scratch' })
    await expect.poll(async () => (await call('GET', `${runs}/${id}`)).state).toBe('ready')
    const { comparison } = await call('GET', `${runs}/${id}`)
    expect(comparison.broken_promises).toMatchObject([{ date: tuesday, fault: 'left_out' }])
    const refused = await ask('POST', `${runs}/${id}/apply`)
    expect(refused.body.message_id).toBe('highway.plan.error.promises_broken')
    const listRoutes = async () => [
      (await call('GET', `/v2/stop/${ida.stop_id}`)).route_id,
      (await call('GET', `/v2/stop/${jo.stop_id}`)).route_id,
    ]
    expect(await listRoutes()).toEqual([route_id, route_id])
    await call('POST', `${runs}/${id}/apply`, undefined, undefined, agreed('Ana Roth'))
    expect((await listRoutes()).filter((route) => route === route_id)).toHaveLength(1)
    expect(await readAudit()).toMatchObject([{ changes: { agreed_by: 'Ana Roth', fault: 'left_out' } }])
  })

  test('that nobody looks at changes nothing where it would break a promise, and says so', async () => {
    const { ida, route_id } = await day()
    await book('Jo')
    await call('PUT', `/v2/route/${route_id}`, { max_services: 1 })
    await ask('POST', `/v2/plan/${ida.plan_id}/optimize`)
    const { stops } = await call('GET', `/v2/route/${route_id}`)
    expect(stops).toHaveLength(2)
    const run = await call('GET', `/v2/plan/${ida.plan_id}/running_optimization`)
    expect(run).toMatchObject({ status: 'failed', error: { message_id: 'highway.plan.error.promises_broken' } })
  })
})
