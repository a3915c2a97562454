// Map, list, table and timeline show one plan: whatever is moved, reported, filtered, sorted, hidden or folded, they and the interface agree.
import type { Stop } from '@routewright/contract'
import { createFormats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { data as sample, stop } from '../../test/sample-plan.ts'
import { groupings } from '../list/arrange-stops.ts'
import { type Arrangement, flatRows, type ListRow, listRows } from '../list/list-rows.ts'
import { stopColumns } from '../list/stop-columns.ts'
import { planFeatures, withoutRoutes } from '../map/plan-features.ts'
import { timelineEntries } from '../timeline/timeline-entries.ts'
import { findMatches } from './matches.ts'
import { type PlanData, readBoard, withChange } from './plan-data.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const ROUTES = ['A', 'B', 'C', 'D', 'E']
const STOPS = 40
const EVENTS = 120

/** The interface's responses: the plan as plain lists, kept by code that shares nothing with the planner's. */
interface Truth {
  orders: Map<string, string[]>
  status: Map<string, Stop['status']>
}

interface Shown {
  filter: string
  hidden: Set<string>
  closed: Set<string>
  arranged: Pick<Arrangement, 'grouping' | 'column' | 'isDown'>
}

test.each([1, 20_261_123, 77, 4_096])(
  'after each of many random events all views and the interface agree, seed %i',
  (seed) => {
    const random = randomNumbers(seed)
    const truth: Truth = {
      orders: new Map([['', ids()], ...ROUTES.map((id) => [id, []] as [string, string[]])]),
      status: new Map(),
    }
    const shown: Shown = { filter: '', hidden: new Set(), closed: new Set(), arranged: asDriven }
    let moment = 0
    const record = (id: string) => getRecord(truth, id, moment)
    const routes = ROUTES.map((id, order) => ({ ...sample.routes[0]!, id, order, label: id }))
    let data = readBoard({ plan: sample.plan, routes, common: {}, stops: ids().map(record) })
    for (let event = 0; event < EVENTS; event += 1) {
      moment += 1
      const before = ids().map(record)
      const touched = somethingHappens(truth, shown, random)
      data = withChange(data, { stops: touched.map(record) })
      // News that was overtaken on its way changes nothing.
      if (random() < 0.3)
        data = withChange(data, { stops: before.map((old) => ({ ...old, updated_at: at(moment - 1) })) })
      agree(data, truth, shown)
    }
  },
)

const asDriven: Shown['arranged'] = { grouping: 'route', column: undefined, isDown: false }
const ids = () => Array.from({ length: STOPS }, (_, index) => `s${index + 1}`)
const at = (moment: number) => new Date(midnight + moment * 1000).toISOString()

function getRecord({ orders, status }: Truth, id: string, moment: number): Stop {
  const [routeId, order] = [...orders].find(([, list]) => list.includes(id))!
  const place = order.indexOf(id)
  const times = { planned_arrival_time: 30_000 + place * 900, planned_departure_time: 30_300 + place * 900 }
  return stop(id, {
    status: status.get(id) ?? 'pending',
    updated_at: at(moment),
    location: { lat: 47, lng: 9 + Number(id.slice(1)) / 100, country: 'LI' },
    ...(routeId !== '' && { route_id: routeId, order: place, ...times }),
  } as Partial<Stop>)
}

/** One thing that a dispatcher or a driver does; the stops whose records changed by it. */
function somethingHappens(truth: Truth, shown: Shown, random: () => number): string[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const toggle = (set: Set<string>, id: string) => void (set.delete(id) || set.add(id))
  const id = pick(ids())
  switch (pick(['move', 'move', 'move', 'report', 'filter', 'hide', 'fold', 'sort'])) {
    case 'move': {
      const from = [...truth.orders.values()].find((list) => list.includes(id))!
      const to = truth.orders.get(pick(['', ...ROUTES]))!
      const touched = [...from, ...to]
      from.splice(from.indexOf(id), 1)
      to.splice(Math.floor(random() * (to.length + 1)), 0, id)
      return [...new Set(touched)]
    }
    case 'report':
      truth.status.set(id, pick(['completed', 'canceled', 'pending']))
      return [id]
    case 'filter':
      shown.filter = pick(['', '', 'customer s1', 's2', 'nobody'])
      return []
    case 'hide':
      toggle(shown.hidden, pick(ROUTES))
      return []
    case 'sort':
      shown.arranged = { grouping: pick(groupings), column: pick(stopColumns([])), isDown: random() < 0.5 }
      return []
    default:
      toggle(shown.closed, pick(ROUTES))
      return []
  }
}

function agree(data: PlanData, { orders }: Truth, { filter, hidden, closed, arranged }: Shown): void {
  const onRoutes = ROUTES.map((id) => [id, orders.get(id)!])
  const numbered = onRoutes.flatMap(([, list]) => (list as string[]).map((id, place) => [id, place + 1]))
  // The timeline: every route with its stops in order, those without any behind the others.
  const entries = timelineEntries(data, { isUrgentFirst: false, isUnusedOpen: true, midnight })
  const drawn = entries.flatMap((entry) => (entry.kind === 'route' ? [[entry.id, data.orders.get(entry.id)]] : []))
  expect(new Map(drawn as [string, unknown][])).toEqual(new Map(onRoutes as [string, unknown][]))
  // The list, where nothing is filtered or folded.
  const rows = listRows(data, new Set(), '').flatMap((row) => (row.kind === 'stop' ? [row] : []))
  expect(rows.flatMap((row) => (row.routeIndex === undefined ? [] : [[row.id, row.place + 1]]))).toEqual(numbered)
  // The map: the same numbers, nothing of what is hidden.
  const features = withoutRoutes(planFeatures(data, midnight), hidden)
  const pins = features.stops.features.map(({ properties }) => properties)
  const visible = numbered.filter(([id]) => !hidden.has(getRoute(orders, String(id))))
  expect(pins.flatMap(({ id, number }) => (number === '' ? [] : [[id, Number(number)]]))).toEqual(visible)
  expect(
    pins
      .filter(({ number }) => number === '')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(orders.get('')!.toSorted())
  // Expects the filter to match the same stops in the list as those that are not pale elsewhere.
  const matches = findMatches(data, filter)
  const listed = listRows(data, closed, filter).flatMap((row) => (row.kind === 'stop' ? [row.id] : []))
  const unfolded = ids().filter((id) => filter !== '' || !closed.has(getRoute(orders, id)))
  expect(listed.toSorted()).toEqual(unfolded.filter((id) => !matches || matches.has(id)).toSorted())
  // Grouped and sorted in any way, list and table have each of them once, with the number that it has on its route.
  const arrangement = { ...arranged, facts: makeFacts(data) }
  const meant = ids().filter((id) => !matches || matches.has(id))
  const numbers = new Map(numbered as [string, number][])
  for (const all of [listRows(data, new Set(), filter, arrangement), flatRows(data, filter, arrangement)]) {
    const stopRows = all.filter((row): row is Extract<ListRow, { kind: 'stop' }> => row.kind === 'stop')
    expect(stopRows.map((row) => row.id).toSorted()).toEqual(meant.toSorted())
    for (const row of stopRows) {
      if (row.routeIndex !== undefined) expect(row.place + 1).toBe(numbers.get(row.id))
      else expect(numbers.has(row.id)).toBe(false)
    }
  }
}

const formats = createFormats({ language: 'en' })

const makeFacts = (data: PlanData): Arrangement['facts'] => ({
  data,
  midnight,
  formats,
  zonesOf: ({ id }) => (id.endsWith('1') ? ['One'] : []),
  routeIndexes: new Map([...data.routes.entries()].map(([index, { id }]) => [id, index])),
  t: ((key: string) => key) as Arrangement['facts']['t'],
})

function getRoute(orders: Truth['orders'], id: string): string {
  return [...orders].find(([, list]) => list.includes(id))![0]
}

/** The same numbers for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
