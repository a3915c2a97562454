// The services of one server process, as passed to whatever needs them, and how rules get their scope from them.

import type { ExtractSet } from '../../geography/extracts/extract-set.ts'
import type { MapData } from '../../geography/extracts/map-data.ts'
import type { RoadClasses } from '../../geography/extracts/road-classes.ts'
import type { RoadParts } from '../../geography/extracts/road-parts.ts'
import type { Travel } from '../../geography/travel/travel.ts'
import type { ServicePorts } from '../../telling/ports.ts'
import type { ToldWindow, ToldWindows } from '../../telling/promises/told-windows.ts'
import type { Storage } from '../files/storage.ts'
import type { Pictures } from '../pictures/prepare.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { LiveHub } from './live-notices.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { Outbox } from './outbox.ts'
import type { Passwords } from './password.ts'
import type { Scope, Surroundings, Tx } from './scope.ts'
import type { SecretKeys } from './secret-keys.ts'
import type { Asker, FirstStatement } from './session.ts'
import type { Sms } from './sms.ts'
import type { Tracing } from './tracing.ts'
import type { Trial } from './trial.ts'

export interface Services {
  config: Config
  log: Log
  clock: Clock
  database: Database
  jobs: Jobs
  mail: Mail
  sms: Sms
  /** Mails and SMS kept because no server sends them. */
  outbox: Outbox
  /** Where uploaded files are kept. */
  storage: Storage
  /** Makes uploads fit to be kept and shown. */
  pictures: Pictures
  metrics: Metrics
  /** Spans for a collector of traces. */
  tracing: Tracing
  /** News of plans for pages that stay open. */
  live: LiveHub
  /** Data built from the OpenStreetMap extracts. */
  mapData: MapData
  /** The roads of the extracts. */
  roads: RoadParts
  /** The same for kinds of vehicles. */
  roadClasses: RoadClasses
  /** Which extracts these are made of; they may change while the service runs. */
  extracts: ExtractSet
  /** Travel times: by a routing server, by these roads, or by straight lines. */
  travel: Travel
  /** Windows that pages showed in the last seconds, before they are written. */
  toldWindows: ToldWindows
  /** Extensions of the core by mounted modules. */
  ports: ServicePorts
  /** Extras for trying the service out; the demo is entered here when it exists. */
  trial: Trial
  /** Holds each event against its declaration; only tests have one. */
  checkEvent?: (event: object) => void
  /** Opens the operations of the machine's administrator; see admin-secret.ts. */
  adminSecret: string
  /** Encrypts what must not stand readable in the database, and signs what must be recognized. */
  secrets: SecretKeys
  /** Hashes the passwords that people choose. */
  passwords: Passwords
  /** Where links point to, without a trailing slash; known once the server listens. */
  publicBase(): string
  /** Ends the database; jobs and HTTP are stopped before. */
  close(): Promise<void>
}

/** On whose behalf something is done: a scope without its transaction and moment. */
export type Caller = Omit<Scope, keyof Surroundings>

/** Returns the time for an organization: ahead of the machine's for the demo, once its days were played faster. */
export function getMoment({ clock, trial }: Pick<Services, 'clock' | 'trial'>, organizationId: string): Date {
  const now = clock.now()
  return organizationId === trial.organizationId ? trial.dayClock.at(now) : now
}

/** Runs a rule in a transaction of its own: for jobs, and for callers without rights of their own (recipients, login). */
export async function transactAs<T>(
  services: Services,
  caller: Caller,
  work: (scope: Scope) => Promise<T>,
  now: Date = getMoment(services, caller.organizationId),
  first?: FirstStatement,
): Promise<T> {
  const asker = getAsker(caller, first)
  return await services.database.transaction((tx) => work({ ...caller, ...getSurroundings(services, tx, now) }), asker)
}

/** Runs a reading rule in one snapshot, for responses whose parts must be consistent. */
export async function readAtOneMoment<T>(
  services: Services,
  caller: Caller,
  work: (scope: Scope) => Promise<T>,
  now: Date = getMoment(services, caller.organizationId),
  first?: FirstStatement,
): Promise<T> {
  const asker = getAsker(caller, first)
  return await services.database.atOneMoment((tx) => work({ ...caller, ...getSurroundings(services, tx, now) }), asker)
}

/** For rules that only read: they need no isolation beyond that of one statement, and save the round trips of a transaction. */
export function readingScope(services: Services, caller: Caller, now?: Date, first?: FirstStatement): Scope {
  const moment = now ?? getMoment(services, caller.organizationId)
  const asker = getAsker(caller, first)
  return { ...caller, ...getSurroundings(services, services.database.reading(asker), moment) }
}

/** Returns for whom statements are sent: calls of an organization wait for each other, and organizations get their turns in turn. */
function getAsker({ organizationId }: Caller, first: FirstStatement | undefined): Asker {
  return { first, line: organizationId }
}

/** Returns the parts of a scope that do not depend on the caller. */
export function getSurroundings(services: Services, tx: Tx, now: Date = services.clock.now()): Surroundings {
  const { jobs, ports, checkEvent } = services
  const noteWindow = (told: ToldWindow) => services.toldWindows.note(told)
  return {
    tx,
    now,
    publicBase: services.publicBase(),
    travel: services.travel.local,
    jobs,
    ports,
    checkEvent,
    noteWindow,
  }
}

/** Its scope in a transaction in which it was found out which organization that is. */
export function systemScope(services: Services, tx: Tx, organizationId: string, now: Date): Scope {
  return { ...systemCaller(organizationId), ...getSurroundings(services, tx, now) }
}

/** The service itself, working for one organization. */
export function systemCaller(organizationId: string): Caller {
  return { organizationId, projects: 'all', actor: { type: 'system' } }
}
