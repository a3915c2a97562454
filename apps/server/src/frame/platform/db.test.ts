// The database surface behaves alike on the embedded database and on PostgreSQL.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
const database = () => server.services.database

test('runs on the database that this run of the tests is about', () => {
  expect(database().backend).toBe(process.env.TEST_DATABASE ?? 'pglite')
})

test('rows come as plain values: bigint and numeric as numbers, dates as text, timestamps as Date, jsonb parsed', async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as big, 1.25::numeric as exact, date '2026-01-31' as day, '{"a":[1,null]}'::jsonb as doc,
      timestamptz '2026-01-31T09:00:00.123+01' as moment, array['a', null] as words, '\\x00ff'::bytea as bytes,
      0.1::double precision as real`.execute(database().db)
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      exact: 1.25,
      day: '2026-01-31',
      doc: { a: [1, null] },
      moment: new Date('2026-01-31T08:00:00.123Z'),
      words: ['a', null],
      bytes: Buffer.from([0, 255]),
      real: 0.1,
    },
  ])
})

test('a statement that is prepared after some uses answers as before', async () => {
  for (let i = 0; i < 10; i++) {
    const { rows } = await sql<{ sum: number }>`select ${i}::int + ${1}::int as sum`.execute(database().db)
    expect(rows).toEqual([{ sum: i + 1 }])
  }
})

test('several commands in one text go on working, however often they come', async () => {
  for (let i = 0; i < 5; i++) {
    await sql.raw('create temporary table if not exists twice (n int); drop table twice').execute(database().db)
  }
})

test('an error keeps its SQLSTATE and leaves the session usable', async () => {
  await expect(sql`select 1 / ${0}::int`.execute(database().db)).rejects.toMatchObject({ code: '22012' })
  await expect(sql`select 1 as one`.execute(database().db)).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test('queries that are asked together share one connection, and one that fails leaves the others alone', async () => {
  const reading = database().reading()
  const session = sql<{ pid: number; n: number }>`select pg_backend_pid() as pid, ${1}::int as n`
  const asked = [session, sql<{ pid: number }>`select 1 / ${0}::int as pid`, session, session].map((builder) =>
    builder.execute(reading),
  )
  const answers = await Promise.allSettled(asked)
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const pids = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []))
  expect(new Set(pids.map(({ pid }) => pid)).size).toBe(1)
  // The service's own work may hold another connection just now, but not for long.
  await until('all connections to be free again', () => {
    const { total, idle, waiting } = database().poolStats()
    return waiting === 0 && idle === total
  })
})

describe('a transaction', () => {
  const account = () => server.createAccount()
  const rename =
    (id: string, name: string) => (tx: Parameters<Parameters<typeof server.services.database.transaction>[0]>[0]) =>
      tx.updateTable('organizations').set({ name }).where('id', '=', id).execute()
  const readName = async (id: string) => {
    const row = await database()
      .db.selectFrom('organizations')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.name
  }

  test('is rolled back whole when the work throws', async () => {
    const { organization_id } = await account()
    const work = database().transaction(async (tx) => {
      await rename(organization_id, 'changed')(tx)
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    expect(await readName(organization_id)).toBe('Organization')
  })

  test('sends a statement without waiting for those before, and keeps their order', async () => {
    const { organization_id } = await account()
    const names = await database().transaction(async (tx) => {
      const read = () =>
        tx.selectFrom('organizations').select('name').where('id', '=', organization_id).executeTakeFirst()
      const [, first, , second] = await Promise.all([
        rename(organization_id, 'first')(tx),
        read(),
        rename(organization_id, 'second')(tx),
        read(),
      ])
      return [first?.name, second?.name]
    })
    expect(names).toEqual(['first', 'second'])
  })

  test('is rolled back by a failed statement that nobody waited for', async () => {
    const { organization_id } = await account()
    const work = database().transaction(async (tx) => {
      await rename(organization_id, 'changed')(tx)
      sql`select 1 / ${0}::int`.execute(tx).catch(() => {})
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await readName(organization_id)).toBe('Organization')
  })

  test('that fails leaves those beside it alone, however many wait for the database', async () => {
    const ids = (await Promise.all([account(), account(), account()])).map(({ organization_id }) => organization_id)
    const answers = await Promise.allSettled(
      ids.flatMap((id) => [
        database().transaction(async (tx) => {
          await rename(id, 'refused')(tx)
          sql`select 1 / ${0}::int`.execute(tx).catch(() => {})
        }),
        readName(id),
        database().transaction(rename(id, 'changed')),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(ids.flatMap(() => ['rejected', 'fulfilled', 'fulfilled']))
    expect(await Promise.all(ids.map(readName))).toEqual(ids.map(() => 'changed'))
  })

  test('takes no statement once it is over', async () => {
    const tx = await database().transaction(async (open) => open)
    await expect(sql`select 1 as one`.execute(tx)).rejects.toThrow('over')
  })

  test('refuses the database beside itself, which would wait for itself', async () => {
    const work = database().transaction(async () => await database().db.selectFrom('plans').select('id').execute())
    await expect(work).rejects.toThrow('beside the running transaction')
    await expect(sql`select 1 as one`.execute(database().db)).resolves.toMatchObject({ rows: [{ one: 1 }] })
  })

  test('is repeated after a serialization failure', async () => {
    let attempts = 0
    const work = database().transaction(async (tx) => {
      attempts += 1
      if (attempts < 3) await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
      return 'done'
    })
    await expect(work).resolves.toBe('done')
    expect(attempts).toBe(3)
  })

  test('shows nothing of itself to others until it commits', async () => {
    const { organization_id } = await account()
    const seen: string[] = []
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const change = database().transaction(async (tx) => {
      await rename(organization_id, 'half done')(tx)
      begun()
      await sql`select pg_sleep(0.05)`.execute(tx)
      await rename(organization_id, 'done')(tx)
    })
    await hasBegun
    // The embedded database lets readers wait for the end, PostgreSQL shows them what was before.
    await Promise.all(Array.from({ length: 5 }, async () => seen.push(await readName(organization_id))))
    await change
    expect(seen).not.toContain('half done')
    expect(await readName(organization_id)).toBe('done')
  })

  test('100 at once all happen', async () => {
    const { organization_id } = await account()
    await rename(organization_id, '0')(database().db as never)
    const add = () =>
      database().transaction(async (tx) => {
        const query = tx.selectFrom('organizations').select('name').where('id', '=', organization_id).forUpdate()
        const { name } = await query.executeTakeFirstOrThrow()
        await rename(organization_id, String(Number(name) + 1))(tx)
      })
    await Promise.all(Array.from({ length: 100 }, add))
    expect(await readName(organization_id)).toBe('100')
  })
})

test('a prepared statement answers rows with the columns that there are, also after they change', async () => {
  const { executeSql } = database()
  await executeSql('create table changing (gone text, id integer, note text, at date)')
  await executeSql(`insert into changing values ('x', 1, null, '2026-03-02'), (null, 1, 'kept', null)`)
  const read = async () => (await executeSql('select * from changing where id = $1 order by gone', [1])).rows
  for (let use = 0; use < 5; use++) {
    expect(await read()).toEqual([
      { gone: 'x', id: 1, note: null, at: '2026-03-02' },
      { gone: null, id: 1, note: 'kept', at: null },
    ])
  }
  await executeSql(`alter table changing alter gone type integer using 7, add added jsonb default '{"a": 1}', drop at`)
  // The plan that no longer fits is refused once.
  await read().catch(() => {})
  for (let use = 0; use < 5; use++) {
    expect((await read())[0]).toEqual({ gone: 7, id: 1, note: null, added: { a: 1 } })
  }
  await executeSql('drop table changing')
})

describe('a notification', () => {
  test('arrives once its transaction commits, and not when it rolls back', async () => {
    const heard: string[] = []
    const stop = await database().listener.listen('test_channel', (payload) => heard.push(payload))
    const notify = (payload: string, fail: boolean) =>
      database().transaction(async (tx) => {
        await sql`select pg_notify('test_channel', ${payload})`.execute(tx)
        if (fail) throw new Error('rolled back')
      })
    await notify('lost', true).catch(() => {})
    await notify('kept', false)
    await until('the notification', () => heard.length > 0)
    await stop()
    expect(heard).toEqual(['kept'])
  })

  test('that was noted is sent once behind the commit, and not when it rolls back', async () => {
    const heard: string[] = []
    const stop = await database().listener.listen('test_channel', (payload) => heard.push(payload))
    const note = (payloads: string[], fail: boolean) =>
      database().transaction(async (tx) => {
        for (const payload of payloads) await sql`select notice('test_channel', ${payload})`.execute(tx)
        expect(heard).toEqual([])
        if (fail) throw new Error('rolled back')
      })
    await note(['lost'], true).catch(() => {})
    await note(['{"kept": 1}', '', '{"kept": 1}'], false)
    await until('both notices', () => heard.length > 1)
    await stop()
    expect(heard).toEqual(['{"kept": 1}', ''])
  })
})

describe('a job', () => {
  test('exists only if its transaction commits', async () => {
    const { jobs } = server.services
    const message = (subject: string) => ({ organization_id: 'none', to: 'a@example.test', subject, text: 'text' })
    const failing = database().transaction(async (tx) => {
      await jobs.send(tx, 'mail', message('lost'))
      throw new Error('rolled back')
    })
    await failing.catch(() => {})
    await database().transaction((tx) => jobs.send(tx, 'mail', message('kept')))
    await jobs.work('mail', {}, (mail) => server.services.mail.send(mail))
    await until('the mail', () => server.mails.length > 0)
    expect(server.mails.map(({ subject }) => subject)).toEqual(['kept'])
  })

  test('does not wait for the next poll behind the others that were sent with it', async () => {
    const { jobs } = server.services
    const before = server.mails.length
    await database().transaction(async (tx) => {
      for (let number = 0; number < 12; number++) {
        await jobs.send(tx, 'mail', {
          organization_id: 'none',
          to: 'a@example.test',
          subject: `burst ${number}`,
          text: 'text',
        })
      }
    })
    await until('all twelve mails', () => server.mails.length - before === 12, 8)
  })
})

test('the database counts as healthy while one long statement keeps it busy', async () => {
  const long = sql`select pg_sleep(0.3)`.execute(database().db)
  await expect(database().check()).resolves.toBeUndefined()
  await long
})
