// The queries of surveys.
import type { Insertable, Selectable } from 'kysely'
import type { SurveysTable } from '../platform/schema.ts'
import type { Tx } from '../platform/scope.ts'

export type SurveyRow = Selectable<SurveysTable>

export async function findSurveyRow(tx: Tx, stopId: string): Promise<SurveyRow | undefined> {
  return tx.selectFrom('surveys').selectAll().where('stop_id', '=', stopId).executeTakeFirst()
}

export async function insertSurvey(tx: Tx, row: Insertable<SurveysTable>): Promise<SurveyRow> {
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
