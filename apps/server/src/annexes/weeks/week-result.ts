// The result of planning a week, in ids: days before and after, stops that are added or removed, and those without a day.
import { type WeekFigures, type WeekReason, weekReasons } from '@routewright/contract'
import type { Route } from '@routewright/solver'
import type { FoundDay, FoundItem, FoundRoute, FoundWeek } from '../../data/week-plan-table.ts'
import type { WeekAnswer } from '../../optimizing/solving/solve-week.worker.ts'
import type { WeekProblem } from './week-problem.ts'
import { heldPrefix, recurringKey, type WeekStop, type WeekStops } from './week-stops.ts'

const nothing: WeekFigures = { stops: 0, routes: 0, distance: 0, time: 0 }

/** Places of each stop; one visited on several days has several. */
type Places = Map<string, { day: number; vehicle: number; arrives: number }[]>

/** A week that was searched. */
export interface PlannedWeek {
  problem: WeekProblem
  answer: WeekAnswer
  /** Metres of routes that are straight lines. */
  measureStraight(routes: readonly Route[]): number
}

/** `planned` is undefined where nobody drives. Throws where a stop that had its place lost it. */
export function foundWeek(week: WeekStops, planned: PlannedWeek | undefined): FoundWeek {
  if (!planned) return nothingFound(week)
  const { problem, answer } = planned
  const computeFigures = (routes: readonly Route[]) => sumUp(routes, planned.measureStraight(routes))
  const { solution } = answer.periodic
  const getStop = (visit: number) => problem.stops[answer.periodic.visits[visit]!.stop]!
  const left = [...week.left]
  for (const { stop, reasons } of solution.unassigned) {
    const { item, row } = getStop(stop)
    if (row.route_id !== null) throw new Error(`Stop ${row.id} lost its place on route ${row.route_id}.`)
    if (isTold(item)) left.push({ ...item, reason: getReason(reasons[0]) })
  }
  const dates = week.days.map(({ day }) => day.date)
  const items = placedItems(problem, getPlaces(problem, solution.routes, getStop), dates)
  const days = week.days.map((_, at) => {
    const own = solution.routes.filter(({ vehicle }) => problem.vehicles[vehicle]!.day === at)
    const orders = own.map((route) => getOrder(problem, route, dates[at]!, getStop))
    const changed = orders.filter(({ before, after }) => before.join() !== after.join())
    const arriving = items.filter(({ to }) => to === dates[at])
    const leaving = items.filter(({ kind, from, to }) => kind !== 'backlog' && from === dates[at] && to !== from)
    const before = computeFigures(own.map(({ vehicle }) => answer.before[vehicle]!))
    return { ...getDay(week, at, changed, arriving, leaving), before, after: computeFigures(own) }
  })
  return { days, left }
}

/** Without anybody who drives. */
function nothingFound(week: WeekStops): FoundWeek {
  const waiting = week.stops.filter(({ item, row }) => row.route_id === null && isTold(item))
  const left = [...week.left, ...waiting.map(({ item }) => ({ ...item, reason: 'no_vehicle_available' as const }))]
  return { days: week.days.map((_, at) => getDay(week, at, [], [], [])), left }
}

function getPlaces({ vehicles }: WeekProblem, routes: readonly Route[], getStop: (visit: number) => WeekStop): Places {
  const places: Places = new Map()
  for (const { vehicle, steps } of routes)
    for (const { kind, stop, startSeconds } of steps)
      if (kind === 'stop' && stop !== null) {
        const { id } = getStop(stop).row
        const place = { day: vehicles[vehicle]!.day, vehicle, arrives: startSeconds }
        places.set(id, [...(places.get(id) ?? []), place])
      }
  return places
}

/** Returns items that get a day, or another one. */
function placedItems({ stops, vehicles }: WeekProblem, places: Places, dates: readonly string[]): FoundItem[] {
  return stops.flatMap(({ row, item, planned }) =>
    (places.get(row.id) ?? []).flatMap((place): FoundItem[] => {
      if (!isTold(item) || (planned === place.day && item.kind === 'moved')) return []
      const { label } = vehicles[place.vehicle]!.route
      const arrives_at = Math.round(place.arrives)
      return [{ ...item, to: dates[place.day]!, arrives_at, ...(label && { vehicle_label: label }) }]
    }),
  )
}

function getOrder(
  { vehicles }: WeekProblem,
  { vehicle, stops }: Route,
  date: string,
  getStop: (visit: number) => WeekStop,
): FoundRoute {
  const { route, before, hasPlan } = vehicles[vehicle]!
  const getKey = ({ row, item }: WeekStop) =>
    item.recurring_order_id ? `${recurringKey(item.recurring_order_id)} ${date}` : row.id
  const after = stops.map((visit) => getKey(getStop(visit))).filter((key) => !key.startsWith(heldPrefix))
  return {
    ...(hasPlan && { route_id: route.id }),
    ...(route.vehicle_id && { vehicle_id: route.vehicle_id }),
    before,
    after,
  }
}

function getDay(
  { days }: WeekStops,
  at: number,
  routes: FoundRoute[],
  arriving: FoundItem[],
  leaving: FoundItem[],
): FoundDay {
  const { day, keptRoutes } = days[at]!
  return {
    date: day.date,
    before: nothing,
    after: nothing,
    kept_routes: keptRoutes,
    routes,
    arriving,
    leaving,
    ...(day.plan && { plan_id: day.plan.id, revision: day.plan.revision }),
  }
}

/** Held slots belong to nobody who is told of them. */
function isTold({ stop_id, recurring_order_id }: FoundItem): boolean {
  return stop_id !== undefined || recurring_order_id !== undefined
}

function sumUp(routes: readonly Route[], straight: number): WeekFigures {
  const driven = routes.filter(({ stops }) => stops.length > 0)
  const sum = (of: (route: Route) => number) => driven.reduce((total, route) => total + of(route), 0)
  return {
    stops: sum(({ stops }) => stops.length),
    routes: driven.length,
    distance: Math.round(sum(({ meters }) => meters)),
    time: Math.round(sum(({ startSeconds, endSeconds }) => endSeconds - startSeconds)),
    ...(straight > 0 && { straight_distance: Math.round(straight) }),
  }
}

function getReason(reason: string | undefined): WeekReason {
  return weekReasons.find((known) => known === reason) ?? 'other_rule'
}
