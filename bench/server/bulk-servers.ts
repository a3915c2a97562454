// The two servers that bulk.ts compares, each as a process of its own: ours, and a bare one on the same database.

import { fastify } from 'fastify'
import { sql } from 'kysely'
import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import { openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createId } from '../../apps/server/src/frame/platform/ids.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'
import { bareSurroundings } from './bare-scope.ts'
import { answerParent, databaseUrl, type Serving, serveOurs } from './served.ts'

interface Served {
  serving: Serving
  stop(): Promise<void>
}

/** The least that could be called the same: parse, one insert, respond; one select, respond. No key, no rule, no event. */
async function serveBare(directory: string): Promise<Served> {
  const log = createLog({ level: 'error' })
  const database = await openDatabase({ databaseUrl, directory, log })
  await migrate(database.db)
  const now = new Date()
  const { organization_id, project_id } = await database.transaction((tx) =>
    createOrganization(bareSurroundings(tx, now), { name: 'Bare' }),
  )
  const app = fastify({ bodyLimit: 6 * 1_048_576 })
  app.post('/v2/plan', async () => {
    const id = createId(new Date())
    const times = { execution_date: now, created_at: now, updated_at: now }
    const plan = { id, organization_id, project_id, created_by: null, external_id: null, label: null, ...times }
    await database.db.insertInto('plans').values(plan).execute()
    return { id }
  })
  app.post<{ Querystring: { plan_id: string }; Body: Record<string, unknown>[] }>(
    '/v2/stops',
    async (request, reply) => {
      const rows = request.body.map((stop) => {
        const id = createId(now)
        return { ...stop, id, organization_id, project_id, plan_id: request.query.plan_id, tracking_token: id }
      })
      await database.transaction((tx) =>
        sql`insert into stops (id, organization_id, project_id, plan_id, tracking_token, external_id, label, comments,
          phone, email, location, duration, time_windows, requires, weight, volume, custom_fields, created_at, updated_at)
        select id, organization_id, project_id, plan_id, tracking_token, external_id, label, comments, phone, email,
          location, duration, time_windows, requires, weight, volume, custom_fields, ${now}, ${now}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, organization_id text, project_id text,
          plan_id text, tracking_token text, external_id text, label text, comments text, phone text, email text,
          location jsonb, duration integer, time_windows jsonb, requires jsonb, weight double precision,
          volume double precision, custom_fields jsonb)`.execute(tx),
      )
      return reply.code(201).header('content-type', 'application/json').send(JSON.stringify(rows))
    },
  )
  app.get<{ Params: { id: string } }>('/v2/plan/:id', async (request, reply) => {
    const stops = await database.db.selectFrom('stops').selectAll().where('plan_id', '=', request.params.id).execute()
    return reply.header('content-type', 'application/json').send(JSON.stringify({ stops }))
  })
  app.get('/v2/plans', async () => database.db.selectFrom('plans').selectAll().orderBy('created_at').limit(1).execute())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    serving: { address, key: '', project_id },
    async stop() {
      await app.close()
      await database.close()
    },
  }
}

const [kind, directory] = process.argv.slice(2) as ['ours' | 'bare', string]
if (kind === 'ours') {
  const { server, serving } = await serveOurs(directory)
  answerParent(serving, () => server.stop())
} else {
  const { serving, stop } = await serveBare(directory)
  answerParent(serving, stop)
}
