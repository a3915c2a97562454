// While a backup reads files, none is deleted: rows of its moment still name them.
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import { isDirectoryLocked } from '../platform/directory-lock.ts'

/** The advisory lock of PostgreSQL that a backup shares with others of its kind. */
export const HOLD_KEY = 20_261_122

/** The folder that a backup of the embedded database locks, and in which the service puts a copy for it. */
export function backupFolder({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'backup')
}

export async function isDeletionHeld(database: Database, config: Pick<Config, 'dataDirectory'>): Promise<boolean> {
  if (database.backend === 'pglite') return isDirectoryLocked(backupFolder(config))
  const { rows } = await database.executeSql('select pg_try_advisory_xact_lock($1) as is_free', [HOLD_KEY])
  return rows[0]!.is_free === false
}

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>

const patienceMilliseconds = 120_000

/** Once it is held: waits for deletions that began before. Throws when one does not end. */
export async function awaitRunningDeletions(query: Query): Promise<void> {
  const { rows } = await query(`select to_regclass('jobs.job') is not null as is_there`)
  if (!rows[0]!.is_there) return
  const giveUpAt = Date.now() + patienceMilliseconds
  for (;;) {
    const { rows: running } = await query(`select from jobs.job where name = 'file_deletion' and state = 'active'`)
    if (running.length === 0) return
    if (Date.now() > giveUpAt) throw new Error('Files are being deleted and that does not end; look at the log.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
