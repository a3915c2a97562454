// Starts a PgBouncer in transaction mode before the tests' PostgreSQL, installed like that one where it is missing.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackage } from './debian.mjs'
import { say } from './say.mjs'
import { findFreePort, findOwner } from './test-postgres.mjs'

/** Returns `{ url, stop }`, or `{ why }` when none is available. Its databases have the same names as PostgreSQL's. */
export async function providePgbouncer(databaseUrl) {
  let program = findProgram()
  if (!program) {
    const installed = installDebianPackage('pgbouncer')
    program = findProgram()
    if (!program) return { why: installed.why ?? 'the installed package brought no pgbouncer' }
  }
  const folder = mkdtempSync(join(tmpdir(), 'routewright-pgbouncer-'))
  const settings = join(folder, 'pgbouncer.ini')
  const port = await findFreePort()
  writeFileSync(settings, settingsFor(new URL(databaseUrl), port))
  const owner = findOwner()
  if (owner) for (const path of [folder, settings]) chownSync(path, owner.uid, owner.gid)
  say('Starting a PgBouncer for the tests …')
  const child = spawn(program, [settings], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...owner })
  let told = ''
  child.stderr.on('data', (text) => {
    told = `${told}${text}`.slice(-2_000)
  })
  const ended = once(child, 'exit')
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  if (await Promise.race([answers(port), ended.then(() => false)])) {
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  }
  stop()
  return { why: `it did not start: ${told.trim().split('\n').at(-1)}` }
}

/** docs/operations.md explains those that an installation has too; whoever connects here is let in as the user of the tests. */
function settingsFor({ hostname, port, username, password }, listenPort) {
  const quoted = (text) => `'${decodeURIComponent(text).replaceAll("'", "''")}'`
  const given = [`host=${hostname}`, `port=${port || 5432}`, `user=${quoted(username)}`]
  if (password) given.push(`password=${quoted(password)}`)
  const session = "connect_query='set statement_timeout = 60000; set idle_in_transaction_session_timeout = 60000'"
  return `[databases]
* = ${[...given, session].join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
`
}

function findProgram() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync)
}

async function answers(port) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
