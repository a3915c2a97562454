// Learned doors and parking places of a project: found in past visits, shown, corrected by hand, forgotten; and where vans drive
// for new stops.
import type { LearnedPlace, LearnedPlaceInput, QueryOf } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager } from '../../accounts/projects/projects.ts'
import { listCorrectedPoints } from '../../data/corrected-addresses.sql.ts'
import { type LearnedPlaceRow, learnedPlaceTable } from '../../data/learned-place-table.ts'
import {
  findLearnedPlace,
  listLearnedPlacePage,
  listLearnedPlaces,
  listLearnedPlacesAfter,
  listPlacesFor,
  replaceLearnedPlaces,
  setLearnedPlace,
} from '../../data/learned-places.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { emptyRow } from '../../data/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { LearnedPlacesValue, LearnedPointValue, StopPlaceValue } from '../../data/values.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { getPage, type Page } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { findCustomer } from './customer.ts'
import { isSamePlace, type LearnedPlace as Learned, type LearnedPoint, learnPlaces } from './learn-places.ts'
import { destinationOfRow, learnedPlaceResource, learnedPlaceTableFile } from './learned-place-resource.ts'
import { selectPlaceVisits } from './learning.sql.ts'
import { getKey, getPlaceEvidence } from './place-evidence.ts'

/** How far back visits count, and the most of them; as for service times. */
const daysBack = 180
const mostVisits = 100_000
const dayMilliseconds = 86_400_000

/** Replaces the project's learned places; people's corrections stay. Returns a summary. */
export async function learnPlacesFor(scope: Scope, project: ProjectRow): Promise<LearnedPlacesValue> {
  const since = new Date(scope.now.getTime() - daysBack * dayMilliseconds)
  const [rows, before, corrected] = await Promise.all([
    selectPlaceVisits(scope, project.id, since, mostVisits),
    listLearnedPlaces(scope, project.id),
    listCorrectedPoints(scope),
  ])
  const { forgotten_at } = project.learning
  const { visits, labels } = await getPlaceEvidence(scope, rows, {
    rows: before,
    forgottenAt: forgotten_at ? new Date(forgotten_at) : undefined,
    corrected: new Set(corrected.map(getKey)),
  })
  const learned = learnPlaces(visits)
  await replaceLearnedPlaces(scope, project.id, listRows(scope, project.id, learned, { labels, before }))
  return getSummary(learned)
}

interface Known {
  labels: ReadonlyMap<string, string>
  before: readonly LearnedPlaceRow[]
}

function listRows(scope: Scope, projectId: string, learned: readonly Learned[], known: Known): LearnedPlaceRow[] {
  const { labels, before } = known
  const said = new Map(before.map((row) => [row.subject, row]))
  const found = new Set(learned.map(({ customer }) => customer))
  const rows = learned.map((place): LearnedPlaceRow => {
    const own = said.get(place.customer)
    // A fixed point applies only to the address for which it was set.
    const isThere = own?.map ? isSamePlace(own.map, place.map) : true
    return {
      ...emptyRow(learnedPlaceTable),
      id: own?.id ?? createId(scope.now),
      organization_id: scope.organizationId,
      project_id: projectId,
      subject: place.customer,
      learned_at: scope.now,
      label: labels.get(place.customer) ?? null,
      map: place.map,
      is_by_hand: place.isByHand,
      visits: place.visits,
      last_seen: place.lastSeen,
      door: pointValue(place.door),
      parking: pointValue(place.parking),
      is_off: own?.is_off ?? false,
      fixed: isThere ? (own?.fixed ?? null) : null,
      forgotten_at: own?.forgotten_at ?? null,
    }
  })
  const silent = before.filter((row) => !found.has(row.subject) && (row.is_off || row.fixed || row.forgotten_at))
  return [...rows, ...silent.map((row) => ({ ...row, ...nothing }))]
}

const nothing = { door: null, parking: null, visits: 0, last_seen: null }

function pointValue(point: LearnedPoint | undefined): LearnedPointValue | null {
  if (!point) return null
  const { lat, lng, visits, days, isBetter } = point
  const degrees = (value: number) => Math.round(value * 1e6) / 1e6
  const meters = (value: number) => Math.round(value * 10) / 10
  return {
    lat: degrees(lat),
    lng: degrees(lng),
    visits,
    days,
    is_better: isBetter,
    spread: meters(point.spread),
    map_error: meters(point.mapError),
    learned_error: meters(point.learnedError),
  }
}

/** Errors are means over the points that may be used. */
function getSummary(learned: readonly Learned[]): LearnedPlacesValue {
  const open = learned.filter(({ isByHand }) => !isByHand)
  const of = (name: 'door' | 'parking') => open.flatMap((place) => (place[name]?.isBetter ? [place[name]] : []))
  const [doors, parkings] = [of('door'), of('parking')]
  const mean = (points: readonly LearnedPoint[], name: 'mapError' | 'learnedError') =>
    Math.round(points.reduce((sum, point) => sum + point[name], 0) / points.length)
  return {
    places: learned.length,
    doors: doors.length,
    parkings: parkings.length,
    ...(doors.length > 0 && { door_map_error: mean(doors, 'mapError'), door_error: mean(doors, 'learnedError') }),
    ...(parkings.length > 0 && {
      parking_map_error: mean(parkings, 'mapError'),
      parking_error: mean(parkings, 'learnedError'),
    }),
  }
}

export async function listPlaces(scope: Scope, query: QueryOf<'listLearnedPlaces'>): Promise<Page<LearnedPlace>> {
  const project = await getProject(scope, query.project_id)
  const { rows, total } = await listLearnedPlacePage(scope, { ...query, projectId: project.id })
  return getPage(rows.map(learnedPlaceResource), total, query.limit, query.offset)
}

/** Switches one place off or on, or fixes it by hand; null frees it again. Throws 404, 403. */
export async function changePlace(scope: Scope, id: string, input: LearnedPlaceInput): Promise<LearnedPlace> {
  const row = await getManagedPlace(scope, id)
  const changes = {
    is_off: input.is_off ?? row.is_off,
    fixed: input.fixed === undefined ? row.fixed : input.fixed,
  }
  await setLearnedPlace(scope, id, changes)
  // Never where: the audit log outlives a recipient.
  const told = { is_off: changes.is_off, is_fixed: changes.fixed !== null }
  await auditPlace(scope, 'updated', row, { learned_place: id, ...told })
  return learnedPlaceResource({ ...row, ...changes })
}

/** Forgets one client or address; earlier visits no longer count. Throws 404, 403. */
export async function forgetPlace(scope: Scope, id: string): Promise<LearnedPlace> {
  const row = await getManagedPlace(scope, id)
  const marks = { is_by_hand: false, is_off: false, fixed: null, map: null, label: null, forgotten_at: scope.now }
  await setLearnedPlace(scope, id, { ...nothing, ...marks })
  await auditPlace(scope, 'deleted', row, { learned_place: id })
  return learnedPlaceResource(row)
}

/** Everything that was learned of places, as a table. Throws 404, 403. */
export async function exportPlaces(scope: Scope, projectId: string): Promise<Table> {
  await getProject(scope, projectId)
  return learnedPlaceTableFile((after, most) => listLearnedPlacesAfter(scope, projectId, after, most))
}

async function auditPlace(
  scope: Scope,
  action: 'updated' | 'deleted',
  { project_id }: LearnedPlaceRow,
  change: object,
): Promise<void> {
  await auditRecord(scope, action, 'project', { id: project_id, project_id }, change)
}

async function getManagedPlace(scope: Scope, id: string): Promise<LearnedPlaceRow> {
  const row = await findLearnedPlace(scope, id)
  if (!row) throw notFound('learned place', id)
  await getProject(scope, row.project_id)
  requireProjectManager(scope, row.project_id, 'change what the project learns')
  return row
}

/**
 * Where vans go for each of the new stops; null for the place that they have. Asks nothing where the project does not use what it learned. What was
 * learned holds for stops that lie where it was learned: a point that somebody moved beats it.
 */
export async function expectPlaces(
  scope: Scope,
  { id, learning }: ProjectRow,
  stops: readonly Pick<StopRow, 'client_id' | 'location'>[],
): Promise<(StopPlaceValue | null)[]> {
  if (!learning.uses_places || stops.length === 0) return stops.map(() => null)
  const customers = stops.map(({ client_id, location }) =>
    findCustomer({ clientId: client_id, lat: location?.lat, lng: location?.lng }),
  )
  const named = [...new Set(customers.filter((customer) => customer !== undefined))]
  const known = new Map((await listPlacesFor(scope, id, named)).map((row) => [row.subject, row]))
  return stops.map(({ location }, at) => {
    const row = known.get(customers[at] ?? '')
    const { lat, lng } = location ?? {}
    if (!row?.map || lat === undefined || lng === undefined || !isSamePlace(row.map, { lat, lng })) return null
    return destinationOfRow(row)
  })
}
