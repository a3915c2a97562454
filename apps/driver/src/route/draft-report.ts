// The report that a draft makes: what the rules look at before it is filed, and what is filed then.
import { type DriverReportInput, limits } from '@routewright/contract'
import type { StopDraft } from '../store/database.ts'

/** How the attempt ended, what became of tasks and parcels, and what was collected. */
export type ReportOutcome = Pick<
  DriverReportInput,
  'type' | 'cancel_reason' | 'tasks' | 'packages' | 'payment_collected'
>

/** Without the moment and the place, which are those of the filing; `taker` is the line that says who took it. */
export function getReport(draft: StopDraft, outcome: ReportOutcome, taker = ''): DriverReportInput {
  const isDone = outcome.type === 'service_report_completed'
  const comments = [taker, draft.comments.trim()].filter(Boolean).join('\n')
  return {
    ...outcome,
    awaited_images: draft.picture_ids,
    ...(comments ? { comments } : {}),
    ...(taker ? getTaker(draft) : {}),
    ...(isDone && draft.signature ? { signature: draft.signature } : {}),
    ...(isDone && draft.pin ? { pin: draft.pin } : {}),
    ...(Object.keys(draft.fields).length > 0 ? { custom_fields: draft.fields } : {}),
  }
}

/** The same for programs and the recipient, who read it in languages of their own. */
function getTaker({ taken_by, taker_name = '' }: StopDraft): Pick<DriverReportInput, 'taken_by' | 'taker_name'> {
  const name = taker_name.trim().slice(0, limits.textLength.takerName)
  return { ...(taken_by && { taken_by }), ...(name && { taker_name: name }) }
}
