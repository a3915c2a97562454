// Laws on driving and working time through the interface: whose value holds, breaks on the plan, reasons and remedies, and a day on the road.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account
const monday = '2026-03-02'
const hour = 3_600

type Answer = Awaited<ReturnType<typeof call>>
const call = (method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) =>
  server.call(method, path, { key: account.key, body, query })
const done = ({ status, text, body }: Answer) => {
  expect(status, text).toBeLessThan(300)
  return body
}
const ofProject = () => ({ project_id: account.project_id })
const depot = { label: 'Depot', lat: 47, lng: 9 }
/** A stop this many degrees north of the depot, about 111 km each. */
const at = (degrees: number) => ({ location: { lat: 47 + degrees, lng: 9 }, duration: 600 })

interface RouteBreak {
  is_completed: boolean
  order: number
  planned_start_time: number
  planned_end_time: number
  reason?: string
  after?: number
  law?: string
  is_on_the_way?: boolean
}
interface PlannedRoute {
  id: string
  planned_start_time: number
  planned_end_time: number
  breaks: RouteBreak[]
  break_stop?: { is_completed: boolean; planned_start_time?: number; order?: number }
  stops: {
    id: string
    planned_arrival_time: number
    planned_departure_time: number
    optimization_warnings: { code: string; message: string }[]
  }[]
}

const read = async (id: string): Promise<PlannedRoute> => done(await call('GET', `/v2/route/${id}`))

/** A plan of Monday with one route of these stops. */
async function planned(route: object, stops: object[]): Promise<{ planId: string; route: PlannedRoute }> {
  const plan = done(await call('POST', '/v2/plan', { execution_date: monday }, ofProject()))
  const base = { start_location: depot, end_location: depot, time_window: [4 * hour, 30 * hour] }
  const [made] = done(await call('POST', '/v2/routes', [{ ...base, ...route, stops }], { plan_id: plan.id }))
  return { planId: plan.id, route: await read(made.id) }
}

/** Seconds of driving between breaks of at least `least`, by the times on the wire alone; waits count as driving. */
function drivenBetweenBreaks(route: PlannedRoute, least: number): number[] {
  const taken = [
    ...route.stops.map((stop) => [stop.planned_arrival_time, stop.planned_departure_time, false] as const),
    ...route.breaks.map((pause) => [pause.planned_start_time, pause.planned_end_time, true] as const),
  ].sort((a, b) => a[0] - b[0])
  const driven = [0]
  let time = route.planned_start_time
  for (const [from, to, isBreak] of [...taken, [route.planned_end_time, route.planned_end_time, false] as const]) {
    driven[driven.length - 1]! += from - time
    if (isBreak && to - from >= least) driven.push(0)
    time = to
  }
  return driven
}

beforeEach(async () => {
  server.clock.set('2026-03-01T12:00:00.000Z')
  account = await server.createAccount()
})

describe('the law', () => {
  test('is a value of project, vehicle and driver; the nearest to the driver holds', async () => {
    const session = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
    const change = { headers: session, body: { driving_rules: { law: 'us' } } }
    done(await server.call('PUT', `/app/v1/project/${account.project_id}`, change))
    const van = done(
      await call(
        'POST',
        '/v2/vehicle',
        { default_driving_rules: { law: 'eu' }, default_driving_log: null },
        ofProject(),
      ),
    )
    expect(van).toMatchObject({ default_driving_rules: { law: 'eu' } })
    const listLaws = async (route: object) =>
      (await planned(route, [at(3), at(6)])).route.breaks.map((pause) => `${pause.law} ${pause.reason} ${pause.after}`)
    expect(new Set(await listLaws({}))).toEqual(new Set([`us driving ${8 * hour}`]))
    expect(await listLaws({ vehicle_id: van.id })).toContain(`eu driving ${4.5 * hour}`)
    const plain = { law: 'plain', counts: 'driving', after: 2 * hour, duration: 900 }
    const driver = done(
      await call(
        'POST',
        '/app/v1/driver',
        { label: 'Ann', usual_vehicle_id: van.id, driving_rules: plain },
        ofProject(),
      ),
    )
    expect(driver.driving_rules).toEqual(plain)
    expect(new Set(await listLaws({ vehicle_id: van.id }))).toEqual(new Set([`plain driving ${2 * hour}`]))
    done(await call('PUT', `/app/v1/driver/${driver.id}`, { driving_rules: { law: 'none' } }))
    expect(await listLaws({ vehicle_id: van.id })).toEqual([])
  })

  test('names the field and the limit that is wrong', async () => {
    const refused = async (body: object) => {
      const answer = await call('POST', '/v2/vehicle', body, ofProject())
      expect(answer.status).toBe(400)
      return answer.body.message
    }
    expect(await refused({ default_driving_rules: { law: 'mine' } })).toContain('default_driving_rules.law')
    expect(await refused({ default_driving_rules: { law: 'plain', after: 60 } })).toMatch(
      /default_driving_rules\.after.*600/,
    )
    expect(await refused({ default_driving_log: { driving_left_today: 60 } })).toContain('default_driving_log.date')
    expect(await refused({ default_driving_log: { date: monday, driving_left_week: -1 } })).toContain(
      'default_driving_log.driving_left_week',
    )
  })
})

describe('the breaks of a route', () => {
  const eu = { driving_rules: { law: 'eu' } }

  test('are planned after so much driving, on the way too, and told one by one', async () => {
    const { route } = await planned(eu, [at(1.5), at(3), at(1)])
    expect(route.breaks.length).toBeGreaterThan(0)
    expect(Math.max(...drivenBetweenBreaks(route, 45 * 60))).toBeLessThanOrEqual(4.5 * hour + 3)
    expect(route.breaks[0]).toMatchObject({ is_completed: false, law: 'eu' })
    const { reason: _reason, after: _after, law: _law, is_on_the_way: _way, ...first } = route.breaks[0]!
    expect(route.break_stop).toEqual(first)
  })

  test('go with the order, and with what an edit would do', async () => {
    const { route } = await planned({ driving_rules: { law: 'plain', after: hour, duration: 1_200 } }, [
      at(0.5),
      at(1),
      at(1.5),
    ])
    const ids = route.stops.map(({ id }) => id)
    const turned = done(await call('PUT', `/v2/route/${route.id}/stops`, { stops: ids.toReversed() }))
    expect(turned.breaks.length).toBeGreaterThan(0)
    for (const driven of drivenBetweenBreaks(turned, 1_200)) expect(driven).toBeLessThanOrEqual(hour + 3)
    const none = done(await call('PUT', `/v2/route/${route.id}`, { driving_rules: null }))
    expect(none).toMatchObject({ breaks: [] })
    expect(none).not.toHaveProperty('break_stop')
    expect(none.planned_end_time - none.planned_start_time).toBeLessThan(
      turned.planned_end_time - turned.planned_start_time,
    )
  })

  test('without a law a route has its break by the clock, as before', async () => {
    const pause = { start: 5 * hour, end: 8 * hour, duration: 1_800 }
    const { route } = await planned({ vehicle: { break: pause } }, [
      { ...at(0.8), time_windows: [[5 * hour, 6 * hour]] },
      at(1.6),
      at(2.4),
    ])
    expect(route.breaks).toMatchObject([{ is_completed: false, reason: 'clock' }])
    expect(route.breaks[0]).not.toHaveProperty('law')
    expect(route.break_stop).toMatchObject({ planned_start_time: route.breaks[0]!.planned_start_time })
  })

  test('are kept by the optimizer; what would break the law stays out and says so', async () => {
    const vehicle = {
      default_start_location: depot,
      default_end_location: depot,
      default_time_window: [4 * hour, 30 * hour],
      default_driving_rules: { law: 'eu' },
      default_driving_log: { date: monday, driving_left_today: 5 * hour },
    }
    done(await call('POST', '/v2/vehicle', vehicle, ofProject()))
    const stops = [at(1.2), at(-1.2), at(0.2)]
    const plan = done(await call('POST', '/v2/plan', { execution_date: monday, stops }, ofProject()))
    const full = done(await call('POST', `/v2/plan/${plan.id}/optimize`))
    const [route] = full.routes
    const driven = drivenBetweenBreaks(route, 45 * 60)
    expect(driven.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(5 * hour + 3)
    const out = full.stops.filter((stop: { route_id?: string }) => !stop.route_id)
    expect(out.length).toBeGreaterThan(0)
    expect(out[0].optimization_warnings[0]).toMatchObject({ code: 'driving_hours' })
    const why = done(await call('GET', `/app/v1/stop/${out[0].id}/why`))
    expect(why.vehicles[0]).toMatchObject({ rule: 'driving_hours', text: expect.stringMatching(/longer than the law/) })
  })

  test('a day of ten hours is offered where it helps, and can be taken back', async () => {
    // Nine hours and a half of driving, there and back: about 4 degrees of 150 km by road at 95 km/h; measured, not guessed.
    const { route: free } = await planned({}, [at(3)])
    const perDegree = (free.planned_end_time - free.planned_start_time - 600) / 3
    const { planId, route } = await planned(eu, [at((8.5 * hour) / perDegree)])
    const [late] = done(await call('POST', '/v2/stops', [at((9.5 * hour) / perDegree)], { plan_id: planId }))
    const why = done(await call('GET', `/app/v1/stop/${late.id}/why`))
    const offered = why.vehicles[0].remedies.find(({ kind }: { kind: string }) => kind === 'extend_driving_day')
    expect(offered).toMatchObject({ route_id: route.id })
    const made = done(await call('POST', `/app/v1/stop/${late.id}/remedy`, { kind: offered.kind, route_id: route.id }))
    const after = await read(route.id)
    expect(after).toMatchObject({ driving_log: { date: monday, driving_left_today: 10 * hour } })
    expect(after.stops.map(({ id }) => id)).toContain(late.id)
    done(await call('PUT', `/app/v1/plan/${planId}/arrangement`, made.undo))
    expect(await read(route.id)).not.toHaveProperty('driving_log')
  })
})

describe('on the road', () => {
  test('the driver takes one break after the other; one that was too short is planned again', async () => {
    const rules = { email: 'ann@example.com', driving_rules: { law: 'plain', after: 2 * hour, duration: 1_800 } }
    const { route } = await planned(rules, [at(2), at(4)])
    expect(route.breaks.length).toBeGreaterThanOrEqual(2)
    const token = done(await call('POST', `/v2/route/${route.id}/dispatch`)).public_link.split('/d/')[1]
    const drive = async (path: string, body: object) => {
      const answer = await server.call('POST', `/driver/v1${path}`, {
        headers: { authorization: `Bearer ${token}` },
        body,
      })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body as PlannedRoute
    }
    const started = new Date(Date.parse(`${monday}T00:00:00Z`) + route.planned_start_time * 1_000)
    server.clock.set(started.toISOString())
    await drive('/start', {})
    const moment = (seconds: number) => new Date(started.getTime() + seconds * 1_000).toISOString()
    server.clock.set(moment(2 * hour))
    await drive('/break', { action: 'start' })
    server.clock.set(moment(2 * hour + 600))
    const short = await drive('/break', { action: 'end' })
    expect(short.breaks[0]).toMatchObject({ is_completed: true })
    expect(short.break_stop).toMatchObject({ is_completed: false })
    expect(short.breaks[1]!.planned_start_time).toBeLessThanOrEqual(route.planned_start_time + 2 * hour + 605)
    await drive('/break', { action: 'start' })
    server.clock.set(moment(2 * hour + 2_400))
    const whole = await drive('/break', { action: 'end' })
    expect(whole.breaks.filter((pause) => pause.is_completed)).toHaveLength(2)
    const next = whole.breaks.find((pause) => !pause.is_completed)!
    expect(next.planned_start_time).toBeGreaterThan(short.breaks[1]!.planned_end_time + hour)
  })
})
