// Opens a database at one moment, to be read whole while the service goes on.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { awaitRunningDeletions, backupFolder, HOLD_KEY } from '../../frame/files/deletion-hold.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Config } from '../../frame/platform/config.ts'
import { type Database, openDatabase } from '../../frame/platform/db.ts'
import { DirectoryLockedError, lockDirectory } from '../../frame/platform/directory-lock.ts'
import type { Log } from '../../frame/platform/log.ts'
import type { Services } from '../../frame/platform/services.ts'
import { BackupError } from './backup-error.ts'
import { PLAIN_SETTINGS, type Session } from './rows.ts'

export interface Source {
  /** In a transaction that sees one moment. */
  session: Session
  /** Files may be deleted again, and the session ends. */
  close(): Promise<void>
}

export interface SourceOptions {
  config: Config
  log: Log
  /** Has the running service of the embedded database write a copy of it; returns the name of the file. */
  requestSnapshot(): Promise<string>
}

/** From here until it is closed no uploaded file is deleted. */
export async function openSource(options: SourceOptions): Promise<Source> {
  const databaseUrl = directAddress(options.config)
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(options)
}

const begin = `begin isolation level repeatable read, read only; ${PLAIN_SETTINGS}`

/** Two connections: one holds deletions, the other reads the moment after those that ran have ended. */
async function openPostgres(databaseUrl: string): Promise<Source> {
  const clients = [await connectTo(databaseUrl)]
  const close = async () => {
    for (const client of clients) await client.end().catch(() => {})
  }
  try {
    const holder = clients[0]!
    await holder.query(`begin; set local idle_in_transaction_session_timeout = 0`)
    await holder.query('select pg_advisory_xact_lock_shared($1)', [HOLD_KEY])
    const reader = await connectTo(databaseUrl)
    clients.push(reader)
    await awaitRunningDeletions((text) => reader.query(text))
    await reader.query(begin)
    return { session: reader, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Past a pooler: a backup keeps its sessions for as long as it reads. */
export function directAddress({ databaseUrl, databaseDirectUrl }: Config): string | undefined {
  return databaseDirectUrl ?? databaseUrl
}

/** A client whose connection may break without ending the process: the next statement fails then. */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'routewright-backup',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Opens the embedded database: of a stopped service its own files; of a running one a copy, which the service writes first. */
async function openEmbedded({ config, log, requestSnapshot }: SourceOptions): Promise<Source> {
  if (!existsSync(join(config.dataDirectory, 'database'))) {
    throw new BackupError(`There is no database in ${config.dataDirectory}.`)
  }
  const folder = backupFolder(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const hold = lockDirectory(folder)
  let database: Database | undefined
  const close = async () => {
    await database?.close()
    hold.release()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    database = await openDatabase({ directory: config.dataDirectory, log }).catch(async (error) => {
      if (!(error instanceof DirectoryLockedError)) throw error
      return openDatabase({ snapshot: { file: join(folder, await requestSnapshot()) }, log })
    })
    const session = getSession(database)
    await session.query(begin)
    return { session, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** In the running service: writes a copy of the embedded database next to the lock of the requesting backup. Throws 404 on PostgreSQL. */
export async function snapshotDatabase({ database, config }: Services): Promise<{ file: string }> {
  if (!database.embedded) throw notFound('database', 'embedded')
  const folder = backupFolder(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await awaitRunningDeletions((text) => database.executeSql(text))
  const file = 'database.tar'
  await database.embedded.dump(join(folder, file))
  return { file }
}

/** The embedded database has one session, so statements follow each other in it. */
export function getSession(database: Database): Session {
  return { query: (text, values) => database.executeSql(text, values) }
}
