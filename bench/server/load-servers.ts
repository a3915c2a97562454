// The servers that load.ts compares, each as a process of its own: ours, one that does the same by hand, and a bare one.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import type { Database } from '../../apps/server/src/data/tables.ts'
import { readConfig } from '../../apps/server/src/frame/platform/config.ts'
import { type Database as OpenDatabase, openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createId, createSecret } from '../../apps/server/src/frame/platform/ids.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'
import { getSurroundings } from '../../apps/server/src/frame/platform/services.ts'
import { createServer, type Server } from '../../apps/server/src/process/server.ts'
import { bareSurroundings } from './bare-scope.ts'
import { serveBarest } from './bare-server.ts'

/** Message of the process to its parent when it listens. */
export interface Serving {
  address: string
  /** Several, because the stop search has a cap per key. */
  keys: string[]
  project_id: string
  /** Account of a person who may sign in, where there is one. */
  login?: { email: string; password: string }
}

/** Use and waits of the process since the last reading. */
export interface Used {
  /** CPU time of the whole process, its threads included; since its start. */
  cpuMilliseconds: number
  /** How long a task of the event loop stood still. */
  loop: { p99Milliseconds: number; longestMilliseconds: number }
  /** Statements that went to the database, each a round trip. */
  statements: number
  /** How often, of the looks every few milliseconds, somebody waited for a connection, and how many at most. */
  waitingForConnection: { share: number; most: number }
}

/** Which server: the service, one that does the same by hand, or the barest. */
export type ServerKind = 'ours' | 'byHand' | 'bare'

type Db = Kysely<Database> | Transaction<Database>

const databaseUrl = process.env.DATABASE_URL || undefined
/** The limits are counted as in earnest, only that nobody reaches the general one unless a measurement is about it. */
const requestsPerMinute = Number(process.env.REQUESTS_PER_MINUTE ?? 1_000_000)

async function serveOurs(dataDirectory: string): Promise<Serving> {
  const { DATABASE_POOL_SIZE, OSM_FILE } = process.env
  const config = readConfig(
    { DATABASE_POOL_SIZE, OSM_FILE },
    {
      port: 0,
      dataDirectory,
      databaseUrl,
      requestsPerMinute,
      logLevel: 'error',
    },
  )
  const server = await createServer(config)
  const address = await server.start()
  const { database } = server.services
  watchConnections(database)
  await untilPrepared(server.services)
  const login = { email: `bench-${Date.now()}@example.test`, password: 'a-long-bench-password' }
  const passwordHash = await server.services.passwords.hash(login.password)
  const made = await database.transaction((tx) =>
    createOrganization(getSurroundings(server.services, tx), {
      name: 'Bench',
      login: { email: login.email, passwordHash },
    }),
  )
  const keys = [made.api_key]
  for (let i = 0; i < 15; i++) {
    const more = await server.app.inject({
      method: 'POST',
      url: `/app/v1/api_key?organization_id=${made.organization_id}`,
      headers: { authorization: `Bearer ${server.services.adminSecret}` },
    })
    keys.push(more.json().key)
  }
  stop = () => server.stop()
  return { address, keys, project_id: made.project_id, login }
}

/** Waits until roads, addresses and map of the shipped extract are made: in its first minute a new installation uses a core for them. */
async function untilPrepared({ roads, mapData }: Server['services']): Promise<void> {
  const parts = () => [...Object.values(roads.status), ...Object.values(mapData.status)]
  while (parts().some((part) => part?.state === 'opening')) await pause(200)
}

/**
 * The same rows read and written by statements by hand, in the same transactions. No key, no rate, no validation, no
 * rules, no events: whatever is sent is believed.
 */
async function serveByHand(directory: string): Promise<Serving> {
  const log = createLog({ level: 'error' })
  const database = await openDatabase({ databaseUrl, directory, log })
  await migrate(database.db)
  const { db } = database
  const { organization_id, project_id } = await database.transaction((tx) =>
    createOrganization(bareSurroundings(tx, new Date()), { name: 'By hand' }),
  )
  const app = fastify()
  const answer = (value: unknown) => JSON.stringify(value)
  app.addHook('onSend', async (_request, reply) => void reply.header('content-type', 'application/json'))

  app.post<{ Body: { label?: string } }>('/v2/plan', async ({ body }, reply) => {
    const now = new Date()
    const times = { execution_date: now, created_at: now, updated_at: now }
    const plan = { id: createId(now), organization_id, project_id, created_by: null, external_id: null, ...times }
    await db
      .insertInto('plans')
      .values({ ...plan, label: body.label ?? null })
      .execute()
    return reply.code(201).send(answer(plan))
  })

  app.get('/v2/plans', async (_request, reply) => {
    const mine = db.selectFrom('plans').where('organization_id', '=', organization_id).where('deleted', '=', false)
    const { total } = await mine.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    const docs = await mine.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(20).execute()
    return reply.send(answer({ total, docs }))
  })

  app.post<{ Querystring: { plan_id: string }; Body: { label: string; external_id: string; location: object }[] }>(
    '/v2/stops',
    async ({ query, body }, reply) => {
      const now = new Date()
      const rows = body.map((stop) => ({
        ...stop,
        id: createId(now),
        tracking_token: createSecret('', 22),
      }))
      const records = await database.transaction(async (tx) => {
        await lockPlan(tx, query.plan_id)
        await sql`insert into stops (id, organization_id, project_id, plan_id, tracking_token, label, external_id,
            location, created_at, updated_at)
          select id, ${organization_id}, ${project_id}, ${query.plan_id}, tracking_token, label, external_id, location,
            ${now}, ${now}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, tracking_token text, label text,
            external_id text, location jsonb)`.execute(tx)
        await sql`update plans set total_stops = total_stops + ${rows.length},
          pending_stops = pending_stops + ${rows.length}, updated_at = ${now} where id = ${query.plan_id}`.execute(tx)
        return stopRecords(
          tx,
          await selectStops(
            tx,
            rows.map(({ id }) => id),
          ),
        )
      })
      return reply.code(201).send(answer(records))
    },
  )

  app.get<{ Params: { id: string } }>('/v2/stop/:id', async ({ params }, reply) => {
    const [stop] = await stopRecords(db, await selectStops(db, [params.id]))
    return reply.send(answer(stop))
  })

  app.put<{ Params: { id: string }; Body: { comments: string } }>('/v2/stop/:id', async ({ params, body }, reply) => {
    const stop = await database.transaction(async (tx) => {
      const [found] = await selectStops(tx, [params.id])
      await lockPlan(tx, found!.plan_id!)
      await sql`select id from stops where id = ${params.id} for update`.execute(tx)
      await tx
        .updateTable('stops')
        .set({ comments: body.comments, updated_at: new Date() })
        .where('id', '=', params.id)
        .execute()
      return (await stopRecords(tx, await selectStops(tx, [params.id])))[0]
    })
    return reply.send(answer(stop))
  })

  app.get<{ Params: { id: string } }>('/v2/plan/:id/stops', async ({ params }, reply) => {
    const rows = await db.selectFrom('stops').selectAll().where('plan_id', '=', params.id).orderBy('id').execute()
    return reply.send(answer(await stopRecords(db, rows)))
  })

  app.get<{ Params: { id: string } }>('/v2/plan/:id/routes', async ({ params }, reply) => {
    const ordered = await db.selectFrom('stops').selectAll().where('plan_id', '=', params.id).orderBy('order').execute()
    return reply.send(answer(await routeRecords(db, params.id, await stopRecords(db, ordered))))
  })

  app.get<{ Params: { id: string } }>('/v2/plan/:id', async ({ params }, reply) => {
    const plan = await db.selectFrom('plans').selectAll().where('id', '=', params.id).executeTakeFirstOrThrow()
    const ordered = await db.selectFrom('stops').selectAll().where('plan_id', '=', params.id).orderBy('order').execute()
    const stops = await stopRecords(db, ordered)
    return reply.send(answer({ ...plan, stops, routes: await routeRecords(db, params.id, stops) }))
  })

  app.post<{ Querystring: { plan_id: string }; Body: object[] }>('/v2/routes', async ({ query, body }, reply) => {
    const now = new Date()
    const owner = { organization_id, project_id, plan_id: query.plan_id, created_at: now, updated_at: now }
    const rows = body.map((route) => ({ ...owner, ...route, id: createId(now) }))
    await db.insertInto('routes').values(rows).execute()
    return reply.code(201).send(answer(rows))
  })

  app.put<{ Params: { id: string }; Body: { stops: string[] } }>('/v2/route/:id/stops', async ({ params, body }) => {
    await sql`update stops set route_id = ${params.id}, "order" = p.place
      from unnest(${body.stops}::text[]) with ordinality as p(id, place) where stops.id = p.id`.execute(db)
    return {}
  })

  app.post<{ Params: { id: string }; Body: { type: string; comments: string } }>(
    '/v3/stop/:id/report',
    async ({ params, body }, reply) => {
      const now = new Date()
      const report = await database.transaction(async (tx) => {
        const [stop] = await selectStops(tx, [params.id])
        await lockPlan(tx, stop!.plan_id!)
        await sql`select id from stops where id = ${params.id} for update`.execute(tx)
        const { rows } = await sql`
          insert into reports (id, organization_id, project_id, plan_id, route_id, stop_id, stop_moves, type, comments,
            created_at, received_at)
          values (${createId(now)}, ${organization_id}, ${project_id}, ${stop!.plan_id}, ${stop!.route_id}, ${params.id}, 0,
            ${body.type}, ${body.comments}, ${now}, ${now}) returning *`.execute(tx)
        await sql`update stops set report_attempts = report_attempts + 1, updated_at = ${now} where id = ${params.id}`.execute(
          tx,
        )
        return rows[0]
      })
      return reply.code(201).send(answer(report))
    },
  )

  app.post<{ Body: { predicates: { value: string }[] } }>('/v2/stops/search', async ({ body }, reply) => {
    const rows = await db
      .selectFrom('stops')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('external_id', '=', body.predicates[0]!.value)
      .where('deleted', '=', false)
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute()
    return reply.send(answer({ total: rows.length, docs: await stopRecords(db, rows) }))
  })

  stop = async () => {
    await app.close()
    await database.close()
  }
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), keys: [''], project_id }
}

const lockPlan = (tx: Db, id: string) => sql`select id from plans where id = ${id} for update`.execute(tx)

const selectStops = (db: Db, ids: string[]) =>
  db.selectFrom('stops').selectAll().where(sql<boolean>`id = any(${ids}::text[])`).execute()

/** A stop is answered with its tasks, packages, reports, survey and the head of its plan: five statements for any number. */
async function stopRecords(db: Db, rows: Awaited<ReturnType<typeof selectStops>>) {
  const ids = rows.map(({ id }) => id)
  const planIds = [...new Set(rows.map(({ plan_id }) => plan_id))]
  const ofStops = sql<boolean>`stop_id = any(${ids}::text[])`
  const plans = await db
    .selectFrom('plans')
    .select(['id', 'label', 'execution_date'])
    .where(sql<boolean>`id = any(${planIds}::text[])`)
    .execute()
  const tasks = await db.selectFrom('tasks').selectAll().where(ofStops).execute()
  const packages = await db.selectFrom('packages').selectAll().where(ofStops).execute()
  const reports = await db.selectFrom('reports').selectAll().where(ofStops).execute()
  const surveys = await db.selectFrom('surveys').selectAll().where(ofStops).execute()
  return rows.map((row) => ({
    ...row,
    plan: plans.find(({ id }) => id === row.plan_id),
    tasks: tasks.filter(({ stop_id }) => stop_id === row.id),
    packages: packages.filter(({ stop_id }) => stop_id === row.id),
    reports: reports.filter(({ stop_id }) => stop_id === row.id),
    survey: surveys.find(({ stop_id }) => stop_id === row.id),
  }))
}

/** The routes of a plan, each with its own of these stops. */
async function routeRecords(db: Db, planId: string, stops: Awaited<ReturnType<typeof stopRecords>>): Promise<object[]> {
  const routes = await db.selectFrom('routes').selectAll().where('plan_id', '=', planId).orderBy('id').execute()
  return routes.map((route) => ({ ...route, stops: stops.filter(({ route_id }) => route_id === route.id) }))
}

let stop = async () => {}

const loopMilliseconds = 10
const loop = monitorEventLoopDelay({ resolution: loopMilliseconds })
loop.enable()
let looks = { all: 0, waiting: 0, most: 0 }
let statements = 0
const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
  statements += 1
  return query.apply(this, parameters)
} as never

/** Looks how many wait for a connection of the pool. */
function watchConnections({ poolStats }: Pick<OpenDatabase, 'poolStats'>): void {
  setInterval(() => {
    const { waiting } = poolStats()
    looks.all += 1
    looks.waiting += waiting > 0 ? 1 : 0
    looks.most = Math.max(looks.most, waiting)
  }, 5).unref()
}

function takeUsed(): Used {
  const { user, system } = process.cpuUsage()
  const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - loopMilliseconds)
  const used = {
    cpuMilliseconds: (user + system) / 1000,
    loop: { p99Milliseconds: milliseconds(loop.percentile(99)), longestMilliseconds: milliseconds(loop.max) },
    statements,
    waitingForConnection: { share: looks.waiting / Math.max(1, looks.all), most: looks.most },
  }
  loop.reset()
  looks = { all: 0, waiting: 0, most: 0 }
  statements = 0
  return used
}

process.on('message', async (message: { type: 'used' | 'stop' }) => {
  if (message.type === 'used') {
    process.send!(takeUsed())
    return
  }
  await stop()
  process.disconnect()
})

async function serveBare(directory: string): Promise<Serving> {
  const bare = await serveBarest(databaseUrl, directory)
  stop = bare.stop
  return bare.serving
}

const servers = { ours: serveOurs, byHand: serveByHand, bare: serveBare }
const [kind, directory] = process.argv.slice(2) as [ServerKind, string]
process.send!(await servers[kind](directory))
