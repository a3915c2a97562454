// Takes a route that came as differences, and makes sure that nothing is missing in it.
import { getDriverRoute } from '@routewright/client/operations'
import type { DriverRoute, RouteDifference } from '@routewright/contract'
import { applyRouteDifference, stopsAsText } from '@routewright/contract/route-difference'
import { callService } from '../outbox/call.ts'

/** Digests are there only where the page came over an encrypted line; elsewhere routes are asked for whole. */
export const changesForm = () => (globalThis.crypto?.subtle ? 'difference' : 'whole')

/**
 * Returns the route that the difference leads to from an earlier reading. Where the digest says that the two do not fit together, the
 * route is asked for whole; undefined where the service does not tell it now.
 */
export async function readDifference(
  token: string,
  before: DriverRoute,
  difference: RouteDifference,
): Promise<DriverRoute | undefined> {
  const route = applyRouteDifference(before, difference)
  if (route && (await digest(stopsAsText(route.stops))) === difference.digest) return route
  const whole = await callService(token, getDriverRoute, {})
  return whole.kind === 'done' ? whole.body : undefined
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
