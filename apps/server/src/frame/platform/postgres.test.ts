// Cases that occur with PostgreSQL only: several servers at once, and lost connections.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer, until, useTestServer } from '../../../test/harness.ts'
import { createCaller } from '../../../test/scenarios/http-caller.ts'
import { createEmptyPostgres, createTestDatabase, testBackend } from '../../../test/template.ts'
import { examine } from '../../process/doctor/doctor.ts'
import { openDatabase } from './db.ts'
import { createJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { migrate } from './migrate.ts'

const log = createLog({ level: 'fatal' })

if (testBackend === 'postgres') describePostgres()
else test('the embedded database serves one process only', () => expect(testBackend).toBe('pglite'))

function describePostgres() {
  const server = useTestServer()

  describe('four servers that start at once on an empty database', () => {
    test('bring it up to date once, and all serve', async () => {
      const { databaseUrl, databaseDirectUrl, drop } = await createEmptyPostgres()
      // Past a pooler, as the service does it.
      const options = { databaseUrl: databaseDirectUrl ?? databaseUrl, log }
      const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(options)))
      const migrated = await Promise.all(databases.map(({ db }) => migrate(db)))
      expect(migrated.filter((names) => names.length > 0)).toHaveLength(1)
      const all = databases.map((database) => createJobs(database, createMetrics(database), log))
      await Promise.all(all.map((jobs) => jobs.start({ supervise: true })))
      await Promise.all(all.map((jobs) => jobs.stop(1)))
      expect(await migrate(databases[0]!.db)).toEqual([])
      await Promise.all(databases.map((database) => database.close()))
      await drop()
    })
  })

  describe('when all connections are cut', () => {
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(server.services.database.db)

    test('the process lives, the next queries are answered, and notifications come again', async () => {
      const { database } = server.services
      const heard: string[] = []
      let resumed = 0
      const stop = await database.listener.listen(
        'after_cut',
        (payload) => heard.push(payload),
        () => {
          resumed += 1
        },
      )
      expect(resumed).toBe(1)
      const busy = Array.from({ length: 4 }, () => sql`select pg_sleep(30)`.execute(database.db))
      const outcomes = Promise.allSettled(busy)
      await until('four busy connections', () => database.poolStats().total >= 4)
      await cut()
      expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
      await until('the database to answer', async () => {
        return await database.check().then(
          () => true,
          () => false,
        )
      })
      await until('the listener to come back', () => resumed >= 2)
      await sql`select pg_notify('after_cut', 'here again')`.execute(database.db)
      await until('the notification', () => heard.includes('here again'))
      await stop()
      const account = await server.createAccount()
      expect((await server.call('GET', '/v2/plans', { key: account.key })).status).toBe(200)
    })
  })

  describe('an api process and a worker process on one database', () => {
    test('share the work: the one answers and queues, the other works off', async () => {
      const database = await createTestDatabase()
      const api = await startTestServer({ database, listen: true, config: { role: 'api' } })
      const worker = await startTestServer({ database, listen: true, config: { role: 'worker' } })
      const { key } = await api.createAccount()
      const [ofApi, ofWorker] = [createCaller(api.address), createCaller(worker.address)]
      expect((await ofApi('GET', '/v2/plans', { key })).status).toBe(200)
      expect((await ofWorker('GET', '/v2/plans', { key })).status).toBe(404)
      expect((await ofWorker('GET', '/health')).status).toBe(200)
      const message = { organization_id: 'none', to: 'a@example.test', subject: 'from the other process', text: 'text' }
      await api.services.database.transaction((tx) => api.services.jobs.send(tx, 'mail', message))
      await until('the mail', () => worker.mails.length > 0)
      expect([api.mails, worker.mails]).toEqual([[], [message]])
      await api.stop()
      await worker.stop()
      await database.drop()
    })
  })

  if (process.env.TEST_POOLER_URL) {
    test('the doctor looks at the pooler, too', async () => {
      const { databaseUrl, databaseDirectUrl, dataDirectory } = server.services.config
      const findings = await examine({}, { databaseUrl, databaseDirectUrl, dataDirectory })
      const expected = { name: 'pooler', state: 'ok', message: 'a statement may take 1min' }
      expect(findings.find(({ name }) => name === 'pooler')).toEqual(expected)
    })
  }

  test('a statement that takes too long is ended by the database, not by patience', async () => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(server.services.database.db)
    expect(rows).toEqual([{ statement: '1min', idle: '1min' }])
  })

  test('a prepared statement that no longer fits after a migration is answered all the same', async () => {
    const { db } = server.services.database
    await sql`create table widening (a integer)`.execute(db)
    await sql`insert into widening values (1)`.execute(db)
    const select = () => sql`select * from widening where a = ${1}`.execute(db)
    for (let i = 0; i < 20; i++) await select()
    await sql`alter table widening add column b integer`.execute(db)
    for (let i = 0; i < 20; i++) expect((await select()).rows).toEqual([{ a: 1, b: null }])
  })
}
