// Performance of vehicles over a span of days: counts, punctuality, distances and ratings of their routes.
import { listIds } from '../../data/records.ts'
import { endInstant, startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { selectRouteSums, selectStopSums } from './vehicle-performance.sql.ts'
import { getVehiclesOfProject } from './vehicles.ts'

export interface PerformanceQuery {
  vehicle_ids: readonly string[]
  start?: string | null
  end?: string | null
}

const defaultMilliseconds = 30 * 86_400_000

/**
 * Returns the performance by vehicle id over the plans whose execution date lies in the span (the last 30 days by default). A
 * stop is on time when it was finished before its last time window closed, or without windows before its planned departure. The
 * delay is finish minus planned departure, in the project's time zone. Throws 404 for a vehicle outside the project.
 */
export async function getPerformance(scope: Scope, projectId: string, query: PerformanceQuery) {
  const vehicles = await getVehiclesOfProject(scope, projectId, query.vehicle_ids)
  const end = query.end ? endInstant(query.end) : scope.now
  const start = query.start ? startInstant(query.start) : new Date(end.getTime() - defaultMilliseconds)
  const ids = listIds(vehicles)
  const routes = await selectRouteSums(scope, ids, start, end)
  const stops = await selectStopSums(scope, ids, start, end)
  const performance = Object.fromEntries(
    ids.map((id) => [id, { ...emptyRoutes, ...routes.get(id), ...emptyStops, ...stops.get(id) }]),
  )
  return { performance }
}

const emptyRoutes = { total_routes: 0, planned_distance: 0, distance_traveled: 0, planned_time: 0, real_time: 0 }
const emptyStops = {
  total_stops: 0,
  completed_stops: 0,
  incomplete_stops: 0,
  canceled_stops: 0,
  report_attempts: 0,
  on_time_stops: 0,
}
