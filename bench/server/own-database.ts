// A database of its own for one measurement, so that only its rows are in it.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface OwnDatabase {
  url: string
  query: pg.Pool
  drop(): Promise<void>
}

/** A database of its own beside the one of DATABASE_URL; without it the embedded one is measured. */
export async function createOwnDatabase(purpose: string): Promise<OwnDatabase | undefined> {
  const given = process.env.DATABASE_URL
  if (!given) return undefined
  const name = `${purpose}_${randomUUID().replaceAll('-', '')}`
  const administer = async (statement: string) => {
    const client = new pg.Client(given)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  const query = new pg.Pool({ connectionString: url.href, max: 1 })
  // The database is dropped by force when all is told.
  query.on('error', () => {})
  return {
    url: url.href,
    query,
    async drop() {
      await query.end()
      await administer(`drop database ${name} with (force)`)
    },
  }
}
