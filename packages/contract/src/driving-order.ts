// The order in which the pending stops of a route are made: one for the phone, the recipients' pages and the planner.

interface OrderedStop {
  status: string
  report_attempts: number
  /** When the driver came to it. */
  arrived_at?: unknown
}

/**
 * The pending stops in the order in which they are made: where the driver stands, then those that were not tried yet, then
 * those that are tried again. Each of these groups keeps the order of the route, which `stops` are in.
 */
export function listStopsAhead<Stop extends OrderedStop>(stops: readonly Stop[]): Stop[] {
  const pending = stops.filter(({ status }) => status === 'pending')
  return [0, 1, 2].flatMap((group) => pending.filter((stop) => groupOf(stop) === group))
}

function groupOf({ arrived_at, report_attempts }: OrderedStop): number {
  if (arrived_at !== undefined && arrived_at !== null) return 0
  return report_attempts === 0 ? 1 : 2
}
