// Asks recipients to confirm or correct a place that was found in part only, or not at all.

import { isSurePlace } from '@routewright/contract'
import { markLocationAsked } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { StopRecord } from '../stops/stops.ts'

/**
 * Has the recipients of doubtful places asked, as the project says, and answers the records with that noted. The link is the
 * stop's tracking view, so only stops of a plan are asked about, and none of a draft.
 */
export async function askForPlaces(scope: Scope, stops: readonly StopRecord[]): Promise<StopRecord[]> {
  const asked = new Set<string>()
  for (const stop of stops) {
    if (!stop.plan_id || !(stop.email || stop.phone) || !isDoubtful(stop)) continue
    if (await scope.ports.askForPlace?.(scope, stop.id as string)) asked.add(stop.id as string)
  }
  if (asked.size === 0) return [...stops]
  await markLocationAsked(scope, [...asked])
  const noted = { location_validation_sent: true, location_validation_sent_at: scope.now }
  return stops.map((stop) => (asked.has(stop.id as string) ? { ...stop, ...noted } : stop))
}

/** Found in part, or one of several, is a guess; without coordinates nobody can drive there. */
function isDoubtful({ location }: StopRecord): boolean {
  return !location || location.lat === undefined || !isSurePlace(location)
}
