// A day that the service optimized by itself after bookings: whoever has the plan open is told, and may take it back.
import * as operations from '@routewright/client/operations'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useHistory } from '../../../plan/history.ts'
import { useOptimizedDay } from '../../../plan/optimized-day.ts'
import { arrangementStep } from '../../../plan/order-edits.ts'
import { usePlanStore } from '../../../plan/plan-store.ts'
import { EDIT_NOTICE, runHistory } from '../../../plan/use-edit.ts'
import { computeDistanceChange, distanceChangeText } from '../../../shell/distance.tsx'
import { noteWithAction } from '../../../shell/notices.tsx'
import { call } from '../../../shell/service.ts'
import { useFormats } from '../../../shell/session.ts'

/** Says what the service did to the plan on screen; shows nothing of its own. */
export default function AfterBookings() {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const runId = useOptimizedDay((state) => state.runId)
  useEffect(() => {
    if (!runId) return
    useOptimizedDay.setState({ runId: undefined })
    void tell(runId, t, formats)
  }, [runId, t, formats])
  return null
}

async function tell(runId: string, t: TFunction<'editor'>, formats: Formats): Promise<void> {
  const { planId } = usePlanStore.getState()
  if (!planId) return
  const input = { plan_id: planId, run_id: runId }
  // Without a response the change shows all the same, and the audit log tells of it.
  const run = await call(operations.getOptimization, input, { once: true }).catch(() => undefined)
  // The improvement that was found may have been too small to be applied.
  if (!run?.undo || !run.comparison || usePlanStore.getState().planId !== planId) return
  const { before, after } = run.comparison
  const label = t('after_bookings')
  useHistory.getState().note(arrangementStep(label, run.undo))
  const time = formats.durationChange(after.travel_time - before.travel_time)
  const way = computeDistanceChange(before, after)
  const text = [label, time, distanceChangeText(way.distance, way, formats, t)].join(' · ')
  noteWithAction(text, { label: t('shell:undo'), act: () => void runHistory('undo', t, formats) }, EDIT_NOTICE)
}
