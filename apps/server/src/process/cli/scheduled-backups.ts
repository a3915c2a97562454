// Backups that a running service makes by itself, once a day: written, verified and sent by a process of their own, the newest ones kept.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Config, ScheduledBackups } from '../../frame/platform/config.ts'
import type { Services } from '../../frame/platform/services.ts'
import { findBackupNote } from '../backup/backup.ts'
import { openBackupBucket } from '../backup-bucket/backup-bucket.ts'
import { nameBackup } from './backup-name.ts'
import { repeatWork } from './repeat-work.ts'

const NAME = /^routewright-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/

const program = fileURLToPath(new URL('../../../bin/routewright.mjs', import.meta.url))

/**
 * Looks every minute, for as long as the process runs, whether a backup is due. One that was missed, because the machine was off, is
 * made at the next start. After a failed backup the next try is an hour later.
 */
export function startScheduledBackups(services: Services): void {
  const { config, log } = services
  const { backups, dataDirectory } = config
  if (!backups) return
  repeatWork(services, {
    everyMilliseconds: 60_000,
    failure: 'the backup failed',
    pauseMilliseconds: 3_600_000,
    async run(now) {
      if (!isBackupDue(backups, findBackupNote(dataDirectory)?.made_at, now)) return
      log.info({ file: await makeScheduledBackup(backups, config, now) }, 'backup made')
    },
  })
}

/** Returns whether the last moment at which a backup was due, in the time of this machine, is after the last backup. */
export function isBackupDue({ hour, minute }: ScheduledBackups, madeAt: string | undefined, now: Date): boolean {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return madeAt === undefined || new Date(madeAt) < due
}

/** Runs `routewright backup` in a process of its own, so that verifying takes no memory of the service. Returns the file's path. */
async function makeScheduledBackup(
  { folder, keep, keyFile }: ScheduledBackups,
  { dataDirectory, backupBucket }: Config,
  now: Date,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, nameBackup('routewright', now))
  const how = keyFile ? ['--encrypt', '--key-file', keyFile] : ['--verify']
  if (backupBucket) how.push('--to-bucket')
  await promisify(execFile)(process.execPath, [program, 'backup', file, '--data-dir', dataDirectory, ...how])
  if (backupBucket) {
    const bucket = openBackupBucket(backupBucket)
    for (const name of listSurplus(await bucket.list(), keep)) await bucket.delete(name)
  }
  for (const name of listSurplus(readdirSync(folder), keep)) rmSync(join(folder, name), { force: true })
  return file
}

/** Lists names of scheduled backups beyond the newest `keep`; files of other names are never among them. */
export function listSurplus(names: readonly string[], keep: number): string[] {
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
    .slice(keep)
}
