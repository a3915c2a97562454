// Opens what one server process is made of, and closes it in order.
import { join } from 'node:path'
import type { MessageChannel } from '@routewright/contract'
import type { Annex } from '../annexes/annexes.ts'
import { openStorage } from '../frame/files/open-storage.ts'
import { createPictures } from '../frame/pictures/prepare.ts'
import { openAdminSecret } from '../frame/platform/admin-secret.ts'
import { type Clock, systemClock } from '../frame/platform/clock.ts'
import type { Config } from '../frame/platform/config.ts'
import { createDayClock } from '../frame/platform/day-clock.ts'
import { type Database, openDatabase } from '../frame/platform/db.ts'
import { createJobs } from '../frame/platform/jobs.ts'
import { createLiveHub } from '../frame/platform/live-notices.ts'
import { createLog, type Log } from '../frame/platform/log.ts'
import { createMail, type Mail } from '../frame/platform/mail.ts'
import { createMetrics, type Metrics } from '../frame/platform/metrics.ts'
import { migrate } from '../frame/platform/migrate.ts'
import { createOutbox } from '../frame/platform/outbox.ts'
import { createPasswords, type PasswordCost } from '../frame/platform/password.ts'
import type { startPglite } from '../frame/platform/pglite.ts'
import { openSecretKeys } from '../frame/platform/secret-keys.ts'
import { getMoment, type Services } from '../frame/platform/services.ts'
import { createSms } from '../frame/platform/sms.ts'
import { type Tracing, untraced } from '../frame/platform/tracing.ts'
import type { Trial } from '../frame/platform/trial.ts'
import { ExtractSet } from '../geography/extracts/extract-set.ts'
import { MapData } from '../geography/extracts/map-data.ts'
import { RoadClasses } from '../geography/extracts/road-classes.ts'
import { RoadParts } from '../geography/extracts/road-parts.ts'
import { openTravel } from '../geography/travel/open-travel.ts'
import { keepToldWindows } from '../telling/promises/promises.ts'
import { collectPorts } from './annexes.ts'
import { observeBacklog } from './backlog/backlog.ts'
import { requireDataFolder } from './start-trouble.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** Replacements in tests, and parts that a single command does without. */
export interface Replacements {
  clock?: Clock
  mail?: Mail
  /** Receives log lines instead of standard error. */
  writeLog?: (line: string) => void
  /** In memory instead of a directory. */
  inMemory?: boolean
  /** How the embedded database is started, instead of as a new one. */
  startEmbedded?: typeof startPglite
  /** Instead of the recommended one. */
  passwordCost?: PasswordCost
  /** Called with each recorded event, even without readers; throws to refuse it. */
  checkEvent?: (event: object) => void
  /** Mounted in place of all. */
  annexes?: readonly Annex[]
  /** No extract is read: for whoever asks neither for roads nor for addresses. */
  withoutMaps?: boolean
}

/** Opens the database and brings it up to date; nothing serves yet, and no extract is read yet. */
export async function openServices(config: Config, replacements: Replacements = {}): Promise<Services> {
  requireDataFolder(config.dataDirectory)
  const { tracing, sendMetrics } = await openTelemetry(config)
  const fields = tracing.isOn ? tracing.logFields : undefined
  const log = createLog({ level: config.logLevel, write: replacements.writeLog, fields })
  const clock = replacements.clock ?? systemClock
  const { database } = await openMigrated(config, replacements, log, tracing)
  const metrics = createMetrics(database)
  const jobs = createJobs(database, metrics, log, tracing)
  observeBacklog(metrics.registry, database, jobs, log)
  const stopSending = sendMetrics(metrics)
  const { mapData, roads, roadClasses, extracts } = createExtracts(config, database, log)
  const live = createLiveHub(database, log)
  const trial: Trial = { organizationId: undefined, dayClock: createDayClock(), endings: [] }
  const toldWindows = keepToldWindows(database, log)
  const { outbox, sms, mail } = openOutlets(config, replacements, { clock, trial })
  return {
    config,
    log,
    clock,
    database,
    jobs,
    mail,
    sms,
    outbox,
    pictures: createPictures(),
    storage: openStorage(config),
    metrics,
    tracing,
    live,
    mapData,
    roads,
    roadClasses,
    extracts,
    travel: openTravel({ config, log, roads: roadClasses }),
    ports: collectPorts(config, replacements.annexes),
    toldWindows,
    trial,
    checkEvent: replacements.checkEvent,
    adminSecret: openAdminSecret(config.dataDirectory),
    secrets: openSecretKeys(config.dataDirectory, config.secretKeys),
    passwords: createPasswords(replacements.passwordCost),
    publicBase: () => config.publicBaseUrl ?? `http://${config.host}:${config.port}`,
    async close() {
      await toldWindows.flush()
      await live.close()
      await sms.close()
      await extracts.close()
      await mapData.close()
      await roadClasses.close()
      await roads.close()
      await stopSending()
      await tracing.close()
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

interface Telemetry {
  tracing: Tracing
  /** Sends metrics from now on; returns a function that stops. */
  sendMetrics(metrics: Metrics): () => Promise<void>
}

/** Its libraries are read only where a collector is named. */
async function openTelemetry(config: Config): Promise<Telemetry> {
  const { otlpEndpoint: endpoint, otlpServiceName: serviceName, traceShare } = config
  if (endpoint === undefined) return { tracing: untraced, sendMetrics: () => async () => {} }
  const { openTracing, sendMetrics } = await import('./telemetry/open-telemetry.ts')
  const options = { endpoint, serviceName, traceShare }
  return { tracing: openTracing(options), sendMetrics: ({ registry }) => sendMetrics(registry, options) }
}

/** Opens the channels for mails and SMS. */
function openOutlets(
  config: Config,
  replacements: Replacements,
  { clock, trial }: Pick<Services, 'clock' | 'trial'>,
): Pick<Services, 'outbox' | 'sms' | 'mail'> {
  const organizationMoment = (organizationId: string) => getMoment({ clock, trial }, organizationId)
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
  const { smtpUrl, mailFrom: from } = config
  const mail = replacements.mail ?? createMail({ smtpUrl, from, outbox, clock, momentOf: organizationMoment })
  return { outbox, sms, mail }
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

async function openMigrated(
  config: Config,
  replacements: Replacements,
  log: Log,
  tracing: Tracing = untraced,
): Promise<Migrated> {
  // With PostgreSQL, migrating alone needs no folder.
  if (!config.databaseUrl) requireDataFolder(config.dataDirectory)
  const tell = (line: string) => log.warn(line)
  for (const url of [config.databaseUrl, config.databaseDirectUrl]) if (url) await waitForDatabase(url, tell)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    databaseDirectUrl: config.databaseDirectUrl,
    prepares: config.databasePrepares,
    directory: replacements.inMemory ? undefined : config.dataDirectory,
    startEmbedded: replacements.startEmbedded,
    poolSize: config.databasePoolSize,
    log,
    tracing,
  })
  try {
    const migrated = await (config.databaseDirectUrl
      ? migrateBehind(config.databaseDirectUrl, log)
      : migrate(database.db))
    if (migrated.length > 0) log.info({ migrated }, 'database brought up to date')
    return { database, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Past the pooler: processes that start at once wait for each other inside transactions, which could take all of its connections. */
async function migrateBehind(databaseUrl: string, log: Log): Promise<string[]> {
  const database = await openDatabase({ databaseUrl, poolSize: 2, log })
  try {
    return await migrate(database.db)
  } finally {
    await database.close()
  }
}

function createExtracts(
  config: Config,
  database: Database,
  log: Log,
): Pick<Services, 'mapData' | 'roads' | 'roadClasses' | 'extracts'> {
  const cacheDir = join(config.dataDirectory, 'map')
  const mapData = new MapData({ cacheDir, log })
  const roads = new RoadParts({ cacheDir, modes: config.roadModes, log })
  const roadClasses = new RoadClasses({
    parts: roads,
    cacheDir: join(cacheDir, 'vehicles'),
    most: config.roadClasses,
    log,
  })
  return { mapData, roads, roadClasses, extracts: new ExtractSet({ config, database, log, mapData, roads }) }
}
