// The queries of surveys.

import { type Insertable, sql } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { SurveyRow } from './survey-table.ts'
import type { Database } from './tables.ts'

export async function findSurveyRow(tx: Tx, stopId: string): Promise<SurveyRow | undefined> {
  return tx.selectFrom('surveys').selectAll().where('stop_id', '=', stopId).executeTakeFirst()
}

export async function listSurveysOfStops(tx: Tx, stopIds: readonly string[]): Promise<SurveyRow[]> {
  if (stopIds.length === 0) return []
  return tx.selectFrom('surveys').selectAll().where(sql<boolean>`stop_id = any(${stopIds}::text[])`).execute()
}

export async function insertSurvey(tx: Tx, row: Insertable<Database['surveys']>): Promise<SurveyRow> {
  return tx.insertInto('surveys').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateSurvey(
  tx: Tx,
  stopId: string,
  answer: Pick<SurveyRow, 'rating' | 'rating_tag' | 'comments'>,
  now: Date,
): Promise<SurveyRow> {
  return tx
    .updateTable('surveys')
    .set({ ...answer, updated_at: now })
    .where('stop_id', '=', stopId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
