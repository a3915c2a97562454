// Brings the database to the newest schema: forward only, safe when several servers start at once.
import { readdir } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './db.ts'

const directory = new URL('../../migrations/', import.meta.url)

/** Runs what is missing, under kysely's lock, and returns the names of what ran; throws when one fails. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')
    throw new Error(`The migration ${failed?.migrationName ?? 'table'} failed.`, { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(fileURLToPath(directory))).filter((file) => /^\d{4}_[a-z0-9_]+\.ts$/.test(file)).sort()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const module = (await import(pathToFileURL(fileURLToPath(new URL(file, directory))).href)) as Migration
    migrations[file.replace(/\.ts$/, '')] = { up: module.up }
  }
  return migrations
}
