// Finds or starts the PostgreSQL that the tests use: TEST_DATABASE_URL, one on this machine, or a throw-away cluster.

import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { installDebianPackage } from './debian.mjs'
import { tryRun } from './run.mjs'
import { fail, say } from './say.mjs'

const LOWEST_VERSION = 15

/** Returns `{ url, isSuperuser, stop }`, or `{ why }` when none is available. `stop` removes what was started here. */
export async function providePostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const { problem, isSuperuser } = await look(given)
    if (problem) fail(`TEST_DATABASE_URL cannot be used: ${problem}`)
    return { url: given, isSuperuser, stop() {} }
  }
  for (const user of ['postgres', 'postgres:postgres', userInfo().username]) {
    const url = `postgres://${user}@127.0.0.1:5432/postgres`
    const { problem, isSuperuser } = await look(url)
    if (!problem) return { url, isSuperuser, stop() {} }
  }
  let programs = findPrograms()
  if (!programs) {
    const installed = installDebianPackage('postgresql')
    programs = findPrograms()
    if (!programs) return { why: installed.why ?? 'the installed package brought no initdb' }
  }
  return startCluster(programs)
}

/** Why the tests cannot make their databases there, as `problem`, or whether the user may do everything. */
async function look(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as version, rolcreatedb, rolsuper
       from pg_roles where rolname = current_user`,
    )
    if (rows[0].version < LOWEST_VERSION)
      return { problem: `PostgreSQL ${rows[0].version} is older than ${LOWEST_VERSION}` }
    if (!rows[0].rolcreatedb && !rows[0].rolsuper) return { problem: 'its user may not create databases' }
    return { isSuperuser: rows[0].rolsuper }
  } catch (error) {
    return { problem: error.message || error.code }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Folder with initdb and pg_ctl, newest version first, or undefined. */
function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= LOWEST_VERSION) : []
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'))
  return [...folders, ...(process.env.PATH ?? '').split(':')].find((folder) => existsSync(join(folder, 'initdb')))
}

/** Settings without durability: the tests' cluster need not survive a power cut. */
const FLEETING = '-F -c max_connections=200 -c full_page_writes=off'

async function startCluster(programs) {
  say('Starting a PostgreSQL for the tests …')
  const cluster = await startOwnPostgres({ programs, settings: FLEETING })
  if (cluster.why) return { why: `a cluster for the tests did not start: ${cluster.why}` }
  const { problem, isSuperuser } = await look(cluster.url)
  if (!problem) return { ...cluster, isSuperuser }
  cluster.stop()
  return { why: `a cluster for the tests cannot be used: ${problem}` }
}

/**
 * A PostgreSQL that belongs to whoever asks, with `restart(mode)`, `revive()` and `stop()`, which removes it; or `why` there is
 * none. `folder` must exist and be empty: the data lies there, and stop leaves the folder itself.
 */
export async function startOwnPostgres({ programs = findPrograms(), folder, settings = '' } = {}) {
  if (!programs) return { why: 'PostgreSQL is not installed' }
  const place = folder ?? mkdtempSync(join(tmpdir(), 'routewright-pg-'))
  const data = join(place, 'data')
  mkdirSync(data, { mode: 0o700 })
  const owner = findOwner()
  if (owner) for (const path of [place, data]) chownSync(path, owner.uid, owner.gid)
  const command = (name, ...args) => tryRun(join(programs, name), args, { cwd: place, stdio: PIPES, ...owner })
  const port = await findFreePort()
  const options = `-p ${port} -h 127.0.0.1 -k ${place} ${settings}`
  // The log lies elsewhere than the data, which may be on a disk that is full.
  const log = join(mkdtempSync(join(tmpdir(), 'routewright-pg-log-')), 'log')
  if (owner) chownSync(dirname(log), owner.uid, owner.gid)
  const control = (...args) => command('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, ...args)
  const stop = () => {
    control('-m', 'immediate', 'stop')
    for (const path of [folder ? data : place, dirname(log)]) rmSync(path, { recursive: true, force: true })
  }
  const made = command('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const started = made.ok ? control('start') : made
  if (!started.ok) {
    stop()
    return { why: started.out.trim() }
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    host: '127.0.0.1',
    port,
    restart(mode) {
      const restarted = control('-m', mode, 'restart')
      if (!restarted.ok) throw new Error(`PostgreSQL did not restart: ${restarted.out.trim()}`)
    },
    revive() {
      if (command('pg_ctl', '-D', data, 'status').ok) return
      const revived = control('start')
      if (!revived.ok) throw new Error(`PostgreSQL did not start again: ${revived.out.trim()}`)
    },
    stop,
  }
}

const PIPES = ['ignore', 'ignore', 'pipe']

/** PostgreSQL refuses to run as root: then the package's own user, or nobody. */
export function findOwner() {
  if (process.getuid() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const uid = Number(tryRun('id', ['-u', name]).out)
    const gid = Number(tryRun('id', ['-g', name]).out)
    if (uid > 0) return { uid, gid }
  }
  return undefined
}

export function findFreePort() {
  return new Promise((done, refuse) => {
    const server = createServer()
    server.once('error', refuse)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}
