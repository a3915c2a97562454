// The rules of surveys: one rating per stop, after it ended, which can be changed for a week.
import { isTerminalStop, limits, type SurveyInput } from '@routewright/contract'
import type { StopRow } from '../../data/stop-table.ts'
import type { SurveyRow } from '../../data/survey-table.ts'
import { findSurveyRow, insertSurvey, updateSurvey } from '../../data/surveys.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** Returns whether a rating is accepted now. */
export function mayRate(stop: StopRow, survey: SurveyRow | undefined, now: Date): boolean {
  return isTerminalStop(stop.status) && (!survey || isStillOpen(survey, now))
}

/**
 * Stores the rating, or replaces one of the last seven days. The stop must be locked. Throws
 * highway.survey.error.{not_allowed_yet, already_exists}.
 */
export async function rateStop(scope: Scope, stop: StopRow, input: SurveyInput): Promise<SurveyRow> {
  if (!isTerminalStop(stop.status)) throw apiError('highway.survey.error.not_allowed_yet', { id: stop.id })
  const answer = { rating: input.rating, rating_tag: input.rating_tag ?? null, comments: input.comments ?? null }
  const before = await findSurveyRow(scope, stop.id)
  if (before && !isStillOpen(before, scope.now)) {
    throw apiError('highway.survey.error.already_exists', { id: stop.id })
  }
  if (before) return updateSurvey(scope, stop.id, answer)
  return insertSurvey(scope, {
    stop_id: stop.id,
    route_id: stop.route_id,
    ...answer,
    created_at: scope.now,
    updated_at: scope.now,
  })
}

function isStillOpen(survey: SurveyRow, now: Date): boolean {
  return now.getTime() < survey.created_at.getTime() + limits.SURVEY_EDIT_DAYS * 86_400_000
}
