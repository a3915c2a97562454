// How much visits to a client or place vary, for the simulation of plans: their own spread, shrunk towards the usual one where
// evidence is thin.
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import { listTimesFor } from '../../data/learned-times.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findCustomer } from './customer.ts'

/** Visits that weigh as much as the usual spread. */
const USUAL_VISITS = 10
/** Half of a normal distribution is nearer to its middle than its standard deviation divided by this. */
const SIGMAS_OF_HALF = 1.4826
const MOST = 1.5

/** Standard deviations of the logarithm of service times by stop id; stops of whom nothing is known are left out. */
export async function loadStopSpreads(
  scope: Scope,
  projectId: string,
  stops: readonly StopRow[],
  usual: number,
): Promise<Map<string, number>> {
  const customers = new Map(
    stops.flatMap((stop) => {
      const { lat, lng } = stop.location ?? {}
      const customer = findCustomer({ clientId: stop.client_id, lat, lng })
      return customer === undefined ? [] : [[stop.id, customer] as const]
    }),
  )
  if (customers.size === 0) return new Map()
  const rows = await listTimesFor(scope, projectId, [...new Set(customers.values())])
  const spreads = new Map(rows.flatMap((row) => computeSpread(row, usual)))
  return new Map(
    [...customers].flatMap(([id, customer]) => {
      const spread = spreads.get(customer)
      return spread === undefined ? [] : [[id, spread] as const]
    }),
  )
}

/**
 * Returns the spread of a client or place that is not switched off. The middle half is given in seconds; for small parts, the
 * logarithm equals the part.
 */
export function computeSpread(row: LearnedTimeRow, usual: number): [subject: string, spread: number][] {
  const { kind, visits, seconds, spread_seconds, is_off } = row
  if (kind !== 'client' && kind !== 'place') return []
  if (is_off || visits < 2 || !seconds || spread_seconds === null) return []
  const own = Math.min(MOST, SIGMAS_OF_HALF * Math.log1p(spread_seconds / seconds))
  const variance = (visits * own ** 2 + USUAL_VISITS * usual ** 2) / (visits + USUAL_VISITS)
  return [[row.subject, Math.sqrt(variance)]]
}
