// The order in which the pending stops of a route are served, shared by phone, recipients' pages and planner.

interface OrderedStop {
  status: string
  report_attempts: number
  /** When the driver arrived there. */
  arrived_at?: unknown
}

/**
 * The pending stops in the order in which they are served: first where the driver is, then those not tried yet, then those to be tried
 * again. Each of these groups keeps the order of the route, in which `stops` are.
 */
export function listStopsAhead<Stop extends OrderedStop>(stops: readonly Stop[]): Stop[] {
  const pending = stops.filter(({ status }) => status === 'pending')
  return [0, 1, 2].flatMap((group) => pending.filter((stop) => getGroup(stop) === group))
}

function getGroup({ arrived_at, report_attempts }: OrderedStop): number {
  if (arrived_at !== undefined && arrived_at !== null) return 0
  return report_attempts === 0 ? 1 : 2
}
