// Lets one process own a data directory: two on the same embedded database would destroy it.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

export interface DirectoryLock {
  release(): void
}

export class DirectoryLockedError extends Error {}

interface Owner {
  pid: number
  host: string
  /** Start of the process in clock ticks since boot (Linux), which tells a reused process id from the owner. */
  birth?: string
  since: string
}

const beatMilliseconds = 5_000
/** An owner on another host (a container on the same volume) counts as gone after this silence. */
const silenceMilliseconds = 30_000

/** Takes the lock or throws DirectoryLockedError, which names the owner. A lock left by a crash is taken over. */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true })
  const file = lockFile(directory)
  const self: Owner = {
    pid: process.pid,
    host: hostname(),
    birth: processBirth(process.pid),
    since: new Date().toISOString(),
  }
  const draft = join(directory, `routewright.lock.${process.pid}.${process.hrtime.bigint()}`)
  writeFileSync(draft, JSON.stringify(self))
  try {
    for (let attempt = 0; ; attempt++) {
      if (tryLink(draft, file)) break
      const owner = findOwner(file)
      if (owner && isAlive(owner, file)) throw new DirectoryLockedError(refusal(directory, owner))
      if (attempt >= 5) throw new DirectoryLockedError(`The data directory ${directory} could not be locked.`)
      removeStale(file, owner)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const beat = setInterval(() => touch(file), beatMilliseconds)
  beat.unref()
  const release = () => {
    clearInterval(beat)
    process.off('exit', release)
    const owner = findOwner(file)
    if (owner?.pid === self.pid && owner.since === self.since) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return { release }
}

/** Returns whether a living process holds the lock; one that crashed does not. */
export function isDirectoryLocked(directory: string): boolean {
  const file = lockFile(directory)
  const owner = findOwner(file)
  return owner !== undefined && isAlive(owner, file)
}

function lockFile(directory: string): string {
  return join(directory, 'routewright.lock')
}

function refusal(directory: string, owner: Owner): string {
  return (
    `The data directory ${directory} is in use by process ${owner.pid} on ${owner.host} since ${owner.since}. ` +
    'Only one server may use it at a time: stop that one, or choose another directory with --data-dir.'
  )
}

/** Linking is atomic and fails if the file is there, so of two contenders exactly one wins. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function findOwner(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner
    return typeof owner.pid === 'number' ? owner : undefined
  } catch {
    return undefined
  }
}

/** Removes a stale lock. Renaming is atomic: a process that moved a newer lock than the one it judged puts it back. */
function removeStale(file: string, judged: Owner | undefined): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  const moved = findOwner(aside)
  if (moved && moved.since !== judged?.since) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function isAlive(owner: Owner, file: string): boolean {
  if (owner.host !== hostname()) {
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    return modified !== undefined && Date.now() - modified < silenceMilliseconds
  }
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return owner.birth === processBirth(owner.pid)
}

function processBirth(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function touch(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // The directory may be gone in the moment of shutting down.
  }
}
