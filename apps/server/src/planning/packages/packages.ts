// The rules of parcels: they belong to deliveries, are edited while the stop is pending, and move by scans only.
import { randomInt } from 'node:crypto'
import { findByCode, type ScanPurpose, type StopType, scanTrigger } from '@routewright/contract'
import { type PackageRow, packageTable } from '../../data/package-table.ts'
import {
  deletePackageRows,
  insertPackageRows,
  listPackages,
  listStopsWithPackages,
  lockPackage,
  lockPackageOfPickup,
  setPackagePosition,
} from '../../data/packages.sql.ts'
import { emptyRow, listIds } from '../../data/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listLinkedDeliveries, updateStopRows } from '../../data/stops.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { scanPackage as applyScan, refreshPlans, takeBackScan } from '../lifecycle/lifecycle.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'

/** Fields of a package that callers may set; status and times never come from outside. */
export interface PackageInput {
  identifier: string
}

/**
 * Refuses packages of a stop that is no delivery, and an identifier that appears twice in one stop. Throws
 * highway.stop.error.packages_not_allowed, highway.package.error.duplicated_identifier.
 */
export function requireValidPackages(type: StopType, inputs: readonly PackageInput[], place: string): void {
  if (type !== 'delivery') throw apiError('highway.stop.error.packages_not_allowed', { place })
  const seen = new Set<string>()
  for (const [index, { identifier }] of inputs.entries()) {
    if (seen.has(identifier)) {
      const details = { place: `${place}[${index}].identifier`, identifier }
      throw apiError('highway.package.error.duplicated_identifier', details)
    }
    seen.add(identifier)
  }
}

/** The rows of new packages of one stop, pending; nothing is written. */
export function newPackages(
  scope: Scope,
  stopId: string,
  inputs: readonly PackageInput[],
  firstPosition = 0,
): PackageRow[] {
  return inputs.map(({ identifier }, index) => ({
    ...emptyRow(packageTable),
    id: createId(scope.now),
    organization_id: scope.organizationId,
    stop_id: stopId,
    position: firstPosition + index,
    identifier,
    created_at: scope.now,
    updated_at: scope.now,
  }))
}

/**
 * Replaces the stop's packages by the given ones: a package whose identifier stays keeps its status and times. Returns whether
 * anything changed. Throws highway.stop.error.packages_locked when an executed stop would change.
 */
export async function replacePackages(scope: Scope, stop: StopRow, inputs: readonly PackageInput[]): Promise<boolean> {
  const present = await listPackages(scope, [stop.id])
  const isSame = present.length === inputs.length && present.every((row, i) => row.identifier === inputs[i]!.identifier)
  if (isSame) return false
  if (stop.status !== 'pending') {
    throw apiError('highway.stop.error.packages_locked', { id: stop.id, status: stop.status })
  }
  const positions = new Map(inputs.map(({ identifier }, index) => [identifier, index]))
  await deletePackageRows(
    scope,
    present.filter((row) => !positions.has(row.identifier)).map((row) => row.id),
  )
  for (const row of present) {
    const position = positions.get(row.identifier)
    if (position === undefined) continue
    positions.delete(row.identifier)
    if (position !== row.position) await setPackagePosition(scope, row.id, position)
  }
  const added = [...positions].flatMap(([identifier, position]) =>
    newPackages(scope, stop.id, [{ identifier }], position),
  )
  await insertPackageRows(scope, added)
  return true
}

interface Scanned {
  packages: PackageRow[]
  hasChanged: boolean
}

/**
 * Applies one scan of a parcel; `scanTrigger` says what it does. A pickup stop finds the package among its deliveries. A repeated
 * scan changes nothing. Returns the packages as they are afterwards. Throws highway.package.error.not_found. The plan must be
 * locked or shared.
 */
export async function scanPackage(
  scope: Scope,
  stop: StopRow,
  identifier: string,
  purpose: ScanPurpose,
  at: Date,
): Promise<Scanned> {
  const parcels = await lockScanned(scope, stop, identifier)
  if (parcels.length === 0) {
    throw apiError('highway.package.error.not_found', { identifier, place: `stop ${stop.id}` })
  }
  const trigger = scanTrigger(stop.type, purpose)
  let hasChanged = false
  for (const parcel of parcels) {
    if ((await applyScan(scope, parcel, trigger, at)) !== parcel.status) hasChanged = true
  }
  if (!hasChanged) return { packages: parcels, hasChanged }
  const after = await listPackages(scope, [...new Set(parcels.map((row) => row.stop_id))])
  return { packages: after.filter((row) => row.identifier === parcels[0]!.identifier), hasChanged }
}

/** Undoes the scan that a report of the stop made at `scannedAt`; a deleted parcel is skipped. The plan must be locked. */
export async function unscanPackage(scope: Scope, stop: StopRow, identifier: string, scannedAt: Date): Promise<void> {
  for (const parcel of await lockScanned(scope, stop, identifier)) await takeBackScan(scope, parcel, scannedAt)
}

/** Locks the parcels that a scanned or typed code means: of the stop, or at a pickup of its deliveries. */
async function lockScanned(scope: Scope, stop: StopRow, code: string): Promise<PackageRow[]> {
  const lock = stop.type === 'pickup' ? lockPackageOfPickup : lockPackage
  const exact = await lock(scope, stop.id, code)
  if (exact.length > 0) return exact
  const holders = stop.type === 'pickup' ? await listLinkedDeliveries(scope, [stop.id]) : [stop]
  const [parcel] = findByCode(await listPackages(scope, listIds(holders)), code)
  return parcel ? lock(scope, stop.id, parcel.identifier) : []
}

/** Digits and letters that are not confused when read aloud (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 32 to the tenth codes: the chance that two of a million are equal is one in two thousand, and even then the stop tells them apart. */
const CODE_LENGTH = 10

/** Returns a code that begins with letters, so that no scanner mistakes it for a product code or an SSCC. */
function createCode(): string {
  return `RW${Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}

/** Gives one parcel with a code to each pending delivery without parcels. Returns how many got one. Throws 404 and 403. */
export async function giveCodes(scope: Scope, stopIds: readonly string[]): Promise<number> {
  const stops = await lockStops(scope, stopIds)
  const withParcels = await listStopsWithPackages(scope, stopIds)
  const bare = stops.filter(
    ({ id, type, status }) => type === 'delivery' && status === 'pending' && !withParcels.has(id),
  )
  if (bare.length === 0) return 0
  await insertPackageRows(
    scope,
    bare.flatMap(({ id }) => newPackages(scope, id, [{ identifier: createCode() }])),
  )
  await updateStopRows(scope, listIds(bare), {})
  await refreshPlans(scope, [...new Set(bare.flatMap(({ plan_id }) => plan_id ?? []))])
  return bare.length
}
