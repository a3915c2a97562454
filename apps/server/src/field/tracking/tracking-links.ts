// Ends and renews the link of a recipient's page: one that came into wrong hands must not stay open for thirty days.

import { bareStopResource } from '../../data/resources/stop.ts'
import { updateStopRow } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { newTrackingToken } from '../../planning/stops/stops.ts'

/** Creates a new link; the previous one stops working. Throws 404 or 403. */
export async function renewTrackingLink(scope: Scope, stopId: string): Promise<{ tracking_url: string }> {
  return changeLink(scope, stopId, { tracking_token: newTrackingToken(), tracking_ended_at: null })
}

/** Ends the link. Throws 404 or 403. */
export async function endTrackingLink(scope: Scope, stopId: string): Promise<{ tracking_url: string }> {
  return changeLink(scope, stopId, { tracking_ended_at: scope.now })
}

async function changeLink(
  scope: Scope,
  stopId: string,
  change: { tracking_token?: string; tracking_ended_at: Date | null },
): Promise<{ tracking_url: string }> {
  await lockStops(scope, [stopId])
  const { tracking_url } = bareStopResource(await updateStopRow(scope, stopId, change), undefined, scope.publicBase)
  return { tracking_url }
}
