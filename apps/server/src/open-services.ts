// Opens what one server process is made of, and closes it in order.
import { join } from 'node:path'
import type { Config } from './config.ts'
import { MapData } from './extracts/map-data.ts'
import { RoadParts } from './extracts/road-parts.ts'
import { openAdminSecret } from './platform/admin-secret.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { createJobs } from './platform/jobs.ts'
import { createLiveHub } from './platform/live-notices.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMail, type Mail } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import type { Services } from './platform/services.ts'
import { createSms } from './platform/sms.ts'
import { createFileStorage } from './platform/storage.ts'
import { openTravel } from './travel/open-travel.ts'

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

/** Opens the database and brings it up to date; nothing serves yet, and no extract is read yet. */
export async function openServices(config: Config, replacements: Replacements = {}): Promise<Services> {
  const log = createLog({ level: config.logLevel, write: replacements.writeLog })
  const clock = replacements.clock ?? systemClock
  const database = await openMigrated(config, replacements, log)
  const metrics = createMetrics(database)
  const { mapData, roads } = createExtracts(config, log)
  const live = createLiveHub(database, log)
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
    live,
    mapData,
    roads,
    travel: openTravel({ config, log, findRoads: (mode) => roads.find(mode) }),
    trial: { organizationId: undefined },
    adminSecret: openAdminSecret(config.dataDirectory),
    publicBase: () => config.publicBaseUrl ?? `http://${config.host}:${config.port}`,
    async close() {
      await live.close()
      await sms.close()
      await mapData.close()
      await roads.close()
      await database.close()
    },
  }
}

async function openMigrated(config: Config, replacements: Replacements, log: Log): Promise<Database> {
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
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function createExtracts(config: Config, log: Log): Pick<Services, 'mapData' | 'roads'> {
  const cacheDir = join(config.dataDirectory, 'map')
  return {
    // Who only works jobs off answers no questions about addresses.
    mapData: new MapData({ files: config.role === 'worker' ? [] : config.osmFiles, cacheDir, log }),
    // With a routing server nobody asks for roads of our own.
    roads: new RoadParts({ files: config.routingUrl ? [] : config.osmFiles, cacheDir, modes: config.roadModes, log }),
  }
}
