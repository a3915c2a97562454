// The rules of the address book: entries of a project, whose defaults are copied to the stops made from them.
import { isDeepStrictEqual } from 'node:util'
import type { ClientInput } from '@routewright/contract'
import { auditRecord, sentOf } from '../audit/audit.ts'
import { requireRecordAsSeen } from '../conflicts/conflicts.ts'
import type { ClientRow } from '../data/client-table.ts'
import {
  findClient,
  insertClientRows,
  lockClient,
  selectClients,
  selectClientsById,
  updateClientRow,
} from '../data/clients.sql.ts'
import { notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import { type Page, pageOf, parseSort } from '../platform/paging.ts'
import { jsonOrNull, type Scope } from '../platform/scope.ts'
import { getProject, requireReach } from '../projects/projects.ts'
import { clientResource } from '../resources/records.ts'

type ClientRecord = ReturnType<typeof clientResource>

/** The entries with these ids that the organization has, by id. */
export async function findClients(scope: Scope, ids: readonly string[]): Promise<Map<string, ClientRow>> {
  const rows = await selectClientsById(scope.tx, scope.organizationId, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The entry. Throws 404, or 403 when its project is out of reach. */
export async function getClient(scope: Scope, clientId: string): Promise<ClientRecord> {
  return clientResource(requireClient(scope, clientId, await findClient(scope.tx, scope.organizationId, clientId)))
}

export interface ClientQuery {
  project_id: string
  text?: string
  sort?: string
  offset: number
  limit: number
  deleted: boolean
}

const sortable = ['label', 'external_id', 'created_at', 'updated_at'] as const

/** One page of a project's address book. */
export async function listClients(scope: Scope, query: ClientQuery): Promise<Page<ClientRecord>> {
  const project = await getProject(scope, query.project_id)
  const { organizationId } = scope
  const filter = { organizationId, projectId: project.id, text: query.text, includeDeleted: query.deleted }
  const sort = parseSort(query.sort ?? 'created_at:desc', sortable)
  const { rows, total } = await selectClients(scope.tx, filter, sort, query.limit, query.offset)
  return pageOf(rows.map(clientResource), total, query.limit, query.offset)
}

/** Creates an entry of the project's address book. */
export async function createClient(scope: Scope, projectId: string, input: ClientInput): Promise<ClientRecord> {
  const project = await getProject(scope, projectId)
  const client = newClient(scope, project.id, input)
  await insertClientRows(scope.tx, [client])
  return clientResource(client)
}

/** Changes the fields sent; null clears one. Stops made from the entry keep what they have. */
export async function updateClient(scope: Scope, clientId: string, input: ClientInput): Promise<ClientRecord> {
  const client = requireClient(scope, clientId, await lockClient(scope.tx, scope.organizationId, clientId))
  await requireRecordAsSeen(scope, client, nameOf(client))
  const changes = changesOf(client, input)
  if (Object.keys(changes).length === 0) return clientResource(client)
  await auditRecord(scope, 'updated', 'client', client, sentOf(input, changes))
  return clientResource(await updateClientRow(scope.tx, client.id, changes, scope.now))
}

/** Deletes the entry softly and answers it. */
export async function deleteClient(scope: Scope, clientId: string): Promise<ClientRecord> {
  const client = requireClient(scope, clientId, await lockClient(scope.tx, scope.organizationId, clientId))
  await requireRecordAsSeen(scope, client, nameOf(client))
  await auditRecord(scope, 'deleted', 'client', client)
  return clientResource(await updateClientRow(scope.tx, client.id, { deleted: true, deleted_at: scope.now }, scope.now))
}

function nameOf({ label, external_id, id }: ClientRow): string {
  return `Client ${label ?? external_id ?? id}`
}

function requireClient(scope: Scope, clientId: string, client: ClientRow | undefined): ClientRow {
  if (!client) throw notFound('client', clientId)
  requireReach(scope, client.project_id)
  return client
}

const plainColumns = [
  'external_id',
  'label',
  'phone',
  'email',
  'url',
  'reference_person',
  'comments',
  'default_location_details',
  'default_duration',
  'default_type',
  'default_cluster',
] as const
const jsonColumns = [
  'custom_fields',
  'default_location',
  'default_time_windows',
  'default_requires',
  'default_custom_fields',
] as const

type Settable = Pick<ClientRow, (typeof plainColumns)[number] | (typeof jsonColumns)[number]>

/** The values of the fields that were sent. */
function valuesOf(input: ClientInput): Partial<Settable> {
  const values: Record<string, unknown> = {}
  for (const column of [...plainColumns, ...jsonColumns]) {
    if (input[column] !== undefined) values[column] = input[column]
  }
  if (input.default_location !== undefined) values.default_location = withoutNulls(input.default_location)
  return values as Partial<Settable>
}

function newClient(scope: Scope, projectId: string, input: ClientInput): ClientRow {
  const nothing = Object.fromEntries([...plainColumns, ...jsonColumns].map((column) => [column, null]))
  return {
    ...(nothing as Settable),
    ...valuesOf(input),
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: projectId,
    created_by: scope.userId ?? null,
    created_at: scope.now,
    updated_at: scope.now,
    deleted: false,
    deleted_at: null,
  }
}

/** The values that differ from the row's, as its columns take them. */
function changesOf(client: ClientRow, input: ClientInput): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(valuesOf(input))) {
    if (isDeepStrictEqual(value, client[column as keyof Settable])) continue
    changes[column] = jsonColumns.some((name) => name === column) ? jsonOrNull(value) : value
  }
  return changes
}

/** A place without the parts that were sent as null. */
function withoutNulls(location: object | null): object | null {
  const entries = Object.entries(location ?? {}).filter(([, value]) => value !== null)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
