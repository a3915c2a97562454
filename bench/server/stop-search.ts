// How long the stop search takes at the database among a million stops of one project (100,000 with --quick).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { StopSearch } from '@routewright/contract'
import { sql } from 'kysely'
import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import { openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'
import type { Scope } from '../../apps/server/src/frame/platform/scope.ts'
import { searchStops } from '../../apps/server/src/planning/stops/search.ts'
import { bareSurroundings } from './bare-scope.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, stops: { type: 'string' }, runs: { type: 'string' } },
  strict: false,
})
const stopCount = Number(options.stops ?? (options.quick ? 100_000 : 1_000_000))
const runs = Number(options.runs ?? 50)
const databaseUrl = process.env.DATABASE_URL || undefined
const directory = mkdtempSync(join(tmpdir(), 'routewright-search-'))
const database = await openDatabase({ databaseUrl, directory, poolSize: 2, log: createLog({ level: 'error' }) })
await migrate(database.db)

const now = new Date()
const made = await database.transaction((tx) => createOrganization(bareSurroundings(tx, now), { name: 'Bench' }))
const { organization_id, project_id } = made
console.log(`Filling ${stopCount} stops …`)
const step = 50_000
for (let first = 0; first < stopCount; first += step) {
  await sql`
    insert into stops (id, organization_id, project_id, tracking_token, external_id, label, phone, location,
      custom_fields, created_at, updated_at)
    select lpad(to_hex(i), 24, '0'), ${organization_id}, ${project_id}, 't' || i, 'ORDER-' || i, 'Customer ' || i,
      '+423 ' || i, jsonb_build_object('city', 'Town ' || i % 100, 'lat', 47, 'lng', 9),
      jsonb_build_object('lane', i % 50), ${now}::timestamptz + make_interval(secs => i), ${now}
    from generate_series(${first}::integer, ${Math.min(stopCount, first + step) - 1}::integer) as i
  `.execute(database.db)
}
await sql`analyze stops`.execute(database.db)

const scope: Scope = {
  ...bareSurroundings(database.db as Scope['tx'], now),
  organizationId: organization_id,
  projects: 'all',
  actor: { type: 'system' },
}

async function time(name: string, search: (run: number) => StopSearch, count = runs): Promise<void> {
  const milliseconds: number[] = []
  let total = 0
  for (let run = 0; run < count; run++) {
    const started = performance.now()
    total = (await searchStops(scope, project_id, search(run))).total
    milliseconds.push(performance.now() - started)
  }
  milliseconds.sort((a, b) => a - b)
  const at = (share: number) => milliseconds[Math.min(count - 1, Math.floor(count * share))]!.toFixed(1)
  console.log(`${name}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, ${total} found`)
}

const eq = (field: string, value: unknown) => ({ predicates: [{ field, operator: 'eq' as const, value }] })
try {
  console.log(`${stopCount} stops, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}, whole search with records`)
  await time('external_id eq', (run) => eq('external_id', `ORDER-${(run * 7_919) % stopCount}`))
  await time('external_id eq, nothing found', (run) => eq('external_id', `NONE-${run}`))
  await time('external_id in 100', (run) => ({
    limit: 100,
    predicates: [
      {
        field: 'external_id',
        operator: 'in',
        value: Array.from({ length: 100 }, (_, i) => `ORDER-${(run * 100 + i) % stopCount}`),
      },
    ],
  }))
  await time('phone eq (no index)', (run) => eq('phone', `+423 ${run}`), 3)
  await time('custom_fields.lane eq (no index)', (run) => eq('custom_fields.lane', run % 50), 3)
} finally {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
}
