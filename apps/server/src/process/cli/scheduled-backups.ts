// Backups that a running service makes by itself, once a day: written and verified by a process of their own, the newest ones kept.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Config } from '../../frame/platform/config.ts'
import type { Services } from '../../frame/platform/services.ts'
import { findBackupNote } from './backup-note.ts'

export type BackupPlan = NonNullable<Config['backups']>

const LOOK_MILLISECONDS = 60_000
/** Pause after a failed backup. */
const RETRY_MILLISECONDS = 3_600_000
const NAME = /^routewright-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/

const program = fileURLToPath(new URL('../../../bin/routewright.mjs', import.meta.url))

/**
 * Looks every minute, for as long as the process runs, whether a backup is due. One that was missed, because the machine was off, is
 * made at the next start. A failed backup is logged and tried again after an hour.
 */
export function startScheduledBackups({ config, log, clock }: Services): void {
  const plan = config.backups
  if (!plan) return
  let isBusy = false
  let pausedUntil = 0
  const look = async () => {
    const now = clock.now()
    if (isBusy || now.getTime() < pausedUntil || !isBackupDue(plan, findBackupNote(config.dataDirectory)?.made_at, now))
      return
    isBusy = true
    try {
      log.info({ file: await makeScheduledBackup(plan, config, now) }, 'backup made')
    } catch (error) {
      pausedUntil = now.getTime() + RETRY_MILLISECONDS
      log.error({ err: error }, 'the backup failed')
    }
    isBusy = false
  }
  setInterval(() => void look(), LOOK_MILLISECONDS).unref()
  void look()
}

/** Returns whether the last moment at which a backup was due, in the time of this machine, is after the last backup. */
export function isBackupDue({ hour, minute }: BackupPlan, madeAt: string | undefined, now: Date): boolean {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return madeAt === undefined || new Date(madeAt) < due
}

/** Runs `routewright backup` in a process of its own, so that verifying takes no memory of the service. Returns the file's path. */
async function makeScheduledBackup(
  { folder, keep, keyFile }: BackupPlan,
  { dataDirectory }: Config,
  now: Date,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `routewright-${now.toISOString().replace(/:|\.\d+/g, '')}.backup`)
  const how = keyFile ? ['--encrypt', '--key-file', keyFile] : ['--verify']
  await promisify(execFile)(process.execPath, [program, 'backup', file, '--data-dir', dataDirectory, ...how])
  for (const name of listSurplus(readdirSync(folder), keep)) rmSync(join(folder, name), { force: true })
  return file
}

/** Lists names of scheduled backups beyond the newest `keep`; other files in the folder are never among them. */
export function listSurplus(names: readonly string[], keep: number): string[] {
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
    .slice(keep)
}
