// Requests to an assistant that only reads, in people's words, with the expected calls and results.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Assistant, type AssistantDay, connectAssistant, createAssistantDay } from '../../../test/assistant.ts'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let day: AssistantDay
let assistant: Assistant

beforeAll(async () => {
  day = await createAssistantDay(server)
  assistant = await connectAssistant(server, day.account.key)
})
afterAll(() => assistant.client.close())

type Task = readonly [words: string, work: (day: AssistantDay, use: Assistant['use']) => Promise<void>]
const ofMonday = ({ monday }: AssistantDay) => ({ plan_id: monday })

const beginning: Task[] = [
  [
    'How is today going?',
    async (_, use) => {
      const { projects } = await use('overview')
      expect(projects).toMatchObject([{ date: '2026-03-02', timezone: 'Europe/Vaduz', stops: 8, routes_on_road: 1 }])
    },
  ],
  [
    'Which plans are there today in this project?',
    async ({ account, monday }, use) => {
      const [project] = (await use('overview', { project_id: account.project_id })).projects
      expect(project.plans).toMatchObject([{ plan_id: monday, plan: '«Monday»', routes: 2, started: 1, unassigned: 3 }])
    },
  ],
  [
    'What comes after today?',
    async ({ account, tuesday }, use) => {
      const [project] = (await use('overview', { project_id: account.project_id })).projects
      expect(project.next_plan).toMatchObject({ plan_id: tuesday, date: '2026-03-03' })
    },
  ],
  [
    'What needs a decision?',
    async ({ account, monday }, use) => {
      const { exceptions } = await use('needs_decision', { project_id: account.project_id })
      expect(exceptions.map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.arrayContaining(['problem', 'late', 'unassigned', 'no_place']),
      )
      expect(exceptions[0]).toMatchObject({ kind: 'problem', plan_id: monday, driver_wrote: '«Jam at the bridge»' })
    },
  ],
  [
    'Find the bakery',
    async ({ stops }, use) =>
      expect((await use('find', { text: 'Bakery' })).found[0]).toMatchObject({
        kind: 'stop',
        id: stops.bakery,
        name: '«Bakery»',
      }),
  ],
  [
    'Where is parcel PARCEL-1?',
    async ({ stops }, use) =>
      expect((await use('find', { text: 'PARCEL-1' })).found).toMatchObject([{ id: stops.museum, matched: 'package' }]),
  ],
  [
    'Which stop is order-school?',
    async ({ stops }, use) =>
      expect((await use('find', { text: 'order-school' })).found).toMatchObject([
        { id: stops.school, matched: 'external_id' },
      ]),
  ],
  [
    'Find the vehicle FL 1234',
    async ({ vehicle }, use) =>
      expect((await use('find', { text: 'FL 1234', kind: 'vehicle' })).found).toMatchObject([{ id: vehicle }]),
  ],
  [
    'Who is the Hotel Post?',
    async ({ client }, use) =>
      expect((await use('find', { text: 'Hotel', kind: 'client' })).found).toMatchObject([
        { id: client, kind: 'client' },
      ]),
  ],
  [
    'Find something that is not there',
    async (_, use) => expect((await use('find', { text: 'Zeppelin' })).found).toEqual([]),
  ],
]

const plans: Task[] = [
  [
    'List the plans of this week',
    async ({ monday, tuesday }, use) => {
      const found = await use('list_plans', { from_date: '2026-03-02', to_date: '2026-03-08' })
      expect(found.plans.map(({ id }: { id: string }) => id)).toEqual([tuesday, monday])
    },
  ],
  [
    'Which plans are under way?',
    async ({ monday }, use) =>
      expect((await use('list_plans', { status: 'in_progress' })).plans).toMatchObject([{ id: monday }]),
  ],
  [
    'Show the plans one at a time',
    async ({ tuesday, monday }, use) => {
      const first = await use('list_plans', { limit: 1 })
      expect(first).toMatchObject({ total: 2, next_offset: 1, plans: [{ id: tuesday }] })
      expect((await use('list_plans', { limit: 1, offset: 1 })).plans).toMatchObject([{ id: monday }])
    },
  ],
  [
    "Read Monday's plan",
    async (own, use) => {
      const plan = await use('read_plan', ofMonday(own))
      expect(plan).toMatchObject({ plan: '«Monday»', status: 'in_progress', timezone: 'Europe/Vaduz', pending: 8 })
      expect(plan.figures).toMatchObject({ routes: 2, stops: 8, unassigned: 3 })
    },
  ],
  [
    'How full is the south route?',
    async (own, use) => {
      const { routes } = await use('read_plan', ofMonday(own))
      expect(routes.find(({ id }: { id: string }) => id === own.routes.south)).toMatchObject({
        stops: 2,
        kg: '40 of 100',
        working_hours: '08:00–18:00',
      })
    },
  ],
  [
    'Which routes of Monday have nothing to do?',
    async (own, use) => expect((await use('explain', ofMonday(own))).routes_without_stops).toEqual(['«West»']),
  ],
  [
    'In which order does north drive?',
    async (own, use) => {
      const { stops } = await use('list_stops', { ...ofMonday(own), route_id: own.routes.north })
      expect(stops.map(({ stop, place }: { stop: string; place: number }) => [stop, place])).toEqual([
        ['«Bakery»', 1],
        ['«School»', 2],
        ['«Clinic»', 3],
      ])
    },
  ],
  [
    'What is not assigned?',
    async (own, use) => {
      const { stops } = await use('list_stops', { ...ofMonday(own), only: 'unassigned' })
      expect(stops.map(({ stop }: { stop: string }) => stop).sort()).toEqual([
        '«Cold store»',
        '«Loose order»',
        '«Lost order»',
      ])
    },
  ],
  [
    'Which stops will be late, and by how much?',
    async (own, use) => {
      const { stops } = await use('list_stops', { ...ofMonday(own), only: 'late' })
      expect(stops).toMatchObject([{ id: own.stops.bakery, windows: '08:00–08:01' }])
      expect(stops[0].late_minutes).toBeGreaterThan(20)
    },
  ],
  [
    'Which stops are done?',
    async (own, use) =>
      expect(await use('list_stops', { ...ofMonday(own), status: 'completed' })).toMatchObject({ total: 0, stops: [] }),
  ],
  [
    'Show the stops of Monday three at a time',
    async (own, use) => {
      const first = await use('list_stops', { ...ofMonday(own), limit: 3 })
      expect(first).toMatchObject({ total: 8, shown: 3, next_offset: 3 })
      const last = await use('list_stops', { ...ofMonday(own), limit: 3, offset: 6 })
      expect(last).toMatchObject({ shown: 2 })
      expect(last).not.toHaveProperty('next_offset')
    },
  ],
  [
    'Compare Monday with Tuesday',
    async ({ monday, tuesday }, use) => {
      const { plans: both } = await use('compare_plans', { plan_ids: [monday, tuesday] })
      expect(both[1]).toMatchObject({ id: tuesday, figures: { stops: 0 }, against_the_first: { stops: -8 } })
    },
  ],
  [
    'How did the last week go?',
    async (_, use) =>
      expect(await use('figures', { from_date: '2026-03-02', to_date: '2026-03-08', by: 'day' })).toMatchObject({
        total: { stops: 8 },
        by_day: [
          { date: '2026-03-02', stops: 8 },
          { date: '2026-03-03', stops: 0 },
        ],
      }),
  ],
]

const reasons: Task[] = [
  [
    'Tell me about the clinic',
    async ({ stops }, use) => {
      const stop = await use('read_stop', { stop_id: stops.clinic })
      expect(stop).toMatchObject({
        stop: '«Clinic»',
        status: 'pending',
        place: 3,
        service_minutes: 10,
        notes: { of_the_recipient: '«Ring twice»' },
      })
    },
  ],
  [
    'What is in the parcel of the museum?',
    async ({ stops }, use) =>
      expect((await use('read_stop', { stop_id: stops.museum })).parcels).toMatchObject([{ parcel: '«PARCEL-1»' }]),
  ],
  [
    'Why is the cold store not on a route?',
    async ({ stops }, use) => {
      const why = await use('explain', { stop_id: stops.cold })
      expect(why).toMatchObject({ is_unassigned: true })
      expect(
        why.routes.every(({ fits, rule }: { fits: boolean; rule: string }) => !fits && rule === 'skill_missing'),
      ).toBe(true)
      expect(why.remedies.map(({ kind }: { kind: string }) => kind)).toContain('add_skills')
    },
  ],
  [
    'Why is the lost order nowhere?',
    async ({ stops }, use) =>
      expect(JSON.stringify(await use('explain', { stop_id: stops.lost }))).toContain('no_location'),
  ],
  [
    'What is wrong with Monday?',
    async (own, use) => {
      const { unassigned_because, worst_late } = await use('explain', ofMonday(own))
      expect(unassigned_because.reduce((sum: number, { stops }: { stops: number }) => sum + stops, 0)).toBe(3)
      expect(worst_late[0]).toMatchObject({ id: own.stops.bakery })
    },
  ],
  [
    'Where are the vans?',
    async (own, use) => {
      const { vehicles } = await use('where_are_vans', { project_id: own.account.project_id })
      expect(vehicles).toMatchObject([
        { route_id: own.routes.north, lat: 47.141, minutes_ago: 1, next: { id: own.stops.bakery } },
      ])
    },
  ],
  [
    'What did the driver of north write?',
    async ({ routes }, use) =>
      expect((await use('read_messages', { route_id: routes.north })).messages).toMatchObject([
        { by: 'driver', read: false },
      ]),
  ],
  [
    'Who wrote to us and was not read?',
    async ({ account, routes }, use) =>
      expect((await use('read_messages', { project_id: account.project_id })).conversations).toMatchObject([
        { route_id: routes.north, unread: 1 },
      ]),
  ],
  [
    'What would it cost to take the museum to north?',
    async (own, use) => {
      const found = await use('effect', {
        ...ofMonday(own),
        change: 'move',
        stop_ids: [own.stops.museum],
        route_id: own.routes.north,
      })
      expect(found).toMatchObject({ nothing_was_changed: true })
      const north = found.routes.find(({ route_id }: { route_id: string }) => route_id === own.routes.north)
      expect(north).toMatchObject({ route: '«North»', after: { stops: 4 }, difference: { stops: 1 } })
      expect(north.difference.km).toBeGreaterThan(0)
    },
  ],
  [
    'Where would the loose order fit best?',
    async (own, use) => {
      const found = await use('effect', { ...ofMonday(own), change: 'insert', stop_ids: [own.stops.loose] })
      expect(found.routes).toHaveLength(1)
      expect((await use('list_stops', { ...ofMonday(own), only: 'unassigned' })).total).toBe(3)
    },
  ],
  [
    'Would the bakery be in time with a window until noon?',
    async (own, use) => {
      const found = await use('effect', {
        ...ofMonday(own),
        change: 'windows',
        stop_ids: [own.stops.bakery],
        time_windows: [{ from: '08:00', to: '12:00' }],
      })
      expect(found.routes[0].after.late_stops).toBe(0)
    },
  ],
  [
    'Which vehicles do we have?',
    async ({ account }, use) =>
      expect((await use('list_resources', { kind: 'vehicles', project_id: account.project_id })).found).toMatchObject([
        { vehicle: '«Van 7»', plate: '«FL 1234»' },
      ]),
  ],
  [
    'Which orders come back each week?',
    async ({ account }, use) =>
      expect(
        (await use('list_resources', { kind: 'recurring_orders', project_id: account.project_id })).found,
      ).toMatchObject([{ order: '«Milk»', weekdays: 'monday' }]),
  ],
  [
    'By which rules does the project plan?',
    async ({ account }, use) =>
      expect(await use('list_resources', { kind: 'rules', project_id: account.project_id })).toMatchObject({
        timezone: 'Europe/Vaduz',
        rules: { late_alert_minutes: 7 },
      }),
  ],
  [
    'How long is it from the depot to the museum?',
    async (_, use) => {
      const { ways } = await use('travel_time', {
        from: { lat: 47.14, lng: 9.52 },
        to: [
          { lat: 47.17, lng: 9.516 },
          { lat: 47.14, lng: 9.52 },
        ],
      })
      expect(ways[0].minutes).toBeGreaterThan(1)
      expect(ways[1]).toMatchObject({ minutes: 0 })
    },
  ],
]

const tuesdayMorning = {
  from_date: '2026-03-03',
  to_date: '2026-03-03',
  windows: [
    { from: '09:00', to: '11:00' },
    { from: '14:00', to: '16:00' },
  ],
}
const promises: Task[] = [
  [
    'A customer is on the phone: when could we bring 12 kg on Tuesday?',
    async ({ account, tuesday }, use) => {
      const place = { project_id: account.project_id, lat: 47.15, lng: 9.51, kg: 12, service_minutes: 10 }
      const found = await use('find_slots', { ...place, ...tuesdayMorning })
      expect(found).toMatchObject({ nothing_was_held: true, fitting: 2, not_possible: 0 })
      expect(found.windows.map(({ window }: { window: string }) => window).sort()).toEqual([
        '09:00–11:00',
        '14:00–16:00',
      ])
      expect(found.windows[0]).toMatchObject({ date: '2026-03-03', plan_id: tuesday, cost: expect.any(Number) })
      expect(found.windows[0].added_km).toBeGreaterThan(0)
      expect(found.windows[0].cost).toBeLessThanOrEqual(found.windows[1].cost)
    },
  ],
  [
    'Which is the first window that day, and only that one?',
    async ({ account }, use) => {
      const place = { project_id: account.project_id, lat: 47.15, lng: 9.51, sort: 'date', most: 1 }
      const found = await use('find_slots', { ...place, ...tuesdayMorning })
      expect(found).toMatchObject({ fitting: 2, windows: [{ slot_id: '2026-03-03/32400-39600' }] })
    },
  ],
  [
    'Could the loose order come tomorrow instead?',
    async ({ stops, tuesday }, use) => {
      const found = await use('find_slots', { stop_id: stops.loose, ...tuesdayMorning })
      expect(found.windows[0]).toMatchObject({ plan_id: tuesday })
      expect((await use('read_stop', { stop_id: stops.loose })).date).toBe('2026-03-02')
    },
  ],
  [
    'And the cold store?',
    async ({ stops }, use) => {
      const found = await use('find_slots', { stop_id: stops.cold, ...tuesdayMorning })
      expect(found).toMatchObject({ fitting: 0, windows: [], not_possible: 2 })
      expect(found.why_not[0]).toMatchObject({ window: '09:00–11:00', reason: 'skill_missing' })
    },
  ],
]

describe.each([
  ['To begin with', beginning],
  ['Plans', plans],
  ['Stories and reasons', reasons],
  ['Windows to promise', promises],
])('%s', (_, tasks) => {
  test.each(tasks)('%s', async (_words, work) => work(day, assistant.use))
})
