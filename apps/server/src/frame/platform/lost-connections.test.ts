// Connections through a network of our own that forgets them.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from '../../../test/scenarios/tcp-proxy.ts'
import { createEmptyPostgres } from '../../../test/template.ts'
import { createLog } from './log.ts'
import { watchForLostConnections } from './lost-connections.ts'
import { createPreparingClient } from './preparing-client.ts'
import { untraced } from './tracing.ts'

let database: Awaited<ReturnType<typeof createEmptyPostgres>>
let proxy: TcpProxy
let pool: pg.Pool
let stop: () => void

beforeAll(async () => {
  database = await createEmptyPostgres()
  const url = new URL(database.databaseUrl)
  proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.port = String(proxy.port)
  const connection = { connectionString: url.href }
  pool = new pg.Pool({ ...connection, Client: createPreparingClient(untraced, { prepares: true }), max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  stop = watchForLostConnections(pool, () => new pg.Client(connection), createLog({ level: 'fatal' }), 50)
})

afterAll(async () => {
  stop()
  await pool.end()
  await proxy.close()
  await database.drop()
})

test('a statement on a connection that nobody answers fails soon, its session and its locks are gone, and others are answered', async () => {
  await pool.query('create table held (id integer primary key)')
  await pool.query('insert into held values (1)')
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select id from held for update')
  proxy.forget()
  await expect(client.query('commit')).rejects.toThrow(/terminated|closed/i)
  client.release(true)
  const { rows } = await pool.query('select id from held for update')
  expect(rows).toEqual([{ id: 1 }])
})

test('a statement that is at work, or waits for a lock, is only slow', async () => {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select id from held for update')
  const waiting = pool.query('select id from held for update')
  await holder.query('select pg_sleep(0.6)')
  await holder.query('commit')
  holder.release()
  expect((await waiting).rows).toEqual([{ id: 1 }])
})
