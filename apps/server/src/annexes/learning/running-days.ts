// Effects of running days on all routes of a project: computed every few minutes, stored for estimates, shown with their evidence.
import type { DayPace } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { DayPaceRow } from '../../data/day-pace-table.ts'
import { findDayPace, removeOldDayPaces, saveDayPace } from '../../data/day-paces.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { type DayEffect, findDayHabits, type PartKind } from '../../planning/modelling/pace/day-pace.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import { drivenRoutes } from './arrival-evidence.ts'
import { listDayParts } from './day-parts.ts'
import { getEvidence } from './evidence.ts'
import { computeEffects } from './learn-days.ts'
import { listDaysUnderWay, selectVisits } from './learning.sql.ts'

/** Same interval as `LOOK_MILLISECONDS`, by which past days were replayed. */
const schedule = '*/5 * * * *'
const mostVisits = 40_000
const keptDays = 7
const dayMilliseconds = 86_400_000

export async function startLookingAtDays(services: Services): Promise<void> {
  await services.jobs.work('running_days', {}, async (_, { isStopping }) => {
    await lookAtDays(services, isStopping)
  })
  await services.jobs.schedule('running_days', schedule)
}

/** Updates all running days of projects that use them; returns how many. A failure does not affect the others. */
export async function lookAtDays(services: Services, isStopping: () => boolean = () => false): Promise<number> {
  const days = await listDaysUnderWay({ tx: services.database.reading() })
  let looked = 0
  for (const { project_id, organization_id, day } of days) {
    if (isStopping()) return looked
    try {
      await transactAs(services, systemCaller(organization_id), (scope) => lookAtDay(scope, project_id, day))
      looked++
    } catch (error) {
      services.log.error({ err: error, project: project_id }, 'what the day is like could not be looked at')
    }
  }
  return looked
}

async function lookAtDay(scope: Scope, projectId: string, day: string): Promise<void> {
  const project = await getProject(scope, projectId)
  const habits = findDayHabits(project.learning)
  if (!habits) return
  const { driving, work } = computeEffects(await listParts(scope, project, day), habits)
  const row: DayPaceRow = {
    project_id: projectId,
    organization_id: scope.organizationId,
    day,
    seen_at: scope.now,
    ...collectColumns('driving', driving),
    ...collectColumns('work', work),
  }
  await saveDayPace(scope, row)
}

function collectColumns<Kind extends PartKind>(kind: Kind, { factor, parts, routes }: DayEffect) {
  const rounded = Math.round(factor * 10_000) / 10_000
  return { [`${kind}_factor`]: rounded, [`${kind}_parts`]: parts, [`${kind}_routes`]: routes } as Record<
    `${Kind}_factor` | `${Kind}_parts` | `${Kind}_routes`,
    number
  >
}

async function listParts(scope: Scope, project: ProjectRow, day: string) {
  const rows = await selectVisits(scope, project.id, new Date(`${day}T00:00:00Z`), mostVisits)
  const { serviceSeconds } = planSettings({ optimizer_config: null, traffic_options: null }, project)
  const ofDay = rows.filter((row) => row.day === day)
  const { known } = getEvidence(ofDay, serviceSeconds, new Map(), undefined)
  return drivenRoutes(known, project.timezone, scope.now).flatMap(listDayParts)
}

/** Returns the effect of a day of the project, YYYY-MM-DD. Throws 404, 403. */
export async function getDayPace(scope: Scope, projectId: string, day: string): Promise<DayPace> {
  const { learning } = await getProject(scope, projectId)
  const isUsed = findDayHabits(learning) !== undefined
  const row = isUsed ? await findDayPace(scope, projectId, day) : undefined
  return { project_id: projectId, day, is_used: isUsed, ...(row && readSeen(row)) }
}

function readSeen(row: DayPaceRow): Pick<DayPace, 'driving' | 'work' | 'seen_at'> {
  return {
    driving: { factor: row.driving_factor, parts: row.driving_parts, routes: row.driving_routes },
    work: { factor: row.work_factor, parts: row.work_parts, routes: row.work_routes },
    seen_at: row.seen_at.toISOString(),
  }
}

/** The hourly clean-up. */
export async function cleanUpDayPaces({ database, clock }: Services): Promise<void> {
  await removeOldDayPaces(database.db, new Date(clock.now().getTime() - keptDays * dayMilliseconds))
}
