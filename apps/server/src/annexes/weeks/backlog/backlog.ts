// The rules of the backlog: orders that wait without a day are stops of no plan, with terms of when they may be served.
import type {
  BacklogChange,
  BacklogOrder,
  BacklogOrderInput,
  BacklogReturn,
  BacklogTerms,
  QueryOf,
} from '@routewright/contract'
import { getProject } from '../../../accounts/projects/projects.ts'
import { countBacklog, listTerms, pageOfBacklog, saveTerms, type Terms } from '../../../data/backlog.sql.ts'
import type { ProjectRow } from '../../../data/project-tables.ts'
import { listIds, mapById } from '../../../data/records.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import { listStopRows } from '../../../data/stops.sql.ts'
import { apiError, invalidPayload, notFound } from '../../../frame/platform/api-error.ts'
import { dateInZone } from '../../../frame/platform/calendar.ts'
import { getPage, type Page, parseSort } from '../../../frame/platform/paging.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { createStops, moveStops, type StopRecord, stopRecords } from '../../../planning/stops/stops.ts'
import { findPlanDays } from './backlog.sql.ts'
import { daysBetween, findFirstDay, laterDay } from './days.ts'

export { laterDay, maySuit } from './days.ts'

type BacklogRecord = Omit<BacklogOrder, 'stop'> & { stop: StopRecord }

const sortable = ['latest_on', 'priority', 'label', 'created_at'] as const
const soonDays = 7
const noTerms: Terms = {
  earliest_on: null,
  latest_on: null,
  previous_visit_on: null,
  min_days_between: null,
  priority: 0,
}

/** One page of what waits. Throws 404, 403. */
export async function listBacklog(
  scope: Scope,
  projectId: string,
  query: QueryOf<'listBacklog'>,
): Promise<Page<BacklogRecord>> {
  const project = await getProject(scope, projectId)
  const asked = { ...query, due_by: query.due_by?.slice(0, 10), sort: parseSort(query.sort, sortable) }
  const { due_by, ...rest } = asked
  const { ids, total } = await pageOfBacklog(scope, project.id, { ...rest, ...(due_by && { due_by }) })
  return getPage(await listOrders(scope, project, ids), total, query.limit, query.offset)
}

export async function countWaiting(scope: Scope, projectId: string) {
  const project = await getProject(scope, projectId)
  const today = dateInZone(scope.now, project.timezone)
  return countBacklog(scope, project.id, today, laterDay(today, soonDays))
}

/** Puts orders into the backlog, all or none. Throws what `createStops` throws, and invalid_payload for days in disorder. */
export async function createBacklogOrders(
  scope: Scope,
  projectId: string,
  inputs: readonly BacklogOrderInput[],
): Promise<BacklogRecord[]> {
  const project = await getProject(scope, projectId)
  const terms = inputs.map((input, index) => merged(noTerms, input, `[${index}].`))
  const stops = await createStops(
    scope,
    { project },
    inputs.map(({ stop }) => stop),
    '',
  )
  await saveTerms(scope, project.id, new Map(stops.map(({ id }, index) => [id, terms[index]!])))
  return listOrders(scope, project, listIds(stops))
}

/** Changes the fields sent of the terms. Throws 404 for a stop that the project does not have. */
export async function updateBacklogOrders(
  scope: Scope,
  projectId: string,
  { stop_ids, ...change }: BacklogChange,
): Promise<BacklogRecord[]> {
  const project = await getProject(scope, projectId)
  await requireStops(scope, project, stop_ids)
  await changeTerms(scope, project, stop_ids, () => change)
  return listOrders(scope, project, stop_ids)
}

/**
 * Stops leave their day and wait for another one. Throws 404, highway.stop.error.{promised, already_executed},
 * highway.plan.error.finished.
 */
export async function returnToBacklog(
  scope: Scope,
  projectId: string,
  { stop_ids, ...change }: BacklogReturn,
): Promise<BacklogRecord[]> {
  const project = await getProject(scope, projectId)
  const stops = await requireStops(scope, project, stop_ids)
  const served = stops.find(({ status }) => !mayWait.has(status))
  if (served) throw apiError('highway.stop.error.already_executed', { id: served.id, status: served.status })
  const days = await findPlanDays(scope, stop_ids)
  const failed = new Set(listIds(stops.filter(({ status }) => status !== 'pending')))
  await moveStops(scope, null, stop_ids)
  await changeTerms(scope, project, stop_ids, (id) => {
    const visited = failed.has(id) ? days.get(id) : undefined
    return visited === undefined ? change : { previous_visit_on: visited, ...change }
  })
  return listOrders(scope, project, stop_ids)
}

/** Open, or not delivered. */
const mayWait: ReadonlySet<string> = new Set(['pending', 'canceled', 'incomplete'])

async function requireStops(scope: Scope, project: ProjectRow, ids: readonly string[]): Promise<StopRow[]> {
  const known = mapById(await listStopRows(scope, ids))
  return ids.map((id) => {
    const stop = known.get(id)
    if (stop?.project_id !== project.id) throw notFound('stop', id)
    return stop
  })
}

/** Stops of which nothing is said get no terms: whoever takes one back to its day finds it bound to that day as before. */
async function changeTerms(
  scope: Scope,
  project: ProjectRow,
  ids: readonly string[],
  changeOf: (id: string) => BacklogTerms,
): Promise<void> {
  const before = new Map((await listTerms(scope, ids)).map((row) => [row.stop_id, row]))
  const terms = ids.flatMap((id): [string, Terms][] => {
    const [known, change] = [before.get(id), changeOf(id)]
    return known || Object.keys(change).length > 0 ? [[id, merged(known ?? noTerms, change, '')]] : []
  })
  await saveTerms(scope, project.id, new Map(terms))
}

/** Throws invalid_payload for a last day before the first. */
function merged(before: Terms, change: BacklogTerms, place: string): Terms {
  const day = (name: 'earliest_on' | 'latest_on' | 'previous_visit_on') =>
    change[name] === undefined ? before[name] : (change[name]?.slice(0, 10) ?? null)
  const terms: Terms = {
    earliest_on: day('earliest_on'),
    latest_on: day('latest_on'),
    previous_visit_on: day('previous_visit_on'),
    min_days_between: change.min_days_between === undefined ? before.min_days_between : change.min_days_between,
    priority: change.priority ?? before.priority,
  }
  if (terms.earliest_on !== null && terms.latest_on !== null && terms.latest_on < terms.earliest_on)
    throw invalidPayload(`${place}latest_on`, 'must not be before earliest_on')
  return terms
}

/** In the order of the ids. */
async function listOrders(scope: Scope, project: ProjectRow, ids: readonly string[]): Promise<BacklogRecord[]> {
  const [stops, terms] = await Promise.all([listStopRows(scope, ids), listTerms(scope, ids)])
  const byStop = new Map(terms.map((row) => [row.stop_id, row]))
  const known = mapById(stops)
  const records = await stopRecords(
    scope,
    ids.flatMap((id) => known.get(id) ?? []),
    { pickup: true },
  )
  const today = dateInZone(scope.now, project.timezone)
  return records.map((stop) => getOrder(stop, byStop.get(stop.id) ?? noTerms, today))
}

function getOrder(stop: StopRecord, terms: Terms, today: string): BacklogRecord {
  const { earliest_on, latest_on, previous_visit_on, min_days_between, priority } = terms
  const firstDay = findFirstDay(terms)
  const ahead = firstDay === undefined || firstDay < today ? today : firstDay
  return {
    stop,
    priority,
    ...(earliest_on !== null && { earliest_on }),
    ...(latest_on !== null && { latest_on, days_left: daysBetween(today, latest_on) }),
    ...(previous_visit_on !== null && { previous_visit_on }),
    ...(min_days_between !== null && { min_days_between }),
    ...(firstDay !== undefined && { first_day: firstDay }),
    is_impossible: latest_on !== null && latest_on < ahead,
  }
}
