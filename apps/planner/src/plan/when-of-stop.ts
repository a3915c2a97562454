// Asks when a stop of the plan could be served, and brings it to the slot that is chosen.
import type { SlotStop, Stop } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'
import { useSlotQuestion } from '../slots/slot-question.ts'
import { stopName } from './plan-data.ts'
import { giveSlotTo } from './postpone.ts'
import { useEdit } from './use-edit.ts'

/** What of a stop counts for where it fits. */
const counted = ['location', 'duration', 'weight', 'volume', 'type', 'requires'] as const

/** Stops that may get a slot: they have a place, and are open or were not delivered. */
export function mayGetSlot({ status, location }: Stop): boolean {
  return ['pending', 'canceled', 'incomplete'].includes(status) && location?.lat !== undefined
}

export function useAskWhen(): (stop: Stop) => void {
  const { t } = useTranslation('when')
  const formats = useFormats()
  const run = useEdit()
  const ask = useSlotQuestion((state) => state.ask)
  return (stop) => {
    const name = stopName(stop)
    const wanted = Object.fromEntries(counted.flatMap((key) => (stop[key] === undefined ? [] : [[key, stop[key]]])))
    ask({
      name,
      stop: wanted as SlotStop,
      stopId: stop.id,
      give({ id, date, time_window }) {
        const when = `${formats.calendarDate(date)}, ${formats.timeWindow(time_window)}`
        return run(t('did.moved', { name, when }), (label) => giveSlotTo(label, stop.id, id))
      },
    })
  }
}
