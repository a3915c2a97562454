// Every statement on forecasts for webhooks: notes of routes to look at, and what was told.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { type ForecastNoteRow, type ToldForecastRow, toldForecastTable } from './forecast-tables.ts'
import { insertRecords } from './record-statements.ts'
import { hasForecastReader } from './webhooks.sql.ts'

/** Returns the statement that notes a route whose estimates changed, where an enabled webhook names a forecast. */
export function forecastNoteInsert(scope: Scope, routeId: string): RawBuilder<unknown> {
  return sql`
    insert into forecast_notes (route_id, organization_id, created_at)
    select ${routeId}, ${scope.organizationId}, ${scope.now}
    where ${!scope.isHistory}::boolean and ${hasForecastReader(scope)}
    on conflict (route_id) do nothing`
}

/** Returns whether a route is noted: asked in every round of webhooks, also where nobody wants forecasts. */
export async function hasForecastNote(db: Db): Promise<boolean> {
  const note = await db.selectFrom('forecast_notes').select('route_id').limit(1).executeTakeFirst()
  return note !== undefined
}

/** Takes the oldest note, which no other process gets; the commit deletes it. */
export async function takeForecastNote(tx: Tx): Promise<ForecastNoteRow | undefined> {
  const { rows } = await sql<ForecastNoteRow>`
    delete from forecast_notes where route_id = (
      select route_id from forecast_notes order by created_at, route_id limit 1 for update skip locked)
    returning *`.execute(tx)
  return rows[0]
}

/** Deletes the note of a route that could not be looked at: the next position brings another. */
export async function dropForecastNote(db: Db, routeId: string): Promise<void> {
  await db.deleteFrom('forecast_notes').where('route_id', '=', routeId).execute()
}

/** Stores forecasts as told, and returns those that were not told before for their cause, or may be told again by now. */
export async function insertToldForecasts(scope: Scope, rows: readonly ToldForecastRow[]): Promise<ToldForecastRow[]> {
  return insertRecords(
    scope,
    toldForecastTable,
    rows,
    sql`on conflict (webhook_id, event_id, resource_id, cause) do update
      set told_at = excluded.told_at, again_at = excluded.again_at
      where told_forecasts.again_at <= excluded.told_at`,
  )
}

/** Deletes what was told before a moment. */
export async function deleteOldForecasts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('told_forecasts').where('told_at', '<', before).execute()
}
