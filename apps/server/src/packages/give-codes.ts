// Codes of our own for deliveries whose parcels came without any.
import { randomInt } from 'node:crypto'
import { insertPackageRows, listStopsWithPackages } from '../data/packages.sql.ts'
import { idsOf } from '../data/records.ts'
import { updateStopRows } from '../data/stops.sql.ts'
import { refreshPlans } from '../lifecycle/lifecycle.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'
import type { Scope } from '../platform/scope.ts'
import { newPackages } from './packages.ts'

/** Digits and letters that nobody takes for one another when reading them aloud (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 32 to the tenth: among a million codes two are the same once in two thousand times, and then the stop still tells them apart. */
const CODE_LENGTH = 10

/** Returns a code that begins with letters, so that no scanner takes it for a product or an SSCC. */
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
  await updateStopRows(scope, idsOf(bare), {})
  await refreshPlans(scope, [...new Set(bare.flatMap(({ plan_id }) => plan_id ?? []))])
  return bare.length
}
