// Asks recipients to confirm or correct a place that was found in part only, or not at all.

import { isSurePlace } from '@routewright/contract'
import { markLocationAsked } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { StopRecord } from '../stops/stops.ts'

/**
 * Asks the recipients of doubtful places to confirm them, if the project wants that, and returns the records with the request
 * noted. The link in the message is the stop's tracking view, so stops outside a plan or in a draft are left out.
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

/** Returns whether the place is a guess (found in part, or one of several), or has no coordinates, so that nobody can drive there. */
function isDoubtful({ location }: StopRecord): boolean {
  return !location || location.lat === undefined || !isSurePlace(location)
}
