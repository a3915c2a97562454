// Creates the month before the demo day in the background, one day at a time and by the same rules as every other day.
import type { FullPlan, ReportInput, Stop } from '@routewright/contract'
import { isOrganizationThere } from '../../accounts/organizations/organizations.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { listIds } from '../../data/records.ts'
import { writeProgress } from '../../data/routes.sql.ts'
import { fileReport } from '../../field/reports/reports.ts'
import { rateStop } from '../../field/surveys/surveys.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import type { JobPayloads } from '../../frame/platform/job-queues.ts'
import type { JobContext } from '../../frame/platform/jobs.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { listClients } from '../../planning/clients/clients.ts'
import { createPlan, deletePlan, fullPlan } from '../../planning/full-plans/full-plans.ts'
import { lockPlans, startRoute } from '../../planning/lifecycle/lifecycle.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { listPlans } from '../../planning/plans/plans.ts'
import { listVehiclesForDay } from '../../planning/vehicles/vehicles.ts'
import { learnOfProject } from '../learning/learning.ts'
import { listPastDates, type PastVisit, pastRoutes, pastTrack, pastVisits } from './demo-month.ts'
import { PAST_DAYS } from './demo-organization/demo-organization.ts'
import { doorPicture, getDataUrl, signaturePicture } from './drawings/drawings.ts'

type PastDay = JobPayloads['demo_history']

/** Asks for every past day, once: a worker makes one after the other. */
export async function sendDemoHistory(services: Services, place: Omit<PastDay, 'date' | 'is_last'>): Promise<void> {
  const { database, jobs, clock } = services
  await database.transaction(async (tx) => {
    const caller = systemCaller(place.organization_id)
    const { timezone } = await getProject({ ...caller, tx } as Scope, place.project_id)
    const dates = listPastDates(dateInZone(clock.now(), timezone))
    await jobs.sendEach(
      tx,
      'demo_history',
      // The latest first, as people look at them first; from all of them is learned what they tell.
      dates.toReversed().map((date) => ({ key: date, payload: { ...place, date, is_last: date === dates[0] } })),
    )
  })
}

/** Begins to make the days that were asked for. Streets come first, as both at once would make the first minute slow. */
export function startDemoHistory(services: Services): Promise<void> {
  return services.jobs.work('demo_history', {}, async (payload, context) => {
    await services.roads.opened()
    await makePast(services, payload, context).catch(async (error) => {
      // A demo that was taken away meanwhile needs no past.
      if (await isOrganizationThere(services, payload.organization_id)) throw error
    })
  })
}

/** A past day, and after the last of them what is else done every night: a newcomer sees learned times in the first minutes. */
export async function makePast(
  services: Services,
  day: PastDay,
  context: Pick<JobContext, 'isStopping'>,
): Promise<void> {
  await makePastDay(services, day, context)
  if (!day.is_last) return
  await transactAs(services, systemCaller(day.organization_id), (scope) => learnOfProject(scope, day.project_id))
}

/** One day of work from plan to ratings; nothing when it is there. Its moments are those of the day, whatever the clock says. */
export async function makePastDay(
  services: Services,
  { organization_id, project_id, date }: PastDay,
  { isStopping }: Pick<JobContext, 'isStopping'>,
) {
  const caller = { ...systemCaller(organization_id), isHistory: true } as const
  const at = <T>(moment: Date, work: (scope: Scope) => Promise<T>) => transactAs(services, caller, work, moment)
  const executionDate = new Date(date)
  const { plan, timezone } = await at(executionDate, (scope) => planPastDay(scope, project_id, date))
  if (!plan) return
  const moment = (seconds: number) => momentOfPlanDay(seconds, executionDate, timezone)
  for (const [index, route] of plan.routes.entries()) {
    const leaves = moment(route.planned_start_time ?? 8 * 3_600)
    await at(leaves, async (scope) => {
      await lockPlans(scope, [plan.id])
      await startRoute(scope, route.id, leaves)
    })
    for (const visit of pastVisits(date, index, route.stops ?? [])) {
      if (isStopping()) throw new Error('the service stops; the day is made anew by the next start')
      await report(services, at, moment, route.stops![visit.stop]!, visit)
    }
    const track = pastTrack(date, index, route.planned_distance ?? 0)
    await at(moment(route.planned_end_time ?? 18 * 3_600), (scope) => writeProgress(scope, route.id, track))
  }
}

/** The day as it was planned; without a plan when it was made before. A day that broke off is planned anew. */
async function planPastDay(scope: Scope, projectId: string, date: string) {
  const { timezone } = await getProject(scope, projectId)
  const external_id = `${PAST_DAYS}${date}`
  const { docs } = await listPlans(scope, {
    project_id: projectId,
    text: external_id,
    limit: 1,
    offset: 0,
    deleted: false,
  })
  if (docs[0]?.status === 'finished') return { plan: undefined, timezone }
  if (docs[0]?.id) await deletePlan(scope, docs[0].id)
  const vehicles = await listVehiclesForDay(scope, projectId, new Date(date))
  const clients = await listClients(scope, {
    project_id: projectId,
    sort: 'label:asc',
    limit: 100,
    offset: 0,
    deleted: false,
  })
  const routes = pastRoutes(date, listIds(vehicles), clients.docs)
  const { id } = await createPlan(scope, projectId, { label: 'Deliveries', external_id, execution_date: date, routes })
  return { plan: (await fullPlan(scope, id!)) as unknown as FullPlan, timezone }
}

async function report(
  services: Services,
  at: <T>(moment: Date, work: (scope: Scope) => Promise<T>) => Promise<T>,
  moment: (seconds: number) => Date,
  stop: Stop,
  visit: PastVisit,
): Promise<void> {
  const { lateSeconds, secondsInStop, survey } = visit
  const ended = moment((stop.planned_arrival_time ?? 10 * 3_600) + lateSeconds + secondsInStop)
  const filing = { services, transaction: <T>(work: (scope: Scope) => Promise<T>) => at(ended, work), now: ended }
  await fileReport(filing, stop.id, reportInput(stop, visit, ended))
  if (!survey) return
  const answered = new Date(ended.getTime() + 2 * 3_600_000)
  await at(answered, async (scope) => {
    const [row] = await lockStops(scope, [stop.id])
    await rateStop(scope, row!, survey)
  })
}

function reportInput(stop: Stop, visit: PastVisit, ended: Date): ReportInput {
  const number = ended.getTime() / 1_000
  const { lat, lng } = stop.location ?? {}
  const packages = (stop.packages ?? []).map(({ identifier }) => ({ identifier: identifier! }))
  return {
    type: visit.type,
    created_at: ended.toISOString(),
    time_in_stop: visit.secondsInStop,
    ...(lat != null && lng != null && { location: { lat, lng } }),
    ...(visit.cancel_reason && { cancel_reason: visit.cancel_reason }),
    ...(visit.comments && { comments: visit.comments }),
    ...(visit.hasPhoto && { images: [getDataUrl(doorPicture(number, packages.length))] }),
    ...(visit.hasSignature && { signature: getDataUrl(signaturePicture(number)) }),
    ...(visit.type === 'service_report_completed' && packages.length > 0 && { packages }),
  }
}
