// How long the search over everything and the analytics take among a million stops with their reports (50,000 with --quick).
// `npm run bench -- finding`; with DATABASE_URL on PostgreSQL, in a database of its own that is dropped at the end, unless
// `--keep name` names it: then it is used again the next time. Analytics are asked before and after the days that have passed are
// summed up; `--stops 400000 --plans-per-day 5` is a year of somebody with 1,250 stops a day.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import { getAnalytics } from '../../apps/server/src/annexes/analytics/analytics.ts'
import {
  selectPlanFigures,
  selectPlanGroups,
  selectPlansToCount,
  selectPlanWords,
} from '../../apps/server/src/annexes/analytics/plan-figures.sql.ts'
import { findAnything } from '../../apps/server/src/annexes/finding/finding.ts'
import { countFiguresForPlanner, replacePlanFigures } from '../../apps/server/src/data/plan-figures.sql.ts'
import { openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'
import type { Scope } from '../../apps/server/src/frame/platform/scope.ts'
import { bareSurroundings } from './bare-scope.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    stops: { type: 'string' },
    runs: { type: 'string' },
    keep: { type: 'string' },
    'plans-per-day': { type: 'string' },
  },
  strict: false,
})
const stopCount = Number(options.stops ?? (options.quick ? 50_000 : 1_000_000))
const runs = Number(options.runs ?? 20)
const stopsPerPlan = 250
const plansPerDay = Number(options['plans-per-day'] ?? 10)
const clientCount = 5_000
const directory = mkdtempSync(join(tmpdir(), 'routewright-finding-'))
const own = process.env.DATABASE_URL ? await ownDatabase(process.env.DATABASE_URL) : undefined
const database = await openDatabase({
  databaseUrl: own?.url,
  directory,
  poolSize: 2,
  log: createLog({ level: 'error' }),
})
await migrate(database.db)
const now = new Date()
const scope: Scope = {
  ...bareSurroundings(database.db as Scope['tx'], now),
  organizationId: '',
  projects: 'all',
  actor: { type: 'system' },
}

try {
  const { organization_id, project_id } = own?.isFilled ? await readFilled() : await fill()
  scope.organizationId = organization_id
  console.log(`${stopCount} stops, ${own ? 'PostgreSQL' : 'embedded database'}`)
  const find = (name: string, textOf: (run: number) => string) =>
    time(`find: ${name}`, async (run) => (await findAnything(scope, { text: textOf(run), limit: 20 })).findings.length)
  const some = (run: number) => (run * 7_919) % stopCount
  await find('external id', (run) => `order-${some(run)}`)
  await find('beginning of an external id', (run) => `order-${String(some(run)).slice(0, 3)}`)
  await find('parcel', (run) => `p-${some(run)}`)
  await find('phone', (run) => `555 ${String(some(run)).padStart(7, '0')}`)
  await find('two words of a name', (run) => `anna ${run % 2 === 0 ? 'am' : 'gan'}`)
  await find('a word that every tenth stop has', () => 'bakery')
  await find('a common beginning', () => 'cu')
  await find('nothing', (run) => `nothing-${run}`)
  const days = (count: number) => ({
    project_id,
    from_date: new Date(now.getTime() - count * 86_400_000).toISOString(),
    to_date: now.toISOString(),
  })
  const figures = async (name: string, isSummedUp: boolean) => {
    for (const count of [7, 30, 90, 365]) {
      await time(`${name}: ${count} days`, async () => (await getAnalytics(scope, days(count))).total.total_stops, 3)
    }
    if (!isSummedUp) return
    for (const apart of ['driver', 'client', 'area'] as const) {
      const query = { ...days(365), apart }
      await time(`${name}: a year by ${apart}`, async () => (await getAnalytics(scope, query)).total.total_stops, 3)
    }
  }
  if (!own?.isFilled) await figures('analytics, nothing summed up', false)
  await sumUp()
  await figures('analytics, passed days summed up', true)
} finally {
  await database.close()
  rmSync(directory, { recursive: true, force: true })
  if (own && !options.keep) await own.drop()
}

/** Sums up like the job that runs by and by. */
async function sumUp(): Promise<void> {
  const started = performance.now()
  const before = new Date(now.getTime() - 2 * 86_400_000)
  for (;;) {
    const plans = (await selectPlansToCount(scope, before, 20)).map(({ id }) => id)
    if (plans.length === 0) break
    await replacePlanFigures(scope, plans, {
      figures: await selectPlanFigures(scope, plans),
      groups: await selectPlanGroups(scope, plans),
      words: await selectPlanWords(scope, plans),
    })
  }
  await countFiguresForPlanner(database.db)
  console.log(`summing up: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}

async function time(name: string, work: (run: number) => Promise<number>, count = runs): Promise<void> {
  const milliseconds: number[] = []
  let found = 0
  for (let run = 0; run < count; run += 1) {
    const started = performance.now()
    found = await work(run)
    milliseconds.push(performance.now() - started)
  }
  milliseconds.sort((a, b) => a - b)
  const at = (share: number) => milliseconds[Math.min(count - 1, Math.floor(count * share))]!.toFixed(1)
  console.log(`${name.padEnd(44)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, ${found} found`)
}

/** Plans of the last days, the newest today: each stop done, with a report, some with a rating. */
async function fill(): Promise<{ organization_id: string; project_id: string }> {
  const made = await database.transaction((tx) => createOrganization(bareSurroundings(tx, now), { name: 'Bench' }))
  const { organization_id, project_id } = made
  const planCount = Math.ceil(stopCount / stopsPerPlan)
  const id = (kind: string, number: string) => `'${kind}' || lpad(to_hex(${number}), 23, '0')`
  const owner = `'${organization_id}', '${project_id}'`
  const moment = `'${now.toISOString()}'::timestamptz`
  const getDay = (plan: string) => `date_trunc('day', ${moment}) - make_interval(days => (${plan}) / ${plansPerDay})`
  const run = (text: string) => sql.raw(text).execute(database.db)
  console.log(`Filling ${stopCount} stops …`)
  await run(`insert into plans (id, organization_id, project_id, label, execution_date, status, created_at, updated_at)
    select ${id('a', 'i')}, ${owner}, 'Plan ' || i, ${getDay('i')}, 'finished', ${moment}, ${moment}
    from generate_series(0, ${planCount - 1}) as i`)
  await run(`insert into vehicles (id, organization_id, project_id, label, created_at, updated_at)
    select ${id('c', 'i')}, ${owner}, 'Van ' || i, ${moment}, ${moment} from generate_series(0, 199) as i`)
  await run(`insert into clients (id, organization_id, project_id, label, created_at, updated_at)
    select ${id('9', 'i')}, ${owner}, 'Client ' || i, ${moment}, ${moment} from generate_series(0, ${clientCount - 1}) as i`)
  await run(`insert into zones (id, organization_id, project_id, label, polygon, created_at, updated_at)
    select ${id('8', 'i')}, ${owner}, 'Zone ' || i, (select jsonb_agg(jsonb_build_array(9 + (i % 5 + x) / 5.0, 47 + (i / 5 + y) / 4.0))
      from (values (0, 0), (1, 0), (1, 1), (0, 1), (0, 0)) as corners (x, y)), ${moment}, ${moment} from generate_series(0, 19) as i`)
  await run(`insert into routes (id, organization_id, project_id, plan_id, vehicle_id, status, planned_distance,
      distance_traveled, planned_start_time, planned_end_time, start_date, end_date, created_at, updated_at)
    select ${id('d', 'i')}, ${owner}, ${id('a', 'i / 5')}, ${id('c', 'i % 200')}, 'finished', 80000, 84000, 28800, 57600,
      ${getDay('i / 5')} + interval '8 hours', ${getDay('i / 5')} + interval '16 hours', ${moment}, ${moment}
    from generate_series(0, ${planCount * 5 - 1}) as i`)
  const names = `(array['Anna', 'Beat', 'Carla', 'Bakery', 'Customer', 'Museum', 'Elena', 'Hugo', 'Ida', 'Jonas'])[i % 10 + 1]
    || ' ' || (array['Amrein', 'Brunold', 'Gantner', 'Jäger', 'Kindle', 'Lampert', 'Weiss'])[i % 7 + 1] || ' ' || i`
  const step = 50_000
  for (let first = 0; first < stopCount; first += step) {
    const series = `generate_series(${first}::integer, ${Math.min(stopCount, first + step) - 1}::integer) as i`
    const plan = `i / ${stopsPerPlan}`
    const finished = `${getDay(plan)} + make_interval(secs => 28800 + i % 28800)`
    await run(`insert into stops (id, organization_id, project_id, plan_id, route_id, vehicle_id, client_id, tracking_token, external_id,
        label, phone, location, status, "order", planned_arrival_time, planned_departure_time, finished_at, time_windows,
        created_at, updated_at)
      select ${id('e', 'i')}, ${owner}, ${id('a', plan)}, ${id('d', `(${plan}) * 5 + i % 5`)}, ${id('c', `((${plan}) * 5 + i % 5) % 200`)},
        ${id('9', `i % 4999 * 7 % ${clientCount}`)}, 't' || i, 'ORDER-' || i, ${names}, '+423 555 ' || lpad(i::text, 7, '0'),
        jsonb_build_object('city', 'Town ' || i % 100, 'lat', 47 + i % 100 / 100.0, 'lng', 9 + i / 100 % 100 / 100.0), case when i % 25 = 0 then 'canceled' else 'completed' end,
        i % 50, 28800 + i % 28800, 29100 + i % 28800, ${finished}, '[[28800, 61200]]', ${moment}, ${moment} from ${series}`)
    await run(`insert into packages (id, organization_id, stop_id, position, identifier, created_at, updated_at)
      select ${id('f', 'i')}, '${organization_id}', ${id('e', 'i')}, 0, 'P-' || i, ${moment}, ${moment} from ${series}`)
    await run(`insert into reports (id, organization_id, project_id, plan_id, route_id, stop_id, stop_moves, type, cancel_reason,
        time_in_stop, created_at, received_at)
      select ${id('b', 'i')}, ${owner}, ${id('a', plan)}, ${id('d', `(${plan}) * 5 + i % 5`)}, ${id('e', 'i')}, 0,
        case when i % 25 = 0 then 'service_report_canceled' else 'service_report_completed' end,
        case when i % 25 = 0 then 'recipient_absent' end, 120 + i % 300, ${finished}, ${moment} from ${series}`)
    await run(`insert into surveys (stop_id, organization_id, route_id, rating, rating_tag, created_at, updated_at)
      select ${id('e', 'i')}, '${organization_id}', ${id('d', `(${plan}) * 5 + i % 5`)}, 3 + i % 3, 'driver', ${moment}, ${moment}
      from ${series} where i % 12 = 0`)
    if (first % 200_000 === 0) console.log(`… ${first + step}`)
  }
  await run('analyze')
  return { organization_id, project_id }
}

async function readFilled(): Promise<{ organization_id: string; project_id: string }> {
  return database.db.selectFrom('projects').select(['organization_id', 'id as project_id']).executeTakeFirstOrThrow()
}

async function ownDatabase(url: string): Promise<{ url: string; isFilled: boolean; drop(): Promise<void> }> {
  const name = typeof options.keep === 'string' ? options.keep : `finding_${process.pid}`
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  const isFilled = (await admin(`select 1 from pg_database where datname = '${name}'`)).length > 0
  if (!isFilled) await admin(`create database ${name}`)
  const target = new URL(url)
  target.pathname = `/${name}`
  return { url: target.href, isFilled, drop: async () => void (await admin(`drop database ${name} with (force)`)) }
}
