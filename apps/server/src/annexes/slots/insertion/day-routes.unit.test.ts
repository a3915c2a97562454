// A day that takes over from the day before what nothing changed for is the day as it would be made anew.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProjectRow, projectTable } from '../../../data/project-tables.ts'
import { emptyRow } from '../../../data/records.ts'
import { type RouteRow, routeTable } from '../../../data/route-table.ts'
import { type StopRow, stopTable } from '../../../data/stop-table.ts'
import { straightLines } from '../../../geography/travel/straight-lines.ts'
import type { TravelProvider } from '../../../geography/travel/travel.ts'
import type { RouteWithStops } from '../../../planning/modelling/plan-problem.ts'
import { planSettings } from '../../../planning/modelling/settings.ts'
import { createDay, type Day, type DayContext } from './day-routes.ts'
import { withWaiting } from './waiting.ts'

const project = { ...emptyRow(projectTable), timezone: 'UTC' } as unknown as ProjectRow
const makeContext = (serviceSeconds: number): DayContext => ({
  settings: {
    ...planSettings({ optimizer_config: null, traffic_options: null }, project),
    serviceSeconds,
  },
  zones: [],
  nowSeconds: -86_400,
  isLive: false,
  drivers: undefined,
})
const depot = { lat: 47, lng: 9 }

/** Parts that tests change: the stops of each route and the waiting ones, in this order. A stop is a number (see `getStop`). */
interface Picture {
  routes: { stops: number[]; price: number | null }[]
  waiting: number[]
  serviceSeconds: number
}

const getStop = (number: number) => {
  const location = { lat: 47 + (number % 7) * 0.02, lng: 9 + (number % 5) * 0.03 }
  const opens = 28_800 + (number % 4) * 7_200
  const own = { id: `stop ${number}`, location, time_windows: [[opens, opens + 14_400]], type: 'delivery' }
  return { ...emptyRow(stopTable), ...own } as unknown as StopRow
}

const listRoutes = ({ routes }: Picture): RouteWithStops[] =>
  routes.map(({ stops, price }, index) => {
    const own = { start_location: depot, end_location: depot, time_window: [25_200, 61_200], price_per_minute: price }
    const route = { ...emptyRow(routeTable), id: `route ${index}`, order: index, ...own } as unknown as RouteRow
    return { route, stops: stops.map((number) => ({ ...getStop(number), route_id: route.id })) }
  })

async function getDay(picture: Picture, previous?: Day, travel: TravelProvider = straightLines): Promise<Day> {
  const day = await createDay('2026-03-03', makeContext(picture.serviceSeconds), listRoutes(picture), travel, previous)
  return withWaiting(day, picture.waiting.map(getStop), travel, previous)
}

/** All that slots are found by. */
const shown = (day: Day) => ({ ...day, filled: undefined })

const numbers = fc.uniqueArray(fc.nat(40), { maxLength: 14 })
const pictures: fc.Arbitrary<Picture> = fc
  .record({
    all: numbers,
    cuts: fc.tuple(fc.nat(6), fc.nat(6)),
    price: fc.constantFrom(null, null, 1),
    serviceSeconds: fc.constantFrom(300, 300, 300, 900),
  })
  .map(({ all, cuts: [one, other], price, serviceSeconds }) => ({
    routes: [
      { stops: all.slice(0, one), price },
      { stops: all.slice(one, one + other), price: null },
      { stops: [], price: null },
    ],
    waiting: all.slice(one + other),
    serviceSeconds,
  }))

test('whatever changes from one day to the next, it is the day made anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pictures, { minLength: 2, maxLength: 5 }), async (changes) => {
      let previous: Day | undefined
      for (const picture of changes) {
        previous = await getDay(picture, previous)
        expect(shown(previous)).toEqual(shown(await getDay(picture)))
      }
    }),
    { numRuns: 40 },
  )
})

test('of a day with one more stop that waits, only that stop is looked at, and of a day with another route only the route', async () => {
  const asked: string[] = []
  const travel: TravelProvider = {
    ...straightLines,
    path: (points, way) => {
      asked.push('path')
      return straightLines.path(points, way)
    },
    table: (from, to, way) => {
      asked.push('table')
      return straightLines.table(from, to, way)
    },
  }
  const picture: Picture = {
    routes: [
      { stops: [1, 2], price: null },
      { stops: [3], price: null },
    ],
    waiting: [4, 5],
    serviceSeconds: 300,
  }
  const first = await getDay(picture, undefined, travel)
  asked.length = 0
  const more = await getDay({ ...picture, waiting: [4, 5, 6] }, first, travel)
  expect(asked).toEqual(['table', 'table'])
  expect(more.filled!.steps.slice(0, 2)).toEqual(first.filled!.steps)
  asked.length = 0
  await getDay({ ...picture, routes: [picture.routes[0]!, { stops: [3, 7], price: null }], waiting: [] }, more, travel)
  expect(asked).toEqual(['path'])
})
