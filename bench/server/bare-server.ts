// The barest server that load.ts compares with: fastify, one statement a call, and the JSON of its rows; no key, no rule, no event.

import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { fastify } from 'fastify'
import pg from 'pg'
import { openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createId } from '../../apps/server/src/frame/platform/ids.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'

type Row = Record<string, unknown>

interface BareDatabase {
  query(text: string, values: unknown[]): Promise<{ rows: Row[] }>
  close(): Promise<void>
}

/** Tables of the same columns and indexes as the service's, without its triggers and references. */
async function createTables(databaseUrl: string | undefined, directory: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, directory, log: createLog({ level: 'error' }) })
  await migrate(database.db)
  await database.executeSql('drop schema if exists bare cascade; create schema bare')
  for (const table of ['plans', 'routes', 'stops', 'reports']) {
    await database.executeSql(`create table bare.${table} (like public.${table} including all)`)
  }
  await database.close()
}

/** The drivers as they come: a pool of `pg`, or PGlite in this thread, which keeps commits without waiting for the disk. */
async function openBare(databaseUrl: string | undefined, directory: string): Promise<BareDatabase> {
  await createTables(databaseUrl, directory)
  if (databaseUrl) {
    const pool = new pg.Pool({ connectionString: databaseUrl })
    return { query: (text, values) => pool.query(text, values), close: () => pool.end() }
  }
  const embedded = await PGlite.create(`${directory}/database`, { extensions: { btree_gin, pg_trgm } })
  return { query: (text, values) => embedded.query<Row>(text, values), close: () => embedded.close() }
}

/** Starts it; `project_id` is the one that all records get. */
export async function serveBarest(databaseUrl: string | undefined, directory: string) {
  const database = await openBare(databaseUrl, directory)
  const project_id = createId(new Date())
  const organization_id = project_id
  const app = fastify()
  const all = async (text: string, ...values: unknown[]) => (await database.query(text, values)).rows
  const one = async (text: string, ...values: unknown[]) => (await all(text, ...values))[0]

  app.post<{ Body: Row }>('/v2/plan', async ({ body }, reply) => {
    const text = `insert into bare.plans (id, organization_id, project_id, label, execution_date, created_at, updated_at)
      values ($1, $2, $3, $4, now(), now(), now()) returning *`
    return reply.code(201).send(await one(text, createId(new Date()), organization_id, project_id, body.label))
  })

  app.get('/v2/plans', async () => ({
    docs: await all(
      'select * from bare.plans where organization_id = $1 and not deleted order by created_at desc limit 20',
      organization_id,
    ),
  }))

  app.post<{ Querystring: Row; Body: Row[] }>('/v2/stops', async ({ query, body }, reply) => {
    const rows = body.map((stop) => ({ ...stop, id: createId(new Date()) }))
    const text = `insert into bare.stops
        (id, organization_id, project_id, plan_id, tracking_token, label, external_id, location, created_at, updated_at)
      select id, $1, $2, $3, id, label, external_id, location, now(), now()
      from jsonb_to_recordset($4::jsonb) as r(id text, label text, external_id text, location jsonb) returning *`
    return reply.code(201).send(await all(text, organization_id, project_id, query.plan_id, JSON.stringify(rows)))
  })

  app.get<{ Params: { id: string } }>('/v2/stop/:id', async ({ params }) =>
    one('select * from bare.stops where id = $1 and not deleted', params.id),
  )

  app.put<{ Params: { id: string }; Body: Row }>('/v2/stop/:id', async ({ params, body }) =>
    one(
      'update bare.stops set comments = $2, updated_at = now() where id = $1 and not deleted returning *',
      params.id,
      body.comments,
    ),
  )

  app.post<{ Params: { id: string }; Body: Row }>('/v3/stop/:id/report', async ({ params, body }, reply) => {
    const text = `insert into bare.reports
        (id, organization_id, project_id, stop_id, stop_moves, type, comments, created_at, received_at)
      values ($1, $2, $3, $4, 0, $5, $6, now(), now()) returning *`
    const values = [createId(new Date()), organization_id, project_id, params.id, body.type, body.comments]
    return reply.code(201).send(await one(text, ...values))
  })

  app.get<{ Params: { id: string } }>('/v2/plan/:id', async ({ params }) => {
    const text = `select p.*,
        (select json_agg(s order by s.created_at, s.id) from bare.stops s where s.plan_id = p.id and not s.deleted) as stops,
        (select json_agg(r order by r.created_at, r.id) from bare.routes r where r.plan_id = p.id and not r.deleted) as routes
      from bare.plans p where p.id = $1 and not p.deleted`
    return one(text, params.id)
  })

  app.get<{ Params: { id: string } }>('/v2/plan/:id/stops', async ({ params }) =>
    all('select * from bare.stops where plan_id = $1 and not deleted order by created_at, id', params.id),
  )

  app.get<{ Params: { id: string } }>('/v2/plan/:id/routes', async ({ params }) => {
    const text = `select *, (select json_agg(s order by s."order") from bare.stops s
        where s.route_id = r.id and not s.deleted) as stops
      from bare.routes r where plan_id = $1 and not deleted order by created_at, id`
    return all(text, params.id)
  })

  app.post<{ Body: { predicates: { value: string }[] } }>('/v2/stops/search', async ({ body }) => ({
    docs: await all(
      'select * from bare.stops where project_id = $1 and external_id = $2 and not deleted order by created_at desc limit 20',
      project_id,
      body.predicates[0]!.value,
    ),
  }))

  app.post<{ Querystring: Row; Body: Row[] }>('/v2/routes', async ({ query, body }, reply) => {
    const text = `insert into bare.routes (id, organization_id, project_id, plan_id, label, created_at, updated_at)
      select id, $1, $2, $3, label, now(), now() from jsonb_to_recordset($4::jsonb) as r(id text, label text) returning *`
    const rows = body.map((route) => ({ ...route, id: createId(new Date()) }))
    return reply.code(201).send(await all(text, organization_id, project_id, query.plan_id, JSON.stringify(rows)))
  })

  app.put<{ Params: { id: string }; Body: { stops: string[] } }>('/v2/route/:id/stops', async ({ params, body }) =>
    all(
      `update bare.stops set route_id = $1, "order" = p.place from unnest($2::text[]) with ordinality as p(id, place)
       where stops.id = p.id returning stops.id`,
      params.id,
      body.stops,
    ),
  )

  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    serving: { address, keys: [''], project_id },
    async stop() {
      await app.close()
      await database.close()
    },
  }
}
