// Visits of past days in the words of the learner.
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import { addressText } from '../../data/resources/address.ts'
import type { VisitOfRow } from './arrival-evidence.ts'
import { findCustomer } from './customer.ts'
import type { Comers } from './learn-paces.ts'
import type { VisitRow } from './learning.sql.ts'
import type { Visit } from './visits.ts'

const dayMilliseconds = 86_400_000
/** A client in the address book for longer than this before the first known visit had been visited before. */
const newForDays = 14

export interface Evidence {
  visits: Visit[]
  /** The same with their rows. */
  known: VisitOfRow[]
  quantity: 'weight' | 'volume'
  /** How clients and places are called. */
  labels: Map<string, string>
}

/** In order of time. `forgotten` tells since when visits of a client or place count. */
export function getEvidence(
  rows: readonly VisitRow[],
  serviceSeconds: number,
  forgotten: ReadonlyMap<string, Date>,
  allForgotten: Date | undefined,
  comers?: Comers,
): Evidence {
  const quantity = rows.some(({ weight }) => (weight ?? 0) > 0) ? 'weight' : 'volume'
  const seen = new Set<string>()
  const labels = new Map<string, string>()
  const known = rows
    .toSorted((a, b) => a.reported_at.getTime() - b.reported_at.getTime())
    .flatMap((row) => {
      const customer = findCustomer({ clientId: row.client_id, ...row })
      const isFirst = customer !== undefined && !seen.has(customer) && isNew(row)
      if (customer !== undefined) seen.add(customer)
      const since = latest(allForgotten, customer === undefined ? undefined : forgotten.get(customer))
      if (since && row.reported_at <= since) return []
      const label = row.client_id === null ? addressText(row.location) : row.client_label
      if (customer !== undefined && label) labels.set(customer, label)
      return [
        { row, visit: getVisit(row, { customer, isFirst, quantity: row[quantity] ?? 0, serviceSeconds, comers }) },
      ]
    })
  return { visits: known.map(({ visit }) => visit), known, quantity, labels }
}

interface Known {
  customer: string | undefined
  isFirst: boolean
  quantity: number
  serviceSeconds: number
  comers: Comers | undefined
}

function getVisit(row: VisitRow, { customer, isFirst, quantity, serviceSeconds, comers }: Known): Visit {
  const { lat, lng, break_stop: pause } = row
  return {
    clientId: customer ?? null,
    routeId: row.route_id ?? '',
    // Where paces are not used nobody asks who drove: a slow driver who changes vehicles often is not told from the others.
    driverId: comers ? comers.of(row) : row.vehicle_id,
    day: row.day,
    type: row.type,
    quantity,
    isFirst,
    place: lat === null || lng === null ? undefined : { lat, lng },
    reportedAt: row.reported_at.getTime(),
    secondsInStop: row.time_in_stop,
    isMeasured: row.reporter === 'program',
    metersAway: row.location_distance,
    pause:
      pause?.real_start_time && pause.real_end_time
        ? { from: Date.parse(pause.real_start_time), to: Date.parse(pause.real_end_time) }
        : undefined,
    givenSeconds: row.default_duration ?? serviceSeconds,
  }
}

function isNew({ client_since, reported_at }: VisitRow): boolean {
  return client_since !== null && reported_at.getTime() - client_since.getTime() < newForDays * dayMilliseconds
}

function latest(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one > other ? one : other) : (one ?? other)
}

/** Returns what people set for clients and places, by subject: it outlives what is learned. */
export function collectSaid(rows: readonly LearnedTimeRow[]): Map<string, LearnedTimeRow> {
  const said = rows.filter(
    ({ is_off, fixed_seconds, forgotten_at }) => is_off || fixed_seconds !== null || forgotten_at,
  )
  return new Map(said.map((row) => [row.subject, row]))
}
