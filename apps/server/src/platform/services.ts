// What one server process is made of, opened and closed together and handed to whoever needs it.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openAdminSecret } from './admin-secret.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Database, openDatabase } from './db.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { createLog, type Log } from './log.ts'
import { createMail, type Mail } from './mail.ts'
import { MapData } from './map-data.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { migrate } from './migrate.ts'
import { RoadParts } from './road-parts.ts'
import type { Scope } from './scope.ts'
import { createSms, type Sms } from './sms.ts'
import { createFileStorage, type Storage } from './storage.ts'

export interface Services {
  config: Config
  log: Log
  clock: Clock
  database: Database
  jobs: Jobs
  mail: Mail
  sms: Sms
  storage: Storage
  metrics: Metrics
  /** What is made of the OpenStreetMap extracts. */
  mapData: MapData
  /** The roads of the extracts. */
  roads: RoadParts
  /** Opens the operations of the machine's administrator; see admin-secret.ts. */
  adminSecret: string
  /** Where links point to, without a trailing slash; known once the server listens. */
  publicBase(): string
  /** Ends the database; jobs and HTTP are stopped before. */
  close(): Promise<void>
}

/** What tests replace. */
export interface Replacements {
  clock?: Clock
  mail?: Mail
  /** Receives log lines instead of standard error. */
  writeLog?: (line: string) => void
  /** In memory instead of a directory. */
  inMemory?: boolean
  /** Archive from which the embedded database is copied. */
  snapshotFile?: string
}

/** Opens the database and brings it up to date; nothing serves yet. */
export async function openServices(config: Config, replacements: Replacements = {}): Promise<Services> {
  const log = createLog({ level: config.logLevel, write: replacements.writeLog })
  const clock = replacements.clock ?? systemClock
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directory: replacements.inMemory ? undefined : config.dataDirectory,
    snapshotFile: replacements.snapshotFile,
    poolSize: config.databasePoolSize,
    log,
  })
  try {
    const migrated = await migrate(database.db)
    if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
  } catch (error) {
    await database.close()
    throw error
  }
  const metrics = createMetrics(database)
  const mapData = new MapData({
    // Who only works jobs off answers no questions about addresses.
    files: config.role === 'worker' ? [] : config.osmFiles,
    cacheDir: join(config.dataDirectory, 'map'),
    log,
  })
  const roads = new RoadParts({
    // A routing server is asked instead.
    files: config.routingUrl ? [] : config.osmFiles,
    cacheDir: join(config.dataDirectory, 'map'),
    modes: config.roadModes,
    log,
  })
  const sms = createSms(config.sms)
  const mailOptions = { from: config.mailFrom, outboxDirectory: join(config.dataDirectory, 'outbox'), clock }
  return {
    config,
    log,
    clock,
    database,
    jobs: createJobs(database, metrics, log),
    mail: replacements.mail ?? createMail({ ...mailOptions, smtpUrl: config.smtpUrl }),
    sms,
    storage: createFileStorage(join(config.dataDirectory, 'files')),
    metrics,
    mapData,
    roads,
    adminSecret: openAdminSecret(config.dataDirectory),
    publicBase: () => config.publicBaseUrl ?? `http://${config.host}:${config.port}`,
    async close() {
      await sms.close()
      await mapData.close()
      await roads.close()
      await database.close()
    },
  }
}

/** On whose behalf something is done: a scope without its transaction and moment. */
export type Caller = Omit<Scope, 'tx' | 'now' | 'publicBase'>

/** Runs a rule in a transaction of its own: for jobs, and for callers without rights of their own (recipients, login). */
export async function transactAs<T>(
  services: Services,
  caller: Caller,
  work: (scope: Scope) => Promise<T>,
  now: Date = services.clock.now(),
): Promise<T> {
  return await services.database.transaction((tx) => work({ ...caller, tx, now, publicBase: services.publicBase() }))
}

/** The service itself, working for one organization. */
export function systemCaller(organizationId: string): Caller {
  return { organizationId, projects: 'all', actor: { type: 'system' } }
}
