// The settings of one server process: from the environment, checked at once, with every mistake named.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type QuotaKind, quotaKinds } from '@routewright/contract'
import { PROFILE_NAMES, type ProfileName } from '@routewright/roads'
import { withoutUndefined } from './compact.ts'
import { type ConfiguredLook, readMapLooks } from './config-map-looks.ts'
import {
  address,
  amounts,
  baseUrl,
  bucketName,
  choice,
  choices,
  contact,
  dnsServers,
  integer,
  listFiles,
  matching,
  origins,
  regionName,
  secret,
  share,
  storagePrefix,
  yesOrNo,
} from './config-readers.ts'
import { parseSecretKeys } from './secret-keys.ts'
import type { SmsGateway, SmsOptions } from './sms.ts'
import { isReachedFromElsewhere } from './trial.ts'

export type Role = 'all' | 'api' | 'worker'
export type Environment = 'development' | 'production' | 'test'

export interface Config {
  /** all: serves requests and works on jobs; api or worker: only one of these. */
  role: Role
  environment: Environment
  host: string
  /** 0 lets the system choose. */
  port: number
  /** Base of links in responses and mails, without a trailing slash; absent: the listening address. */
  publicBaseUrl?: string
  /** postgres:// address; absent: the embedded database in the data directory. */
  databaseUrl?: string
  /** postgres:// address past the pooler that databaseUrl then names, for what needs a session of its own; absent: there is no pooler. */
  databaseDirectUrl?: string
  /** Statements are prepared by name; not every pooler passes that on. */
  databasePrepares: boolean
  databasePoolSize: number
  /** Embedded database, images, outbox. */
  dataDirectory: string
  /** Where new uploads are kept: the folder `files` of the data directory, or a bucket. */
  fileStorage: StorageKind
  /** A bucket of an object storage. With `fileStorage: 'folder'` it is still read while its files move to the folder. */
  s3?: S3Settings
  /** Where backups are sent, too. */
  backupBucket?: S3Settings
  /** smtp:// or smtps:// address; absent: mails go to the outbox folder. */
  smtpUrl?: string
  /** Mails may stay in the outbox folder although other machines reach this service. */
  keepMails: boolean
  mailFrom: string
  /** mailto: or https:// address for whoever finds a weakness, told at /.well-known/security.txt. */
  securityContact?: string
  /** DNS servers, address or address:port, that are asked for proofs of domains; absent: those of the machine. */
  dnsServers?: string[]
  logLevel: string
  /** How long a process that was told to stop still serves requests while /health reports it; absent: 5 with the role api, else 0. */
  drainSeconds?: number
  /** Number of reverse proxies in front, whose X-Forwarded-For is believed. */
  trustedProxies: number
  /** Calls per credential and rolling minute; 0 switches all limits off (benchmarks). */
  requestsPerMinute: number
  /** Share of the optimizer's workers of a process that one organization holds at most where there are several, 0..1. */
  organizationShare: number
  /** What each organization may use up; absent: nothing is limited nor counted. */
  quotas?: QuotaDefaults
  /** OpenStreetMap extracts (.osm.pbf) for addresses, roads and the map, instead of the shipped one. Others are added in the settings. */
  osmFiles?: string[]
  /** Where extracts of regions are downloaded from: Geofabrik, or a mirror of it. Without a slash at the end. */
  osmMirror: string
  /** Modes of travel whose roads are opened from the extracts, in this order; the others travel on straight lines. */
  roadModes: ProfileName[]
  roadClasses: number
  /** http:// or https:// address of a routing server that is asked instead of the extract's roads. */
  routingUrl?: string
  /** Kind of server at routingUrl. */
  routingType: RoutingType
  /** Megabytes of travel times that are kept for plans that are optimized again. */
  travelCacheMegabytes: number
  /** http:// or https:// address of a geocoder that is asked instead of the extract's addresses. */
  geocoderUrl?: string
  /** Kind of server at geocoderUrl. */
  geocoderType: GeocoderType
  /** https:// address of a map style on another server, which the applications try before the map of the extract. */
  mapStyleUrl?: string
  /** Other servers that this style takes tiles, letters and pictures from. */
  mapStyleHosts: string[]
  /** Other looks of the planner's map that people may choose. */
  mapLooks: ConfiguredLook[]
  /** Webhooks of every organization may go to plain http and to private or loopback addresses. */
  allowPrivateWebhooks: boolean
  /** Keys that secrets are encrypted under: the first one writes, all read; absent: a key in the data directory. */
  secretKeys?: Buffer[]
  /** Bearer token for reading /metrics. */
  metricsToken?: string
  /** Where /metrics is answered without a token, on an address of its own; 0 lets the system choose. */
  metricsPort?: number
  /** The address that metricsPort is on. */
  metricsHost: string
  /** Where OSRM's paths are answered without a key, on an address of its own; 0 lets the system choose. */
  osrmPort?: number
  /** The same for problems in the JSON of VROOM. */
  vroomPort?: number
  /** The address that osrmPort and vroomPort are on. */
  openHost: string
  /** http:// or https:// address of an OpenTelemetry collector that traces and measurements are sent to. */
  otlpEndpoint?: string
  /** Name of this service there. */
  otlpServiceName: string
  /** Share of the traces that are recorded, 0..1. */
  traceShare: number
  /** Backups that the service makes by itself each day; absent: none. */
  backups?: ScheduledBackups
  /** The gateway for SMS; without `gateway` none are sent. */
  sms: SmsOptions
}

/** Backups of every day, in the time of the machine. */
export interface ScheduledBackups {
  folder: string
  hour: number
  minute: number
  /** Number of backups that are kept. */
  keep: number
  /** File with a key that they are encrypted with; absent: they are plain, and verified. */
  keyFile: string | undefined
}

/** Limits of every organization that has none of its own, by kind; a kind that is absent has none. */
export type QuotaDefaults = Partial<Record<QuotaKind, number>>

/** Where uploaded files are kept. */
export type StorageKind = 'folder' | 's3'

/** A bucket of an object storage that speaks the S3 interface. */
export interface S3Settings {
  /** http:// or https:// address of the storage, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  /** The bucket stands in the path of addresses (most servers of one's own), else before the host (Amazon). */
  pathStyle: boolean
  /** Stands before every key; empty or ending in a slash. */
  prefix: string
}

export type RoutingType = 'osrm' | 'valhalla'
export type GeocoderType = 'nominatim' | 'photon' | 'pelias'

/** Geofabrik publishes an extract of every region, and their index. */
export const DEFAULT_MIRROR = 'https://download.geofabrik.de'

export class ConfigError extends Error {}

type Env = Record<string, string | undefined>
type Take = <T>(name: string, fallback: T, read: (text: string) => T) => T

/** A setting in force, and its origin. */
export interface SettingInForce {
  /** Name of the environment variable. */
  name: string
  from: 'environment' | 'file' | 'command line' | 'default'
  /** As it was written; absent for secrets, and for a default of nothing. */
  value?: string
}

/** Reads the settings; `overrides` (command line, tests) win. Throws ConfigError, which lists every mistake. */
export function readConfig(env: Env, overrides: Partial<Config> = {}): Config {
  return readSettings(env, overrides).config
}

/** Lists the settings of a process by name: `config` are those in force, of which the command line may have given some. */
export function listSettings(env: Env, config: Config): SettingInForce[] {
  const { settings, own } = readSettings(env, config)
  return settings
    .map((setting): SettingInForce => {
      const key = BY_OPTION[setting.name]
      return key === undefined || String(config[key]) === String(own[key])
        ? setting
        : { name: setting.name, from: 'command line', value: String(config[key]) }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Settings that an option of the command line may give. */
const BY_OPTION: Readonly<Record<string, keyof Config>> = {
  PORT: 'port',
  HOST: 'host',
  ROLE: 'role',
  DATA_DIR: 'dataDirectory',
  LOG_LEVEL: 'logLevel',
  OSM_FILE: 'osmFiles',
}

/** `own`: the settings of the environment alone. */
function readSettings(
  env: Env,
  overrides: Partial<Config>,
): { config: Config; own: Config; settings: SettingInForce[] } {
  const mistakes: string[] = []
  const settings: SettingInForce[] = []
  const take = createTake(env, mistakes, settings)
  const environment = take<Environment>('NODE_ENV', 'development', choice('development', 'production', 'test'))
  const own: Config = {
    role: take<Role>('ROLE', 'all', choice('all', 'api', 'worker')),
    environment,
    host: take('HOST', '127.0.0.1', String),
    port: take('PORT', 8080, integer(0, 65_535)),
    publicBaseUrl: take<string | undefined>('PUBLIC_BASE_URL', undefined, baseUrl),
    databaseUrl: take<string | undefined>('DATABASE_URL', undefined, address('postgres:', 'postgresql:')),
    databaseDirectUrl: take<string | undefined>('DATABASE_DIRECT_URL', undefined, address('postgres:', 'postgresql:')),
    databasePrepares: take('DATABASE_PREPARED_STATEMENTS', true, yesOrNo),
    databasePoolSize: take('DATABASE_POOL_SIZE', 10, integer(2, 500)),
    dataDirectory: resolve(take('DATA_DIR', '.routewright', String)),
    fileStorage: take<StorageKind>('FILE_STORAGE', 'folder', choice('folder', 's3')),
    s3: readS3(take, mistakes, 'S3'),
    backupBucket: readS3(take, mistakes, 'BACKUP_S3'),
    ...readMail(take),
    dnsServers: take<string[] | undefined>('DNS_SERVERS', undefined, dnsServers),
    logLevel: take('LOG_LEVEL', 'info', choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
    drainSeconds: take<number | undefined>('DRAIN_SECONDS', undefined, integer(0, 300)),
    trustedProxies: take('TRUSTED_PROXIES', 0, integer(0, 10)),
    ...readLimits(take),
    ...readGround(take),
    allowPrivateWebhooks: take('ALLOW_PRIVATE_WEBHOOKS', false, yesOrNo),
    secretKeys: take<Buffer[] | undefined>('SECRET_KEYS', undefined, parseSecretKeys),
    metricsToken: take<string | undefined>('METRICS_TOKEN', undefined, secret(16)),
    ...readPorts(take),
    otlpEndpoint: take<string | undefined>('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, baseUrl),
    otlpServiceName: take('OTEL_SERVICE_NAME', 'routewright', String),
    traceShare: take('OTEL_TRACES_SAMPLER_ARG', 1, share),
    sms: readSms(take, environment),
    backups: readBackups(take),
  }
  const config: Config = { ...own, ...withoutUndefined(overrides) }
  mistakes.push(...contradictionsIn(config))
  if (mistakes.length > 0)
    throw new ConfigError(`The settings are not usable.\n${mistakes.map((m) => `  ${m}`).join('\n')}`)
  return { config, own, settings }
}

/** Reads one setting after the other; notes what is wrong, and where each comes from. */
function createTake(env: Env, mistakes: string[], settings: SettingInForce[]): Take {
  return (name, fallback, read) => {
    try {
      const text = getText(env, name)
      settings.push(describeSetting(env, name, text ?? fallback))
      return text ? read(text) : fallback
    } catch (error) {
      mistakes.push(`${name}: ${(error as Error).message}`)
      return fallback
    }
  }
}

/** Says where a setting comes from; of an address only what cannot hold a password or a key. */
function describeSetting(env: Env, name: string, given: unknown): SettingInForce {
  const from = env[name]?.trim()
    ? 'environment'
    : SECRETS.includes(name) && env[`${name}_FILE`]?.trim()
      ? 'file'
      : 'default'
  const text = typeof given === 'boolean' ? (given ? 'yes' : 'no') : String(given ?? '')
  if (text === '' || SECRETS.includes(name) || MAY_HOLD_SECRETS.includes(name)) return { name, from }
  const address = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return { name, from, value: address ? `${address.origin}${address.pathname}` : text }
}

/** Vans get their roads when a plan first has one. */
const usualModes: readonly ProfileName[] = ['car', 'truck', 'scooter', 'bicycle', 'pedestrian']

/** Texts in which a gateway's key may stand. */
const MAY_HOLD_SECRETS = ['SMS_URL', 'SMS_HEADERS', 'SMS_BODY', 'MAP_STYLES']

/** Settings that hold a password or a key. `NAME_FILE` may name a file with the value instead, out of sight of `docker inspect` and `ps`. */
const SECRETS = [
  'SECRET_KEYS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'SMS_SECRET',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
]

function getText(env: Env, name: string): string | undefined {
  const text = env[name]?.trim()
  const file = SECRETS.includes(name) ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return text
  if (text) throw new Error(`must not be set together with ${name}_FILE`)
  const content = readSecret(file, name)
  // Going on without would open the embedded database, for instance, and look as if everything were lost.
  if (content === '') throw new Error(`${name}_FILE names ${file}, which is empty`)
  return content
}

function readSecret(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`${name}_FILE names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Additional ports, which need no key. */
function readPorts(take: Take): Pick<Config, 'metricsPort' | 'metricsHost' | 'osrmPort' | 'vroomPort' | 'openHost'> {
  const port = integer(0, 65_535)
  return {
    metricsPort: take<number | undefined>('METRICS_PORT', undefined, port),
    metricsHost: take('METRICS_HOST', '127.0.0.1', String),
    osrmPort: take<number | undefined>('OSRM_PORT', undefined, port),
    vroomPort: take<number | undefined>('VROOM_PORT', undefined, port),
    openHost: take('OPEN_HOST', '127.0.0.1', String),
  }
}

/** Limits of one credential or organization. */
function readLimits(take: Take): Pick<Config, 'requestsPerMinute' | 'organizationShare' | 'quotas'> {
  return {
    requestsPerMinute: take('REQUESTS_PER_MINUTE', 2_000, integer(0, 1_000_000)),
    organizationShare: take('ORGANIZATION_SHARE', 0.5, share),
    quotas: take<QuotaDefaults | undefined>('QUOTAS', undefined, amounts(...quotaKinds)),
  }
}

type Ground =
  | 'osmFiles'
  | 'osmMirror'
  | 'roadClasses'
  | 'roadModes'
  | 'routingUrl'
  | 'routingType'
  | 'travelCacheMegabytes'
  | 'geocoderUrl'
  | 'geocoderType'
  | 'mapStyleUrl'
  | 'mapStyleHosts'
  | 'mapLooks'

/** Where roads, addresses and maps come from. */
function readGround(take: Take): Pick<Config, Ground> {
  return {
    osmFiles: take<string[] | undefined>('OSM_FILE', undefined, listFiles),
    osmMirror: take('OSM_MIRROR', DEFAULT_MIRROR, baseUrl),
    roadClasses: take('ROAD_CLASSES', 8, integer(0, 1_000)),
    roadModes: take<ProfileName[]>('ROAD_MODES', [...usualModes], choices(...PROFILE_NAMES)),
    routingUrl: take<string | undefined>('ROUTING_URL', undefined, baseUrl),
    routingType: take<RoutingType>('ROUTING_TYPE', 'osrm', choice('osrm', 'valhalla')),
    travelCacheMegabytes: take('TRAVEL_CACHE_MB', 400, integer(0, 100_000)),
    geocoderUrl: take<string | undefined>('GEOCODER_URL', undefined, baseUrl),
    geocoderType: take<GeocoderType>('GEOCODER_TYPE', 'nominatim', choice('nominatim', 'photon', 'pelias')),
    mapStyleUrl: take<string | undefined>('MAP_STYLE_URL', undefined, address('http:', 'https:')),
    mapStyleHosts: take<string[]>('MAP_STYLE_HOSTS', [], origins),
    mapLooks: take<ConfiguredLook[]>('MAP_STYLES', [], readMapLooks),
  }
}

/** BACKUP_FOLDER switches them on. */
function readBackups(take: Take): ScheduledBackups | undefined {
  const folder = take<string | undefined>('BACKUP_FOLDER', undefined, (text) => resolve(text))
  const at = take('BACKUP_AT', '03:30', matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 03:30'))
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const keep = take('BACKUP_KEEP', 7, integer(1, 10_000))
  const keyFile = take<string | undefined>('BACKUP_KEY_FILE', undefined, (text) => resolve(text))
  return folder === undefined ? undefined : { folder, hour, minute, keep, keyFile }
}

/** Settings whose names begin with `named`. Any of them asks for the others that have no default. */
function readS3(take: Take, mistakes: string[], named: 'S3' | 'BACKUP_S3'): S3Settings | undefined {
  const region = take<string | undefined>(`${named}_REGION`, undefined, regionName)
  const endpoint = take<string | undefined>(`${named}_ENDPOINT`, undefined, baseUrl)
  const bucket = take<string | undefined>(`${named}_BUCKET`, undefined, bucketName)
  const accessKey = take<string | undefined>(`${named}_ACCESS_KEY`, undefined, String)
  const secretKey = take<string | undefined>(`${named}_SECRET_KEY`, undefined, String)
  // Amazon wants the bucket before the host; servers of one's own have no such names.
  const pathStyle = take(`${named}_PATH_STYLE`, endpoint !== undefined, yesOrNo)
  const prefix = take(`${named}_PREFIX`, '', storagePrefix)
  if (!(region ?? endpoint ?? bucket ?? accessKey ?? secretKey)) return undefined
  const needed = { BUCKET: bucket, ACCESS_KEY: accessKey, SECRET_KEY: secretKey }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  const what = named === 'S3' ? 'files' : 'backups'
  mistakes.push(...missing.map(([name]) => `${named}_${name}: is needed for ${what} in a bucket`))
  if (!bucket || !accessKey || !secretKey) return undefined
  const place = endpoint ?? `https://s3.${region ?? defaultRegion}.amazonaws.com`
  return { endpoint: place, region: region ?? defaultRegion, bucket, accessKey, secretKey, pathStyle, prefix }
}

const defaultRegion = 'us-east-1'

/** Returns mistakes in settings that are valid alone but not together. */
function contradictionsIn(config: Config): string[] {
  const mistakes = smsMistakes(config.sms)
  if (config.fileStorage === 's3' && !config.s3) {
    mistakes.push(
      'FILE_STORAGE: s3 needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY, and S3_ENDPOINT unless it is Amazon',
    )
  }
  if (config.role !== 'all' && !config.databaseUrl) {
    mistakes.push(`ROLE: ${config.role} needs DATABASE_URL, because the embedded database serves one process only`)
  }
  if (config.databaseDirectUrl && !config.databaseUrl) {
    mistakes.push('DATABASE_DIRECT_URL: is the way past the pooler that DATABASE_URL names, which is missing')
  }
  if (isReachedFromElsewhere(config) && !config.smtpUrl && !config.keepMails) {
    mistakes.push(
      'SMTP_URL: is needed where other machines reach the service (HOST, PUBLIC_BASE_URL), since links to sign in go by mail; ' +
        'KEEP_MAILS=yes starts without, and every mail stays a file in the data folder',
    )
  }
  return mistakes
}

/** Twilio needs account, secret and sender; any other gateway at least an address. */
function readSms(take: Take, environment: Environment): SmsOptions {
  return {
    gateway: take<SmsGateway | undefined>('SMS_GATEWAY', undefined, choice('twilio', 'http')),
    url: take<string | undefined>('SMS_URL', undefined, address('http:', 'https:')),
    account: take<string | undefined>('SMS_ACCOUNT', undefined, String),
    secret: take<string | undefined>('SMS_SECRET', undefined, String),
    from: take<string | undefined>('SMS_FROM', undefined, String),
    method: take('SMS_METHOD', 'POST', choice('POST', 'PUT', 'GET')),
    headers: take<string | undefined>('SMS_HEADERS', undefined, (text) => text.replaceAll('\\n', '\n')),
    body: take<string | undefined>('SMS_BODY', undefined, String),
    takesStop: take<boolean | undefined>('SMS_TAKES_STOP', undefined, yesOrNo),
    allowPrivate: take('ALLOW_PRIVATE_SMS_GATEWAY', environment !== 'production', yesOrNo),
  }
}

function smsMistakes({ gateway, url, account, secret, from }: SmsOptions): string[] {
  if (gateway === 'http' && !url) return ['SMS_URL: is needed for SMS_GATEWAY=http']
  if (gateway !== 'twilio') return []
  const needed = { SMS_ACCOUNT: account, SMS_SECRET: secret, SMS_FROM: from }
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : [`${name}: is needed for SMS_GATEWAY=twilio`]))
}

/** How the service writes, and whom it names to write to. */
function readMail(take: Take) {
  return {
    smtpUrl: take<string | undefined>('SMTP_URL', undefined, address('smtp:', 'smtps:')),
    keepMails: take('KEEP_MAILS', false, yesOrNo),
    mailFrom: take('MAIL_FROM', 'Routewright <routewright@localhost>', String),
    securityContact: take<string | undefined>('SECURITY_CONTACT', undefined, contact),
  }
}
