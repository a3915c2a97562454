// The history of the database: what a server does with one that another version made, before and while it serves.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { testBackend } from '../../../test/template.ts'
import { migrate } from './migrate.ts'
import { applicationName } from './migrations.ts'

const server = useTestServer()
const folders: string[] = []

afterEach(async () => {
  await sql`delete from kysely_migration where name > '0900'`.execute(server.services.database.db)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** This version's migrations and further ones, as a newer version has them. */
function newerVersion(further: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'routewright-migrations-'))
  folders.push(folder)
  cpSync(fileURLToPath(new URL('../../../migrations/', import.meta.url)), folder, { recursive: true })
  for (const [name, commands] of Object.entries(further)) writeFileSync(join(folder, `${name}.sql`), commands)
  return pathToFileURL(`${folder}/`)
}

test('a database with a migration that this version does not know, and that does not say what it means, is refused with what to do', async () => {
  const { db } = server.services.database
  await expect(migrate(db)).resolves.toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('0961_live', ${server.clock.now().toISOString()})`.execute(
    db,
  )
  await expect(migrate(db)).rejects.toThrow(/does not know its migration 0961_live.*empty data folder/)
})

test('a migration without a mark is refused where it is written', async () => {
  const folder = newerVersion({ '0961_live': 'select 1' })
  await expect(migrate(server.services.database.db, { folder })).rejects.toThrow(
    /0961_live.sql does not say in its name/,
  )
})

test('this version goes on serving when a newer one has added to every table, and starts on such a database', async () => {
  const { db } = server.services.database
  const account = await server.createAccount()
  const [planId, stopId, routeId] = await createDay(account)
  // Often enough that statements are prepared, whose columns are known then.
  for (let turn = 0; turn < 4; turn++) await callMuch(account, planId, stopId, routeId)
  const folder = newerVersion({ '0961_more.expands': addColumns })
  await expect(migrate(db, { folder })).resolves.toEqual(['0961_more.expands'])
  for (let turn = 0; turn < 4; turn++) await callMuch(account, planId, stopId, routeId)
  await expect(migrate(db)).resolves.toEqual([])
})

test('what open pages are told of a changed stop or route names every column, also one that a newer version has added', async () => {
  const { db } = server.services.database
  const added = `alter table stops add column more_later text; alter table routes add column more_later text`
  await migrate(db, { folder: newerVersion({ '0961_later.expands': added }) })
  for (const table of ['stops', 'routes']) {
    const { rows: columns } = await sql<{ name: string }>`
      select attname::text as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attname collate "C"`.execute(db)
    const { rows } = await sql<{ none: string[]; source: string }>`
      select changed_columns(null::${sql.table(table)}, null::${sql.table(table)}) as none, prosrc as source from pg_proc
      where oid = ${`changed_columns(${table},${table})`}::regprocedure`.execute(db)
    expect(rows[0]!.none).toEqual([])
    const named = [...rows[0]!.source.matchAll(/then '([^']+)' end/g)].map(([, name]) => name)
    expect(named).toEqual(columns.map(({ name }) => name))
    expect(named).toContain('more_later')
  }
})

test('it starts on a database from which was taken what it does not use, not on one that lacks what it uses', async () => {
  const { db } = server.services.database
  const unused = newerVersion({ '0961_less.contracts_0007': 'select 1' })
  await expect(migrate(db, { folder: unused })).resolves.toEqual(['0961_less.contracts_0007'])
  await expect(migrate(db)).resolves.toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('0962_even_less.contracts_0961', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    /0962_even_less.contracts_0961 took away what versions without migration 0961 use/,
  )
})

test.runIf(testBackend === 'postgres')('nothing is taken away while a process runs that uses it', async () => {
  const { db } = server.services.database
  const connectionString = server.services.config.databaseUrl
  const running = new pg.Client({ connectionString, application_name: applicationName() })
  await running.connect()
  const folder = newerVersion({ '0961_new.expands': 'select 1', '0962_old.contracts_0961': 'select 1' })
  await expect(migrate(db, { folder })).rejects.toThrow(/0962_old.contracts_0961 takes away .* Stop it first/)
  const { rows } = await sql`select name from kysely_migration where name > '0900'`.execute(db)
  expect(rows).toEqual([])
  const { rows: own } = await sql`select current_setting('application_name') as name`.execute(db)
  expect(own).toEqual([{ name: applicationName() }])
  await running.end()
})

test.runIf(testBackend === 'postgres')(
  'a migration that waits for a call lets others pass, and comes again',
  async () => {
    const { db } = server.services.database
    const busy = new pg.Client({ connectionString: server.services.config.databaseUrl })
    await busy.connect()
    await busy.query('begin; lock table zones in access share mode')
    const folder = newerVersion({ '0961_zones.expands': 'alter table zones add column made_up_zone text' })
    const migrated = migrate(db, { folder })
    const isWaiting = async () => {
      const { rows } = await busy.query(`select from pg_locks where relation = 'zones'::regclass and not granted`)
      return rows.length > 0
    }
    await until('the migration to wait', isWaiting)
    await until('the migration to step back', async () => !(await isWaiting()))
    await busy.query('commit')
    await expect(migrated).resolves.toEqual(['0961_zones.expands'])
    await busy.end()
  },
)

const addColumns = `
  do $$
  declare one record;
  begin
    for one in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('alter table %I add column made_up_961 text', one.tablename);
    end loop;
  end $$`

async function call(account: Account, method: string, path: string, body?: unknown) {
  const answer = await server.call(method, path, { key: account.key, query: { project_id: account.project_id }, body })
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
  expect(answer.text).not.toContain('made_up')
  return answer.body
}

async function createDay(account: Account): Promise<[string, string, string]> {
  const plan = await call(account, 'POST', '/v2/plan', { label: 'Monday', stops: [{ label: 'First' }], routes: [{}] })
  const [stop] = await call(account, 'GET', `/v2/plan/${plan.id}/stops`)
  const [route] = await call(account, 'GET', `/v2/plan/${plan.id}/routes`)
  await call(account, 'PUT', `/v2/route/${route.id}/stops`, { stops: [stop.id] })
  return [plan.id, stop.id, route.id]
}

async function callMuch(account: Account, planId: string, stopId: string, routeId: string): Promise<void> {
  await call(account, 'GET', '/v2/plans')
  await call(account, 'GET', `/v2/plan/${planId}`)
  await call(account, 'GET', `/v2/stop/${stopId}`)
  await call(account, 'GET', `/v2/route/${routeId}`)
  await call(account, 'POST', '/v2/stops/search', {})
  await call(account, 'PUT', `/v2/stop/${stopId}`, { comments: 'Ring twice' })
  await call(account, 'POST', `/v3/stop/${stopId}/report`, { type: 'service_report_attempted', comments: 'Nobody' })
  await call(account, 'POST', '/v2/vehicle', { label: 'Van' })
}
