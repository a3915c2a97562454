// Checks of what can keep an installation from working, each with advice.
import { constants, existsSync } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { join } from 'node:path'
import { connect as connectSafely } from 'node:tls'
import pg from 'pg'
import { openStorage } from '../../frame/files/open-storage.ts'
import type { Storage } from '../../frame/files/storage.ts'
import { type Config, ConfigError, readConfig } from '../../frame/platform/config.ts'
import { type Database, openDatabase } from '../../frame/platform/db.ts'
import { DirectoryLockedError } from '../../frame/platform/directory-lock.ts'
import { createLog } from '../../frame/platform/log.ts'
import type { Services } from '../../frame/platform/services.ts'
import { isReachedFromElsewhere } from '../../frame/platform/trial.ts'
import { openBackupBucket } from '../backup-bucket/backup-bucket.ts'
import { examineContents } from './doctor-contents.ts'

export interface Finding {
  name: string
  state: 'ok' | 'warning' | 'failed'
  /** The observation, and in case of a problem the advice. */
  message: string
  /** Only of the schema: migrations that this version has and the database lacks. */
  due?: readonly string[]
}

const LOWEST_POSTGRES = 15
const LOWEST_FREE_BYTES = 500 * 1024 ** 2
const CLOCK_SLACK_MS = 2_000
const PATIENCE_MS = 5_000
/** A certificate that ends within so many days should have been renewed by now. */
const CERTIFICATE_DAYS = 14
const DAY_MS = 86_400_000

/** Looks at settings, data directory, place for files, database, clock and mail. Changes nothing but for making the data directory. */
export async function examine(env: NodeJS.ProcessEnv, overrides: Partial<Config>): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env, overrides)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [failed('settings', error.message)]
  }
  return examineAll(config, () => examineEmbedded(config))
}

/** The same of the installation that this process serves, whose embedded database nobody else can open. */
export async function examineRunning({ config, database, storage }: Running): Promise<Finding[]> {
  const query = (text: string) => database.executeSql(text)
  return examineAll(config, () => examineContents(query, storage, config.dataDirectory))
}

async function examineAll(config: Config, examineOwn: () => Promise<Finding[]>): Promise<Finding[]> {
  return [
    ok('node', `Node ${process.versions.node}`),
    examineSettings(config),
    ...(await examineDirectory(config)),
    await examinePlace('files', openStorage(config)),
    ...(config.backupBucket ? [await examinePlace('backup bucket', openBackupBucket(config.backupBucket))] : []),
    ...(config.databaseUrl
      ? await examinePostgres(config, config.databaseDirectUrl ?? config.databaseUrl)
      : await examineOwn()),
    ...(await examinePooler(config)),
    await examineMail(config),
    ...(await examineCertificate(config)),
  ]
}

type Running = Pick<Services, 'config' | 'database' | 'storage'>

function ok(name: string, message: string): Finding {
  return { name, state: 'ok', message }
}

function warning(name: string, message: string): Finding {
  return { name, state: 'warning', message }
}

function failed(name: string, message: string): Finding {
  return { name, state: 'failed', message }
}

function examineSettings(config: Config): Finding {
  if (config.environment === 'production' && !config.publicBaseUrl) {
    return warning('settings', 'PUBLIC_BASE_URL is not set: links in mails will point to the address listened on.')
  }
  if (config.publicBaseUrl?.startsWith('https:') && config.trustedProxies === 0) {
    return warning(
      'settings',
      'PUBLIC_BASE_URL begins with https://, so a proxy stands in front, but TRUSTED_PROXIES is 0: all callers count as one. Set it to the number of proxies.',
    )
  }
  return ok('settings', `${config.environment}, role ${config.role}, port ${config.port}`)
}

async function examineDirectory(config: Config): Promise<Finding[]> {
  const directory = config.dataDirectory
  try {
    await mkdir(directory, { recursive: true })
    await access(directory, constants.R_OK | constants.W_OK)
  } catch (error) {
    const reason = (error as Error).message
    return [failed('data directory', `${directory} cannot be written: ${reason}. Choose another with --data-dir.`)]
  }
  const space = await statfs(directory)
  const freeBytes = space.bavail * space.bsize
  const free = `${Math.round(freeBytes / 1024 ** 2)} MB free in ${directory}`
  return [freeBytes < LOWEST_FREE_BYTES ? warning('disk space', `Only ${free}.`) : ok('disk space', free)]
}

async function examinePlace(name: string, { place, check }: Pick<Storage, 'place' | 'check'>): Promise<Finding> {
  try {
    await check()
    return ok(name, place)
  } catch (error) {
    return failed(name, (error as Error).message)
  }
}

/** A running service holds it open, so only that of a stopped one is looked into. */
async function examineEmbedded(config: Config): Promise<Finding[]> {
  const directory = join(config.dataDirectory, 'database')
  if (!existsSync(directory)) return [ok('database', 'embedded; it is made at the first start')]
  let database: Database
  try {
    database = await openDatabase({ directory: config.dataDirectory, log: createLog({ level: 'silent' }) })
  } catch (error) {
    if (!(error instanceof DirectoryLockedError)) return [failed('database', (error as Error).message)]
    return [
      ok('database', `embedded, in ${directory}; in use, so its contents are looked at while the service is stopped`),
    ]
  }
  try {
    const query = (text: string) => database.executeSql(text)
    return [
      ok('database', `embedded, in ${directory}`),
      ...(await examineContents(query, openStorage(config), config.dataDirectory)),
    ]
  } finally {
    await database.close()
  }
}

async function examinePostgres(config: Config, databaseUrl: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; now: Date; may_create: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as now,
              has_database_privilege(current_database(), 'create') as may_create`,
    )
    const { version, now, may_create: mayCreate } = rows[0]!
    const driftMs = Math.abs(now.getTime() - Date.now())
    return [
      version < LOWEST_POSTGRES
        ? failed('database', `PostgreSQL ${version}; ${LOWEST_POSTGRES} or newer is needed.`)
        : mayCreate
          ? ok('database', `PostgreSQL ${version}`)
          : failed('database', 'The user of DATABASE_URL may not create schemas in its database; grant it CREATE.'),
      driftMs > CLOCK_SLACK_MS
        ? warning('clock', `The clocks here and at the database differ by ${Math.round(driftMs / 1000)} s.`)
        : ok('clock', 'agrees with the database'),
      ...(await examineContents((text) => client.query(text), openStorage(config), config.dataDirectory)),
    ]
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return [failed('database', `PostgreSQL does not answer: ${message || code}. Look at DATABASE_URL.`)]
  } finally {
    await client.end().catch(() => {})
  }
}

/** With a pooler, the pooler decides on session settings. */
async function examinePooler({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (!databaseDirectUrl) return []
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: PATIENCE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout')
    return [
      rows[0]!.statement_timeout === '0'
        ? warning('pooler', 'Its sessions let a statement run for ever; set connect_query as docs/operations.md says.')
        : ok('pooler', `a statement may take ${rows[0]!.statement_timeout}`),
    ]
  } catch (error) {
    return [failed('pooler', `It does not answer: ${(error as Error).message}. Look at DATABASE_URL.`)]
  } finally {
    await client.end().catch(() => {})
  }
}

async function examineMail(config: Config): Promise<Finding> {
  if (!config.smtpUrl) {
    const message = `SMTP_URL is not set: mails are kept as files in ${join(config.dataDirectory, 'outbox')}`
    return isReachedFromElsewhere(config) ? warning('mail', `${message}.`) : ok('mail', message)
  }
  const { hostname, port, protocol } = new URL(config.smtpUrl)
  const portNumber = Number(port) || (protocol === 'smtps:' ? 465 : 587)
  const problem = await whyUnreachable(hostname, portNumber)
  return problem
    ? failed('mail', `${hostname}:${portNumber} does not answer: ${problem}. Look at SMTP_URL.`)
    : ok('mail', `${hostname}:${portNumber} answers`)
}

/** Looks at the certificate of PUBLIC_BASE_URL, whoever presents it: usually a proxy in front. */
export async function examineCertificate({ publicBaseUrl }: Pick<Config, 'publicBaseUrl'>): Promise<Finding[]> {
  if (!publicBaseUrl?.startsWith('https:')) return []
  const { hostname, port } = new URL(publicBaseUrl)
  const ends = await readCertificateEnd(hostname, Number(port) || 443)
  if (ends instanceof Error)
    return [warning('certificate', `${hostname}:${port || 443} cannot be looked at from here: ${ends.message}`)]
  const days = Math.floor((ends.getTime() - Date.now()) / DAY_MS)
  const message = `${hostname}: valid until ${ends.toISOString().slice(0, 10)}`
  if (days < 0) return [failed('certificate', `${message}, so browsers refuse it. Renew it.`)]
  return [days < CERTIFICATE_DAYS ? warning('certificate', `${message}. Renew it.`) : ok('certificate', message)]
}

/** Who signed it is the browsers' matter: an own authority is usual in a network of one's own. */
function readCertificateEnd(host: string, port: number): Promise<Date | Error> {
  return new Promise((done) => {
    const named = isIP(host) ? {} : { servername: host }
    const socket = connectSafely({ host, port, ...named, timeout: PATIENCE_MS, rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      done(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('no connection within 5 s')))
    socket.once('error', done)
  })
}

function whyUnreachable(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS })
    const finish = (problem?: string) => {
      socket.destroy()
      done(problem)
    }
    socket.once('connect', () => finish())
    socket.once('timeout', () => finish('no connection within 5 s'))
    socket.once('error', (error) => finish(error.message))
  })
}
