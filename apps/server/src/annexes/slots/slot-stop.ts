// The stop that a slot is wanted for: with its place, checked as if it were made.
import type { SlotStop, StopInput } from '@routewright/contract'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import { locateAddresses } from '../../planning/addresses/addresses.ts'
import { hasPlace } from '../../planning/modelling/places.ts'
import { requireValidStop } from '../../planning/stops/stops.ts'

/** Runs rules that only read, in a scope of their own. */
export type Read = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/**
 * The stop with the place of its address, if it comes with one. Asks the geocoder, so never inside a transaction. Throws
 * highway.slot.error.no_place, highway.geocoding.error.unavailable.
 */
export async function locateStop(
  context: { read: Read },
  geocoder: Geocoder,
  projectId: string,
  { address, ...stop }: SlotStop,
): Promise<StopInput> {
  if (address === undefined) return stop
  if (stop.location) throw noPlace('stop', 'an address or a location, not both')
  const [found] = await locateAddresses(context, geocoder, projectId, [address])
  if (found?.lat === undefined) throw noPlace('stop.address', 'this address was not found')
  const { corrected_at: _, reason: _none, scoring: _trust, partial_match: _part, ...location } = found
  return { ...stop, location }
}

/** The row that the stop would have. Throws highway.slot.error.no_place, and what a new stop is refused for. */
export async function requirePlacedStop(scope: Scope, project: ProjectRow, input: StopInput): Promise<StopRow> {
  const stop = await requireValidStop(scope, { project }, input, 'stop')
  if (hasPlace(stop)) return stop
  throw noPlace('stop.location', 'coordinates or an address are needed')
}

function noPlace(place: string, reason: string) {
  return apiError('highway.slot.error.no_place', { place, reason })
}
