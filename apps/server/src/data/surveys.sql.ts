// Every statement on recipients' ratings alone.
import type { Scope } from '../frame/platform/scope.ts'
import { findRecord, insertRecord, setColumns, updateRecords } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type SurveyRow, surveyTable } from './survey-table.ts'

export async function findSurveyRow(scope: Scope, stopId: string): Promise<SurveyRow | undefined> {
  return findRecord(scope, surveyTable, { stop_id: stopId })
}

export async function insertSurvey(scope: Scope, row: NewRow<typeof surveyTable>): Promise<SurveyRow> {
  return insertRecord(scope, surveyTable, row)
}

export async function updateSurvey(
  scope: Scope,
  stopId: string,
  answer: Pick<SurveyRow, 'rating' | 'rating_tag' | 'comments'>,
): Promise<SurveyRow> {
  return (await updateRecords(scope, surveyTable, { stop_id: stopId }, answer))[0]!
}

/** Deletes recipients' comments; their stars stay. */
export async function blankSurveys(scope: Scope, stopIds: readonly string[]): Promise<number> {
  return setColumns(scope, surveyTable, { stop_id: stopIds }, { comments: null })
}
