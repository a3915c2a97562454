// While a backup reads files none is deleted, and what was to go is queued for later.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { until, useTestServer } from '../../../test/harness.ts'
import { lockDirectory } from '../platform/directory-lock.ts'
import { deleteFilesLater, startFileDeletion } from './deletion.job.ts'
import { backupFolder, HOLD_KEY, isDeletionHeld } from './deletion-hold.ts'

const server = useTestServer()

/** Holds the lock that a backup takes while it reads; returns a function that releases it. */
async function holdDeletions(): Promise<() => Promise<void>> {
  const { config } = server.services
  if (!config.databaseUrl) {
    const lock = lockDirectory(backupFolder(config))
    return async () => lock.release()
  }
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock_shared($1)', [HOLD_KEY])
  return () => client.end()
}

test('a backup holds deletions up, and they are made up for', async () => {
  const { services } = server
  const { storage, database, config, jobs } = services
  await storage.putFile('reports/1/a.jpg', Buffer.from('large'))
  await storage.putFile('reports/1/a-small.jpg', Buffer.from('small'))
  const waiting = async () => {
    const { rows } = await sql<{ is_later: boolean }>`
      select start_after > now() as is_later from jobs.job where name = 'file_deletion'`.execute(database.db)
    return rows
  }
  const end = await holdDeletions()
  expect(await isDeletionHeld(database, config)).toBe(true)
  await database.transaction((tx) => deleteFilesLater({ tx, jobs }, ['reports/1/a.jpg']))
  await startFileDeletion(services)
  await until('the job to be put off', async () => {
    const rows = await waiting()
    return rows.length === 1 && rows[0]!.is_later
  })
  expect(await storage.hasFile('reports/1/a.jpg')).toBe(true)
  await end()
  expect(await isDeletionHeld(database, config)).toBe(false)
  await sql`update jobs.job set start_after = now() where name = 'file_deletion'`.execute(database.db)
  await until('the files to be gone', async () => (await waiting()).length === 0, 30)
  expect(await storage.hasFile('reports/1/a.jpg')).toBe(false)
  expect(await storage.hasFile('reports/1/a-small.jpg')).toBe(false)
})
