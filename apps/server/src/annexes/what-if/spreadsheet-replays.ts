// The rules of days from a spreadsheet: what is taken, and how much of it.
import type { DrivenRow, Replay, SpreadsheetReplayInput } from '@routewright/contract'
import { spreadsheetReplayLimits } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { JsonObject } from '../../data/values.ts'
import { apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { whyUnusable } from './driven-rows.ts'
import type { SpreadsheetQuestion } from './replay-spreadsheet.ts'
import { replayRecord } from './replays.ts'
import { requireSize } from './trial.ts'
import { askWhatIf } from './what-if.ts'

/**
 * Takes the rows. Throws 404, 403, invalid_payload for rows of too many days, highway.trial.error.nothing_to_try where no row has a
 * day and a place, highway.trial.error.{too_large, too_many}.
 */
export async function askSpreadsheetReplay(
  scope: Scope,
  projectId: string,
  input: SpreadsheetReplayInput,
): Promise<Replay> {
  const { rows, assumed = {}, other = {}, ...rest } = input
  const project = await getProject(scope, projectId)
  const dates = [...new Set(rows.flatMap((row) => (whyUnusable(row) ? [] : row.date!)))].toSorted()
  const [from] = dates
  const to = dates.at(-1)
  if (from === undefined || to === undefined) {
    const reason = 'none has both a date and an address or coordinates'
    throw apiError('highway.trial.error.nothing_to_try', { what: 'The rows', reason })
  }
  const { days } = spreadsheetReplayLimits
  if (dates.length > days)
    throw invalidPayload('rows', `are of ${dates.length} different days; at most ${days} are replayed at once`)
  for (const [date, own] of Map.groupBy(rows, (row) => (whyUnusable(row) ? undefined : row.date)))
    if (date !== undefined) requireSize(date, own.length, countVans(own, input))
  const question: SpreadsheetQuestion = { from, to, spreadsheet: { assumed, other, ...rest }, rows }
  const asked = question as unknown as JsonObject
  return replayRecord(await askWhatIf(scope, { kind: 'spreadsheet', project_id: project.id, asked }))
}

/** Number of vans that the rows of a day name, or are cut into, with those that drive on top. */
function countVans(rows: readonly DrivenRow[], { assumed = {}, other = {} }: SpreadsheetReplayInput): number {
  const named = new Set(rows.flatMap(({ vehicle }) => vehicle?.trim().toLowerCase() || []))
  return Math.max(1, (named.size || (assumed.vehicles_per_day ?? 1)) + (other.vehicles ?? 0))
}
