// A migrated database made once, from which every test file copies its own in a fraction of a second.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Database, openDatabase } from '../src/frame/platform/db.ts'
import { createJobs } from '../src/frame/platform/jobs.ts'
import { createLog } from '../src/frame/platform/log.ts'
import { createMetrics } from '../src/frame/platform/metrics.ts'
import { migrate } from '../src/frame/platform/migrate.ts'
import type { startPglite } from '../src/frame/platform/pglite.ts'
import type { DatabaseSnapshot } from '../src/frame/platform/pglite-worker.ts'
import type { OtherClient } from './compared-databases.ts'
import { lendEmbedded } from './embedded.ts'

export type Backend = 'pglite' | 'postgres'

/** Which database this run of the tests is about. */
export const testBackend: Backend = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

const administration = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const log = createLog({ level: 'fatal' })

export interface TestDatabase {
  /** For readConfig: where it is. */
  databaseUrl?: string
  /** Where databaseUrl leads through a pooler: the way past it. */
  databaseDirectUrl?: string
  /** For a server on the embedded database: each that starts finds it empty. */
  startEmbedded?: typeof startPglite
  drop(): Promise<void>
}

/** A database of its own, with every table and queue, empty. */
export async function createTestDatabase(backend: Backend = testBackend): Promise<TestDatabase> {
  if (backend === 'postgres') return await clonePostgres()
  const snapshot = { file: await prepareSnapshot(), compiled: await compiled() }
  return { startEmbedded: (_, onLost) => lendEmbedded(snapshot, onLost, openComparison), drop: async () => {} }
}

/**
 * Lays a database with every table and queue, empty, where a process with this data directory looks for it: `databaseUrl` names
 * it, or it is embedded. Without, each process that starts first makes one from nothing, five processor seconds of it.
 */
export async function createInstallation(dataDirectory: string): Promise<TestDatabase> {
  if (testBackend === 'postgres') return await clonePostgres()
  const place = join(dataDirectory, 'database')
  mkdirSync(place, { recursive: true, mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', await prepareSnapshot(), '-C', place])
  return { drop: async () => {} }
}

/** An empty PostgreSQL database, for tests of the migrations themselves. */
export async function createEmptyPostgres(): Promise<TestDatabase & { databaseUrl: string }> {
  const name = `rw_test_${randomBytes(6).toString('hex')}`
  await administer((client) => client.query(`create database ${name}`))
  return { ...getAddresses(name), drop: () => dropPostgres(name) }
}

/** Where a service in a process of its own keeps everything: a folder, and a database of this run's kind, with tables that are empty. */
export async function createServicePlace(): Promise<{
  dataDirectory: string
  databaseUrl?: string
  drop(): Promise<void>
}> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-place-'))
  const { databaseUrl, drop } = await createInstallation(dataDirectory)
  return {
    dataDirectory,
    ...(databaseUrl && { databaseUrl }),
    async drop() {
      await drop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Changes whenever a template made before no longer fits. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const migrations = new URL('../migrations/', import.meta.url)
  for (const file of readdirSync(migrations).sort()) hash.update(file).update(readFileSync(new URL(file, migrations)))
  hash.update(readFileSync(new URL('../src/frame/platform/jobs.ts', import.meta.url)))
  hash.update(readFileSync(new URL('../package.json', import.meta.url)))
  return hash.digest('hex').slice(0, 12)
}

/** Tables and queues. */
async function fill(database: Database): Promise<void> {
  await migrate(database.db)
  const jobs = createJobs(database, createMetrics(database), log)
  await jobs.start({ supervise: false })
  await jobs.stop(1)
}

type Compiled = NonNullable<DatabaseSnapshot['compiled']>

/** Node has it; the types of Node do not name it. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Compiled['pgliteWasmModule']> }

/** PostgreSQL compiled once for all files that share this process: half of what a database in memory costs. */
let compiling: Promise<Compiled> | undefined
function compiled(): Promise<Compiled> {
  compiling ??= compile()
  return compiling
}

async function compile(): Promise<Compiled> {
  const dist = new URL('.', import.meta.resolve('@electric-sql/pglite'))
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all(
    ['pglite.wasm', 'initdb.wasm'].map((name) => WebAssembly.compile(readFileSync(new URL(name, dist)))),
  )
  return { pgliteWasmModule: pgliteWasmModule!, initdbWasmModule: initdbWasmModule! }
}

async function prepareSnapshot(): Promise<string> {
  const file = join(tmpdir(), `routewright-test-${fingerprint()}.tar`)
  const claim = `${file}.making`
  while (!existsSync(file)) {
    if (!tryClaim(claim)) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    try {
      const database = await openDatabase({ log })
      await fill(database)
      await database.embedded!.dump(`${file}.new`)
      await database.close()
      renameSync(`${file}.new`, file)
    } finally {
      rmSync(claim, { recursive: true, force: true })
    }
  }
  return file
}

/** Making a directory is atomic; a claim older than a minute belongs to a process that died. */
function tryClaim(claim: string): boolean {
  try {
    mkdirSync(claim)
    return true
  } catch {
    const age = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > 60_000) rmSync(claim, { recursive: true, force: true })
    return false
  }
}

async function clonePostgres(): Promise<TestDatabase> {
  const name = `rw_test_${randomBytes(6).toString('hex')}`
  await administer((client) => makeFromTemplate(client, name))
  return { ...getAddresses(name), drop: () => dropPostgres(name) }
}

/**
 * Opens the PostgreSQL database in which this worker repeats what the embedded one was asked. It is never written to for good, so it
 * is kept for the next run, like the template.
 */
async function openComparison(): Promise<OtherClient> {
  const name = `rw_compared_${fingerprint()}_${process.env.VITEST_POOL_ID ?? 0}`
  await administer(async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeFromTemplate(client, name)
  })
  const client = new pg.Client({ connectionString: getAddress(name) }) as OtherClient
  await client.connect()
  return client
}

async function makeFromTemplate(client: pg.Client, name: string): Promise<void> {
  const template = `rw_template_${fingerprint()}`
  // One at a time: a template with a connection cannot be copied.
  await client.query('select pg_advisory_lock(20261120)')
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount === 0) await makeTemplate(client, template)
  await client.query(`create database ${name} template ${template}`)
  // No test pulls the plug of the machine, so none waits for its disk.
  await client.query(`alter database ${name} set synchronous_commit = off`)
}

async function makeTemplate(client: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  const database = await openDatabase({ databaseUrl: getAddress(draft), log })
  await fill(database)
  await database.close()
  await client.query(`alter database ${draft} rename to ${template}`)
}

async function dropPostgres(name: string): Promise<void> {
  await administer((client) => client.query(`drop database if exists ${name} with (force)`))
}

/** With TEST_POOLER_URL through that pooler in transaction mode. */
function getAddresses(name: string) {
  const pooler = process.env.TEST_POOLER_URL
  if (!pooler) return { databaseUrl: getAddress(name) }
  return { databaseUrl: getAddress(name, pooler), databaseDirectUrl: getAddress(name) }
}

/** Settings for processes that use the tests' pooler; the version of Debian 12 supports no prepared statements. */
export function poolerSettings({ databaseDirectUrl }: TestDatabase): Record<string, string> {
  return databaseDirectUrl ? { DATABASE_DIRECT_URL: databaseDirectUrl, DATABASE_PREPARED_STATEMENTS: 'no' } : {}
}

function getAddress(name: string, server = administration): string {
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.href
}

async function administer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: administration })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
