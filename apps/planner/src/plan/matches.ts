// Which stops the filter means: the list shows only those, the map and the timeline show the others pale.
import { foldText, foldWords, holdsNearly, type Stop } from '@routewright/contract'
import { type PlanData, stopAddress, stopName } from './plan-data.ts'
import { useShownPlan } from './proposal.ts'
import { useSelection } from './selection.ts'

/** Every word must occur somewhere in what people know the stop by, as it is written or in another spelling. */
export function getMatcher(filter: string): (stop: Stop) => boolean {
  const words = splitFilter(filter)
  return (stop) => {
    const text = knownBy(stop).toLowerCase()
    const folded = foldText(text)
    return words.every((word) => text.includes(word) || folded.includes(foldText(word)))
  }
}

/** Every word must begin one that people know the stop by, but for one slip. */
function getNearMatcher(filter: string): (stop: Stop) => boolean {
  const typed = foldWords(filter)
  return (stop) => holdsNearly(knownBy(stop), typed)
}

function knownBy(stop: Stop): string {
  const { external_id, fixed_id, phone, reference_person, packages } = stop
  const parcels = packages.map(({ identifier }) => identifier)
  return [stopName(stop), stopAddress(stop), external_id, fixed_id, phone, reference_person, ...parcels].join(' ')
}

function splitFilter(filter: string): string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Undefined while nothing is filtered. */
export function findMatches({ stops }: Pick<PlanData, 'stops'>, filter: string): ReadonlySet<string> | undefined {
  if (splitFilter(filter).length === 0) return undefined
  const listMatching = (isMatch: (stop: Stop) => boolean) => [...stops.values()].filter(isMatch).map(({ id }) => id)
  const exact = listMatching(getMatcher(filter))
  // A slip is only looked for where nothing is written so, and never where punctuation is all that was typed.
  if (exact.length > 0 || foldWords(filter).length === 0) return new Set(exact)
  return new Set(listMatching(getNearMatcher(filter)))
}

/** Found once for all rows and views. */
const found = new WeakMap<PlanData, { filter: string; matches: ReadonlySet<string> | undefined }>()

/** Matches of the plan that is shown. */
export function useMatches(): ReadonlySet<string> | undefined {
  const data = useShownPlan()
  const filter = useSelection((state) => state.filter)
  const held = found.get(data)
  if (held?.filter === filter) return held.matches
  const matches = findMatches(data, filter)
  found.set(data, { filter, matches })
  return matches
}
