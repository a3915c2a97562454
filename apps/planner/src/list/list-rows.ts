// The rows of the stop list: the inbox of unassigned stops, then every route with its stops.
import type { BareRoute as Route, Stop } from '@routewright/contract'
import { matcherOf } from '../plan/matches.ts'
import type { PlanData } from '../plan/plan-data.ts'

export type ListRow =
  | { kind: 'inbox'; id: string; count: number; isClosed: boolean }
  | { kind: 'route'; id: string; route: Route; index: number; count: number; isClosed: boolean }
  | { kind: 'stop'; id: string; stop: Stop; routeIndex: number | undefined; place: number }
  | { kind: 'hint'; id: string; routeId: string | null }

export const INBOX = 'inbox'

export function listRows(data: PlanData, closed: ReadonlySet<string>, filter: string): ListRow[] {
  const matches = matcherOf(filter)
  const rows: ListRow[] = []
  const addStops = (stopIds: readonly string[], routeIndex: number | undefined) => {
    for (const [place, id] of stopIds.entries()) {
      const stop = data.stops.get(id)!
      if (matches(stop)) rows.push({ kind: 'stop', id, stop, routeIndex, place })
    }
  }
  const isInboxClosed = closed.has(INBOX) && filter === ''
  rows.push({ kind: 'inbox', id: INBOX, count: data.unassigned.length, isClosed: isInboxClosed })
  if (!isInboxClosed) {
    addStops(data.unassigned, undefined)
    if (data.unassigned.length === 0) rows.push({ kind: 'hint', id: 'hint-inbox', routeId: null })
  }
  for (const [index, route] of data.routes.entries()) {
    const order = data.orders.get(route.id) ?? []
    const isClosed = closed.has(route.id) && filter === ''
    const at = rows.length
    rows.push({ kind: 'route', id: route.id, route, index, count: order.length, isClosed })
    if (!isClosed) addStops(order, index)
    const isEmpty = rows.length === at + 1
    if (isEmpty && filter !== '') rows.pop()
    else if (isEmpty && !isClosed) rows.push({ kind: 'hint', id: `hint-${route.id}`, routeId: route.id })
  }
  return rows
}
