// The rules of the extracts that people add, replace and take away while the service runs. They belong to the service as a whole.
import type { MapExtract } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { type MapExtractRow, mapExtractTable } from '../../data/map-extract-table.ts'
import {
  deleteMapExtractRow,
  findMapExtractRow,
  insertMapExtractRow,
  listMapExtractRows,
  updateMapExtractRow,
} from '../../data/map-extracts.sql.ts'
import { hasOtherOrganization } from '../../data/organizations.sql.ts'
import { recordMaker } from '../../data/records.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { laterThanBefore, type Scope } from '../../frame/platform/scope.ts'
import { ExtractError } from '../extracts/extract-error.ts'
import { findExtractUrl } from '../extracts/osm-catalog.ts'

const record = recordMaker(mapExtractTable)
/** The one that comes with the service has the same id everywhere. */
const shippedId = '000000000000000000000001'

/** A file that is in its folder already. */
export interface ReceivedFile {
  id: string
  version: number
  name: string
  /** Below the folder of added extracts. */
  file: string
  sizeBytes: number
}

/** All that were added, oldest first; the shipped one while nobody took it away. */
export async function listExtracts(scope: Scope): Promise<MapExtract[]> {
  requireAdministrator(scope)
  return (await listMapExtractRows(scope.tx)).map(extractRecord)
}

/**
 * Throws 403 unless the caller administers the only organization of the service: the map is the same for all of them. The demo's does
 * not count.
 */
export async function requireMapRights(scope: Scope, demoId: string | undefined): Promise<void> {
  requireAdministrator(scope)
  if (await hasOtherOrganization(scope.tx, [scope.organizationId, ...(demoId ? [demoId] : [])])) {
    const action = 'change the maps that several organizations share; whoever runs the service names them at its start'
    throw apiError('highway.user.error.forbidden', { action })
  }
}

/** Where the region is downloaded from. Crosses the network. Throws region_unknown, source_unreachable. */
export async function locateRegion(region: string, mirror: string): Promise<string> {
  try {
    return await findExtractUrl(region, mirror)
  } catch (error) {
    if (!(error instanceof ExtractError)) throw error
    const details = { place: 'region', reason: error.message }
    throw apiError(
      error.kind === 'unknown' ? 'highway.map.error.region_unknown' : 'highway.map.error.source_unreachable',
      details,
    )
  }
}

/** Adds a region, which is then downloaded by a job. */
export async function addRegion(scope: Scope, region: string, url: string): Promise<MapExtract> {
  const id = createId(scope.now)
  await insert(scope, { id, source: 'region', name: region, url, state: 'waiting' })
  await scope.jobs.send(scope.tx, 'map_extract', { extract_id: id })
  return getExtract(scope, id)
}

export async function addFile(scope: Scope, { id, name, file, sizeBytes }: ReceivedFile): Promise<MapExtract> {
  await insert(scope, { id, source: 'file', name, file, size_bytes: sizeBytes, state: 'ready' })
  return getExtract(scope, id)
}

/** Adds the shipped one again; there is never more than one. */
export async function addShipped(scope: Scope): Promise<MapExtract> {
  await insert(scope, { id: shippedId, source: 'shipped', name: 'Liechtenstein', state: 'ready' })
  return getExtract(scope, shippedId)
}

/** Downloads a region once more; the version before is used until then. Throws 404, and 400 for what was never downloaded. */
export async function renewExtract(scope: Scope, id: string): Promise<MapExtract> {
  const row = await requireExtract(scope, id, 'region')
  const changes = { version: row.version + 1, state: 'waiting', progress: null, reason: null } as const
  const renewed = await update(scope, row, changes)
  await scope.jobs.send(scope.tx, 'map_extract', { extract_id: id })
  return renewed
}

/** The next version of the extract, for the file that is received for it. Throws 404, and 400 for what is no file. */
export async function nextVersion(scope: Scope, id: string): Promise<number> {
  return (await requireExtract(scope, id, 'file')).version + 1
}

/** Another file in the place of the one before. */
export async function replaceFile(scope: Scope, received: ReceivedFile): Promise<MapExtract> {
  const row = await requireExtract(scope, received.id, 'file')
  const { name, version, file, sizeBytes } = received
  return update(scope, row, { name, version, file, size_bytes: sizeBytes, state: 'ready' })
}

/** Takes the extract away; its files go later. */
export async function deleteExtract(scope: Scope, id: string): Promise<MapExtract> {
  const row = await requireExtract(scope, id)
  await deleteMapExtractRow(scope.tx, id)
  await note(scope, 'deleted', row)
  return extractRecord(row)
}

type NewExtract = Pick<MapExtractRow, 'id' | 'source' | 'name' | 'state'> & Partial<MapExtractRow>

async function insert(scope: Scope, row: NewExtract): Promise<void> {
  await insertMapExtractRow(scope.tx, { ...row, created_at: scope.now, updated_at: scope.now })
  await note(scope, 'created', row)
}

async function update(scope: Scope, row: MapExtractRow, changes: Partial<MapExtractRow>): Promise<MapExtract> {
  const updated = await updateMapExtractRow(scope.tx, row.id, { ...changes, updated_at: laterThanBefore(scope.now) })
  await note(scope, 'updated', updated)
  return extractRecord(updated)
}

async function note(
  scope: Scope,
  action: 'created' | 'updated' | 'deleted',
  { id, source, name }: Pick<MapExtractRow, 'id' | 'source' | 'name'>,
): Promise<void> {
  await auditRecord(scope, action, 'map_extract', { id }, { source, name })
}

async function getExtract(scope: Scope, id: string): Promise<MapExtract> {
  return extractRecord(await requireExtract(scope, id))
}

async function requireExtract(scope: Scope, id: string, source?: MapExtractRow['source']): Promise<MapExtractRow> {
  const row = await findMapExtractRow(scope.tx, id, 'lock')
  if (!row) throw notFound('map_extract', id)
  if (source && row.source !== source) {
    const reason = `is of the source ${row.source}; this is for the source ${source}`
    throw apiError('highway.map.error.invalid_extract', { place: 'extract_id', reason })
  }
  return row
}

function extractRecord(row: MapExtractRow): MapExtract {
  return record(row) as unknown as MapExtract
}

function requireAdministrator(scope: Scope): void {
  if (scope.role === 'organization_administrator') return
  throw apiError('highway.user.error.forbidden', { action: 'manage the maps of the service' })
}
