// Brings the database to the newest schema: forward only, safe when several servers start at once.
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'

const directory = new URL('../../migrations/', import.meta.url)

/**
 * Runs what is missing, under kysely's lock, and returns the names of what ran. Throws when one fails, and when another
 * version has made the database what it is.
 * With `upTo` it stops at that one.
 */
export async function migrate(db: Db, upTo?: string): Promise<string[]> {
  const migrations = await readMigrations()
  await requireKnownHistory(db, migrations)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')
    throw new Error(`The migration ${failed?.migrationName ?? 'table'} failed.`, { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/** The names of the migrations that this version has, in their order. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations())
}

/** Every file is one migration: SQL commands that run in one transaction. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const commands = await readFile(new URL(file, directory), 'utf8')
    migrations[file.replace(/\.sql$/, '')] = {
      up: async (db) => {
        // An index over millions of rows takes its time; the limit is for requests.
        await sql`set local statement_timeout = 0`.execute(db)
        await sql.raw(commands).execute(db)
      },
    }
  }
  return migrations
}

async function requireKnownHistory(db: Db, known: Record<string, Migration>): Promise<void> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (!tables[0]!.is_there) return
  const { rows: made } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = made.find(({ name }) => !(name in known))
  if (!unknown) return
  throw new Error(
    `The database was made by another version of Routewright: this one does not know its migration ${unknown.name}. ` +
      'Start the version that made it, or this one with an empty data folder (--data) or an empty database (DATABASE_URL).',
  )
}
