// The rows of the stop list: the inbox of unassigned stops and every route with its stops, or other groups.
import type { ChargingVisit, BareRoute as Route, RouteBreak, Stop } from '@routewright/contract'
import { getMatcher } from '../plan/matches.ts'
import type { PlanData } from '../plan/plan-data.ts'
import { type Grouping, groupStops, type Sorting, sortStops } from './arrange-stops.ts'
import type { StopColumn, StopFacts } from './stop-columns.ts'

export type ListRow =
  | { kind: 'inbox'; id: string; count: number; isClosed: boolean }
  | { kind: 'route'; id: string; route: Route; index: number; count: number; isClosed: boolean }
  | { kind: 'group'; id: string; label: string; count: number; isClosed: boolean }
  | { kind: 'stop'; id: string; stop: Stop; routeIndex: number | undefined; place: number }
  | { kind: 'break'; id: string; pause: RouteBreak; routeId: string; before: string | undefined }
  | { kind: 'charging'; id: string; visit: ChargingVisit; routeId: string; before: string | undefined }
  | { kind: 'hint'; id: string; routeId: string | null }

export const INBOX = 'inbox'

/** How the rows are grouped and sorted. */
export interface Arrangement extends Pick<Sorting, 'isDown'> {
  grouping: Grouping
  /** Missing: in the order of the routes. */
  column: StopColumn | undefined
  facts: StopFacts
}

/** Without an arrangement: by route, in the order of each. */
export function listRows(
  data: PlanData,
  closed: ReadonlySet<string>,
  filter: string,
  arrangement?: Arrangement,
): ListRow[] {
  const shown: Shown = { data, closed, filter, arrangement }
  return arrangement && arrangement.grouping !== 'route' ? groupRows(shown, arrangement) : routeRows(shown)
}

interface Shown {
  data: PlanData
  closed: ReadonlySet<string>
  filter: string
  arrangement: Arrangement | undefined
}

function routeRows({ data, closed, filter, arrangement }: Shown): ListRow[] {
  const rows: ListRow[] = []
  const stopRows = getRows(data, filter, arrangement)
  const isInboxClosed = closed.has(INBOX) && filter === ''
  rows.push({ kind: 'inbox', id: INBOX, count: data.unassigned.length, isClosed: isInboxClosed })
  if (!isInboxClosed) {
    rows.push(...stopRows(data.unassigned, undefined))
    if (data.unassigned.length === 0) rows.push({ kind: 'hint', id: 'hint-inbox', routeId: null })
  }
  for (const [index, route] of data.routes.entries()) {
    const order = data.orders.get(route.id) ?? []
    const isClosed = closed.has(route.id) && filter === ''
    const at = rows.length
    rows.push({ kind: 'route', id: route.id, route, index, count: order.length, isClosed })
    if (!isClosed) rows.push(...stopRows(order, index))
    if (!isClosed && filter === '' && !isSorted(arrangement)) insertBetween(rows, at + 1, route, order)
    const isEmpty = rows.length === at + 1
    if (isEmpty && filter !== '') rows.pop()
    else if (isEmpty && !isClosed) rows.push({ kind: 'hint', id: `hint-${route.id}`, routeId: route.id })
  }
  return rows
}

type StopRow = Extract<ListRow, { kind: 'stop' }>

/** Breaks by law, and charging on the way, between the stops: each behind so many as it says. `first`: the row of the route's first stop. */
function insertBetween(rows: ListRow[], first: number, route: Route, order: readonly string[]): void {
  const { id: routeId } = route
  const breaks = route.breaks.flatMap((pause, index) => {
    if (pause.law === undefined || pause.planned_start_time === undefined) return []
    const id = `${routeId}-break-${index}`
    return { at: pause.planned_start_time, order: pause.order ?? 0, row: { kind: 'break' as const, id, pause } }
  })
  const charging = (route.planned_charge?.charging ?? []).map((visit, index) => {
    const id = `${routeId}-charging-${index}`
    return { at: visit.planned_start_time, order: visit.order, row: { kind: 'charging' as const, id, visit } }
  })
  const between = [...breaks, ...charging].sort((a, b) => a.order - b.order || a.at - b.at)
  for (const [inserted, { order: behind, row }] of between.entries()) {
    const place = Math.min(behind, order.length)
    rows.splice(first + place + inserted, 0, { ...row, routeId, before: order[place - 1] })
  }
}

function isSorted(arrangement: Arrangement | undefined): arrangement is Arrangement {
  return arrangement !== undefined && (arrangement.column !== undefined || arrangement.isDown)
}

/** The rows of one route, or of the inbox. A stop's number is its place on the route, whatever it is sorted by. */
function getRows(data: PlanData, filter: string, arrangement: Arrangement | undefined) {
  const matches = getMatcher(filter)
  return (stopIds: readonly string[], routeIndex: number | undefined): StopRow[] => {
    const rows: StopRow[] = []
    for (const [place, id] of stopIds.entries()) {
      const stop = data.stops.get(id)!
      if (matches(stop)) rows.push({ kind: 'stop', id, stop, routeIndex, place })
    }
    return isSorted(arrangement) ? sorted(rows, arrangement) : rows
  }
}

function sorted(rows: readonly StopRow[], { column, isDown, facts }: Arrangement): StopRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const stops = rows.map(({ stop }) => stop)
  return sortStops(stops, column, isDown, facts).map(({ id }) => byId.get(id)!)
}

/** All stops that the filter means, as the plan has them: the inbox, then route by route; or sorted. */
export function flatRows(data: PlanData, filter: string, arrangement: Omit<Arrangement, 'grouping'>): StopRow[] {
  const whole = getRows(data, filter, undefined)
  const rows = whole(data.unassigned, undefined)
  for (const [index, { id }] of data.routes.entries()) rows.push(...whole(data.orders.get(id) ?? [], index))
  return sorted(rows, { ...arrangement, grouping: 'none' })
}

function groupRows({ data, closed, filter }: Shown, arrangement: Arrangement): ListRow[] {
  const stops = flatRows(data, filter, arrangement)
  const { grouping, facts } = arrangement
  if (grouping === 'none' || grouping === 'route') return stops
  const byId = new Map(stops.map((row) => [row.id, row]))
  const groups = groupStops(
    stops.map(({ stop }) => stop),
    grouping,
    facts,
  )
  return groups.flatMap(({ key, label, stops: all }): ListRow[] => {
    const isClosed = closed.has(key) && filter === ''
    const head: ListRow = { kind: 'group', id: key, label, count: all.length, isClosed }
    return isClosed ? [head] : [head, ...all.map(({ id }) => byId.get(id)!)]
  })
}
