// Installs the dependencies when they are missing or differ from package-lock.json.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './paths.mjs'
import { runNpm } from './run.mjs'
import { fail, say } from './say.mjs'

const LOCK_FOLDER = join(ROOT, 'tmp', 'installing')

/** Makes node_modules equal to package-lock.json; says so when there is something to do. */
export async function ensureInstalled() {
  if (!whyStale()) return
  await waitForLock()
  try {
    const reason = whyStale() // another script may have installed while this one waited
    if (!reason) return
    say(`Installing the dependencies with npm ci (${reason}) …`)
    const code = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) fail(`npm ci ended with code ${code}; its messages are above.`)
    const still = whyStale()
    if (still) fail(`npm ci ended well, but ${still}. Remove node_modules and try again.`)
    say('Dependencies are in place.')
  } finally {
    rmSync(LOCK_FOLDER, { recursive: true, force: true })
  }
}

/** The reason why node_modules is not what the lock file says, or undefined. */
export function whyStale(root = ROOT) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  if (!wanted) fail('package-lock.json is missing or unreadable; this does not look like a complete clone.')
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages
  if (!present) return 'node_modules is missing or unfinished'
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue // our own folders, which are not installed
    const found = present[path]
    if (!found) {
      if (entry.optional || entry.peer) continue // packages for other platforms
      return `${path} is missing`
    }
    if (found.version !== entry.version) return `${path} is ${found.version}, wanted ${entry.version}`
  }
  return undefined
}

/** One installation at a time: two scripts started together would pull node_modules from under each other. */
async function waitForLock() {
  mkdirSync(dirname(LOCK_FOLDER), { recursive: true })
  for (let told = false; ; ) {
    try {
      mkdirSync(LOCK_FOLDER)
      writeFileSync(join(LOCK_FOLDER, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHolderAlive()) {
      rmSync(LOCK_FOLDER, { recursive: true, force: true })
      continue
    }
    if (!told) say('Another script is installing the dependencies; waiting for it …')
    told = true
    await new Promise((done) => setTimeout(done, 250))
  }
}

function isHolderAlive() {
  try {
    const pid = Number(readFileSync(join(LOCK_FOLDER, 'pid'), 'utf8'))
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (error.code === 'EPERM') return true
    // The pid file appears a moment after the folder: an empty folder counts as held for two seconds.
    return error.code === 'ENOENT' && ageMs(LOCK_FOLDER) < 2000
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
