// Brings a script from whatever Node began it to the Node 24 that the service needs.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ROOT } from './paths.mjs'
import { run } from './run.mjs'
import { fail } from './say.mjs'

/** Lowest Node that runs the sources as they are (TypeScript without a build step, and what the dependencies ask for). */
const LOWEST_MAJOR = 24

/**
 * Continues under Node 24: returns when the running Node is new enough; otherwise starts the same script again with the
 * Node that the lock file brought, waits, and ends with its exit code. Call it after `ensureInstalled()`.
 */
export async function continueOnNode24() {
  putToolsFirstOnPath()
  endWithParent()
  if (majorVersion(process.versions.node) >= LOWEST_MAJOR) return
  const node = findBroughtNode()
  if (!node) {
    fail(
      `Routewright needs Node ${LOWEST_MAJOR}; this is Node ${process.versions.node}, and no packaged Node ` +
        `exists for ${process.platform}-${process.arch}.\nInstall Node ${LOWEST_MAJOR} or newer ` +
        '(https://nodejs.org/en/download) and run the same command again.',
    )
  }
  const code = await run(node, [...process.execArgv, ...process.argv.slice(1)], {
    cwd: process.cwd(),
  })
  process.exit(code)
}

/** Path of the Node binary that npm installed for this platform, or undefined. */
export function findBroughtNode(root = ROOT, platform = process.platform, arch = process.arch) {
  const folder = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const path = join(root, 'node_modules', folder, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : undefined
}

/** 20 for "20.19.0". */
export function majorVersion(version) {
  return Number.parseInt(version, 10)
}

function putToolsFirstOnPath() {
  const tools = join(ROOT, 'node_modules', '.bin')
  const path = process.env.PATH ?? ''
  if (path.split(delimiter)[0] !== tools) process.env.PATH = path ? `${tools}${delimiter}${path}` : tools
}

/**
 * Ends a script started by npm when its parent is gone, even by kill -9, so that nothing keeps the port and the data directory.
 * Without npm it may well outlive its shell.
 */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
