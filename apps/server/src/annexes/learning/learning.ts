// Learning from a project's own days: running, showing, switching, correcting by hand, forgetting; and its use for new stops.
import type { LearnedTime, LearnedTimeInput, Learning, LearningInput, QueryOf } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager } from '../../accounts/projects/projects.ts'
import { clientRecords } from '../../data/clients.sql.ts'
import { removeDayPaces } from '../../data/day-paces.sql.ts'
import { removeLearnedPlaces, removeLearnedPlacesFor } from '../../data/learned-places.sql.ts'
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import {
  findLearnedTime,
  listGeneralTimes,
  listLearnedAfter,
  listLearnedPage,
  listLearnedTimes,
  removeLearnedFor,
  removeLearnedTimes,
  removePaceRows,
  replaceLearnedTimes,
  setLearnedTime,
} from '../../data/learned-times.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { updateProjectRow } from '../../data/projects.sql.ts'
import { listIds } from '../../data/records.ts'
import { forgetWorkOfAnybody } from '../../data/stops.sql.ts'
import type { LearningValue } from '../../data/values.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { getPage, type Page } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { DEFAULT_SHARE } from '../../planning/modelling/pace/arrival-window.ts'
import { PLAIN_HABITS } from '../../planning/modelling/pace/pace.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import { drivenRoutes } from './arrival-evidence.ts'
import { findCustomer, isPlace } from './customer.ts'
import { drivenWays } from './driven-ways.ts'
import { collectSaid, getEvidence } from './evidence.ts'
import { learnBreakShares } from './learn-break-shares.ts'
import { learnDriving } from './learn-driving.ts'
import { leadsOfDays, learnHabits } from './learn-habits.ts'
import { findComers, paceRows, pacesValue } from './learn-paces.ts'
import { learnService } from './learn-service.ts'
import { learnSpreads } from './learn-spreads.ts'
import { learnPlacesFor } from './learned-places.ts'
import { breaksTable, learnedResource, learnedTable, learningResource } from './learned-resource.ts'
import { breaksValue, foundValue, habitsValue, learnedRows, windowsValue } from './learned-rows.ts'
import { allowLongComputing, selectVisits } from './learning.sql.ts'

export { loadStopSpreads } from './stop-spreads.ts'
export { learnTravel } from './travel-legs.ts'

/** How far back visits count, and the most of them. */
const daysBack = 180
const mostVisits = 100_000
const dayMilliseconds = 86_400_000

/** Throws 404, 403. */
export async function getLearning(scope: Scope, projectId: string): Promise<Learning> {
  const project = await getProject(scope, projectId)
  return learningResource(project, await listGeneralTimes(scope, projectId))
}

/** Throws 404, 403 for those who do not manage the project. */
export async function changeLearning(scope: Scope, projectId: string, input: LearningInput): Promise<Learning> {
  const project = await getManaged(scope, projectId)
  await auditRecord(scope, 'updated', 'project', { id: projectId, project_id: projectId }, { learning: input })
  const { windows_share = DEFAULT_SHARE } = project.learning
  const changed = { ...project, learning: { ...project.learning, ...withoutUndefined(input) } }
  // Other windows hold for another share, and around other estimates: made of the same days, at once.
  const isOther =
    (input.windows_share !== undefined && input.windows_share !== windows_share) ||
    (input.uses_days !== undefined && input.uses_days !== (project.learning.uses_days ?? true))
  // So are paces, and the times of clients that leave them to those; without paces nothing of them stays.
  const { uses_paces = false } = project.learning
  const isNewPace = input.uses_paces !== undefined && input.uses_paces !== uses_paces
  if (isNewPace && uses_paces) {
    await removePaceRows(scope, projectId)
    await forgetWorkOfAnybody(scope, projectId)
  }
  const isAnew = (isOther && project.learning.found) || (isNewPace && (project.learning.found || input.uses_paces))
  return isAnew ? learnAnew(scope, changed) : keep(scope, project, changed.learning)
}

/** Looks at past days anew. Throws 404, 403. */
export async function runLearning(scope: Scope, projectId: string): Promise<Learning> {
  const project = await getManaged(scope, projectId)
  return learnAnew(scope, project)
}

/** The same at night, for nobody in particular; the project is locked meanwhile. */
export async function learnOfProject(scope: Scope, projectId: string): Promise<void> {
  await learnAnew(scope, await getProject(scope, projectId, 'lock'))
}

/** Everything learned goes, what was fixed by hand too, and visits until now count no more. Throws 404, 403. */
export async function forgetLearning(scope: Scope, projectId: string): Promise<Learning> {
  const project = await getManaged(scope, projectId)
  await removeLearnedTimes(scope, projectId)
  await removeLearnedPlaces(scope, projectId)
  await removeDayPaces(scope, projectId)
  await forgetWorkOfAnybody(scope, projectId)
  await auditRecord(scope, 'deleted', 'project', { id: projectId, project_id: projectId }, { learning: 'all' })
  const {
    found: _found,
    windows: _windows,
    habits: _habits,
    places: _places,
    paces: _paces,
    driving_paces: _driving,
    break_shares: _breaks,
    ...wishes
  } = project.learning
  return keep(scope, project, { ...wishes, forgotten_at: scope.now.toISOString() })
}

export async function listLearned(scope: Scope, query: QueryOf<'listLearnedTimes'>): Promise<Page<LearnedTime>> {
  const project = await getProject(scope, query.project_id)
  const { rows, total } = await listLearnedPage(scope, { ...query, projectId: project.id })
  return getPage(
    rows.map((row) => learnedResource(row, project.learning)),
    total,
    query.limit,
    query.offset,
  )
}

/** Switches one number off or on, or fixes it by hand; null frees it again. Throws 404, 403. */
export async function changeLearned(scope: Scope, id: string, input: LearnedTimeInput): Promise<LearnedTime> {
  const { row, project } = await getManagedTime(scope, id)
  const changes = {
    is_off: input.is_off ?? row.is_off,
    fixed_seconds: input.fixed_seconds === undefined ? row.fixed_seconds : input.fixed_seconds,
  }
  await setLearnedTime(scope, id, changes)
  await auditRecord(scope, 'updated', 'project', { id: project.id, project_id: project.id }, { learned_time: input })
  return learnedResource({ ...row, ...changes }, project.learning)
}

/** Forgets one client or place; earlier visits no longer count. Throws 404, 403. */
export async function forgetLearned(scope: Scope, id: string): Promise<LearnedTime> {
  const { row, project } = await getManagedTime(scope, id)
  const nothing = {
    visits: 0,
    factor: 1,
    is_better: false,
    is_off: false,
    label: null,
    last_seen: null,
    comers_factor: null,
  }
  const numbers = { fixed_seconds: null, seconds: null, spread_seconds: null, given_error: null, learned_error: null }
  await setLearnedTime(scope, id, { ...nothing, ...numbers, forgotten_at: scope.now })
  await auditRecord(scope, 'deleted', 'project', { id: project.id, project_id: project.id }, { learned_time: id })
  return learnedResource(row, project.learning)
}

/** Forgets clients and places whose people were erased. */
export async function forgetCustomers(
  scope: Scope,
  clientIds: readonly string[],
  places: readonly ({ lat?: number; lng?: number } | null)[],
): Promise<void> {
  const doors = places.flatMap((place) => findCustomer({ clientId: null, lat: place?.lat, lng: place?.lng }) ?? [])
  const customers = [...new Set([...clientIds, ...doors])]
  await removeLearnedFor(scope, customers)
  await removeLearnedPlacesFor(scope, customers)
}

/** Everything that was learned of clients and places, as a table; noted in the audit log. Throws 404, 403. */
export async function exportLearned(scope: Scope, projectId: string): Promise<Table> {
  const project = await getProject(scope, projectId)
  return learnedTable(project.learning, (after, most) => listLearnedAfter(scope, projectId, after, most))
}

/** When drivers take their breaks, as a table. Throws 404. */
export async function exportBreaks(scope: Scope, projectId: string): Promise<Table> {
  const { learning } = await getProject(scope, projectId)
  return breaksTable(learning)
}

const noSettings = { optimizer_config: null, traffic_options: null }

async function learnAnew(scope: Scope, project: ProjectRow): Promise<Learning> {
  const since = new Date(scope.now.getTime() - daysBack * dayMilliseconds)
  await allowLongComputing(scope)
  const [rows, before] = await Promise.all([
    selectVisits(scope, project.id, since, mostVisits),
    listLearnedTimes(scope, project.id),
  ])
  const isPace = ({ kind }: LearnedTimeRow) => kind === 'driver' || kind === 'vehicle'
  const pacesBefore = before.filter(isPace)
  const said = await withoutDeleted(scope, collectSaid(before.filter((row) => !isPace(row))))
  const { forgotten_at, uses_paces = false } = project.learning
  const comers = uses_paces ? await findComers(scope, project.id, rows, pacesBefore) : undefined
  const forgotten = new Map(
    [...said].flatMap(([subject, row]) => (row.forgotten_at ? [[subject, row.forgotten_at]] : [])),
  )
  const { serviceSeconds } = planSettings(noSettings, project)
  const { visits, known, quantity, labels } = getEvidence(
    rows,
    serviceSeconds,
    forgotten,
    forgotten_at ? new Date(forgotten_at) : undefined,
    comers,
  )
  const learned = learnService(visits, uses_paces)
  const ids = new Map(before.map(({ kind, subject, id }) => [`${kind} ${subject}`, id]))
  const { organizationId, now } = scope
  const of = { organizationId, projectId: project.id, now, labels, said, ids }
  const routes = drivenRoutes(known, project.timezone, now)
  const driving = comers ? learnDriving(drivenWays(routes, known, comers)) : []
  const paces = comers ? paceRows(scope, project.id, { ...learned, driving }, comers, pacesBefore) : []
  await replaceLearnedTimes(scope, project.id, [...learnedRows(learned, of), ...paces])
  const habits = learnHabits(routes, project.learning.uses_days)
  const leads = leadsOfDays(routes, habits?.habits ?? PLAIN_HABITS)
  const { habits: _before, paces: _paces, driving_paces: _driving, ...others } = project.learning
  return keep(scope, project, {
    ...others,
    ...(habits && { habits: habitsValue(habits) }),
    ...(comers && pacesValue(paces)),
    places: await learnPlacesFor(scope, project),
    found: foundValue(learned, quantity, now),
    break_shares: breaksValue(learnBreakShares(routes)),
    windows: windowsValue(learnSpreads(leads, project.learning.windows_share ?? DEFAULT_SHARE)),
  })
}

/** Drops deleted clients, even with values that somebody fixed. */
async function withoutDeleted(scope: Scope, said: Map<string, LearnedTimeRow>): Promise<Map<string, LearnedTimeRow>> {
  const clientIds = [...said.keys()].filter((subject) => !isPlace(subject))
  const there = new Set(clientIds.length === 0 ? [] : listIds(await clientRecords.list(scope, clientIds)))
  return new Map([...said].filter(([subject]) => isPlace(subject) || there.has(subject)))
}

async function keep(scope: Scope, project: ProjectRow, learning: LearningValue): Promise<Learning> {
  const changed = await updateProjectRow(scope, project.id, { learning })
  return learningResource(changed, await listGeneralTimes(scope, project.id))
}

async function getManaged(scope: Scope, projectId: string): Promise<ProjectRow> {
  const project = await getProject(scope, projectId, 'lock')
  requireProjectManager(scope, projectId, 'change what the project learns')
  return project
}

async function getManagedTime(scope: Scope, id: string): Promise<{ row: LearnedTimeRow; project: ProjectRow }> {
  const row = await findLearnedTime(scope, id)
  if (!row) throw notFound('learned time', id)
  const project = await getProject(scope, row.project_id)
  requireProjectManager(scope, row.project_id, 'change what the project learns')
  return { row, project }
}
