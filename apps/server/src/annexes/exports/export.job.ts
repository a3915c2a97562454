// Writes a table into files of the storage, piece by piece, and tells how far it is.

import { fileOfExport, filesOfExport } from '../../data/export-files.ts'
import type { ExportRow, exportTable } from '../../data/export-table.ts'
import { beginExportAttempt, lockUnfinishedExport, noteExportAttempt } from '../../data/exports.sql.ts'
import type { Written } from '../../data/record-statements.ts'
import { deleteFilesLater } from '../../frame/files/deletion.job.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import type { JobContext } from '../../frame/platform/jobs.ts'
import { chooseLanguage, getCsvStyle } from '../../frame/platform/languages.ts'
import {
  readAtOneMoment,
  readingScope,
  type Services,
  systemCaller,
  transactAs,
} from '../../frame/platform/services.ts'
import { type Table, writeCsv, writeSheet } from '../../frame/platform/table-file.ts'
import { getTable, type ReadPlan } from './tables.ts'

/** So much is kept in memory before it is stored. */
const partBytes = 2 * 1_048_576
/** How often at most the row is told of the progress. */
const noteMilliseconds = 500
/** Attempts after which an export fails permanently. */
const mostAttempts = 3

/** Begins to write the tables that are asked for, one at a time. */
export function startExports(services: Services): Promise<void> {
  return services.jobs.work('export', {}, ({ organization_id, export_id }, context) =>
    writeExport(services, organization_id, export_id, context),
  )
}

/** The export was ended, or another worker took it over. */
class ExportEnded extends Error {}

async function writeExport(
  services: Services,
  organizationId: string,
  exportId: string,
  { signal, isStopping }: JobContext,
): Promise<void> {
  const row = await beginAttempt(services, organizationId, exportId)
  if (!row) return
  const attempt = new Attempt(services, row, () => signal.aborted || isStopping())
  if (row.attempt > mostAttempts) {
    await attempt.note({ state: 'failed' })
    return
  }
  try {
    await attempt.write()
  } catch (error) {
    await attempt.giveUp()
    if (error instanceof ExportEnded) return
    if (signal.aborted || isStopping()) throw error
    const isRefusal = error instanceof ApiError
    if (!isRefusal && row.attempt < mostAttempts) throw error
    services.log.error({ err: error, export: row.id }, 'a table could not be written')
    await attempt.note({ state: 'failed', reason: isRefusal ? error.message : null })
  }
}

/** Deletes the files of earlier attempts and begins a new one; returns undefined where the export was ended. */
function beginAttempt(services: Services, organizationId: string, id: string): Promise<ExportRow | undefined> {
  return transactAs(services, systemCaller(organizationId), async (scope) => {
    const row = await lockUnfinishedExport(scope, id)
    if (!row) return undefined
    await deleteFilesLater(scope, filesOfExport(row))
    const attempt = row.attempt + 1
    await beginExportAttempt(scope, id, attempt)
    return { ...row, attempt, parts: 0 }
  })
}

class Attempt {
  private readonly services: Services
  private readonly row: ExportRow
  private readonly isStopping: () => boolean
  private parts = 0
  private sizeBytes = 0
  private readonly seen = { rows: 0, stops: 0, stopsInAll: 0 }
  private notedAt = performance.now()

  constructor(services: Services, row: ExportRow, isStopping: () => boolean) {
    this.services = services
    this.row = row
    this.isStopping = isStopping
  }

  async write(): Promise<void> {
    const table = await this.openTable()
    const { query, format } = this.row
    const style = getCsvStyle(chooseLanguage(query.language), query.separator)
    await this.store(format === 'xlsx' ? writeSheet(table) : writeCsv(table, style))
    const { sizeBytes: size_bytes, seen } = this
    await this.noteOrEnd({ state: 'finished', percent: 100, rows: seen.rows, size_bytes, file_name: table.name })
  }

  /** Deletes what was stored. */
  async giveUp(): Promise<void> {
    const { id, attempt } = this.row
    const files = filesOfExport({ id, attempt, parts: this.parts })
    await this.services.database.transaction((tx) => deleteFilesLater({ tx, jobs: this.services.jobs }, files))
  }

  note(changes: Written<typeof exportTable>): Promise<boolean> {
    const scope = readingScope(this.services, systemCaller(this.row.organization_id))
    return noteExportAttempt(scope, this.row, { ...changes, updated_at: scope.now })
  }

  private async noteOrEnd(changes: Written<typeof exportTable>): Promise<void> {
    if (!(await this.note(changes))) throw new ExportEnded()
  }

  private async openTable(): Promise<Table> {
    const { services, row, seen } = this
    const caller = systemCaller(row.organization_id)
    // Plan by plan, each of one moment.
    const readPlan: ReadPlan = (read) => readAtOneMoment(services, caller, read)
    const query = { project_id: row.project_id, ...row.query }
    const table = await getTable(readingScope(services, caller), row.what, query, {
      readPlan,
      onPlans: (plans) => {
        seen.stopsInAll = plans.reduce((sum, plan) => sum + plan.total_stops, 0)
      },
      onPlan: (plan) => {
        seen.stops += plan.total_stops
      },
    })
    return { ...table, batches: this.counted(table.batches) }
  }

  private async *counted(batches: Table['batches']) {
    for await (const batch of batches) {
      if (this.isStopping()) throw new Error('The process ends')
      this.seen.rows += batch.length
      yield batch
      await this.noteProgress()
    }
  }

  private async noteProgress(): Promise<void> {
    if (performance.now() - this.notedAt < noteMilliseconds) return
    this.notedAt = performance.now()
    const { rows, stops, stopsInAll } = this.seen
    // The final update alone says 100 percent.
    await this.noteOrEnd({ rows, percent: Math.min(99, Math.floor((100 * stops) / Math.max(1, stopsInAll))) })
  }

  private async store(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
    let held: Buffer[] = []
    let bytes = 0
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece as string)
      held.push(buffer)
      bytes += buffer.length
      if (bytes < partBytes) continue
      await this.storePart(Buffer.concat(held))
      held = []
      bytes = 0
    }
    if (bytes > 0) await this.storePart(Buffer.concat(held))
  }

  /** Noted before it is stored, so that whoever deletes the export knows of it. */
  private async storePart(bytes: Buffer): Promise<void> {
    await this.noteOrEnd({ parts: this.parts + 1 })
    this.parts += 1
    await this.services.storage.putFile(fileOfExport(this.row, this.parts - 1), bytes)
    this.sizeBytes += bytes.length
  }
}

/** The bytes of a finished export. Throws where one of its files is gone. */
export async function* readExport({ storage }: Services, row: ExportRow): AsyncGenerator<Buffer> {
  for (const key of filesOfExport(row)) {
    const bytes = await storage.findFile(key)
    if (!bytes) throw new Error(`The file ${key} of export ${row.id} is gone`)
    yield bytes
  }
}
