// Work of a driver on the days before a date: sums that count for the legal limits, and the routes they come from.
import type { QueryOf } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { mondayBefore } from '../modelling/route-drivers.ts'
import { type DatedWork, listDriverWork } from '../sequence/sequence.ts'
import { getDriver } from './drivers.ts'

/** Returns a driver's sums and past routes. Throws 404 and 403. */
export async function getDriverWork(scope: Scope, driverId: string, query: QueryOf<'getDriverWork'>) {
  const driver = await getDriver(scope, driverId)
  const project = await getProject(scope, driver.project_id)
  const date = query.date ?? dateInZone(scope.now, project.timezone)
  const from = mondayBefore(date)
  const work = (await listDriverWork(scope, project.id, { from, to: date, dates: [date] })).filter(
    (entry) => entry.work.driver === driver.id && entry.plan_status !== 'draft',
  )
  const monday = new Date(Date.parse(`${from}T00:00:00Z`) + 7 * 86_400_000).toISOString().slice(0, 10)
  const sum = (days: readonly DatedWork[], part: 'driving' | 'work') =>
    days.reduce((total, day) => total + day.work[part], 0)
  const thisWeek = work.filter((entry) => monday <= entry.date && entry.date < date)
  return {
    date,
    counts: project.counts_driven_days,
    driving_this_week: sum(thisWeek, 'driving'),
    driving_last_week: sum(
      work.filter((entry) => entry.date < monday),
      'driving',
    ),
    work_this_week: sum(thisWeek, 'work'),
    routes: work.toReversed().map(workRecord),
  }
}

export function workRecord({ id, plan_id, label, vehicle_label, date, work }: Omit<DatedWork, 'plan_status'>) {
  const { began, ended, ended_at, driving, work: worked, is_reported } = work
  const started_at = new Date(Date.parse(ended_at) - (ended - began) * 1_000).toISOString()
  return {
    route_id: id,
    plan_id,
    date,
    started_at,
    ended_at,
    driving,
    work: worked,
    is_reported,
    ...withoutEmpty({ label: label ?? vehicle_label }),
  }
}
