// The rules of tables that are written in the background: asked for, looked at, fetched, ended, and forgotten in time.
import type { BodyOf } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { filesOfExport } from '../../data/export-files.ts'
import { type ExportQuery, type ExportRow, exportTable } from '../../data/export-table.ts'
import {
  countUnfinishedExports,
  findExport,
  insertExport,
  listOrganizationsWithExpired,
  listOwnExports,
  lockExports,
  removeExport,
} from '../../data/exports.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { recordMaker } from '../../data/records.ts'
import { deleteFilesLater } from '../../frame/files/deletion.job.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { noteExport } from './note-export.ts'
import { findPlans } from './tables.ts'

/** Most waiting and running exports of one organization. */
const mostUnfinished = 5
const keptMilliseconds = 86_400_000

const ownRecord = recordMaker(exportTable)

type ExportRecord = ReturnType<typeof exportResource>

function exportResource(scope: Scope, row: ExportRow) {
  const fileUrl = `${scope.publicBase}/app/v1/exports/${row.id}/file`
  return { ...ownRecord(row), ...(row.state === 'finished' ? { file_url: fileUrl } : {}) }
}

/** Takes the order for a table. Throws 404, 403, invalid_parameter as the table itself, and highway.export.error.too_many. */
export async function requestExport(scope: Scope, order: BodyOf<'requestExport'>): Promise<ExportRecord> {
  const { project_id, what, format = 'csv', plan_id, from_date, to_date, language, separator } = order
  const query: ExportQuery = withoutUndefined({ plan_id, from_date, to_date, language, separator })
  await findPlans(scope, await getProject(scope, project_id), { project_id, ...query })
  const count = await countUnfinishedExports(scope)
  if (count >= mostUnfinished) throw apiError('highway.export.error.too_many', { count, limit: mostUnfinished })
  const row = await insertExport(scope, {
    ...beginRecord(scope, project_id),
    what,
    format,
    query,
    expires_at: new Date(scope.now.getTime() + keptMilliseconds),
  })
  await noteExport(scope, what, { project_id, ...query })
  await scope.jobs.send(scope.tx, 'export', { organization_id: scope.organizationId, export_id: row.id })
  return exportResource(scope, row)
}

/** The caller's exports of a project. */
export async function listExports(scope: Scope, projectId: string): Promise<ExportRecord[]> {
  await getProject(scope, projectId)
  return (await listOwnExports(scope, projectId)).map((row) => exportResource(scope, row))
}

/** Throws 404 for what is not there any more, or is somebody else's. */
export async function getExport(scope: Scope, id: string): Promise<ExportRecord> {
  return exportResource(scope, await getOwn(scope, id))
}

/** The finished export. Throws highway.export.error.not_ready. */
export async function getFinishedExport(scope: Scope, id: string): Promise<ExportRow> {
  const row = await getOwn(scope, id)
  if (row.state !== 'finished') throw apiError('highway.export.error.not_ready', { id, state: row.state })
  return row
}

async function getOwn(scope: Scope, id: string): Promise<ExportRow> {
  const row = await findExport(scope, id)
  const isOwn = row && row.created_by === (scope.userId ?? null) && row.expires_at > scope.now
  if (!isOwn) throw notFound('export', id)
  // Users without access to the project any more cannot see its exports either.
  await getProject(scope, row.project_id)
  return row
}

/** Ends the export, whatever its state, and deletes what was written of it. */
export async function deleteExport(scope: Scope, id: string) {
  const row = await getOwn(scope, id)
  await forget(scope, [row])
  return ownRecord(row)
}

/** Ends all exports of the organization: what they hold was erased. */
export async function forgetExports(scope: Scope): Promise<void> {
  await forget(scope, await lockExports(scope, 'all'))
}

/** Deletes the exports whose time has passed. */
export async function cleanUpExports(services: Services): Promise<void> {
  const { database, clock } = services
  for (const organizationId of await database.transaction((tx) => listOrganizationsWithExpired(tx, clock.now()))) {
    await transactAs(services, systemCaller(organizationId), async (scope) =>
      forget(scope, await lockExports(scope, 'expired')),
    )
  }
}

async function forget(scope: Scope, rows: readonly ExportRow[]): Promise<void> {
  for (const row of rows) await removeExport(scope, row.id)
  await deleteFilesLater(scope, rows.flatMap(filesOfExport))
}
