// Requests to an assistant that may change plans: its proposals, that nothing happens before people agree, and the result.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Assistant, type AssistantDay, connectAssistant, createAssistantDay } from '../../../test/assistant.ts'
import { until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let day: AssistantDay
let assistant: Assistant

beforeEach(async () => {
  day = await createAssistantDay(server)
  assistant = await connectAssistant(server, day.account.key, { write: true })
})
afterEach(() => assistant.client.close())

const use = (name: string, input: object) => assistant.use(name, input)
const ordersNow = async () => {
  const plan = await day.call('GET', `/v2/plan/${day.monday}`)
  return plan.routes.map((route: { stops: { id: string }[] }) => route.stops.map(({ id }) => id))
}
const stopNow = (id: string) => day.call('GET', `/v2/stop/${id}`)
const proposeChange = (change: string, rest: object) => use('propose_change', { plan_id: day.monday, change, ...rest })

/** Applies what was proposed, after a look that nothing had happened before. */
async function agree(before: unknown, now: () => Promise<unknown>, proposal: { token: string }) {
  expect(await now()).toEqual(before)
  const answer = await use('apply', { token: proposal.token })
  expect(answer).toMatchObject({ applied: true })
  return answer
}

type Task = readonly [words: string, work: () => Promise<void>]

const edits: Task[] = [
  [
    'Take the museum to north',
    async () => {
      const before = await ordersNow()
      const proposal = await proposeChange('move', { stop_ids: [day.stops.museum], route_id: day.routes.north })
      expect(proposal.summary).toContain('«Museum»')
      await agree(before, ordersNow, proposal)
      expect(await stopNow(day.stops.museum)).toMatchObject({ route_id: day.routes.north })
    },
  ],
  [
    'Put the market right behind the bakery',
    async () => {
      const move = { stop_ids: [day.stops.market], route_id: day.routes.north, after_stop_id: day.stops.bakery }
      await agree(await ordersNow(), ordersNow, await proposeChange('move', move))
      expect(await stopNow(day.stops.market)).toMatchObject({ route_id: day.routes.north, order: 1 })
    },
  ],
  [
    'Take the school off its route',
    async () => {
      const proposal = await proposeChange('unassign', { stop_ids: [day.stops.school] })
      expect(proposal.becomes_unassigned).toEqual(['«School»'])
      await agree(await ordersNow(), ordersNow, proposal)
      expect(await stopNow(day.stops.school)).not.toHaveProperty('route_id')
    },
  ],
  [
    'Find a place for the loose order',
    async () => {
      await agree(await ordersNow(), ordersNow, await proposeChange('insert', { stop_ids: [day.stops.loose] }))
      expect(await stopNow(day.stops.loose)).toHaveProperty('route_id')
    },
  ],
  [
    'The loose order shall ride with west',
    async () => {
      const proposal = await proposeChange('insert', { stop_ids: [day.stops.loose], route_ids: [day.routes.west] })
      await agree(await ordersNow(), ordersNow, proposal)
      expect(await stopNow(day.stops.loose)).toMatchObject({ route_id: day.routes.west })
    },
  ],
  [
    'The bakery may be served until noon',
    async () => {
      const times = { stop_ids: [day.stops.bakery], time_windows: [{ from: '08:00', to: '12:00' }] }
      const before = await stopNow(day.stops.bakery)
      await agree(before, () => stopNow(day.stops.bakery), await proposeChange('windows', times))
      expect(await stopNow(day.stops.bakery)).toMatchObject({ time_windows: [[28_800, 43_200]] })
    },
  ],
  [
    'The market takes twenty minutes',
    async () => {
      const proposal = await proposeChange('windows', { stop_ids: [day.stops.market], service_minutes: 20 })
      expect(proposal.routes[0].difference.minutes).toBe(10)
      await agree(await ordersNow(), ordersNow, proposal)
      expect(await stopNow(day.stops.market)).toMatchObject({ duration: 1_200 })
    },
  ],
  [
    'Do what helps the cold store',
    async () => {
      const { remedies } = await use('explain', { stop_id: day.stops.cold })
      const { kind, route_id, amount } = remedies.find((remedy: { kind: string }) => remedy.kind === 'add_skills')
      const proposal = await proposeChange('remedy', { stop_ids: [day.stops.cold], remedy: kind, route_id, amount })
      await agree(await ordersNow(), ordersNow, proposal)
      expect(await stopNow(day.stops.cold)).toHaveProperty('route_id')
    },
  ],
  [
    'The van of south broke down',
    async () => {
      const proposal = await proposeChange('reassign', { route_id: day.routes.south })
      await agree(await ordersNow(), ordersNow, proposal)
      expect((await use('list_stops', { plan_id: day.monday, route_id: day.routes.south })).total).toBe(0)
      expect(await stopNow(day.stops.market)).toHaveProperty('route_id')
    },
  ],
  [
    'The museum was closed; try it again today',
    async () => {
      const report = { type: 'service_report_canceled', cancel_reason: 'closed' }
      await day.call('POST', `/v3/stop/${day.stops.museum}/report`, report)
      const failed = await stopNow(day.stops.museum)
      expect(failed).toMatchObject({ status: 'canceled' })
      const proposal = await proposeChange('try_again', { stop_ids: [day.stops.museum] })
      await agree(failed, () => stopNow(day.stops.museum), proposal)
      expect(await stopNow(day.stops.museum)).toMatchObject({ status: 'pending' })
    },
  ],
]

const orders: Task[] = [
  [
    'Add an order at a point',
    async () => {
      const stops = [{ name: 'Florist', lat: 47.13, lng: 9.51, time_windows: [{ from: '10:00', to: '11:30' }], kg: 3 }]
      const proposal = await use('propose_stops', { plan_id: day.monday, stops })
      const count = async () => (await day.call('GET', `/v2/plan/${day.monday}`)).total_stops
      const { created } = await agree(8, count, proposal)
      expect(await stopNow(created[0])).toMatchObject({ label: 'Florist', weight: 3, time_windows: [[36_000, 41_400]] })
    },
  ],
  [
    'Add the order of the school once more',
    async () => {
      const stops = [{ name: 'School', lat: 47.14, lng: 9.5, external_id: 'order-school' }]
      const proposal = await use('propose_stops', { plan_id: day.monday, stops })
      expect(proposal.already_in_the_plan).toEqual(['«order-school»'])
    },
  ],
  [
    'The school shall be served tomorrow',
    async () => {
      const change = { from_plan_id: day.monday, to_plan_id: day.tuesday, stop_ids: [day.stops.school] }
      const before = await stopNow(day.stops.school)
      await agree(before, () => stopNow(day.stops.school), await use('propose_reschedule', change))
      expect(await stopNow(day.stops.school)).toMatchObject({ plan_id: day.tuesday })
    },
  ],
  [
    'Write to the driver of north',
    async () => {
      const proposal = await use('propose_message', { route_ids: [day.routes.north], text: 'Gate code 4711' })
      const wrote = async () => (await use('read_messages', { route_id: day.routes.north })).total
      await agree(1, wrote, proposal)
      const { messages } = await use('read_messages', { route_id: day.routes.north })
      expect(messages[1]).toMatchObject({ by: 'dispatcher', wrote: '«Gate code 4711»' })
    },
  ],
  [
    'Write to both drivers',
    async () => {
      const route_ids = [day.routes.north, day.routes.south]
      const { token } = await use('propose_message', { route_ids, text: 'Back by five' })
      await use('apply', { token })
      for (const route_id of route_ids) {
        const { messages } = await use('read_messages', { route_id })
        expect(messages.at(-1)).toMatchObject({ wrote: '«Back by five»' })
      }
    },
  ],
  [
    'Send the routes to their drivers',
    async () => {
      const sent = async () => (await day.call('GET', `/app/v1/plan/${day.monday}/dispatches`)).length
      const proposal = await use('propose_dispatch', { plan_id: day.monday })
      expect(proposal.routes.map(({ route }: { route: string }) => route)).toEqual(['«North»', '«South»'])
      const answer = await agree(1, sent, proposal)
      expect(await sent()).toBe(2)
      expect(JSON.stringify(answer), 'the links are the drivers’').not.toContain('/d/')
    },
  ],
  [
    'Send south only',
    async () => {
      const proposal = await use('propose_dispatch', { plan_id: day.monday, route_ids: [day.routes.south] })
      expect(proposal.routes).toMatchObject([{ to: '«south@example.test»', stops: 2 }])
      await use('apply', { token: proposal.token })
      const mailed = await until('the mail', () => server.mails.find(({ to }) => to === 'south@example.test'))
      expect(mailed.subject).toContain('South')
    },
  ],
]

const searches: Task[] = [
  [
    'Make Monday better',
    async () => {
      const before = await ordersNow()
      const proposal = await use('propose_optimization', { plan_id: day.monday, seconds: 1, mode: 'insert_only' })
      expect(proposal).toMatchObject({ before: { unassigned: 3 }, after: { unassigned: 2 } })
      await agree(before, ordersNow, proposal)
      expect(await stopNow(day.stops.loose)).toHaveProperty('route_id')
    },
  ],
  [
    'What if west were not there and an order came on top?',
    async () => {
      const answer = await use('what_if', {
        plan_id: day.monday,
        leave_out_routes: [day.routes.west],
        add_stops: [{ name: 'Florist', lat: 47.13, lng: 9.51 }],
        seconds: 1,
      })
      expect(answer).toMatchObject({ plan_now: { stops: 8, unassigned: 3 }, copy: 'deleted again' })
      // The bakery's minute is over before anybody could be there, so it is left out, too.
      expect(answer.what_if).toMatchObject({ stops: 9, unassigned: 3 })
      expect(answer.unassigned_then.map(({ stop }: { stop: string }) => stop)).toContain('«Cold store»')
      expect((await use('list_plans', {})).total).toBe(2)
    },
  ],
  [
    'What if they worked until ten only? Keep it, I want to look',
    async () => {
      const hours = { working_hours: { from: '08:00', to: '10:00' } }
      const { copy_plan_id } = await use('what_if', { plan_id: day.monday, ...hours, seconds: 1, keep: true })
      const copy = await use('read_plan', { plan_id: copy_plan_id })
      expect(copy).toMatchObject({ status: 'draft', copy_of: day.monday })
      expect(copy.routes[0].working_hours).toBe('08:00–10:00')
    },
  ],
]

describe.each([
  ['Changes of a plan', edits],
  ['Orders, days, messages, dispatch', orders],
  ['Optimizing', searches],
])('%s', (_, tasks) => {
  test.each(tasks)('%s', async (_words, work) => work())
})
