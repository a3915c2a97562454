// Asks when an order of the backlog could be served, and gives it the slot that is chosen.
import * as operations from '@routewright/client/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../shell/failure.ts'
import { noteFailure, noteSuccess, noteWithAction } from '../../shell/notices.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { getSlotStop, useSlotQuestion } from '../slots/slot-question.ts'
import { orderName } from './order-name.ts'
import { backlogKey, type WaitingOrder } from './waiting-orders.ts'

/** It is promised at once, as in a plan; undone, the promise ends and the order waits again with the windows that it had. */
export function useOfferDay(): (order: WaitingOrder) => void {
  const { t } = useTranslation(['when', 'shell'])
  const formats = useFormats()
  const project = useProject()
  const queries = useQueryClient()
  const ask = useSlotQuestion((state) => state.ask)
  const changed = () =>
    Promise.all([backlogKey, 'plans'].map((list) => queries.invalidateQueries({ queryKey: [list, project.id] })))
  return (order) => {
    const { stop, first_day } = order
    const name = orderName(order)
    const refused = (error: unknown) => noteFailure(t('title', { name }), failureText(error, t))
    const takeBack = async (slot_promise_id: string) => {
      try {
        await call(operations.releaseSlot, { slot_promise_id, body: { keep_stop: true } })
        await call(operations.updateStop, { stop_id: stop.id, body: { time_windows: stop.time_windows } })
        await call(operations.returnToBacklog, { project_id: project.id, body: { stop_ids: [stop.id] } })
        noteSuccess(t('did.back', { name }))
      } catch (error) {
        refused(error)
      }
      await changed()
    }
    ask({
      name,
      stop: getSlotStop(stop),
      stopId: stop.id,
      ...(first_day && { from: first_day }),
      async give({ id: slot_id, date, time_window }) {
        try {
          const promise = await call(operations.promiseStop, { stop_id: stop.id, body: { slot_id } })
          const when = `${formats.calendarDate(date)}, ${formats.timeWindow(time_window)}`
          const undo = { label: t('shell:undo'), act: () => void takeBack(promise.id) }
          noteWithAction(t('did.moved', { name, when }), undo)
          await changed()
          return true
        } catch (error) {
          refused(error)
          return false
        }
      },
    })
  }
}
