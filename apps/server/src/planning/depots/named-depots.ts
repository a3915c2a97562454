// Depots that vehicles and routes name: they fill the place where none is sent; a place that is sent wins over them.
import type { DepotRow } from '../../data/depot-table.ts'
import { depotRecords } from '../../data/depots.sql.ts'
import { mapById } from '../../data/records.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** The field that names a depot, and the place that it fills. */
type Ends = readonly (readonly [depot: string, place: string])[]

export const endsOfVehicle: Ends = [
  ['default_start_depot_id', 'default_start_location'],
  ['default_end_depot_id', 'default_end_location'],
]
export const endsOfRoute: Ends = [
  ['start_depot_id', 'start_location'],
  ['end_depot_id', 'end_location'],
]

type Fields = Record<string, unknown>

/**
 * Returns the inputs completed from the depots that they name: the depot's place where no other place is sent, and no depot where
 * another place is. `present` is the record that changes. Throws 404 for a depot of another project.
 */
export async function withDepots<Input extends object>(
  scope: Scope,
  projectId: string,
  inputs: readonly Input[],
  ends: Ends,
  present: object = {},
): Promise<Input[]> {
  const named = inputs.flatMap((input) => ends.flatMap(([depot]) => ((input as Fields)[depot] as string | null) ?? []))
  const depots = mapById(await depotRecords.list(scope, [...new Set(named)]))
  const unknown = named.find((id) => depots.get(id)?.project_id !== projectId)
  if (unknown) throw notFound('depot', unknown)
  return inputs.map((input) => {
    const filled: Fields = { ...(input as Fields) }
    for (const [depot, place] of ends) Object.assign(filled, getEnd(filled, depot, place, depots, present as Fields))
    return filled as Input
  })
}

function getEnd(
  input: Fields,
  depot: string,
  place: string,
  depots: ReadonlyMap<string, DepotRow>,
  present: Fields,
): Fields {
  const { [depot]: depotId, [place]: sent } = input
  const named = typeof depotId === 'string' ? depots.get(depotId) : undefined
  if (named) {
    if (sent === undefined) return { [place]: named.location }
    return isSamePlace(sent, named.location) ? {} : { [depot]: null }
  }
  const movesAway = sent !== undefined && depotId === undefined && !isSamePlace(sent, present[place])
  return movesAway ? { [depot]: null } : {}
}

function isSamePlace(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other] as ({ lat?: number | null; lng?: number | null } | null | undefined)[]
  return a?.lat !== undefined && a.lat === b?.lat && a.lng === b?.lng
}
