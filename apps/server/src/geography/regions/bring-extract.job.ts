// Downloads the extract of a region in the background, tells how far it is, and takes away the files that nobody needs any more.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findMapExtractRow, listMapExtractRows, noteMapDownload } from '../../data/map-extracts.sql.ts'
import type { JobContext } from '../../frame/platform/jobs.ts'
import type { Services } from '../../frame/platform/services.ts'
import { extractFolder } from '../extracts/extract-set.ts'
import { fetchExtract } from '../extracts/fetch-extract.ts'

/** How often at most the table is told of the progress. */
const noteMilliseconds = 1_000

/** Begins to work off the extracts that are to be downloaded, one at a time. */
export function startExtracts(services: Services): Promise<void> {
  return services.jobs.work('map_extract', {}, ({ extract_id }, context) => bringExtract(services, extract_id, context))
}

async function bringExtract(services: Services, extractId: string, { signal }: JobContext): Promise<void> {
  const { config, clock, database, log } = services
  const row = await findMapExtractRow(database.db, extractId)
  if (!row?.url || row.state === 'ready') return
  const tell = (changes: Parameters<typeof noteMapDownload>[2]) => noteMapDownload(database.db, row, changes)
  await tell({ state: 'fetching', reason: null })
  const folder = join(extractFolder(config), row.id, String(row.version))
  let noted = Number.NEGATIVE_INFINITY
  const onProgress = (loadedBytes: number, totalBytes: number | undefined) => {
    if (totalBytes === undefined || performance.now() - noted < noteMilliseconds) return
    noted = performance.now()
    tell({ progress: loadedBytes / totalBytes }).catch((error) => log.warn({ err: error }, 'progress not noted'))
  }
  try {
    const { path, sizeBytes } = await fetchExtract(row.url, { folder, signal, onProgress })
    const file = relative(extractFolder(config), path)
    const updated_at = clock.now()
    await tell({ state: 'ready', progress: null, reason: null, file, size_bytes: sizeBytes, updated_at })
  } catch (error) {
    if (signal.aborted) throw error
    log.error({ err: error, url: row.url }, 'an extract could not be downloaded')
    await tell({ state: 'failed', progress: null, reason: (error as Error).message })
  }
}

/** How long an unrecorded file may still be an upload in progress. */
const uploadMilliseconds = 12 * 3_600_000

/** Deletes the files of extracts that were taken away, and of versions that were replaced. */
export async function cleanUpExtracts({ config, database }: Pick<Services, 'config' | 'database'>): Promise<void> {
  const folder = extractFolder(config)
  await mkdir(folder, { recursive: true })
  const rows = await listMapExtractRows(database.db)
  const needed = new Set(rows.flatMap(({ id, version, file }) => [`${id}/${version}`, file && dirname(file)]))
  for (const id of await readdir(folder)) {
    for (const version of await readdir(join(folder, id))) {
      const place = join(folder, id, version)
      const isNew = Date.now() - (await stat(place)).mtimeMs < uploadMilliseconds
      if (!isNew && !needed.has(`${id}/${version}`)) await rm(place, { recursive: true, force: true })
    }
  }
}
