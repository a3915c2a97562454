// Asks when a stop of the plan could be served, and brings it to the slot that is chosen.
import type { Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { mayWait, stopName } from '../../plan/plan-data.ts'
import { giveSlotTo } from '../../plan/postpone.ts'
import { useEdit } from '../../plan/use-edit.ts'
import { useFormats } from '../../shell/session.ts'
import { getSlotStop, useSlotQuestion } from './slot-question.ts'

/** Stops that may get a slot: they have a place, and are open or were not delivered. */
export function mayGetSlot(stop: Stop): boolean {
  return mayWait(stop) && stop.location?.lat !== undefined
}

export function useAskWhen(): (stop: Stop) => void {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const run = useEdit()
  const ask = useSlotQuestion((state) => state.ask)
  return (stop) => {
    const name = stopName(stop)
    ask({
      name,
      stop: getSlotStop(stop),
      stopId: stop.id,
      give({ id, date, time_window }) {
        const when = `${formats.calendarDate(date)}, ${formats.timeWindow(time_window)}`
        return run(t('did.moved', { name, when }), (label) => giveSlotTo(label, stop.id, id))
      },
    })
  }
}
