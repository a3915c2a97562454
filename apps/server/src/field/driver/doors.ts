// A driver reports where the door of a stop is: the stop moves there, and so do later ones of the same address or client.
import { isTerminalStop } from '@routewright/contract'
import { updateStopRows } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { keepCorrectedPoint } from '../../planning/clients/clients.ts'
import { rememberDoor } from '../../planning/corrections/corrections.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { updateStop } from '../../planning/stops/stops.ts'
import { updateEstimates } from '../estimates/estimates.ts'

/** Sets the door. A stop that ended meanwhile stays where it was reported; the door then counts for later stops only. */
export async function setDoor(scope: Scope, stopId: string, point: { lat: number; lng: number }): Promise<void> {
  const stop = (await lockStops(scope, [stopId]))[0]!
  const { scoring: _scoring, partial_match: _partial, ...place } = stop.location ?? {}
  if (place.lat === point.lat && place.lng === point.lng) return
  const location = { ...place, ...point }
  if (!isTerminalStop(stop.status)) {
    await updateStop(scope, stop.id, { location })
    await updateStopRows(scope, [stop.id], { location_validated: true, location_validated_at: scope.now })
    if (stop.route_id) await updateEstimates(scope, stop.route_id)
  }
  await rememberDoor(scope, place, location)
  if (stop.client_id) await keepCorrectedPoint(scope, stop.client_id, place, point)
}
