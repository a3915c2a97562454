// One command takes an installation to a newer version: backed up, tried on a copy, migrated, looked at; killed at any step it loses nothing.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommand, startCommand } from '../../../test/processes.ts'
import { createEmptyPostgres, testBackend } from '../../../test/template.ts'
import { type Database, openDatabase } from '../../frame/platform/db.ts'
import { createLog } from '../../frame/platform/log.ts'
import { migrate } from '../../frame/platform/migrate.ts'
import { listMigrations } from '../../frame/platform/migrations.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 })

const directory = mkdtempSync(join(tmpdir(), 'routewright-upgrade-'))
const log = createLog({ level: 'error' })
const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of drops) await drop()
  rmSync(directory, { recursive: true, force: true })
})

interface Place {
  settings: { DATA_DIR: string; DATABASE_URL?: string }
  use<T>(work: (db: Database['db']) => Promise<T>): Promise<T>
}

/** Makes an installation whose last migration is `upTo`, by default of two migrations ago, with an organization in it. */
async function makeOlder(name: string, upTo = listMigrations().at(-3)): Promise<Place> {
  const dataDirectory = join(directory, name)
  const postgres = testBackend === 'pglite' ? undefined : await createEmptyPostgres()
  if (postgres) drops.push(() => postgres.drop())
  const databaseUrl = postgres?.databaseUrl
  const use: Place['use'] = async (work) => {
    const database = await openDatabase({ databaseUrl, directory: dataDirectory, log })
    try {
      return await work(database.db)
    } finally {
      await database.close()
    }
  }
  await use(async (db) => {
    await migrate(db, { upTo })
    await sql`insert into organizations (id, name, created_at, updated_at) values (${'a'.repeat(24)}, 'Acme', now(), now())`.execute(
      db,
    )
  })
  return { settings: { DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, use }
}

function readState({ use }: Place): Promise<{ organizations: string[]; newest: string }> {
  return use(async (db) => {
    const { rows } = await sql<{ name: string }>`select name from organizations`.execute(db)
    const { rows: made } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    return { organizations: rows.map(({ name }) => name), newest: made[0]!.name }
  })
}

const newest = listMigrations().at(-1)!

test('each step is said, the backup brings the old state back, and a second run finds nothing to do', async () => {
  const place = await makeOlder('said')
  const upgraded = await runCommand(['upgrade'], place.settings)
  expect(upgraded).toMatchObject({ code: 0, stderr: '' })
  expect(upgraded.stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['backup', 'database', 'doctor', ''])
  expect(upgraded.stdout).toContain(`ran ${listMigrations().slice(-2).join(', ')}`)
  expect(await readState(place)).toEqual({ organizations: ['Acme'], newest })
  const [backup] = readdirSync(join(place.settings.DATA_DIR, 'backups'))
  const file = join(place.settings.DATA_DIR, 'backups', backup!)
  expect(await runCommand(['restore', file, '--verify'], place.settings)).toMatchObject({ code: 0, stderr: '' })
  const again = await runCommand(['upgrade'], place.settings)
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^schema +that of this version/) })
})

test('killed at any moment it leaves the old or the new state, and the next run completes it', async () => {
  const place = await makeOlder('killed')
  for (const milliseconds of [300, 1_500, 3_000, 6_000]) {
    const upgrade = startCommand(['upgrade'], place.settings)
    const timer = setTimeout(() => upgrade.child.kill('SIGKILL'), milliseconds)
    await upgrade.ended()
    clearTimeout(timer)
    const { organizations, newest: reached } = await readState(place)
    expect(organizations).toEqual(['Acme'])
    expect([listMigrations().at(-3), newest]).toContain(reached)
  }
  expect(await runCommand(['upgrade'], place.settings)).toMatchObject({ code: 0, stderr: '' })
  expect(await readState(place)).toEqual({ organizations: ['Acme'], newest })
})

test('what fails on the copy is said before the database is touched', async () => {
  // The next one adds the column that is there already.
  const place = await makeOlder(
    'faulty',
    listMigrations().find((name) => name.startsWith('0181')),
  )
  await place.use((db) => sql`alter table webhooks add column form text`.execute(db))
  const before = await readState(place)
  const refused = await runCommand(['upgrade'], place.settings)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/Nothing was changed\.\n$/)
  expect(refused.stderr).not.toMatch(/\n\s+at /)
  expect(await readState(place)).toEqual(before)
})
