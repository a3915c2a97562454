// Changes of a route since its driver was last sent it. Pure but for the query.
import * as operations from '@routewright/client/operations'
import type { SentDispatch } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../shell/service.ts'

const REFRESH_MS = 30_000

/** The last dispatch to each driver of the plan, by route. */
export function useDispatches(planId: string) {
  return useQuery({
    queryKey: ['dispatches', planId],
    queryFn: ({ signal }) => call(operations.listDispatches, { plan_id: planId }, { signal }),
    select: (dispatches) => new Map(dispatches.map((dispatch) => [dispatch.route_id, dispatch])),
    refetchInterval: REFRESH_MS,
  })
}

export interface RouteChanges {
  added: readonly string[]
  removed: readonly string[]
  /** The fewest stops whose moves explain the new order. */
  moved: readonly string[]
}

/** Undefined when the route was never sent. */
export function changesSince(sent: SentDispatch | undefined, order: readonly string[]): RouteChanges | undefined {
  if (!sent) return undefined
  const placeBefore = new Map(sent.stop_ids.map((id, place) => [id, place]))
  const present = new Set(order)
  const kept = order.filter((id) => placeBefore.has(id))
  const inOrder = longestRise(kept.map((id) => placeBefore.get(id)!))
  return {
    added: order.filter((id) => !placeBefore.has(id)),
    removed: sent.stop_ids.filter((id) => !present.has(id)),
    moved: kept.filter((_, index) => !inOrder.has(index)),
  }
}

/** Indices of a longest rising subsequence, by patience sorting: O(n log n). */
function longestRise(values: readonly number[]): Set<number> {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, value] of values.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    before[index] = ends[low - 1]
    ends[low] = index
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
}
