// Reads recorded positions.
import type { Scope } from '../platform/scope.ts'

export interface StoredPosition {
  lat: number
  lng: number
  accuracy: number | null
  recorded_at: Date
}

/** Where the route's driver was, in order of time, without positions that may be off by more than so many metres. */
export async function listPositions(scope: Scope, routeId: string, worstAccuracy: number): Promise<StoredPosition[]> {
  return usablePositions(scope, routeId, worstAccuracy).orderBy('recorded_at').execute()
}

/** The last of them before a moment, in order of time. */
export async function listPositionsBefore(
  scope: Scope,
  routeId: string,
  worstAccuracy: number,
  moment: Date,
  most: number,
): Promise<StoredPosition[]> {
  const latestFirst = await usablePositions(scope, routeId, worstAccuracy)
    .where('recorded_at', '<', moment)
    .orderBy('recorded_at', 'desc')
    .limit(most)
    .execute()
  return latestFirst.reverse()
}

function usablePositions(scope: Scope, routeId: string, worstAccuracy: number) {
  return scope.tx
    .selectFrom('positions')
    .select(['lat', 'lng', 'accuracy', 'recorded_at'])
    .where('route_id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .where((eb) => eb.or([eb('accuracy', 'is', null), eb('accuracy', '<=', worstAccuracy)]))
}
