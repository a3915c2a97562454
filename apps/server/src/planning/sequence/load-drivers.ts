// Loads the drivers of the days of plans, for projects that have drivers.
import { listAssignmentsOfDays } from '../../data/driver-assignments.sql.ts'
import type { DriverRow } from '../../data/driver-table.ts'
import { listDriversOfProjects } from '../../data/drivers.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type DriversOfDay, driversOfDay, getDriver, mondayBefore } from '../modelling/route-drivers.ts'
import { listDriverWork } from './driver-work.sql.ts'

/** Returns the drivers by date, in the order asked for. */
export async function loadDriversOfDays(
  scope: Scope,
  projectId: string,
  dates: readonly string[],
): Promise<Map<string, DriversOfDay>> {
  const [drivers, assignments] = await Promise.all([
    listDriversOfProjects(scope, [projectId]),
    listAssignmentsOfDays(scope, [projectId], dates),
  ])
  const work = drivers.length > 0 && dates.length > 0 ? await listWork(scope, projectId, dates) : []
  return new Map(dates.map((date) => [date, driversOfDay(date, drivers, assignments, work)]))
}

function listWork(scope: Scope, projectId: string, dates: readonly string[]) {
  const [first, ...others] = [...dates].sort()
  return listDriverWork(scope, projectId, { from: mondayBefore(first!), to: others.at(-1) ?? first!, dates })
}

interface PlanOfDay {
  id: string
  project_id: string
  execution_date: Date
  has_drivers: boolean
}

const getDate = (executionDate: Date): string => executionDate.toISOString().slice(0, 10)

/** Returns the drivers by plan id; plans of projects without drivers are left out and cost no query. */
export async function loadDriversOfPlans(scope: Scope, plans: Iterable<PlanOfDay>): Promise<Map<string, DriversOfDay>> {
  const found = new Map<string, DriversOfDay>()
  const byProject = Map.groupBy(
    [...plans].filter(({ has_drivers }) => has_drivers),
    ({ project_id }) => project_id,
  )
  for (const [projectId, ofProject] of byProject) {
    const dates = [...new Set(ofProject.map(({ execution_date }) => getDate(execution_date)))]
    const days = await loadDriversOfDays(scope, projectId, dates)
    for (const plan of ofProject) found.set(plan.id, days.get(getDate(plan.execution_date))!)
  }
  return found
}

/** Returns the present driver of the route on the day of its plan, if one of the project's drivers drives it. */
export async function findDriverOfRoute(
  scope: Scope,
  route: RouteRow,
  plan: Pick<PlanRow, 'execution_date'>,
): Promise<DriverRow | undefined> {
  const date = getDate(plan.execution_date)
  const days = await loadDriversOfDays(scope, route.project_id, [date])
  return getDriver(route, days.get(date)!).driver
}
