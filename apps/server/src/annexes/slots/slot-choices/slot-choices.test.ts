// The recipient chooses a window through the link of their page: asked, chosen, moved, declined, reminded, closed; and sees nobody else.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'
import { remindOfSlots } from './slot-choices.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.52 }
const tuesday = '2026-03-03'
const morning = `${tuesday}/28800-43200`
const afternoon = `${tuesday}/46800-61200`
let account: Account

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
/** Sends what the recipient's page sends. */
const page = (link: string, method: string, path: string, body?: unknown) =>
  server.call(method, `/track/v1/${link.split('/').at(-1)}${path}`, { body })
const setRules = (more: object = {}) => {
  const windows = [
    [28_800, 43_200],
    [46_800, 61_200],
  ]
  return call('PUT', `/app/v1/project/${account.project_id}/slot_rules`, { grid: [{ windows }], ...more })
}
const make = async (more: object = {}, query: Record<string, string> = ofProject()) =>
  (
    await call(
      'POST',
      '/v2/stops',
      [{ location: { lat: 47.16, lng: 9.55 }, label: 'Ida', email: 'ida@example.test', ...more }],
      query,
    )
  )[0]
const ask = (stop: { id: string }, body: object = {}) => call('POST', `/app/v1/stop/${stop.id}/slot_choice`, body)
const messages = async () => {
  const headers = { cookie: await server.signIn(account.user_id) }
  const { body } = await server.call('GET', `/app/v1/project/${account.project_id}/messages`, { headers })
  return body.docs.map(({ kind }: { kind: string }) => kind)
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const van = { label: 'Van', default_start_location: depot, default_end_location: depot, default_max_services: 1 }
  await call('POST', '/v2/vehicle', van, ofProject())
  await setRules()
})

describe('a stop without a day', () => {
  test('is offered the windows of the rules, gets the one that is chosen, and moves until the cut-off', async () => {
    const stop = await make()
    const asked = await ask(stop, { from: tuesday, to: tuesday })
    expect(asked).toMatchObject({ state: 'asked', from: tuesday, told_by: ['email'] })
    expect((await page(asked.link, 'GET', '')).body.slot_choice).toMatchObject({ state: 'asked', can_choose: true })
    const { slots } = (await page(asked.link, 'GET', '/slots')).body
    // Only day, window and price: no route, no vehicle, nobody else.
    expect(slots).toEqual([
      { id: morning, date: tuesday, time_window: [28_800, 43_200] },
      { id: afternoon, date: tuesday, time_window: [46_800, 61_200] },
    ])
    const chosen = await page(asked.link, 'PUT', '/slot', { slot_id: morning })
    expect(chosen.body.slot_choice).toMatchObject({
      state: 'chosen',
      slot: { date: tuesday, time_window: [28_800, 43_200] },
    })
    const planned = await call('GET', `/v2/stop/${stop.id}`)
    expect(planned).toMatchObject({ time_windows: [[28_800, 43_200]], status: 'pending' })
    expect(planned.route_id).toBeDefined()
    // The van has room for one: the recipient's own place is free for them, and for nobody else.
    expect((await page(asked.link, 'GET', '/slots')).body.slots).toHaveLength(2)
    const other = await ask(await make({ label: 'Noah' }), { from: tuesday, to: tuesday })
    expect((await page(other.link, 'GET', '/slots')).body.slots).toEqual([])
    expect((await page(other.link, 'PUT', '/slot', { slot_id: morning })).body.message_id).toBe(
      'highway.slot.error.taken',
    )
    await page(asked.link, 'PUT', '/slot', { slot_id: afternoon })
    expect(await call('GET', `/app/v1/stop/${stop.id}/slot_choice`)).toMatchObject({
      state: 'chosen',
      slot_id: afternoon,
    })
    expect(await messages()).toEqual(expect.arrayContaining(['slot_chosen', 'choose_slot']))
    await setRules({ cut_off: { days_before: 1, time: 0 } })
    const late = await page(asked.link, 'PUT', '/slot', { slot_id: morning })
    expect(late.body.message_id).toBe('highway.slot.error.choice_closed')
    expect((await page(asked.link, 'GET', '')).body.slot_choice.can_choose).toBe(false)
  })

  test('may leave the day open, decline, and be reminded once', async () => {
    const stop = await make()
    const asked = await ask(stop, { to: '2026-03-05' })
    server.clock.set('2026-03-03T09:00:00.000Z')
    await remindOfSlots(server.services)
    expect(await remindOfSlots(server.services)).toBe(0)
    expect(await messages()).toEqual(['choose_slot', 'choose_slot'])
    const any = await page(asked.link, 'PUT', '/slot', { any_day: { from: '2026-03-04', to: '2026-03-05' } })
    expect(any.body.slot_choice.slot.date).toMatch(/^2026-03-0[45]$/)
    const declined = await page(asked.link, 'POST', '/slot/decline')
    expect(declined.body.slot_choice).toMatchObject({ state: 'declined', can_choose: true })
    expect((await page(asked.link, 'PUT', '/slot', {})).body.message).toMatch(/^slot_id: either/)
    await call('DELETE', `/app/v1/stop/${stop.id}/slot_choice`)
    expect((await page(asked.link, 'GET', '')).body).not.toHaveProperty('slot_choice')
    expect((await page(asked.link, 'GET', '/slots')).body.message_id).toBe('highway.slot.error.choice_closed')
  })
})

test('after a failed attempt another day is chosen, and the stop is open again', async () => {
  const plan = await call('POST', '/v2/plan', { execution_date: tuesday }, ofProject())
  const stop = await make({}, { plan_id: plan.id })
  server.clock.set(`${tuesday}T10:00:00.000Z`)
  await call('POST', `/v3/stop/${stop.id}/report`, { type: 'service_report_canceled', cancel_reason: 'nobody' })
  const asked = await ask(stop)
  const { slots } = (await page(asked.link, 'GET', '/slots')).body
  expect(slots[0].date).toBe('2026-03-04')
  await page(asked.link, 'PUT', '/slot', { slot_id: slots[0].id })
  const again = await call('GET', `/v2/stop/${stop.id}`)
  expect(again).toMatchObject({ status: 'pending', time_windows: [slots[0].time_window] })
  expect(again.plan_id).not.toBe(plan.id)
})

test('nobody is asked where nothing could be offered', async () => {
  const refuse = async (stop: { id: string }) =>
    (await server.call('POST', `/app/v1/stop/${stop.id}/slot_choice`, { key: account.key, body: {} })).body.message_id
  expect(await refuse(await make({ location: { label: 'Somewhere' } }))).toBe('highway.slot.error.no_place')
  await call('PUT', `/app/v1/project/${account.project_id}/slot_rules`, {})
  expect(await refuse(await make())).toBe('highway.slot.error.no_windows')
})
