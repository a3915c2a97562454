// Backups: a running or stopped installation as one file that is one moment, and back into an empty one.
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { openStorage } from '../../frame/files/open-storage.ts'
import type { Config } from '../../frame/platform/config.ts'
import { openDatabase } from '../../frame/platform/db.ts'
import { createJobs } from '../../frame/platform/jobs.ts'
import type { Log } from '../../frame/platform/log.ts'
import { createMetrics } from '../../frame/platform/metrics.ts'
import { BackupError } from './backup-error.ts'
import { type BackupKey, decrypt, encrypt, isEncrypted } from './encryption.ts'
import { restoreEntries } from './restore-backup.ts'
import { deletePlaced, noteObjects, type Placed } from './restore-leftovers.ts'
import { connectTo, directAddress, getSession, openSource, type SourceOptions } from './source.ts'
import { writeTar } from './tar.ts'
import { backupEntries, type Totals } from './write-backup.ts'

export { type BackupNote, findBackupNote, noteBackup } from './backup-note.ts'
export { type BackupKey, createKeyFile } from './encryption.ts'
export { snapshotDatabase } from './source.ts'
export type { Totals } from './write-backup.ts'

/** Writes the file, which appears under its name only when it is whole. */
export async function writeBackup(file: string, options: SourceOptions, key: BackupKey | undefined): Promise<Totals> {
  const { config } = options
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.part`
  const source = await openSource(options)
  try {
    let totals: Totals | undefined
    const parts = {
      session: source.session,
      storage: openStorage(config),
      dataDirectory: config.dataDirectory,
      database: config.databaseUrl ? ('postgres' as const) : ('embedded' as const),
      now: new Date(),
    }
    const entries = backupEntries(parts, (told) => {
      totals = told
    })
    await pipeline(
      Readable.from(writeTar(entries)),
      createGzip({ level: 3 }),
      async function* (packed) {
        yield* key ? await encrypt(packed, key) : packed
      },
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    renameSync(draft, file)
    return totals!
  } finally {
    rmSync(draft, { force: true })
    await source.close()
  }
}

/**
 * Fills an empty database and the place for files that the settings name. Throws BackupError when it is not empty, when the key does
 * not fit, and when something is missing or was changed; the database and the place for files are then as empty as before.
 */
export async function restoreBackup(
  file: string,
  config: Config,
  log: Log,
  key: BackupKey | undefined,
): Promise<Totals> {
  const { databaseUrl, dataDirectory } = config
  if (!databaseUrl) requireEmptyFolder(dataDirectory)
  const before = new Set(readFolder(dataDirectory))
  try {
    return await fill(file, config, log, key)
  } catch (error) {
    // Folders, too: it shall be as it was when it is tried again.
    for (const name of readFolder(dataDirectory)) {
      if (!before.has(name)) rmSync(join(dataDirectory, name), { recursive: true, force: true })
    }
    throw error
  }
}

function readFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

async function fill(file: string, config: Config, log: Log, key: BackupKey | undefined): Promise<Totals> {
  const databaseUrl = directAddress(config)
  const database = await openDatabase({ databaseUrl, directory: config.dataDirectory, log })
  const client = databaseUrl ? await connectTo(databaseUrl) : undefined
  const storage = openStorage(config)
  const placed: Placed = { keys: [], paths: [] }
  let dropMade: (() => Promise<void>) | undefined
  try {
    if (client) await requireNobodyElse(client)
    dropMade = client && (await noteObjects(client))
    return await unpack(file, key, (archive) =>
      restoreEntries(archive, {
        db: database.db,
        session: client ?? getSession(database),
        storage,
        placed,
        dataDirectory: config.dataDirectory,
        async prepareQueues() {
          const jobs = createJobs(database, createMetrics(database), log)
          await jobs.start({ supervise: false })
          await jobs.stop(1)
        },
      }),
    )
  } catch (error) {
    // An error while taking back must not hide the first one.
    await dropMade?.().catch(() => {})
    await deletePlaced(placed, storage).catch(() => {})
    throw error
  } finally {
    await client?.end()
    await database.close()
  }
}

/** Restores into a folder of its own with the embedded database, whatever the backup comes from, and takes that away again. */
export async function verifyBackup(
  file: string,
  config: Config,
  log: Log,
  key: BackupKey | undefined,
): Promise<Totals> {
  const scratch = mkdtempSync(join(tmpdir(), 'routewright-verify-'))
  try {
    const own = {
      ...config,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      dataDirectory: scratch,
      fileStorage: 'folder' as const,
      s3: undefined,
    }
    return await restoreBackup(file, own, log, key)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function requireEmptyFolder(directory: string): void {
  mkdirSync(directory, { recursive: true })
  if (readdirSync(directory).length === 0) return
  throw new BackupError(`${directory} is not empty; name a new folder with --data-dir, or move the old one away.`)
}

async function requireNobodyElse(client: Awaited<ReturnType<typeof connectTo>>): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name ~ '^routewright( [0-9]{4})?$'`,
  )
  if (rows.length > 0) throw new BackupError('A service runs on this database; stop every process of it first.')
}

async function unpack<T>(
  file: string,
  key: BackupKey | undefined,
  use: (archive: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const encrypted = await isFileEncrypted(file)
  if (encrypted && !key) throw new BackupError(`${file} is encrypted; name its key file or passphrase.`)
  let result: T | undefined
  await pipeline(
    createReadStream(file),
    async function* (bytes) {
      yield* encrypted ? opened(bytes, key!) : bytes
    },
    createGunzip(),
    async (archive: AsyncIterable<Uint8Array>) => {
      result = await use(archive)
    },
  ).catch((error: Error & { code?: string }) => {
    throw isDamage(error) ? new BackupError(`${file} is damaged: ${error.message}`) : error
  })
  return result!
}

/** Returns whether the error means damaged bytes, as reported by decompression, parsing or the database. */
function isDamage(error: Error & { code?: string }): boolean {
  return error instanceof SyntaxError || /^(Z_|22|23)/.test(error.code ?? '')
}

/** Tells a wrong key and changed bytes, which show only where they stand. */
async function* opened(bytes: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Uint8Array> {
  try {
    yield* await decrypt(bytes, key)
  } catch (error) {
    throw new BackupError(`The backup does not open: ${(error as Error).message}`)
  }
}

async function isFileEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => {
    throw new BackupError(`There is no file ${file}.`)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return isEncrypted(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}
