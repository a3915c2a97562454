// Fills a database with a project of millions of stops and a small one beside it, by statements that make the rows themselves.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../apps/server/src/frame/platform/db.ts'

/** A project to fill: plans of 100 to 400 stops, `plansPerDay` a day, the last of them `daysAhead` of today. */
export interface Extent {
  organizationId: string
  projectId: string
  /** Two hexadecimal digits in the ids of its records, so that those of several projects differ. */
  mark: string
  plans: number
  plansPerDay: number
  vehicles: number
  clients: number
}

const daysAhead = 5
/** Plans that are filled at a time. */
const plansPerStep = 200
const filledTables = ['clients', 'vehicles', 'plans', 'routes', 'stops', 'tasks', 'packages', 'reports', 'surveys']

/** The id of the record of a kind (one hexadecimal digit) with this number, as SQL. */
function id({ mark }: Extent, kind: string, number: string): string {
  return `'${kind}${mark}' || lpad(to_hex(${number}), 21, '0')`
}

/** The id of a stop of the project by its number, as the statements make it. */
export function stopId({ mark }: Extent, number: number): string {
  return `e${mark}${number.toString(16).padStart(21, '0')}`
}

/** The id of a plan by its number. */
export function planId({ mark }: Extent, number: number): string {
  return `a${mark}${number.toString(16).padStart(21, '0')}`
}

/** Number of stops of the plan with this number: 100 to 400, 250 on average. */
const stopsOfPlan = (plan: string) => `(100 + (${plan}) * 37 % 301)`
/** Stops of a plan have numbers of their own: the plan's times 512, and the place in it. */
const placesPerPlan = 512

export function stopNumber(plan: number, place: number): number {
  return plan * placesPerPlan + place
}

/** How many stops the plans of the extent have together. */
export function countStops({ plans }: Extent): number {
  let count = 0
  for (let plan = 0; plan < plans; plan++) count += 100 + ((plan * 37) % 301)
  return count
}

/**
 * Fills the projects, with their indexes made at the end and without triggers: those are for changes that somebody watches.
 * Needs a superuser of the database.
 */
export async function fillProjects(db: Db, extents: readonly Extent[], tell: (text: string) => void): Promise<void> {
  const indexes = await dropIndexes(db)
  for (const extent of extents) {
    const steps = Array.from({ length: Math.ceil(extent.plans / plansPerStep) }, (_, step) => step * plansPerStep)
    await atOnce(db, "session_replication_role = 'replica'", [(entry) => fillRecords(entry, extent)])
    const fill = (first: number) => async (entry: Db) => {
      const last = Math.min(extent.plans, first + plansPerStep) - 1
      await fillPlans(entry, extent, `generate_series(${first}, ${last})`)
      tell(`… plan ${last + 1} of ${extent.plans}`)
    }
    await atOnce(db, "session_replication_role = 'replica'", steps.map(fill))
  }
  tell('Making the indexes …')
  await atOnce(
    db,
    "maintenance_work_mem = '1GB'",
    indexes.map((definition) => (entry) => sql.raw(definition).execute(entry)),
  )
  for (const table of filledTables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Indexes that hold no constraint. Filling tables without them takes a third of the time. */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = any(${filledTables}::text[]::regclass[])
      and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

/** Works the list off over two connections, each with this setting. */
async function atOnce(db: Db, setting: string, list: readonly ((one: Db) => Promise<unknown>)[]): Promise<void> {
  const waiting = [...list]
  const work = () =>
    db.connection().execute(async (kysely) => {
      await sql.raw(`set ${setting}`).execute(kysely)
      // An index over two million texts may take longer than a statement of the service.
      await sql`set statement_timeout = 0`.execute(kysely)
      await sql`set synchronous_commit = off`.execute(kysely)
      for (let next = waiting.shift(); next; next = waiting.shift()) await next(kysely)
      await sql`reset all`.execute(kysely)
    })
  await Promise.all([work(), work()])
}

const pick = (words: readonly string[], number: string) =>
  `(array['${words.join("','")}'])[(${number})::integer % ${words.length} + 1]`
const firstNames = 'Anna Beat Carla Dario Elena Fabian Gerda Hugo Ida Jonas Klara Luzia Martin Nora Oskar Paula'.split(
  ' ',
)
const familyNames =
  'Amrein Brunold Caduff Derungs Egger Frick Gantner Hasler Inauen Jäger Kindle Lampert Marxer Nägele Ospelt Poltera'.split(
    ' ',
  )
const trades = 'Bakery Pharmacy Museum Workshop School Florist Brewery Garage Library Butcher Hotel Studio'.split(' ')
const streets = 'Mill Station Church Garden River Castle Meadow Harbour Forest Market Bridge Quarry Orchard'.split(' ')
const cities = 'Vaduz Schaan Balzers Triesen Eschen Mauren Ruggell Feldkirch Buchs Sargans Chur Altstätten'.split(' ')
/** Spread, but the same in every run. */
const spread = (number: string, salt: number) => `(hashint8((${number}) + ${salt}::bigint) & 2147483647)`

const address = (number: string) => `jsonb_build_object(
  'street', ${pick(streets, spread(number, 1))} || ' Street ' || ${spread(number, 2)} % 240 + 1,
  'city', ${pick(cities, spread(number, 3))}, 'postal_code', (9400 + ${spread(number, 4)} % 600)::text,
  'country_code', 'LI', 'lat', 47 + (${spread(number, 5)} % 30000) / 100000.0, 'lng', 9 + (${spread(number, 6)} % 60000) / 100000.0)`
const name = (number: string) => `case ${spread(number, 7)} % 3
  when 0 then ${pick(trades, spread(number, 8))} || ' ' || ${pick(familyNames, spread(number, 9))}
  else ${pick(firstNames, spread(number, 8))} || ' ' || ${pick(familyNames, spread(number, 9))} end
  || ' ' || ${spread(number, 10)} % 100000`

async function fillRecords(db: Db, extent: Extent): Promise<void> {
  const owner = `'${extent.organizationId}', '${extent.projectId}'`
  await run(
    db,
    `insert into vehicles (id, organization_id, project_id, label, plate, external_id, created_at, updated_at)
     select ${id(extent, 'c', 'i')}, ${owner}, 'Van ' || i, 'FL ' || 10000 + i, 'V-' || i, now(), now()
     from generate_series(0, ${extent.vehicles - 1}) as i`,
  )
  await run(
    db,
    `insert into clients (id, organization_id, project_id, external_id, label, phone, default_location, created_at, updated_at)
     select ${id(extent, '9', 'i')}, ${owner}, 'C-' || i, ${name('i')}, '+423 444 ' || lpad(i::text, 7, '0'), ${address('i')},
       now(), now() from generate_series(0, ${extent.clients - 1}) as i`,
  )
}

/** Plans with their routes and stops; those before today are done, but for what failed. */
async function fillPlans(db: Db, extent: Extent, series: string): Promise<void> {
  const { organizationId, vehicles, clients } = extent
  const owner = `'${organizationId}', '${extent.projectId}'`
  const getDay = (plan: string) => dayOfPlan(extent, plan)
  const isDone = `${getDay('p')} < date_trunc('day', now())`
  const route = (plan: string, place: string) => `(${plan}) * 5 + (${place}) % 5`
  const failed = `number % 25 = 0`
  await run(
    db,
    `insert into routes (id, organization_id, project_id, plan_id, vehicle_id, label, "order", status, planned_distance,
       distance_traveled, planned_start_time, planned_end_time, start_date, end_date, created_at, updated_at)
     select ${id(extent, 'd', 'p * 5 + r')}, ${owner}, ${id(extent, 'a', 'p')}, ${id(extent, 'c', `(p * 5 + r) % ${vehicles}`)},
       'Route ' || r, r, case when ${isDone} then 'finished' else 'not_started' end, 80000, case when ${isDone} then 84000 end,
       28800, 57600, case when ${isDone} then ${getDay('p')} + interval '8 hours' end,
       case when ${isDone} then ${getDay('p')} + interval '16 hours' end, ${getDay('p')} - interval '2 days', ${getDay('p')}
     from ${series} as p, generate_series(0, 4) as r`,
  )
  await run(
    db,
    `create temporary table if not exists filled (id text, plan_id text, route_id text, vehicle_id text, number bigint,
       place integer, status text, done_at timestamptz, made_at timestamptz);
     truncate filled;
     insert into filled
     select ${id(extent, 'e', 'number')}, ${id(extent, 'a', 'p')}, ${id(extent, 'd', route('p', 'place'))},
       ${id(extent, 'c', `(${route('p', 'place')}) % ${vehicles}`)}, number, place,
       case when not ${isDone} then 'pending' when ${failed} then 'canceled' when number % 40 = 7 then 'incomplete' else 'completed' end,
       case when ${isDone} then ${getDay('p')} + make_interval(secs => 28800 + place * 90) end,
       ${getDay('p')} - interval '2 days' + make_interval(secs => place * 0.01)
     from ${series} as p, generate_series(0, ${stopsOfPlan('p')} - 1) as place,
       lateral (select p::bigint * ${placesPerPlan} + place as number) as numbered`,
  )
  await run(
    db,
    `insert into plans (id, organization_id, project_id, label, external_id, execution_date, status, total_stops, completed_stops,
       canceled_stops, incomplete_stops, pending_stops, total_routes, next_fixed_id, created_at, updated_at)
     select ${id(extent, 'a', 'p')}, ${owner}, ${pick(cities, spread('p', 3))} || ' ' || ${pick(streets, spread('p', 1))} || ' ' || p,
       'P-' || p, ${getDay('p')}, case when ${isDone} then 'finished' else 'planning' end, s.*, 5, s.total + 1,
       ${getDay('p')} - interval '2 days', ${getDay('p')}
     from ${series} as p, lateral (select count(*) as total, count(*) filter (where status = 'completed'),
       count(*) filter (where status = 'canceled'), count(*) filter (where status = 'incomplete'),
       count(*) filter (where status = 'pending') from filled where plan_id = ${id(extent, 'a', 'p')}) as s`,
  )
  await fillStops(db, extent, clients)
}

/** The day of a plan, as SQL: the first plans are the oldest. */
function dayOfPlan({ plans, plansPerDay }: Extent, plan: string): string {
  const days = Math.ceil(plans / plansPerDay) - daysAhead - 1
  return `(date_trunc('day', now()) - make_interval(days => ${days} - (${plan}) / ${plansPerDay}))`
}

/** The stops of the temporary table `filled`, and what hangs on them. */
async function fillStops(db: Db, extent: Extent, clients: number): Promise<void> {
  const { organizationId } = extent
  const owner = `'${organizationId}', '${extent.projectId}'`
  await run(
    db,
    `insert into stops (id, organization_id, project_id, plan_id, route_id, vehicle_id, client_id, tracking_token, external_id,
       label, phone, email, comments, location, status, "order", planned_arrival_time, planned_departure_time, finished_at,
       duration, weight, time_windows, custom_fields, created_at, updated_at)
     select id, ${owner}, plan_id, route_id, vehicle_id, ${id(extent, '9', `number % ${clients}`)}, 't' || id,
       'ORDER-${extent.mark}-' || number, ${name('number')}, '+423 ' || lpad((number % 10000000)::text, 7, '0'),
       'customer' || number || '@example.test', 'Ring twice, then leave it with the neighbour.', ${address('number')}, status,
       place / 5, 28800 + place * 90, 29100 + place * 90, done_at, 300, 1 + number % 20, '[[28800, 61200]]',
       jsonb_build_object('lane', number % 50), made_at, coalesce(done_at, made_at) from filled`,
  )
  await run(
    db,
    `insert into packages (id, organization_id, stop_id, position, identifier, status, created_at, updated_at)
     select ${id(extent, 'f', 'number')}, '${organizationId}', id, 0, 'PKG-${extent.mark}-' || number, 'pending', made_at, made_at
     from filled where number % 2 = 0`,
  )
  await run(
    db,
    `insert into tasks (id, organization_id, stop_id, position, label, barcode, created_at, updated_at)
     select ${id(extent, '8', 'number')}, '${organizationId}', id, 0, 'Scan', 'BAR-${extent.mark}-' || number, made_at, made_at
     from filled where number % 20 = 0`,
  )
  await run(
    db,
    `insert into reports (id, organization_id, project_id, plan_id, route_id, stop_id, stop_moves, type, cancel_reason, time_in_stop,
       created_at, received_at)
     select ${id(extent, 'b', 'number')}, ${owner}, plan_id, route_id, id, 0,
       case status when 'canceled' then 'service_report_canceled' else 'service_report_completed' end,
       case status when 'canceled' then ${pick(['recipient_absent', 'refused', 'closed'], 'number')} end,
       120 + number % 300, done_at, done_at from filled where status <> 'pending'`,
  )
  await run(
    db,
    `insert into surveys (stop_id, organization_id, route_id, rating, rating_tag, created_at, updated_at)
     select id, '${organizationId}', route_id, 1 + number % 5, ${pick(['driver', 'punctual', 'parcel'], 'number')}, done_at, done_at
     from filled where status = 'completed' and number % 12 = 0`,
  )
}

async function run(db: Db, text: string): Promise<void> {
  const statement: RawBuilder<unknown> = sql.raw(text)
  await statement.execute(db)
}
