// Opens what one server process is made of, and closes it in order.
import { join } from 'node:path'
import type { MessageChannel } from '@routewright/contract'
import type { Config } from './config.ts'
import { ExtractSet } from './extracts/extract-set.ts'
import { MapData } from './extracts/map-data.ts'
import { RoadParts } from './extracts/road-parts.ts'
import { openStorage } from './files/open-storage.ts'
import { createPictures } from './pictures/prepare.ts'
import { openAdminSecret } from './platform/admin-secret.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createDayClock } from './platform/day-clock.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { createJobs } from './platform/jobs.ts'
import { createLiveHub } from './platform/live-notices.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMail, type Mail } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import { createOutbox } from './platform/outbox.ts'
import { createPasswords, type PasswordCost } from './platform/password.ts'
import type { DatabaseSnapshot } from './platform/pglite-worker.ts'
import { openSecretKeys } from './platform/secret-keys.ts'
import { momentOf, type Services } from './platform/services.ts'
import { createSms } from './platform/sms.ts'
import type { Trial } from './platform/trial.ts'
import { openTravel } from './travel/open-travel.ts'

/** What tests replace, and what a single command does without. */
export interface Replacements {
  clock?: Clock
  mail?: Mail
  /** Receives log lines instead of standard error. */
  writeLog?: (line: string) => void
  /** In memory instead of a directory. */
  inMemory?: boolean
  /** From which the embedded database is copied. */
  snapshot?: DatabaseSnapshot
  /** Instead of the recommended one. */
  passwordCost?: PasswordCost
  /** No extract is read: for whoever asks neither for roads nor for addresses. */
  withoutMaps?: boolean
}

/** Opens the database and brings it up to date; nothing serves yet, and no extract is read yet. */
export async function openServices(config: Config, replacements: Replacements = {}): Promise<Services> {
  const log = createLog({ level: config.logLevel, write: replacements.writeLog })
  const clock = replacements.clock ?? systemClock
  const { database } = await openMigrated(config, replacements, log)
  const metrics = createMetrics(database)
  const { mapData, roads, extracts } = createExtracts(config, database, log)
  const live = createLiveHub(database, log)
  const trial: Trial = { organizationId: undefined, dayClock: createDayClock(), endings: [] }
  const organizationMoment = (organizationId: string) => momentOf({ clock, trial }, organizationId)
  const outbox = createOutbox({
    directory: join(config.dataDirectory, 'outbox'),
    channels: channelsNotSent(config),
    clock,
  })
  const sms = createSms(config.sms, {
    outbox,
    isKeptFor: (organizationId) => organizationId === trial.organizationId,
    momentOf: organizationMoment,
  })
  return {
    config,
    log,
    clock,
    database,
    jobs: createJobs(database, metrics, log),
    mail:
      replacements.mail ??
      createMail({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox, clock, momentOf: organizationMoment }),
    sms,
    outbox,
    pictures: createPictures(),
    storage: openStorage(config),
    metrics,
    live,
    mapData,
    roads,
    extracts,
    travel: openTravel({ config, log, findRoads: (mode) => roads.find(mode) }),
    trial,
    adminSecret: openAdminSecret(config.dataDirectory),
    secrets: openSecretKeys(config.dataDirectory, config.secretKeys),
    passwords: createPasswords(replacements.passwordCost),
    publicBase: () => config.publicBaseUrl ?? `http://${config.host}:${config.port}`,
    async close() {
      await live.close()
      await sms.close()
      await extracts.close()
      await mapData.close()
      await roads.close()
      await database.close()
    },
  }
}

/**
 * Brings the database, the queues of its jobs included, to what this version needs, and closes it again. Returns the names of
 * the migrations that ran. Throws like `migrate`.
 */
export async function migrateAndClose(config: Config): Promise<string[]> {
  const log = createLog({ level: config.logLevel })
  const { database, migrated } = await openMigrated(config, {}, log)
  try {
    const jobs = createJobs(database, createMetrics(database), log)
    await jobs.start({ supervise: false })
    await jobs.stop()
    return migrated
  } finally {
    await database.close()
  }
}

/** Whose messages stay in the outbox. */
function channelsNotSent({ smtpUrl, sms }: Config): MessageChannel[] {
  return [...(smtpUrl ? [] : (['email'] as const)), ...(sms.gateway ? [] : (['sms'] as const))]
}

interface Migrated {
  database: Database
  /** Names of the migrations that ran now. */
  migrated: string[]
}

async function openMigrated(config: Config, replacements: Replacements, log: Log): Promise<Migrated> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    directory: replacements.inMemory ? undefined : config.dataDirectory,
    snapshot: replacements.snapshot,
    poolSize: config.databasePoolSize,
    log,
  })
  try {
    const migrated = await migrate(database.db)
    if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
    return { database, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

function createExtracts(
  config: Config,
  database: Database,
  log: Log,
): Pick<Services, 'mapData' | 'roads' | 'extracts'> {
  const cacheDir = join(config.dataDirectory, 'map')
  const mapData = new MapData({ cacheDir, log })
  const roads = new RoadParts({ cacheDir, modes: config.roadModes, log })
  return { mapData, roads, extracts: new ExtractSet({ config, database, log, mapData, roads }) }
}
