// Lines of the timeline from top to bottom: routes with stops, then one line for the vans that are not used. Pure.
import type { BareRoute as Route } from '@routewright/contract'
import { expectedLateness } from '../plan/lateness.ts'
import type { PlanData } from '../plan/plan-data.ts'

export type TimelineEntry =
  | { kind: 'route'; id: string; route: Route; index: number }
  | { kind: 'unused'; id: typeof UNUSED; count: number; isOpen: boolean }

export const UNUSED = 'unused'

interface EntryOptions {
  /** Sorts urgent routes first, instead of by the order of the plan. */
  isUrgentFirst: boolean
  isUnusedOpen: boolean
  /** When the plan's day begins, milliseconds since 1970. */
  midnight: number
}

/** While no route has a stop, all of them stand there to be filled. */
export function timelineEntries(data: PlanData, options: EntryOptions): TimelineEntry[] {
  const all = data.routes.map((route, index) => ({ kind: 'route' as const, id: route.id, route, index }))
  const isUsed = ({ route }: { route: Route }) => countStops(data, route) > 0 || route.status === 'in_transit'
  const used = all.filter(isUsed)
  const unused = all.filter((entry) => !isUsed(entry))
  if (used.length === 0 || unused.length === 0) return byUrgency(data, all, options)
  const { isUnusedOpen: isOpen } = options
  const line = { kind: 'unused' as const, id: UNUSED as typeof UNUSED, count: unused.length, isOpen }
  return [...byUrgency(data, used, options), line, ...(isOpen ? unused : [])]
}

function countStops({ orders }: PlanData, route: Route): number {
  return orders.get(route.id)?.length ?? 0
}

function byUrgency<Entry extends { route: Route; index: number }>(
  data: PlanData,
  entries: readonly Entry[],
  { isUrgentFirst, midnight }: EntryOptions,
): Entry[] {
  if (!isUrgentFirst) return [...entries]
  const urgency = new Map(entries.map(({ route }) => [route.id, getUrgency(data, route, midnight)]))
  return entries.toSorted((a, b) => urgency.get(b.route.id)! - urgency.get(a.route.id)! || a.index - b.index)
}

/** Lateness counts in steps, so that rows do not change places with every position that a van reports. */
const STEP_SECONDS = 300
const FAILED = 0.5
const stages = { in_transit: 0.2, not_started: 0.1, finished: 0 } as const

/** The latest open stop first, then failed ones; what is under way before what waits and what is done. */
function getUrgency({ stops, orders }: PlanData, route: Route, midnight: number): number {
  let late = 0
  let hasFailed = false
  for (const id of orders.get(route.id) ?? []) {
    const stop = stops.get(id)!
    if (stop.status === 'pending') late = Math.max(late, expectedLateness(stop, route, midnight))
    else if (stop.status !== 'completed') hasFailed = true
  }
  return Math.ceil(late / STEP_SECONDS) + (hasFailed ? FAILED : 0) + stages[route.status]
}
