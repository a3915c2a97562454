// Queries of retention and data rights across tables: the number of rows, and the keys of the next ones.
import { type RawBuilder, sql } from 'kysely'
import { countRecords, listColumns } from '../../data/record-statements.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { isOfRoutes, type Part, type Within } from './parts.sql.ts'

export async function countPart(scope: Scope, part: Part, within: Within): Promise<number> {
  return countRecords(scope, part.table, part.which(scope, within))
}

/** Returns keys of up to `limit` rows that still contain personal data, in no order. */
export async function listKeys(scope: Scope, part: Part, within: Within, limit: number): Promise<string[]> {
  const rows = await listColumns(scope, part.table, [part.key], part.which(scope, within), sql`limit ${limit}`)
  return rows.map((row) => (row as Record<string, string>)[part.key]!)
}

/** The next plans of days before a moment, by id. */
export async function listOldPlanIds(scope: Scope, before: Date, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from plans where organization_id = ${scope.organizationId} and execution_date < ${before}
    and id > ${after} order by id limit ${limit}`.execute(scope.tx)
  return rows.map(({ id }) => id)
}

/** All projects, deleted ones too. */
export async function listEveryProjectId(scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where organization_id = ${scope.organizationId} order by id`.execute(scope.tx)
  return rows.map(({ id }) => id)
}

export async function countPositions(scope: Scope, within: Within): Promise<number> {
  return count(scope, sql`positions where organization_id = ${scope.organizationId} and ${isOfRoutes(scope, within)}`)
}

/** Messages of the log, and attempts of webhooks. */
export async function countLogs(scope: Scope, before: Date): Promise<number> {
  const organization = scope.organizationId
  const messages = count(scope, sql`messages where organization_id = ${organization} and created_at < ${before}`)
  const attempts = count(scope, sql`webhook_attempts where ${ofOwnWebhooks(scope)} and created_at < ${before}`)
  return (await messages) + (await attempts)
}

/** Events, and their deliveries. */
export async function countEvents(scope: Scope, before: Date): Promise<number> {
  const organization = scope.organizationId
  const events = count(scope, sql`events where organization_id = ${organization} and created_at < ${before}`)
  const deliveries = count(scope, sql`webhook_deliveries where ${ofOwnWebhooks(scope)} and created_at < ${before}`)
  return (await events) + (await deliveries)
}

function ofOwnWebhooks(scope: Scope): RawBuilder<unknown> {
  return sql`webhook_id in (select id from webhooks where organization_id = ${scope.organizationId})`
}

async function count(scope: Scope, rowsOf: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from ${rowsOf}`.execute(scope.tx)
  return rows[0]!.total
}
