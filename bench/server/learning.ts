// Cost of a night's learning for a fleet of 2,000 routes with five million recorded positions (a tenth of it with --quick): processor time and memory.
// `npm run bench -- learning` with DATABASE_URL of a PostgreSQL whose user may make databases. It makes one of its own and drops it, unless
// `--keep name` names it: then it is used again the next time.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import { openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'
import { buildImage } from '../../packages/roads/src/engine/build-image.ts'
import { RoadGraph } from '../../packages/roads/src/engine/road-graph.ts'
import { getProfile } from '../../packages/roads/src/graph/profiles.ts'
import { SHIPPED_EXTRACT } from '../../packages/roads/src/pbf/shipped-extract.ts'
import { getStreets } from '../fleet/streets.ts'
import { playFleet } from '../fleet/truth.ts'
import { bareSurroundings } from './bare-scope.ts'
import { fillDays, type Owner } from './learning-rows.ts'
import type { Taken, Told } from './learning-server.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, keep: { type: 'string' } },
  strict: false,
})
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) {
  console.log('learning: only on PostgreSQL; set DATABASE_URL to one whose user may make databases.')
  process.exit(0)
}
const days = options.quick ? 10 : 100
/** Goal in seconds of processor time, for five million positions. */
const goalSeconds = 60
const weekMilliseconds = 7 * 86_400_000

const name = typeof options.keep === 'string' ? options.keep : `learning_${process.pid}`
const target = new URL(databaseUrl)
target.pathname = `/${name}`
try {
  const owner = await openFilled()
  const told = await learn(owner)
  report(told, owner.positions)
} finally {
  if (!options.keep) await administer(`drop database if exists ${name} with (force)`)
}

async function openFilled(): Promise<Owner & { positions: number }> {
  const isThere = (await administer(`select 1 from pg_database where datname = '${name}'`)).length > 0
  if (!isThere) await administer(`create database ${name}`)
  const log = createLog({ level: 'error' })
  const database = await openDatabase({ databaseUrl: target.href, directory: tmpdir(), poolSize: 2, log })
  try {
    await migrate(database.db)
    if (!isThere) await fill(database)
    const { id, organization_id } = await database.db
      .selectFrom('projects')
      .select(['id', 'organization_id'])
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from positions`.execute(database.db)
    return { organizationId: organization_id, projectId: id, positions: rows[0]!.count }
  } finally {
    await database.close()
  }
}

async function fill(database: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  const made = await database.transaction((tx) =>
    createOrganization(bareSurroundings(tx, new Date()), { name: 'Bench' }),
  )
  const graph = new RoadGraph(buildImage([SHIPPED_EXTRACT], getProfile('car')))
  const size = { vans: 20, days, stopsPerRoute: 28, clientsPerVan: 70 }
  const played = playFleet(getStreets('Liechtenstein', graph), size, 1)
  const last = Date.parse(played.at(-1)!.routes[0]!.day)
  const later = Math.floor((Date.now() - last) / weekMilliseconds) * weekMilliseconds
  const owner = { organizationId: made.organization_id, projectId: made.project_id }
  await fillDays(database.db, owner, graph, played, later)
}

async function learn({ organizationId, projectId }: Owner): Promise<Told> {
  const file = new URL('./learning-server.ts', import.meta.url)
  const child = fork(file, [target.href, organizationId, projectId])
  const ended = once(child, 'exit')
  const told = await Promise.race([
    once(child, 'message').then(([message]) => message as Told),
    ended.then(() => undefined),
  ])
  await ended
  if (!told) throw new Error('The service ended before it had learned.')
  return told
}

function report({ night, travel, places, digest, legs }: Told, positions: number): void {
  const text = ({ seconds, databaseSeconds, megabytes }: Taken) =>
    `${seconds.toFixed(1)} s of processor time, the database's ${databaseSeconds?.toFixed(1) ?? '?'} s, ${megabytes} MB more memory at most`
  console.log(`${days * 20} routes with ${positions} positions`)
  console.log(`the night's learning: ${text(night)}`)
  console.log(`travel times, when somebody asks (${legs} ways): ${text(travel)}`)
  console.log(`places: ${JSON.stringify(places)}, digest ${digest}`)
  const all = night.seconds + (night.databaseSeconds ?? 0) + travel.seconds + (travel.databaseSeconds ?? 0)
  const most = goalSeconds * Math.min(1, positions / 5e6)
  console.log(`${all.toFixed(1)} s together, goal ${most.toFixed(0)}: ${all <= most ? 'good' : 'MISSED'}`)
  if (all > most) process.exitCode = 1
}

async function administer(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl! })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
