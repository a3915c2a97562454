/** Stops of which exactly one is served (`Stop.oneOf`): their groups as sets to choose from, and the rules that they cannot be combined with. */
import type { Problem, Stop } from '../problem.ts'
import type { Model } from './model.ts'
import type { VisitChoices } from './visit-choices.ts'

/** Every group as a customer with one set of one visit per place, unless no two stops share a group; and the groups as circles. */
export function compileAlternatives(stops: readonly Stop[]): Pick<Model, 'alternatives' | 'otherPlace'> {
  const groups = listGroups(stops)
  const otherPlace = new Int32Array(stops.length)
  for (const members of groups) {
    let before = members.at(-1) ?? 0
    for (const stop of members) {
      otherPlace[before] = stop
      before = stop
    }
  }
  return { otherPlace, alternatives: groups.length === stops.length ? undefined : toChoices(stops.length, groups) }
}

function toChoices(stopCount: number, groups: readonly number[][]): VisitChoices {
  const customerOf = new Int32Array(stopCount)
  const memberFrom = new Int32Array(groups.length + 1)
  let end = 0
  groups.forEach((members, group) => {
    for (const stop of members) customerOf[stop] = group
    end += members.length
    memberFrom[group + 1] = end
  })
  const member = Int32Array.from(groups.flat())
  return {
    customerOf,
    memberFrom,
    member,
    setFrom: memberFrom,
    visitFrom: Int32Array.from({ length: stopCount + 1 }, (_, set) => set),
    visit: member,
    price: new Float64Array(stopCount),
  }
}

/** Number of stops that a full plan serves: one of each group. */
export function countCustomers({ stopCount, alternatives }: Pick<Model, 'stopCount' | 'alternatives'>): number {
  return alternatives ? alternatives.setFrom.length - 1 : stopCount
}

/** Stops of each group in ascending order; a stop without a group is one by itself. */
function listGroups(stops: readonly Stop[]): number[][] {
  const byName = new Map<string, number[]>()
  const groups: number[][] = []
  stops.forEach(({ oneOf }, stop) => {
    const known = oneOf === undefined ? undefined : byName.get(oneOf)
    if (known !== undefined) {
      known.push(stop)
      return
    }
    const fresh = [stop]
    groups.push(fresh)
    if (oneOf !== undefined) byName.set(oneOf, fresh)
  })
  return groups
}

/** Stops on no route, without those whose group is served by another place. The first place of an unserved group stands for all of them. */
export function listLeftOut({ stops }: Pick<Problem, 'stops'>, isServed: (stop: number) => boolean): number[] {
  return listGroups(stops).flatMap((members) => (members.some(isServed) ? [] : members.slice(0, 1)))
}

/** Throws a RangeError that names the field where alternatives cost differently to leave out, or carry rules that bind one certain stop. */
export function requireAlternatives({ stops, vehicles }: Pick<Problem, 'stops' | 'vehicles'>): void {
  const firstOfGroup = new Map<string, number>()
  stops.forEach(({ oneOf, pickup, cluster, priority, ...stop }, index) => {
    if (pickup !== undefined && stops[pickup]?.oneOf !== undefined) refuse(`stops[${index}].pickup`)
    if (oneOf === undefined) return
    if (pickup !== undefined) refuse(`stops[${index}].pickup`)
    if (cluster !== undefined) refuse(`stops[${index}].cluster`)
    if (priority) refuse(`stops[${index}].priority`)
    const first = firstOfGroup.get(oneOf) ?? index
    firstOfGroup.set(oneOf, first)
    for (const field of ['reward', 'dropPenalty'] as const) {
      const usual = stops[first]?.[field]
      if (stop[field] === usual) continue
      throw new RangeError(
        `problem.stops[${index}].${field} is ${stop[field]}, but that of stops[${first}] with the same oneOf is ${usual}`,
      )
    }
  })
  vehicles.forEach(({ pinned = [], pinnedPrefix = [] }, vehicle) => {
    const isChosen = (stop: number): boolean => stops[stop]?.oneOf !== undefined
    if (pinned.some(isChosen)) refuse(`vehicles[${vehicle}].pinned`)
    if (pinnedPrefix.some(isChosen)) refuse(`vehicles[${vehicle}].pinnedPrefix`)
  })
}

function refuse(path: string): never {
  throw new RangeError(`problem.${path} cannot be combined with oneOf: it asks for one certain stop`)
}
