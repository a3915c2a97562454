// Migrates the database to the newest schema: forward only, safe when several servers start at once, and while older versions keep serving.
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'
import { fourDigits, listMigrationFiles, neededNumber, whyNotWith } from './migrations.ts'

export interface MigrateOptions {
  /** Last migration to run. */
  upTo?: string
  /** Folder of the migrations; absent: those of this version. */
  folder?: URL
}

/**
 * Runs missing migrations, under kysely's lock, and returns their names; none on a database with migrations of a newer version.
 * Throws when one fails, when this version may not use the database, and when a migration removes what a running process uses.
 */
export async function migrate(db: Db, { upTo, folder }: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const known = Object.keys(migrations)
  const made = await listMade(db)
  const why = whyNotWith(made, known)
  if (why) {
    throw new Error(
      `The database was made by another version of Routewright: ${why}. Start the version that made it, or a newer one; or this ` +
        'one with an empty data folder (--data) or an empty database (DATABASE_URL).',
    )
  }
  if (made.some((name) => !known.includes(name))) return []
  await requireNoneTooOld(
    db,
    known.filter((name) => !made.includes(name) && (upTo === undefined || name <= upTo)),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (!error) return (results ?? []).map((result) => result.migrationName)
    if (attempt < mostAttempts && inTheWay.has((error as { code?: string }).code ?? '')) {
      await wait(200 + Math.random() * 800)
      continue
    }
    const failed = results?.find((result) => result.status === 'Error')
    throw new Error(`The migration ${failed?.migrationName ?? 'table'} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Errors because of locks of another process's calls: a deadlock, or a timeout. The migration was undone completely. */
const inTheWay = new Set(['40P01', '55P03'])
const mostAttempts = 60
/** Longest wait for a table's lock: meanwhile all later calls on the table wait, too. */
const lockTimeout = '1s'

/** Every file is one migration: SQL commands that run in one transaction. */
async function readMigrations(folder?: URL): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const { name, file } of listMigrationFiles(folder)) {
    const commands = await readFile(file, 'utf8')
    migrations[name] = {
      up: async (db) => {
        // An index over millions of rows takes its time; the limit is for requests.
        await sql`set local statement_timeout = 0`.execute(db)
        await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(db)
        await sql.raw(commands).execute(db)
        await learnColumns(db)
      },
    }
  }
  return migrations
}

/** Updates the function that lists the columns for change triggers, because a migration may add columns (0114). */
async function learnColumns(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    if to_regprocedure('write_changed_columns()') is not null then perform write_changed_columns(); end if;
  end $$`.execute(db)
}

async function listMade(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (!tables[0]!.is_there) return []
  const { rows: made } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return made.map(({ name }) => name)
}

/** Connections of a process carry the number of its newest migration (see db.ts); those without one are of the first versions. */
async function requireNoneTooOld(db: Db, due: readonly string[]): Promise<void> {
  const contracting = due.find((name) => neededNumber(name))
  if (!contracting) return
  const needed = neededNumber(contracting)!
  const { rows } = await sql<{ newest: string; connections: number }>`
    select coalesce(substring(application_name from '[0-9]{4}$'), '0001') as newest, count(*)::int as connections
    from pg_stat_activity
    where datname = current_database() and application_name ~ '^routewright( [0-9]{4})?$' and pid <> pg_backend_pid()
    group by 1 order by 1`.execute(db)
  const old = rows.find(({ newest }) => Number(newest) < needed)
  if (!old) return
  throw new Error(
    `The migration ${contracting} takes away what versions without migration ${fourDigits(needed)} use, and a process of ` +
      `such a version still runs: ${old.connections} connections of one that has ${old.newest} as its newest. Stop it first.`,
  )
}
