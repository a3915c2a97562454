// The rules of places that people put right: the same written address is taken to the same place from then on.
import { isSurePlace, type QueryOf } from '@routewright/contract'
import { foldWords } from '@routewright/roads'
import { requireAnyProject } from '../../accounts/projects/projects.ts'
import { correctedAddressTable } from '../../data/corrected-address-table.ts'
import {
  findCorrection,
  findCorrections,
  keepCorrection,
  listCorrectionPage,
  removeCorrections,
  removeCorrectionsFor,
} from '../../data/corrected-addresses.sql.ts'
import { recordMaker } from '../../data/records.ts'
import type { LocationValue } from '../../data/values.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { getPage } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'

const resource = recordMaker(correctedAddressTable)

/** Capitals, accents and commas do not distinguish addresses; the order of the words does. */
const getKey = (address: string) => foldWords(address).join(' ')

/** Stores the place for the address as written, replacing an earlier correction. */
async function rememberAddress(scope: Scope, address: string, location: LocationValue) {
  const { scoring: _scoring, partial_match: _partial, ...place } = location
  const row = await keepCorrection(scope, {
    id: createId(scope.now),
    address,
    address_key: getKey(address),
    location: place,
    corrected_by: scope.userId ?? null,
    corrected_at: scope.now,
  })
  return resource(row)
}

/**
 * Keeps what a person puts right at a stop: the pin that was moved, or another address in place of one that was not found for
 * sure. Another address in place of a sure one is a move of the recipient and teaches nothing; nor do programs.
 */
export async function rememberChange(
  scope: Scope,
  before: LocationValue | null,
  after: LocationValue | null,
): Promise<void> {
  if (scope.actor.type !== 'user' || !before?.label || after?.lat === undefined || after.lng === undefined) return
  if (after.lat === before.lat && after.lng === before.lng) return
  const isOther = after.label !== undefined && getKey(after.label) !== getKey(before.label)
  if (isOther && !isDoubtful(before)) return
  await rememberAddress(scope, before.label, after)
}

/** A correction moves a place by less than this many metres. Anything farther is another place, for this delivery alone. */
export const mostCorrectedMeters = 500

/** Stores the place where a driver stands at the door as the place of the stop's address. */
export async function rememberDoor(scope: Scope, before: LocationValue, door: LocationValue): Promise<void> {
  if (before.label === undefined || door.lat === undefined || door.lng === undefined) return
  const { lat, lng } = before
  const isFar =
    lat !== undefined &&
    lng !== undefined &&
    straightMeters({ lat, lng }, { lat: door.lat, lng: door.lng }) > mostCorrectedMeters
  if (!isFar) await rememberAddress(scope, before.label, door)
}

function isDoubtful(location: LocationValue): boolean {
  return location.lat === undefined || !isSurePlace(location)
}

export interface Corrected {
  location: LocationValue
  correctedAt: Date
}

/** Returns the correction known for each address, in the same order. */
export async function recallAddresses(scope: Scope, addresses: readonly string[]): Promise<(Corrected | undefined)[]> {
  const keys = addresses.map(getKey)
  const rows = await findCorrections(scope, [...new Set(keys)])
  const byKey = new Map(rows.map((row) => [row.address_key, row]))
  return keys.map((key) => {
    const row = byKey.get(key)
    return row && { location: { ...row.location, scoring: 1, partial_match: false }, correctedAt: row.corrected_at }
  })
}

/** Stores a correction that somebody enters for an address without a stop. Throws 403 for supervisors. */
export function correctAddress(scope: Scope, address: string, location: LocationValue) {
  requireAnyProject(scope, 'put addresses right')
  return rememberAddress(scope, address, location)
}

/** Returns a page of the organization's corrections, newest first. Throws 403 for supervisors. */
export async function listCorrectedAddresses(scope: Scope, query: QueryOf<'listCorrectedAddresses'>) {
  requireAnyProject(scope, 'see addresses that were put right')
  const { rows, total } = await listCorrectionPage(scope, query)
  return getPage(rows.map(resource), total, query.limit, query.offset)
}

/** Deletes a correction, so that the address is geocoded again. Throws 404, and 403 for supervisors. */
export async function forgetCorrectedAddress(scope: Scope, id: string) {
  requireAnyProject(scope, 'forget addresses that were put right')
  const row = await findCorrection(scope, id)
  if (!row) throw notFound('corrected address', id)
  await removeCorrections(scope, [id])
  return resource(row)
}

/** Deletes the corrections of these addresses, because somebody who lives there is erased. */
export async function forgetAddresses(scope: Scope, addresses: readonly string[]): Promise<void> {
  await removeCorrectionsFor(scope, [...new Set(addresses.map(getKey))])
}
