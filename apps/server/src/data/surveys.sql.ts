// Every statement on recipients' answers alone.
import { type Insertable, sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { listRecords } from './record-statements.ts'
import { type SurveyRow, surveyTable } from './survey-table.ts'
import type { Database } from './tables.ts'

export async function findSurveyRow(scope: Scope, stopId: string): Promise<SurveyRow | undefined> {
  return (await listSurveysOfStops(scope, [stopId]))[0]
}

export async function listSurveysOfStops(scope: Scope, stopIds: readonly string[]): Promise<SurveyRow[]> {
  return stopIds.length === 0 ? [] : listRecords(scope, surveyTable, [sql`stop_id = any(${stopIds}::text[])`])
}

export async function insertSurvey(scope: Scope, row: Insertable<Database['surveys']>): Promise<SurveyRow> {
  return scope.tx.insertInto('surveys').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateSurvey(
  scope: Scope,
  stopId: string,
  answer: Pick<SurveyRow, 'rating' | 'rating_tag' | 'comments'>,
): Promise<SurveyRow> {
  return scope.tx
    .updateTable('surveys')
    .set({ ...answer, updated_at: scope.now })
    .where('stop_id', '=', stopId)
    .where('organization_id', '=', scope.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
