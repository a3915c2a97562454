// The rules of the address book: entries of a project, whose defaults are copied to the stops made from them.
import type { ClientInput, QueryOf } from '@routewright/contract'
import { auditRecord, keepSent } from '../../accounts/audit/audit.ts'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import { type ClientRow, clientTable } from '../../data/client-table.ts'
import { clientRecords, listPlacesOfClients } from '../../data/clients.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { changedValues, emptyRow, mapById, sentValues } from '../../data/records.ts'
import { clientResource, type FlatPlace, flatPlace } from '../../data/resources/records.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { mostCorrectedMeters } from '../corrections/corrections.ts'

type ClientRecord = ReturnType<typeof clientResource>

interface Point {
  lat: number
  lng: number
}

/** Returns the organization's entries among these ids, by id. */
export async function findClients(scope: Scope, ids: readonly string[]): Promise<Map<string, ClientRow>> {
  const rows = await clientRecords.list(scope, ids)
  return mapById(rows)
}

/** Returns the entry. Throws 404, or 403 when the caller cannot access its project. */
export async function getClient(scope: Scope, clientId: string): Promise<ClientRecord> {
  return clientResource(requireClient(scope, clientId, await clientRecords.find(scope, clientId)))
}

export type ClientQuery = QueryOf<'listClients'>

const sortable = ['label', 'external_id', 'created_at', 'updated_at'] as const

/** One page of a project's address book. */
export async function listClients(scope: Scope, query: ClientQuery): Promise<Page<ClientRecord>> {
  const project = await getProject(scope, query.project_id)
  const { rows, total } = await clientRecords.page(scope, {
    ...query,
    projectId: project.id,
    includeDeleted: query.deleted,
    sort: parseSort(query.sort ?? 'created_at:desc', sortable),
  })
  return getPage(rows.map(clientResource), total, query.limit, query.offset)
}

/** Returns the id and place alone of every entry of a project. */
export async function listClientPlaces(scope: Scope, projectId: string): Promise<FlatPlace[]> {
  const project = await getProject(scope, projectId)
  const rows = await listPlacesOfClients(scope, project.id)
  return rows.map(({ id, default_location }) => flatPlace(id, default_location))
}

/** Creates entries of the project's address book, all or none, in the order sent. */
export async function createClients(
  scope: Scope,
  projectId: string,
  inputs: readonly ClientInput[],
): Promise<ClientRecord[]> {
  const project = await getProject(scope, projectId)
  const rows = inputs.map((input) => ({
    ...emptyRow(clientTable),
    ...sentValues(clientTable, withOneName(input)),
    ...beginRecord(scope, project.id),
  }))
  await clientRecords.insert(scope, rows)
  return rows.map(clientResource)
}

/** Changes the fields sent; null clears one. Stops made from the entry keep what they have. */
export async function updateClient(scope: Scope, clientId: string, input: ClientInput): Promise<ClientRecord> {
  const client = requireClient(scope, clientId, await clientRecords.lock(scope, clientId))
  await requireRecordAsSeen(scope, client, getName(client))
  const sent = withOneName(input, client)
  const changes = changedValues(client, sentValues(clientTable, sent))
  if (Object.keys(changes).length === 0) return clientResource(client)
  await auditRecord(scope, 'updated', 'client', client, keepSent(sent, changes))
  return clientResource(await clientRecords.update(scope, client.id, changes))
}

/**
 * Copies the point that somebody set by hand for a stop to the client's entry, so that later stops get it. Does so only while the
 * entry still has the place that was corrected.
 */
export async function keepCorrectedPoint(
  scope: Scope,
  clientId: string,
  before: Partial<Point>,
  point: Point,
): Promise<void> {
  const client = await clientRecords.lock(scope, clientId)
  const { scoring, partial_match, ...place } = client?.default_location ?? {}
  const { lat, lng } = place
  if (!client || lat === undefined || lng === undefined || lat !== before.lat || lng !== before.lng) return
  if (straightMeters({ lat, lng }, point) > mostCorrectedMeters) return
  const changes = { default_location: { ...place, ...point } }
  await auditRecord(scope, 'updated', 'client', client, changes)
  await clientRecords.update(scope, client.id, changes)
}

/** Soft-deletes the entry and returns the record. */
export async function deleteClient(scope: Scope, clientId: string): Promise<ClientRecord> {
  const client = requireClient(scope, clientId, await clientRecords.lock(scope, clientId))
  await requireRecordAsSeen(scope, client, getName(client))
  await auditRecord(scope, 'deleted', 'client', client)
  return clientResource(await clientRecords.delete(scope, client.id))
}

/**
 * The input with place and details under the names that they are stored by. Callers who know one name only send that one; a
 * whole record sent back carries both, and then the one that differs from what is stored is what was changed.
 */
function withOneName(input: ClientInput, stored?: ClientRow): ClientInput {
  const { location, location_details, ...rest } = input
  const renamed = withoutUndefined({ default_location: location, default_location_details: location_details })
  const changed = stored ? changedValues(stored, sentValues(clientTable, rest)) : withoutUndefined(rest)
  const free = Object.entries(renamed).filter(([name]) => !(name in changed))
  return { ...rest, ...Object.fromEntries(free) }
}

function getName({ label, external_id, id }: ClientRow): string {
  return `Client ${label ?? external_id ?? id}`
}

function requireClient(scope: Scope, clientId: string, client: ClientRow | undefined): ClientRow {
  if (!client) throw notFound('client', clientId)
  requireReach(scope, client.project_id)
  return client
}
