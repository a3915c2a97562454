// The draft of a stop as the driver edits it: the screen follows at once, the phone's database shortly after.
import type { DriverStop } from '@routewright/contract'
import { useState } from 'react'
import type { StopDraft } from '../store/database.ts'
import { changeDraft, emptyDraft } from './doings.ts'
import type { RouteView } from './use-route.ts'

/** Changes the draft from what it is now to what it is then. */
export type ChangeDraft = (change: (draft: StopDraft) => Partial<StopDraft>) => Promise<void>

export function useDraft(view: RouteView, stop: DriverStop): [draft: StopDraft, change: ChangeDraft] {
  const [draft, setDraft] = useState(() => view.drafts.get(stop.id) ?? emptyDraft(stop, view.id))
  const change: ChangeDraft = async (make) => {
    setDraft((known) => ({ ...known, ...make(known) }))
    // While the phone cannot store, the open form keeps what was typed; a banner says so.
    await changeDraft(stop, view.id, make, draft.report_id).catch(() => {})
  }
  return [draft, change]
}
