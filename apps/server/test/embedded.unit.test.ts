// An embedded database that was lent before is like a new one, or is not lent again.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/frame/platform/db.ts'
import { createLog } from '../src/frame/platform/log.ts'
import { createTestDatabase } from './template.ts'

const log = createLog({ level: 'error' })

/** Returns the content that `work` finds in a possibly reused database, and the thread that it runs in. */
async function borrow<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { startEmbedded } = await createTestDatabase('pglite')
  const database = await openDatabase({ startEmbedded, log })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Rows of all tables (partitions of queues are named by the day on which they were made, and may differ), and requests that the thread has answered since it started. */
async function look({ executeSql, embedded }: Database) {
  const answered = embedded!.stats.requests
  const { rows: tables } = await executeSql(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) order by 1`,
  )
  const questions = tables.map(
    ({ name }) => `select '${name}' as name, array_agg(t::text order by t::text) from ${name} t`,
  )
  const { rows } = await executeSql(`${questions.join(' union all ')} order by 1`)
  return { answered, rows }
}

test('what was written, taken away, set and left open by one is nowhere for the next', async () => {
  const asNew = await borrow(async (database) => {
    const found = await look(database)
    await database.executeSql(
      `insert into organizations (id, name, created_at, updated_at) values ('one', 'One', now(), now())`,
    )
    await database.executeSql('delete from jobs.queue')
    await database.executeSql('delete from map_extracts')
    await database.executeSql(`set timezone = 'Asia/Tokyo'`)
    await database.executeSql('create temporary table left_over (id integer)')
    await database.executeSql('begin')
    return found
  })
  const next = await borrow(async (database) => {
    const { rows } = await sql<{ is_tokyo: boolean; left_over: string | null }>`
      select current_setting('timezone') = 'Asia/Tokyo' as is_tokyo, to_regclass('left_over')::text as left_over`.execute(
      database.db,
    )
    expect(rows).toEqual([{ is_tokyo: false, left_over: null }])
    return await look(database)
  })
  expect(next.rows).toEqual(asNew.rows)
  expect(next.answered).toBeGreaterThan(asNew.answered)
})

test.each([
  ['columns', 'alter table zones add column another text'],
  ['functions', `create function another() returns integer language sql as 'select 1'`],
  ['statistics', 'analyze kysely_migration'],
])('after a change of %s it is not lent again', async (_, change) => {
  await borrow(({ executeSql }) => executeSql(change))
  const next = await borrow(look)
  const fresh = await borrow(look)
  expect(next.answered).toBeLessThan(fresh.answered)
  expect(next.rows).toEqual(fresh.rows)
})

test('two at once are two', async () => {
  await borrow(async (database) => {
    await database.executeSql(
      `insert into organizations (id, name, created_at, updated_at) values ('one', 'One', now(), now())`,
    )
    await borrow(async (other) => {
      expect((await other.executeSql('select id from organizations')).rows).toEqual([])
    })
  })
})
