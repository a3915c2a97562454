// The lists of columns against the database, and what the database refuses by itself.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../test/harness.ts'
import { createId } from '../frame/platform/ids.ts'
import type { Column } from './table.ts'
import { tables } from './tables.ts'

const server = useTestServer()
const db = () => server.services.database.db

interface Described {
  type: string
  isNullable: boolean
  beginning: string | null
  isIdentity: boolean
}

const listColumns = (name: keyof typeof tables): [string, Column][] => Object.entries(tables[name].columns)
const names = Object.keys(tables) as (keyof typeof tables)[]

/** The default in PostgreSQL's notation. */
function findBeginning({ beginning, filledBy, sqlType }: Column): string | null {
  if (filledBy === 'clock') return 'clock_timestamp()'
  if (beginning === undefined) return null
  if (sqlType === 'bigint[]') return "'{}'::bigint[]"
  if (sqlType === 'jsonb') return `'${JSON.stringify(beginning)}'::jsonb`
  return typeof beginning === 'string' ? `'${beginning}'::text` : String(beginning)
}

test('the lists of columns are those of the database, for every table: type, emptiness and beginning', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string } & Described>`
    select table_name, column_name, is_nullable = 'YES' as "isNullable", column_default as beginning,
      is_identity = 'YES' as "isIdentity",
      case data_type when 'timestamp with time zone' then 'timestamptz' when 'ARRAY' then 'bigint[]' else data_type end as type
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`.execute(db())
  const found: Record<string, Record<string, Described>> = {}
  for (const { table_name, column_name, ...described } of rows) {
    found[table_name] ??= {}
    found[table_name][column_name] = described
  }
  const listed = names.map((name) => [
    name,
    Object.fromEntries(
      listColumns(name).map(([column, one]) => [
        column,
        {
          type: one.sqlType,
          isNullable: one.isNullable,
          beginning: findBeginning(one),
          isIdentity: one.filledBy === 'identity',
        },
      ]),
    ),
  ])
  expect(found).toEqual(Object.fromEntries(listed))
})

test('a column that is one of some values takes no other, and each of them', async () => {
  const { rows } = await sql<{ place: string; check: string }>`
    select conrelid::regclass || '.' || a.attname as place, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where contype = 'c' and connamespace = 'public'::regnamespace and pg_get_constraintdef(c.oid) like '%ARRAY[%'`.execute(
    db(),
  )
  const checked = rows.map(({ place, check }) => [
    place,
    [...check.matchAll(/'([^']+)'/g)].map((match) => match[1]).sort(),
  ])
  const listed = names.flatMap((name) =>
    listColumns(name).flatMap(([column, { oneOf }]) => (oneOf ? [[`${name}.${column}`, [...oneOf].sort()]] : [])),
  )
  expect(Object.fromEntries(checked)).toEqual(Object.fromEntries(listed))
})

describe('the database itself refuses', () => {
  let account: Account
  let planId: string
  let stopId: string
  const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    server.call(method, path, { key: account.key, body, query })
  const addStop = async (plan_id: string) =>
    (await call('POST', '/v2/stops', [{ location: { lat: 47.14, lng: 9.52 } }], { plan_id })).body[0].id as string
  const addPlan = async () => (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id as string
  const setColumn = (column: string, value: string | null) =>
    sql`update stops set ${sql.ref(column)} = ${value} where id = ${stopId}`.execute(db())

  beforeEach(async () => {
    account = await server.createAccount()
    planId = await addPlan()
    stopId = await addStop(planId)
  })

  test.each(['vehicle_id', 'client_id', 'pickup_id'])('a stop whose %s does not exist', async (column) => {
    await expect(setColumn(column, 'f'.repeat(24))).rejects.toMatchObject({ code: '23503' })
    await expect(setColumn(column, null)).resolves.toBeDefined()
  })

  test('a stop on a route of another plan, or on a route without a plan', async () => {
    const otherPlan = await addPlan()
    const [own, foreign] = await Promise.all(
      [planId, otherPlan].map(
        async (plan_id) => (await call('POST', '/v2/routes', [{}], { plan_id })).body[0].id as string,
      ),
    )
    await expect(setColumn('route_id', foreign!)).rejects.toMatchObject({
      code: '23503',
      constraint: 'stops_route_of_plan',
    })
    await setColumn('route_id', own!)
    await expect(setColumn('plan_id', otherPlan)).rejects.toMatchObject({ constraint: 'stops_route_of_plan' })
    await expect(setColumn('plan_id', null)).rejects.toMatchObject({ constraint: 'stops_route_needs_plan' })
  })

  test('a second report that ends a stop, until the stop was moved', async () => {
    const end = () => call('POST', `/v3/stop/${stopId}/report`, { type: 'service_report_completed' })
    const { body: first } = await end()
    // With an id of its own, as every response that lists it needs.
    const repeat = (type: string) =>
      sql`insert into reports select copy.* from reports original, lateral jsonb_populate_record(original,
        jsonb_build_object('id', ${createId(new Date())}::text, 'type', ${type}::text)) copy where original.id = ${first.id}`.execute(
        db(),
      )
    await expect(repeat('service_report_canceled')).rejects.toMatchObject({
      code: '23505',
      constraint: 'reports_ending',
    })
    await expect(repeat('service_report_attempted')).resolves.toBeDefined()
    await call('POST', '/v2/stop/move', { stop_ids: [stopId] }, { plan_id: await addPlan() })
    expect((await end()).status).toBe(201)
    await expect(repeat('service_report_canceled')).rejects.toMatchObject({ constraint: 'reports_ending' })
  })
})
