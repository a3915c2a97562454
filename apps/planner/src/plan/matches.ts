// Which stops the filter means: the list shows only those, the map and the timeline show the others pale.
import type { Stop } from '@routewright/contract'
import { type PlanData, stopAddress, stopName } from './plan-data.ts'
import { useShownPlan } from './proposal.ts'
import { useSelection } from './selection.ts'

/** Every word must occur somewhere in what people know the stop by. */
export function matcherOf(filter: string): (stop: Stop) => boolean {
  const words = wordsOf(filter)
  if (words.length === 0) return () => true
  return (stop) => {
    const text = [
      stopName(stop),
      stopAddress(stop),
      stop.external_id,
      stop.fixed_id,
      stop.phone,
      stop.reference_person,
      ...stop.packages.map(({ identifier }) => identifier),
    ]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

const wordsOf = (filter: string) => filter.toLowerCase().split(/\s+/).filter(Boolean)

/** Undefined while nothing is filtered. */
export function findMatches({ stops }: Pick<PlanData, 'stops'>, filter: string): ReadonlySet<string> | undefined {
  if (wordsOf(filter).length === 0) return undefined
  const matches = matcherOf(filter)
  return new Set([...stops.values()].filter(matches).map(({ id }) => id))
}

/** Found once for all rows and views. */
const found = new WeakMap<PlanData, { filter: string; matches: ReadonlySet<string> | undefined }>()

/** Of the plan that is shown. */
export function useMatches(): ReadonlySet<string> | undefined {
  const data = useShownPlan()
  const filter = useSelection((state) => state.filter)
  const held = found.get(data)
  if (held?.filter === filter) return held.matches
  const matches = findMatches(data, filter)
  found.set(data, { filter, matches })
  return matches
}
