// Indexes of the figures over many days: what reports say of a stop without reading them, and why stops of a plan failed.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'drop index reports_stop',
  'create index reports_stop on reports (stop_id, created_at, id) include (type, time_in_stop)',
  'create index reports_reasons on reports (plan_id) where cancel_reason is not null',
]
